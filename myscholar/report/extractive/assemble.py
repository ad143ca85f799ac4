"""The report without a language model is an evidence digest: short quotes, papers gathered by what
they do and find. Source: MySQA §2.3.

The model's part in the paper (choosing, clustering, writing) is taken by statistics over the
sentences that were found; what several papers share is said first, each paper's own words follow.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import (
    ActionId,
    QueryKind,
    SearchFilters,
    SearchQuery,
    source_in_words,
)
from myscholar.domain.papers import PassageKind
from myscholar.domain.profile import Profile
from myscholar.domain.report import Cost, Findings, Report, ReportId, Section
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted
from myscholar.errors import NoEvidenceFound
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.aims import ActionTarget, aims_of, of_verb
from myscholar.report.extractive.choice import choose
from myscholar.report.extractive.connect import (
    connection_section,
    connections,
)
from myscholar.report.extractive.evidence import gather_evidence
from myscholar.report.extractive.notes import notes_of
from myscholar.report.extractive.openings import openings
from myscholar.report.extractive.outline import outline
from myscholar.report.extractive.question_title import report_title
from myscholar.report.extractive.quotes import (
    CandidateSentence,
    gather_definitions,
    gather_statements,
)
from myscholar.report.extractive.relevance import missing_words
from myscholar.report.extractive.sections import Bibliography, write_sections
from myscholar.report.extractive.sifting import Sifted, sift_hits, sift_statements
from myscholar.report.extractive.table import (
    table_section,
)
from myscholar.report.extractive.titles import Lexicon
from myscholar.report.extractive.units import numbers_in, renumbered
from myscholar.report.outcome_evidence import DigestCounts
from myscholar.report.outcomes import outcomes
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, QuestionKind, analyse_question
from myscholar.text.terms import content_stems

NOTICE = (
    "Evidence digest: what the sources say, gathered by what they do and find. No language model "
    "was used; one would weigh the"
    " evidence and write an answer."
)
SUMMARY_NOTICE = (
    " Sentences without quotation marks are this project's own summaries of the cited papers, not "
    "the papers' words."
)
OnSection = Callable[[int, Section], None]
"""Told the number of a section (from 1) and the section, once it is written."""
_SIDE_BY_SIDE = frozenset(
    (
        "approaches methods techniques systems datasets benchmarks metrics measures tools "
        "algorithms models architectures"
    ).split()
)
"""Kinds of things that a question asks for which are best seen in a table."""
_IN_TIME = re.compile(
    r"\b(?:history|histor\w+|evol(?:ve\w*|ution)|over (?:time|the "
    r"years)|progress\w*|trends?|timeline|chronolog\w+)\b",
    re.IGNORECASE,
)
"""How a question says that the order of the years matters."""


def write_digest(
    question: str,
    *,
    findings: Findings,
    queries: Sequence[SearchQuery],
    actions: Sequence[Action] = (),
    profile: Profile | None = None,
    background: Background,
    report_id: ReportId,
    now: str,
    seconds: float = 0.0,
    scholar_requests: int = 0,
    notes: Sequence[str] = (),
    with_tables: bool = True,
    progress: Progress = ignore,
    on_section: OnSection = ignore,
) -> Report:
    """The report on `question` from what `queries` found. `now` is an ISO 8601 time; `seconds` is
    what searching took; `notes` go first.

    Not `with_tables`, papers are set side by side only where an action asks for it. Deterministic.
    Raises NoEvidenceFound when no sentence found is about the question, EmptyQuestion and
    QuestionTooLong.
    """
    analysis = analyse_question(question, idf=background.idf)
    aims = aims_of(actions, frozenset(content_stems(analysis.text)))
    evidence = _evidence(question, findings, analysis, aims, background, progress)
    lexicon = Lexicon([p.text for h in evidence.sifted.hits for p in h.paper.readable])
    progress(
        Event(
            step="Grouping into sections",
            message=f"{counted(len(evidence.chosen), 'sentence')} chosen of {evidence.n_gathered}",
        )
    )
    explaining = (*evidence.statements, *evidence.definitions)
    opening = (
        ()
        if of_verb(aims, Verb.SKIP_DEFINITIONS)
        else openings(explaining, analysis.text, background)
    )
    groups = outline(
        evidence.chosen, evidence.statements, opening, analysis, aims, background, lexicon
    )
    book = Bibliography()

    def told(n: int, section: Section) -> None:
        progress(Event(step="Writing", message=section.title, done=n, total=len(groups)))
        on_section(n, section)

    sections = write_sections(
        groups, aims, book, told, by_year=bool(_IN_TIME.search(analysis.text))
    )
    if with_tables or of_verb(aims, Verb.COMPARE):
        sections = _with_table(sections, evidence, analysis, aims, book)
    sections = _with_connections(
        sections, evidence, aims, profile, background, book, _limits(queries, aims)
    )
    sections = _closing_last(sections, aims, book)
    counts = DigestCounts(
        n_queries=len(queries),
        n_statements=evidence.n_gathered,
        n_definitions_left_out=evidence.n_definitions_left_out,
        has_profile=profile is not None,
    )
    shown = gather_evidence(
        aims,
        sections,
        book,
        findings,
        counts,
        evidence.sifted.n_papers_removed,
        evidence.n_left_out,
    )
    return Report(
        report_id=report_id,
        question=analysis.text,
        title=report_title(analysis, lexicon),
        notice=_notice(book),
        created_at=now,
        profile_id=profile.profile_id if profile else None,
        sections=sections,
        references=book.references,
        actions=tuple(actions),
        outcomes=outcomes(shown),
        passages=tuple(book.passages.values()),
        searches=tuple(r.record for r in findings.results),
        notes=(
            *notes,
            *notes_of(findings, analysis, len(book.papers), evidence.sifted.hits, background),
        ),
        cost=Cost(seconds=seconds, scholar_requests=scholar_requests),
    )


class _Evidence(NamedTuple):
    """What the report is made of, of all that was found."""

    sifted: Sifted
    statements: tuple[CandidateSentence, ...]
    """Those that no action leaves out."""
    n_gathered: int
    n_left_out: dict[ActionId, int]
    chosen: tuple[CandidateSentence, ...]
    n_definitions_left_out: int
    definitions: tuple[CandidateSentence, ...]
    """Of the question's terms, by papers that are not near enough for more."""


def _evidence(
    question: str,
    findings: Findings,
    analysis: QuestionAnalysis,
    aims: Sequence[ActionTarget],
    background: Background,
    progress: Progress,
) -> _Evidence:
    """Raises NoEvidenceFound when nothing was found that can be quoted, or nothing that knows any
    of the question's rare words."""
    progress(
        Event(step="Selecting sentences", message=f"from {counted(len(findings.hits), 'paper')}")
    )
    sifted = sift_hits(findings.hits, aims)
    if not sifted.hits:
        raise _nothing_to_quote(question, findings).because(
            _left_out(aims, sifted, len(findings.hits))
        )
    papers = [hit.paper for hit in sifted.hits]
    if missing_words(analysis.text, papers, background) == missing_words(
        analysis.text, (), background
    ):
        raise NoEvidenceFound(question, _searched(findings))
    gathered = gather_statements(analysis.text, sifted.hits, aims, background)
    kept, n_left_out = sift_statements(gathered, aims)
    defining = (
        [s for s in kept if SentenceRole.DEFINITION in s.cues]
        if of_verb(aims, Verb.SKIP_DEFINITIONS)
        else []
    )
    kept = tuple(s for s in kept if s not in defining)
    chosen = choose(kept, aims)
    if not chosen:
        raise _nothing_to_quote(question, findings)
    definitions, _ = sift_statements(gather_definitions(analysis.text, sifted.hits, gathered), aims)
    return _Evidence(sifted, kept, len(gathered), n_left_out, chosen, len(defining), definitions)


def _nothing_to_quote(question: str, findings: Findings) -> NoEvidenceFound:
    failed = {r.record.source: r.record.error for r in findings.results if r.record.error}
    asked = set(content_stems(question))
    return NoEvidenceFound(
        question,
        _searched(findings),
        n_found=sum(
            any(
                asked & set(content_stems(t))
                for t in (h.paper.title, *(p.text for p in h.paper.passages))
            )
            for h in findings.hits
        ),
        failures=tuple(f"{source_in_words(source)}: {error}" for source, error in failed.items()),
    )


def _left_out(aims: Sequence[ActionTarget], sifted: Sifted, n_found: int) -> str:
    """Which actions took papers out, and how many of those found."""
    taken = ((aim, sifted.n_papers_removed.get(aim.action_id, 0)) for aim in aims)
    return " ".join(
        f"Your action “{aim.action.tldr}” takes out {n} of {counted(n_found, 'paper')} found."
        for aim, n in taken
        if n
    )


def _searched(findings: Findings) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source_in_words(r.record.source) for r in findings.results))


def _limits(queries: Sequence[SearchQuery], aims: Sequence[ActionTarget]) -> SearchFilters:
    """What every cited paper must satisfy: the question's own filters, which its query carries, and
    those of LIMIT actions."""
    filters = next((q.filters for q in queries if q.kind is QueryKind.QUESTION), SearchFilters())
    for aim in of_verb(aims, Verb.LIMIT):
        filters = filters.narrowed(aim.action.directive.filters)
    return filters


def _notice(book: Bibliography) -> str:
    uses_summaries = any(p.kind is PassageKind.SUMMARY for p in book.passages.values())
    return NOTICE + (SUMMARY_NOTICE if uses_summaries else "")


def _with_table(
    sections: tuple[Section, ...],
    evidence: _Evidence,
    analysis: QuestionAnalysis,
    aims: Sequence[ActionTarget],
    book: Bibliography,
) -> tuple[Section, ...]:
    """With the papers side by side where an action or the question compares, or asks for things of
    which each paper has its own."""
    comparing = of_verb(aims, Verb.COMPARE)
    if not (
        comparing
        or analysis.kind is QuestionKind.COMPARISON
        or _SIDE_BY_SIDE & set(analysis.asks_for)
    ):
        return sections
    table = table_section(
        [s for s in evidence.statements if s.paper.paper_id in book.papers], book, comparing
    )
    return (*sections, table) if table else sections


def _with_connections(
    sections: tuple[Section, ...],
    evidence: _Evidence,
    aims: Sequence[ActionTarget],
    profile: Profile | None,
    background: Background,
    book: Bibliography,
    filters: SearchFilters,
) -> tuple[Section, ...]:
    """With a section on the reader's own papers where an action connects, in front where it is
    emphasized."""
    connecting = of_verb(aims, Verb.CONNECT)
    if not connecting or profile is None:
        return sections
    own = connection_section(
        connections(evidence.chosen, profile, background, filters=filters), book, connecting
    )
    if own is None:
        return sections
    return (own, *sections) if any(a.action.emphasis for a in connecting) else (*sections, own)


def _closing_last(
    sections: tuple[Section, ...], aims: Sequence[ActionTarget], book: Bibliography
) -> tuple[Section, ...]:
    """With the section at the end that an action asks to end with, behind the table and the
    connections; references are numbered anew."""
    closing = {aim.action_id for aim in aims if aim.comes_last and not aim.action.emphasis}
    ordered = tuple(sorted(sections, key=lambda s: bool(closing.intersection(s.action_ids))))
    if ordered == sections:
        return sections
    old = list(book.papers.values())
    numbers = dict(numbers_in(ordered))
    for n in range(1, len(old) + 1):
        numbers.setdefault(n, len(numbers) + 1)
    book.papers = {
        old[n - 1].paper_id: old[n - 1] for n in sorted(numbers, key=numbers.__getitem__)
    }
    return tuple(renumbered(s, numbers.__getitem__) for s in ordered)
