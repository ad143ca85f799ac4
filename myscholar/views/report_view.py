"""A report cut up for any reader, a screen or a file: plain strings and numbers, every quote with
the words around it."""

from datetime import UTC
from functools import lru_cache
from itertools import accumulate

from myscholar.domain.evidence import Evidence, source_in_words
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Passage, PassageKind
from myscholar.domain.report import Report, Section, Table
from myscholar.domain.text import counted, listed
from myscholar.views.interaction_view import InteractionView, interaction_view
from myscholar.views.outcome_view import ActionView, action_labels, action_views
from myscholar.views.references import ReferenceView, reference_view
from myscholar.views.section_evidence import SourceView, section_evidence
from myscholar.views.section_text import (
    CitationView,
    Labels,
    PartView,
    PieceView,
    Shown,
    label_set,
    part_views,
    pieces_of,
)
from myscholar.views.times import day, took

CONTEXT = 220
"""Characters shown on either side of a quote."""
FOLDED_SECTIONS, FOLDED_WORDS = 4, 600
"""From so many sections with so many words in all, some two screens of 1280 by 900, they begin
folded: their titles and TL;DRs then give the whole answer at a glance. By hand."""
SUMMARY_LABEL = "myscholar's summary, not the paper's words"
_READ_IN = {
    PassageKind.BODY: "From the full text",
    PassageKind.ABSTRACT: "From the abstract",
    PassageKind.TITLE: "The title",
}


class QuoteView(Frozen):
    """The quote and the words of its passage around it. `place` says where it was read; `label` is
    set where the words are not the paper's own."""

    before: Shown
    text: Shown
    after: Shown
    place: str
    label: str


class CellView(Frozen):
    pieces: tuple[PieceView, ...]
    plain: Shown
    citation: CitationView | None


class TableView(Frozen):
    columns: tuple[str, ...]
    rows: tuple[tuple[CellView, ...], ...]
    actions: tuple[str, ...]


class SectionView(Frozen):
    """`actions` are those that the whole section serves; `alone` those among them that no words of
    it are marked for."""

    title: Shown
    tldr: tuple[PieceView, ...]
    sources: str
    evidence: tuple[SourceView, ...]
    actions: tuple[str, ...]
    alone: tuple[str, ...]
    parts: tuple[PartView, ...]
    table: TableView | None


class SearchView(Frozen):
    """One query and the actions that it serves. `error` is empty where it was answered, `filters`
    where there were none."""

    source: str
    query: Shown
    filters: str
    n_hits: int
    actions: tuple[str, ...]
    error: str

    @property
    def found(self) -> str:
        return f"not answered: {self.error}" if self.error else counted(self.n_hits, "paper")


class ReportView(Frozen):
    """`question` is empty where the title says the same. `doubts` says how many sentences are
    doubtful or repeated, and where the reason stands; `leading` is what the notes say first, in
    sight while they are folded; `is_folded` whether the sections begin folded to title and
    TL;DR."""

    report_id: str
    title: Shown
    question: Shown
    notice: str
    notes: tuple[str, ...]
    leading: str
    facts: str
    cost: str
    n_doubtful: int
    n_repeated: int
    doubts: str
    has_versions: bool
    """Whether a section written anew can come out otherwise: without a model it would be the
    same."""
    is_folded: bool
    actions: tuple[ActionView, ...]
    sections: tuple[SectionView, ...]
    quotes: tuple[QuoteView, ...]
    references: tuple[ReferenceView, ...]
    searches: tuple[SearchView, ...]
    research: InteractionView | None
    """Of a report that was researched in several steps."""


@lru_cache(maxsize=16)
def report_view(report: Report) -> ReportView:
    labels = action_labels(report)
    quotes = _Quotes(report.passages)
    n_before = tuple(accumulate((len(s.doubts) for s in report.sections), initial=0))
    sections = tuple(
        _section(section, labels, quotes, n)
        for section, n in zip(report.sections, n_before, strict=False)
    )
    n_doubtful = sum(section.n_doubtful for section in report.sections)
    n_repeated = sum(section.n_repeated for section in report.sections)
    return ReportView(
        report_id=report.report_id,
        title=report.title,
        question="" if report.question.casefold() == report.title.casefold() else report.question,
        notice=report.notice,
        notes=report.notes,
        leading=" ".join(report.notes[: report.n_leading_notes]),
        facts=f"{counted(len(report.sections), 'section')} · "
        f"{counted(len(report.references), 'paper')} cited · {day(report.created_at, UTC)}",
        cost=_cost(report),
        n_doubtful=n_doubtful,
        n_repeated=n_repeated,
        doubts=_doubts(n_doubtful, n_repeated),
        has_versions=report.engine != "extractive",
        is_folded=len(sections) >= FOLDED_SECTIONS
        and sum(len(s.text.split()) for s in report.sections) >= FOLDED_WORDS,
        actions=action_views(report),
        sections=sections,
        quotes=quotes.all,
        references=tuple(reference_view(r, quotes.of(r.number)) for r in report.references),
        searches=_searches(report, labels),
        research=interaction_view(report.interaction) if report.interaction else None,
    )


def growing_parts(text: str) -> tuple[PartView, ...]:
    """The text of a section that is still being written: no citations, no highlights."""
    return part_views(Section(title="-", text=text), {}, _Quotes(()).citation)


def _doubts(n_doubtful: int, n_repeated: int) -> str:
    told = [
        f"{counted(n, 'sentence')} {'is' if n == 1 else 'are'} underlined as {what}"
        for n, what in ((n_doubtful, "doubtful"), (n_repeated, "repeated"))
        if n
    ]
    return f"{listed(told)}; a note at the question mark says why." if told else ""


def _cost(report: Report) -> str:
    """What the report took: time, requests, calls, words of models, money."""
    cost = report.cost
    requests = f"{counted(cost.scholar_requests, 'request')} to Semantic Scholar"
    free = (
        "no language model, no cost"
        if report.engine == "extractive"
        else "from answers kept before, no cost"
    )
    parts = (
        f"Written in {took(cost.seconds)} of work" if cost.seconds else "",
        cost.spoken or ("" if cost.model_calls else free),
        requests if cost.scholar_requests else "",
    )
    return " · ".join(part for part in parts if part)


class _Quotes:
    """Every quote once, with its passage and the references that it is cited for."""

    def __init__(self, passages: tuple[Passage, ...]) -> None:
        self._passages = {p.passage_id: p for p in passages}
        self._places: dict[Evidence, int] = {}
        self._cited: dict[int, dict[int, None]] = {}

    @property
    def all(self) -> tuple[QuoteView, ...]:
        return tuple(self._quote(evidence) for evidence in self._places)

    def of(self, number: int) -> tuple[int, ...]:
        return tuple(self._cited.get(number, ()))

    def citation(self, number: int, evidence: tuple[Evidence, ...]) -> CitationView:
        places = tuple(self._places.setdefault(e, len(self._places)) for e in evidence)
        self._cited.setdefault(number, {}).update(dict.fromkeys(places))
        return CitationView(number=number, quotes=places)

    def _quote(self, evidence: Evidence) -> QuoteView:
        passage = self._passages[evidence.passage_id]
        before, after = words_around(evidence, passage)
        return QuoteView(
            before=before,
            text=evidence.text,
            after=after,
            place=_place(passage),
            label="" if evidence.kind.is_verbatim else SUMMARY_LABEL,
        )


def words_around(evidence: Evidence, passage: Passage, most: int = CONTEXT) -> tuple[str, str]:
    """What the passage says before a quote and after it, cut where a word ends."""
    before, after = passage.text[: evidence.start], passage.text[evidence.end :]
    return (
        before if len(before) <= most else "… " + before[-most:].split(" ", 1)[-1],
        after if len(after) <= most else after[:most].rsplit(" ", 1)[0] + " …",
    )


def _place(passage: Passage) -> str:
    page = f"page {passage.page}" if passage.page else ""
    section = f"“{passage.section}”" if passage.section and passage.kind is PassageKind.BODY else ""
    return ", ".join(part for part in (_READ_IN.get(passage.kind, ""), section, page) if part)


def _section(section: Section, labels: Labels, quotes: _Quotes, n_notes: int) -> SectionView:
    table = section.table
    marked = {h.action_id for h in section.highlights} | set(table.action_ids if table else ())
    parts = part_views(section, labels, quotes.citation, n_notes=n_notes)
    table_view = _table(table, labels, quotes) if table else None
    evidence = section_evidence(section, quotes.citation)
    return SectionView(
        title=section.title,
        tldr=pieces_of(section.tldr),
        sources=counted(len(evidence), "source"),
        evidence=evidence,
        actions=label_set(section.action_ids, labels),
        alone=label_set(tuple(a for a in section.action_ids if a not in marked), labels),
        parts=parts,
        table=table_view,
    )


def _table(table: Table, labels: Labels, quotes: _Quotes) -> TableView:
    return TableView(
        columns=table.columns,
        rows=tuple(
            tuple(
                CellView(
                    pieces=pieces_of(cell.text),
                    plain=cell.text,
                    citation=quotes.citation(cell.number, cell.evidence) if cell.number else None,
                )
                for cell in row
            )
            for row in table.rows
        ),
        actions=label_set(table.action_ids, labels),
    )


def _searches(report: Report, labels: Labels) -> tuple[SearchView, ...]:
    return tuple(
        SearchView(
            source=source_in_words(record.source),
            query=record.query.text,
            filters="" if record.query.filters.is_empty else str(record.query.filters),
            n_hits=record.n_hits,
            actions=label_set(record.query.action_ids, labels),
            error=record.error or "",
        )
        for record in report.searches
    )
