"""More sentences for a written report: for one of its sections, or for one of their own."""

from collections.abc import Sequence
from dataclasses import replace

from myscholar.domain.actions import Action
from myscholar.domain.report import Findings, Report, Section
from myscholar.errors import InputError
from myscholar.report.extractive.aims import aims_of
from myscholar.report.extractive.choice import ALIKE
from myscholar.report.extractive.exclusions import exclude_hits
from myscholar.report.extractive.groups import Group
from myscholar.report.extractive.quotes import CandidateSentence, gather_statements
from myscholar.report.extractive.section_builder import Bibliography, SectionBuilder
from myscholar.report.extractive.sections import write_sections
from myscholar.report.extractive.titles import Lexicon
from myscholar.report.extractive.units import section_of, units_of
from myscholar.text.background import Background
from myscholar.text.question import analyse_question
from myscholar.text.similarity import cosines, tfidf
from myscholar.text.terms import content_stems

MORE = 4
"""Sentences that are added to a section at most; by hand."""
NEAREST = 200
"""Candidates that are looked through for them; by hand."""
LONGEST, LEAST, PER_PAPER = 8, 2, 2
"""Most and fewest sentences of an added section, and most of one paper in it; by hand."""


def find_unquoted(
    report: Report, findings: Findings, actions: Sequence[Action], background: Background
) -> tuple[CandidateSentence, ...]:
    """Sentences of the papers found that the report does not quote yet, the most relevant first."""
    analysis = analyse_question(report.question, idf=background.idf)
    aims = aims_of(actions, frozenset(content_stems(analysis.text)))
    hits, _ = exclude_hits(findings.hits, aims)
    said = " ".join(section.text for section in report.sections)
    cited = [e for s in report.sections for c in s.citations for e in c.evidence]

    def is_quoted(s: CandidateSentence) -> bool:
        start, end = s.framing.span
        own = (e for e in cited if e.passage_id == s.passage.passage_id)
        return s.text in said or any(e.start < end and e.end > start for e in own)

    found = gather_statements(analysis.text, hits, aims, background)
    left = [s for s in found if not is_quoted(s)]
    return tuple(sorted(left, key=lambda s: (-s.relevance, s.rank)))


def lengthen(
    section: Section, candidates: Sequence[CandidateSentence], book: Bibliography
) -> Section:
    """The section with a paragraph of up to MORE sentences that are near it. Raises InputError
    where there is none."""
    units = units_of(section)
    if not units:
        raise InputError("A table can't be lengthened. Name another section.")
    chosen = _near([unit.text for unit in units], section.title, candidates[:NEAREST])
    if not chosen:
        raise InputError(f"Nothing more that could be quoted was found for “{section.title}”.")
    draft = SectionBuilder(book)
    for statement in chosen:
        draft.begin_line("- ")
        draft.quote(statement)
    added = draft.finish(section.title, section.tldr)
    return section_of(section, (*units, *units_of(added)))


def write_section_on(
    topic: str,
    action: Action,
    candidates: Sequence[CandidateSentence],
    book: Bibliography,
    lexicon: Lexicon,
) -> Section:
    """Of sentences that serve the action, titled by its topic. Raises InputError for too few."""
    serving = _spread([s for s in candidates if action.action_id in s.action_ids], LONGEST)
    if len(serving) < LEAST:
        own = action.action_id
        serving = [
            replace(s, action_ids=tuple(dict.fromkeys((*s.action_ids, own))))
            for s in _spread([*serving, *(s for s in candidates if _is_on(s, topic))], LONGEST)
        ]
    if len(serving) < LEAST:
        raise InputError(
            f"Too little that could be quoted was found on {topic}. The report stays as it is; "
            "add a source, or use other words."
        )
    group = Group(lexicon.title_case(topic), tuple(serving), action_ids=(action.action_id,))
    (section,) = write_sections([group], aims_of((action,)), book)
    return section


def _is_on(statement: CandidateSentence, topic: str) -> bool:
    """Whether it names part of the topic, and its passage or its paper's title the rest."""
    wanted = set(content_stems(topic))
    around = set(content_stems(f"{statement.paper.title}. {statement.passage.text}"))
    return bool(wanted & statement.stems) and wanted <= statement.stems | around


def book_of(report: Report) -> Bibliography:
    """The report's references under their numbers, to be added to."""
    return Bibliography(
        {r.paper.paper_id: r.paper for r in report.references},
        {p.passage_id: p for p in report.passages},
    )


def _near(
    texts: Sequence[str], title: str, pool: Sequence[CandidateSentence]
) -> list[CandidateSentence]:
    """Those most like a section's heading and sentences, none saying what is said already."""
    if not pool:
        return []
    vectors = tfidf([*(s.text for s in pool), *texts, title])
    like = cosines(vectors[: len(pool)], vectors[len(pool) :])
    usable = [i for i, own in enumerate(like) if own[:-1].max() < ALIKE and own.mean() > 0]
    ranked = sorted(
        usable,
        key=lambda i: -(float(like[i, :-1].mean()) + float(like[i, -1]) + 0.2 * pool[i].relevance),
    )
    return _spread([pool[i] for i in ranked], MORE)


def _spread(statements: Sequence[CandidateSentence], n: int) -> list[CandidateSentence]:
    """The first `n`, at most PER_PAPER of a paper, none quoted twice."""
    kept: list[CandidateSentence] = []
    for s in statements:
        n_own = sum(k.paper.paper_id == s.paper.paper_id for k in kept)
        if n_own < PER_PAPER and len(kept) < n and all(s.text != k.text for k in kept):
            kept.append(s)
    return kept
