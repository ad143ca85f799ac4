"""A report cut up for a screen: plain strings and numbers, every quote with the words around it."""

from collections.abc import Mapping
from datetime import UTC
from functools import lru_cache
from itertools import groupby

from myscholar.domain.evidence import ActionId, Evidence, source_in_words
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Passage, PassageId, PassageKind
from myscholar.domain.report import Cell, Reference, Report, Section, Table
from myscholar.domain.text import counted
from myscholar.text.notation import Notation, NotationKind, notations
from myscholar.text.times import day
from myscholar.views.blocks import Block, Edges, Piece, TextRun, blocks
from myscholar.views.formulas import MathNode, formula
from myscholar.views.labels import (
    SUMMARY_LABEL,
    action_labels,
    author_list,
    is_summary,
    paper_url,
    published_in,
)
from myscholar.views.outcome_view import ActionView, action_views

CONTEXT = 220
"""Characters shown on either side of a quote."""

Labels = Mapping[ActionId, str]


class QuoteView(Frozen):
    """The quote and the words of its passage around it. `place` says where it was read; `label` is
    set where the words are not the paper's own."""

    before: str
    text: str
    after: str
    place: str
    label: str


class CitationView(Frozen):
    """`quotes` are places in the report's list of quotes."""

    number: int
    quotes: tuple[int, ...]


class PieceView(Frozen):
    """Text, or what stands for it: a citation, a formula, code. `asks` are the reasons to doubt the
    words that end here.

    [start, end) is its place in the section's text.
    """

    text: str
    start: int = 0
    end: int = 0
    citation: CitationView | None = None
    formula: MathNode | None = None
    is_code: bool = False
    doubtful: bool = False
    asks: tuple[str, ...] = ()


class StretchView(Frozen):
    """Pieces that serve the same actions. `begins` and `ends` are the labels of which a highlight
    begins or ends here."""

    actions: tuple[str, ...]
    begins: tuple[str, ...]
    ends: tuple[str, ...]
    pieces: tuple[PieceView, ...]


class BlockView(Frozen):
    """`language` is what a block of code says of itself."""

    stretches: tuple[StretchView, ...]
    language: str = ""


class PartView(Frozen):
    """Neighbouring blocks of one kind: paragraphs, the items of one list, or blocks of code."""

    kind: str
    blocks: tuple[BlockView, ...]


class CellView(Frozen):
    pieces: tuple[PieceView, ...]
    plain: str
    citation: CitationView | None


class TableView(Frozen):
    columns: tuple[str, ...]
    rows: tuple[tuple[CellView, ...], ...]
    actions: tuple[str, ...]


class SectionView(Frozen):
    """`actions` are those that the whole section serves; `alone` those among them that no words of
    it are marked for."""

    title: str
    tldr: tuple[PieceView, ...]
    sources: str
    actions: tuple[str, ...]
    alone: tuple[str, ...]
    parts: tuple[PartView, ...]
    table: TableView | None


class ReferenceView(Frozen):
    """`url` is a plain web address or None."""

    number: int
    title: str
    authors: str
    published: str
    cited: str
    url: str | None


class SearchView(Frozen):
    """One query and the actions that it serves. `error` is empty where it was answered."""

    source: str
    query: str
    filters: str
    n_hits: int
    actions: tuple[str, ...]
    error: str


class ReportView(Frozen):
    report_id: str
    title: str
    question: str
    notice: str
    notes: tuple[str, ...]
    facts: str
    cost: str
    n_doubts: int
    has_versions: bool
    """Whether a section written anew can come out otherwise: without a model it would be the
    same."""
    actions: tuple[ActionView, ...]
    sections: tuple[SectionView, ...]
    quotes: tuple[QuoteView, ...]
    references: tuple[ReferenceView, ...]
    searches: tuple[SearchView, ...]


@lru_cache(maxsize=16)
def report_view(report: Report) -> ReportView:
    labels = action_labels(report)
    quotes = _Quotes(report)
    sections = tuple(_section(section, labels, quotes) for section in report.sections)
    return ReportView(
        report_id=report.report_id,
        title=report.title,
        question=report.question,
        notice=report.notice,
        notes=report.notes,
        facts=_facts(report),
        cost=_cost(report),
        n_doubts=sum(section.n_doubts for section in report.sections),
        has_versions=report.engine != "extractive",
        actions=action_views(report),
        sections=sections,
        quotes=quotes.all,
        references=tuple(_reference(reference) for reference in report.references),
        searches=_searches(report, labels),
    )


def block_views(section: Section) -> tuple[PartView, ...]:
    """The text of a section that is still being written: no citations, no highlights."""
    return _parts(section, {}, Edges(section), _Quotes(None))


def pieces_of(text: str) -> tuple[PieceView, ...]:
    """A short text (a TL;DR, a table's cell) with its formulas and code."""
    found: list[PieceView] = []
    position = 0
    for unit in notations(text):
        found += [PieceView(text=text[position : unit.start])] if position < unit.start else []
        found.append(_shown(unit, text[unit.start : unit.end]))
        position = unit.end
    return (*found, PieceView(text=text[position:])) if position < len(text) else tuple(found)


def _facts(report: Report) -> str:
    parts = [
        counted(len(report.sections), "section"),
        f"{counted(len(report.references), 'paper')} cited",
        day(report.created_at, UTC),
    ]
    return " · ".join(part for part in parts if part)


def _cost(report: Report) -> str:
    """What the report took: time, requests, calls, words of models, money."""
    cost = report.cost
    seconds = (
        f"{cost.seconds / 60:.1f} minutes" if cost.seconds >= 120 else f"{cost.seconds:.1f} seconds"
    )
    requests = (
        f"{counted(cost.scholar_requests, 'request')} to Semantic Scholar"
        if cost.scholar_requests
        else ""
    )
    by_rules = report.engine == "extractive"
    free = (
        ""
        if cost.model_calls
        else "no language model, no cost"
        if by_rules
        else "from answers kept before, no cost"
    )
    return " · ".join(
        part for part in (f"Written in {seconds}", cost.spoken or free, requests) if part
    )


class _Quotes:
    """Every quote once, with its passage."""

    def __init__(self, report: Report | None) -> None:
        self._passages: dict[PassageId, Passage] = (
            {p.passage_id: p for p in report.passages} if report else {}
        )
        self._places: dict[Evidence, int] = {}

    @property
    def all(self) -> tuple[QuoteView, ...]:
        return tuple(self._quote(evidence) for evidence in self._places)

    def citation(self, number: int, evidence: tuple[Evidence, ...]) -> CitationView:
        return CitationView(
            number=number,
            quotes=tuple(self._places.setdefault(e, len(self._places)) for e in evidence),
        )

    def _quote(self, evidence: Evidence) -> QuoteView:
        passage = self._passages[evidence.passage_id]
        before, after = passage.text[: evidence.start], passage.text[evidence.end :]
        return QuoteView(
            before=before if len(before) <= CONTEXT else "… " + before[-CONTEXT:].split(" ", 1)[-1],
            text=evidence.text,
            after=after if len(after) <= CONTEXT else after[:CONTEXT].rsplit(" ", 1)[0] + " …",
            place=_place(passage),
            label=SUMMARY_LABEL if is_summary(evidence) else "",
        )


_READ_IN = {
    PassageKind.BODY: "From the full text",
    PassageKind.ABSTRACT: "From the abstract",
    PassageKind.TITLE: "The title",
}


def _place(passage: Passage) -> str:
    page = f"page {passage.page}" if passage.page else ""
    section = f"“{passage.section}”" if passage.section and passage.kind is PassageKind.BODY else ""
    return ", ".join(part for part in (_READ_IN.get(passage.kind, ""), section, page) if part)


def _section(section: Section, labels: Labels, quotes: _Quotes) -> SectionView:
    cells = [
        cell.number
        for row in (section.table.rows if section.table else ())
        for cell in row
        if cell.number
    ]
    marked = {h.action_id for h in section.highlights} | set(
        section.table.action_ids if section.table else ()
    )
    return SectionView(
        title=section.title,
        tldr=pieces_of(section.tldr),
        sources=counted(len({c.number for c in section.citations} | set(cells)), "source"),
        actions=_labels(section.action_ids, labels),
        alone=_labels(tuple(a for a in section.action_ids if a not in marked), labels),
        parts=_parts(section, labels, Edges(section), quotes),
        table=_table(section.table, labels, quotes) if section.table else None,
    )


def _parts(section: Section, labels: Labels, edges: Edges, quotes: _Quotes) -> tuple[PartView, ...]:
    return tuple(
        PartView(
            kind=kind.value, blocks=tuple(_block(block, labels, edges, quotes) for block in same)
        )
        for kind, same in groupby(blocks(section), key=lambda block: block.kind)
    )


def _block(block: Block, labels: Labels, edges: Edges, quotes: _Quotes) -> BlockView:
    language = next((p.notation.language for p in block.pieces if p.notation), "")
    return BlockView(
        stretches=tuple(_stretch(run, labels, edges, quotes) for run in block.runs),
        language=language,
    )


def _stretch(run: TextRun, labels: Labels, edges: Edges, quotes: _Quotes) -> StretchView:
    return StretchView(
        actions=_labels(run.action_ids, labels),
        begins=_labels(
            tuple(a for piece in run.pieces for a in edges.first.get(piece.start, ())), labels
        ),
        ends=_labels(
            tuple(a for piece in run.pieces for a in edges.last.get(piece.start, ())), labels
        ),
        pieces=tuple(_piece(piece, quotes) for piece in run.pieces),
    )


def _piece(piece: Piece, quotes: _Quotes) -> PieceView:
    shown = _shown(piece.notation, piece.text) if piece.notation else PieceView(text=piece.text)
    citation = piece.citation
    return shown.model_copy(
        update={
            "start": piece.start,
            "end": piece.start + len(piece.text),
            "citation": quotes.citation(citation.number, citation.evidence) if citation else None,
            "doubtful": bool(piece.doubt),
            "asks": tuple(doubt.flag.reason for doubt in piece.asks),
        }
    )


def _shown(notation: Notation, source: str) -> PieceView:
    """What can't be read as a formula stays the text that it is."""
    if notation.kind in (NotationKind.CODE, NotationKind.CODE_BLOCK):
        return PieceView(text=notation.body, is_code=True)
    return PieceView(
        text=source,
        formula=formula(notation.body, is_block=notation.kind is NotationKind.FORMULA_BLOCK),
    )


def _labels(action_ids: tuple[ActionId, ...], labels: Labels) -> tuple[str, ...]:
    return tuple(dict.fromkeys(labels[a] for a in action_ids if a in labels))


def _table(table: Table, labels: Labels, quotes: _Quotes) -> TableView:
    rows = tuple(tuple(_cell(cell, quotes) for cell in row) for row in table.rows)
    return TableView(columns=table.columns, rows=rows, actions=_labels(table.action_ids, labels))


def _cell(cell: Cell, quotes: _Quotes) -> CellView:
    citation = quotes.citation(cell.number, cell.evidence) if cell.number else None
    return CellView(pieces=pieces_of(cell.text), plain=cell.text, citation=citation)


def _reference(reference: Reference) -> ReferenceView:
    paper = reference.paper
    return ReferenceView(
        number=reference.number,
        title=paper.title,
        authors=author_list(paper),
        published=published_in(paper),
        cited=counted(paper.citation_count, "citation") if paper.citation_count is not None else "",
        url=paper_url(paper),
    )


def _searches(report: Report, labels: Labels) -> tuple[SearchView, ...]:
    return tuple(
        SearchView(
            source=source_in_words(record.source),
            query=record.query.text,
            filters="" if record.query.filters.is_empty else str(record.query.filters),
            n_hits=record.n_hits,
            actions=_labels(record.query.action_ids, labels),
            error=record.error or "",
        )
        for record in report.searches
    )
