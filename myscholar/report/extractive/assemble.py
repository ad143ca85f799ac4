"""The report without a language model is an evidence digest: short quotes, papers gathered by what
they do and find. Source: MySQA §2.3.

The model's part in the paper (choosing, clustering, writing) is taken by statistics over the
sentences that were found; what several papers share is said first, each paper's own words follow.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import QueryKind, SearchFilters, SearchQuery
from myscholar.domain.papers import PassageKind
from myscholar.domain.profile import Profile
from myscholar.domain.report import Findings, Report, ReportId, Section
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted
from myscholar.report.extractive.aims import ActionTarget, aims_of, of_verb
from myscholar.report.extractive.connect import connection_section, connections
from myscholar.report.extractive.evidence import gather_evidence
from myscholar.report.extractive.notes import notes_of
from myscholar.report.extractive.openings import openings
from myscholar.report.extractive.outline import outline
from myscholar.report.extractive.question_title import report_title
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.section_builder import Bibliography
from myscholar.report.extractive.sections import write_sections
from myscholar.report.extractive.selection import Selection, select_sentences
from myscholar.report.extractive.table import table_section
from myscholar.report.extractive.titles import Lexicon
from myscholar.report.numbering import numbers_in, renumber
from myscholar.report.outcomes import outcomes
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern, word_set
from myscholar.text.question import QuestionAnalysis, QuestionKind, analyse_question
from myscholar.text.terms import content_stems

NOTICE = (
    "Evidence digest: what the sources say, gathered by what they do and find. No language model "
    "was used; one would weigh the evidence and write an answer."
)
SUMMARY_NOTICE = (
    " Sentences without quotation marks are this project's own summaries of the cited papers, not "
    "the papers' words."
)
OnSection = Callable[[int, Section], None]
"""Told the number of a section (from 1) and the section, once it is written."""
_SIDE_BY_SIDE = word_set("reports.side_by_side")
_IN_TIME = pattern("reports.in_time")


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
    with_tables: bool = True,
    progress: Progress = ignore,
    on_section: OnSection = ignore,
) -> Report:
    """The report on `question` from what `queries` found. `now` is an ISO 8601 time.

    Not `with_tables`, papers are set side by side only where an action asks for it. Deterministic.
    Raises NoEvidenceFound when no sentence found is about the question, EmptyQuestion and
    QuestionTooLong.
    """
    analysis = analyse_question(question, idf=background.idf)
    aims = aims_of(actions, frozenset(content_stems(analysis.text)))
    n_found = counted(len(findings.hits), "paper")
    progress(Event(step="Selecting sentences", message=f"from {n_found}"))
    selected = select_sentences(question, analysis.text, findings, aims, background)
    digest = _Digest(analysis, aims, findings, queries, selected, profile, background)
    sections = digest.write_sections(progress, on_section)
    if with_tables or of_verb(aims, Verb.COMPARE):
        sections = digest.add_table(sections)
    sections = digest.set_closing_last(digest.add_connections(sections))
    return digest.report_of(sections, report_id, now)


@dataclass
class _Digest:
    """A digest while it is made."""

    analysis: QuestionAnalysis
    aims: Sequence[ActionTarget]
    findings: Findings
    queries: Sequence[SearchQuery]
    selected: Selection
    profile: Profile | None
    background: Background
    book: Bibliography = field(default_factory=Bibliography)

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon([p.text for h in self.selected.hits for p in h.paper.readable])

    def write_sections(self, progress: Progress, on_section: OnSection) -> tuple[Section, ...]:
        selected, question = self.selected, self.analysis.text
        chosen = f"{counted(len(selected.chosen), 'sentence')} chosen of {selected.n_statements}"
        progress(Event(step="Grouping into sections", message=chosen))
        opening: tuple[CandidateSentence, ...] = ()
        if not of_verb(self.aims, Verb.SKIP_DEFINITIONS):
            explaining = (*selected.statements, *selected.definitions)
            opening = openings(explaining, question, self.background)
        groups = outline(selected, opening, self.analysis, self.aims, self.background, self.lexicon)

        def tell(n: int, section: Section) -> None:
            progress(Event(step="Writing", message=section.title, done=n, total=len(groups)))
            on_section(n, section)

        by_year = bool(_IN_TIME.search(question))
        return write_sections(groups, self.aims, self.book, tell, by_year=by_year)

    def add_table(self, sections: tuple[Section, ...]) -> tuple[Section, ...]:
        """With the papers side by side where an action or the question compares, wants a table, or
        asks for things of which each paper has its own."""
        comparing, asked = of_verb(self.aims, Verb.COMPARE), self.analysis
        is_asked = asked.wants_table or asked.kind is QuestionKind.COMPARISON
        if not (comparing or is_asked or _SIDE_BY_SIDE & set(asked.asks_for)):
            return sections
        cited = [s for s in self.selected.statements if s.paper.paper_id in self.book.papers]
        table = table_section(cited, self.book, comparing)
        return (*sections, table) if table else sections

    def add_connections(self, sections: tuple[Section, ...]) -> tuple[Section, ...]:
        """With a section on the reader's own papers where an action connects, in front where it is
        emphasized."""
        connecting = of_verb(self.aims, Verb.CONNECT)
        if not connecting or self.profile is None:
            return sections
        found = connections(
            self.selected.chosen, self.profile, self.background, filters=self._limits()
        )
        if not found:
            return sections
        own = connection_section(found, self.book, connecting)
        return (own, *sections) if any(a.action.emphasis for a in connecting) else (*sections, own)

    def _limits(self) -> SearchFilters:
        """What every cited paper must satisfy: the question's own filters, which its query carries,
        and those of LIMIT actions."""
        of_question = (q.filters for q in self.queries if q.kind is QueryKind.QUESTION)
        filters = next(of_question, SearchFilters())
        for aim in of_verb(self.aims, Verb.LIMIT):
            filters = filters.narrowed(aim.action.directive.filters)
        return filters

    def set_closing_last(self, sections: tuple[Section, ...]) -> tuple[Section, ...]:
        """With the section at the end that an action asks to end with, behind the table and the
        connections; references are numbered anew."""
        closing = {a.action_id for a in self.aims if a.comes_last and not a.action.emphasis}
        ordered = tuple(sorted(sections, key=lambda s: bool(closing.intersection(s.action_ids))))
        if ordered == sections:
            return sections
        old = list(self.book.papers.values())
        numbers = dict(numbers_in(ordered))
        for n in range(1, len(old) + 1):
            numbers.setdefault(n, len(numbers) + 1)
        by_number = sorted(numbers, key=numbers.__getitem__)
        self.book.papers = {old[n - 1].paper_id: old[n - 1] for n in by_number}
        return tuple(renumber(s, numbers.__getitem__) for s in ordered)

    def report_of(self, sections: tuple[Section, ...], report_id: ReportId, now: str) -> Report:
        selected, profile, book = self.selected, self.profile, self.book
        uses_summaries = any(p.kind is PassageKind.SUMMARY for p in book.passages.values())
        evidence = gather_evidence(
            self.aims,
            sections,
            book,
            self.findings,
            selected,
            n_queries=len(self.queries),
            has_profile=profile is not None,
        )
        return Report(
            report_id=report_id,
            question=self.analysis.question,
            title=report_title(self.analysis, self.lexicon),
            notice=NOTICE + (SUMMARY_NOTICE if uses_summaries else ""),
            created_at=now,
            profile_id=profile.profile_id if profile else None,
            sections=sections,
            references=book.references,
            actions=tuple(aim.action for aim in self.aims),
            outcomes=outcomes(evidence),
            passages=tuple(book.passages.values()),
            searches=tuple(r.record for r in self.findings.results),
            notes=notes_of(
                self.findings, self.analysis, len(book.papers), selected.hits, self.background
            ),
        )
