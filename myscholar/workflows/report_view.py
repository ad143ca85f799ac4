"""A report cut up for a screen: plain strings and numbers, every quote with the words around it."""

from collections.abc import Mapping
from itertools import groupby

from myscholar.domain.evidence import ActionId, Evidence
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Passage, PassageId, PassageKind
from myscholar.domain.report import Cell, Reference, Report, Section, Table
from myscholar.domain.text import counted
from myscholar.report.export.blocks import Piece, Run, blocks
from myscholar.report.export.labels import (
    STATUS_WORDS,
    SUMMARY_LABEL,
    action_labels,
    author_list,
    is_summary,
    paper_url,
    published_in,
)

CONTEXT = 220
"""Characters shown on either side of a quote."""

Labels = Mapping[ActionId, str]


class QuoteView(Frozen):
    """The quote and the words of its passage around it. `label` is set where the words are not the paper's own."""

    before: str
    text: str
    after: str
    place: str
    label: str


class CitationView(Frozen):
    number: int
    quotes: tuple[QuoteView, ...]


class PieceView(Frozen):
    """Text, or the citation that it stands for; `asks` are the reasons to doubt the words that end here."""

    text: str
    citation: CitationView | None
    doubtful: bool = False
    asks: tuple[str, ...] = ()


class StretchView(Frozen):
    """Pieces that serve the same actions. `begins` are the labels of which a highlight begins here."""

    actions: tuple[str, ...]
    begins: tuple[str, ...]
    pieces: tuple[PieceView, ...]


class PartView(Frozen):
    """Neighbouring blocks of one kind: paragraphs, or the items of one list."""

    kind: str
    blocks: tuple[tuple[StretchView, ...], ...]


class CellView(Frozen):
    text: str
    citation: CitationView | None


class TableView(Frozen):
    columns: tuple[str, ...]
    rows: tuple[tuple[CellView, ...], ...]
    actions: tuple[str, ...]


class SectionView(Frozen):
    title: str
    tldr: str
    sources: str
    actions: tuple[str, ...]
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


class ActionView(Frozen):
    """`status` is done, partly or not_done; `words` says it in plain words."""

    label: str
    tldr: str
    text: str
    personalized: bool
    emphasis: bool
    status: str
    words: str
    reason: str
    trace: tuple[str, ...]


class SearchView(Frozen):
    source: str
    query: str
    filters: str
    outcome: str


class ReportView(Frozen):
    report_id: str
    title: str
    question: str
    notice: str
    notes: tuple[str, ...]
    facts: str
    actions: tuple[ActionView, ...]
    sections: tuple[SectionView, ...]
    references: tuple[ReferenceView, ...]
    searches: tuple[SearchView, ...]


def report_view(report: Report) -> ReportView:
    labels = action_labels(report)
    quotes = _Quotes(report)
    return ReportView(
        report_id=report.report_id,
        title=report.title,
        question=report.question,
        notice=report.notice,
        notes=report.notes,
        facts=_facts(report),
        actions=_actions(report),
        sections=tuple(_section(section, labels, quotes) for section in report.sections),
        references=tuple(_reference(reference) for reference in report.references),
        searches=_searches(report),
    )


def _facts(report: Report) -> str:
    requests = report.cost.scholar_requests
    parts = [
        counted(len(report.sections), "section"),
        f"{counted(len(report.references), 'paper')} cited",
        f"written in {report.cost.seconds:.1f} s",
        f"{counted(requests, 'request')} to Semantic Scholar" if requests else "",
        report.created_at[:10],
    ]
    return " · ".join(part for part in parts if part)


class _Quotes:
    """Looks up the passage of each quote."""

    def __init__(self, report: Report) -> None:
        self._passages: dict[PassageId, Passage] = {p.passage_id: p for p in report.passages}

    def citation(self, number: int, evidence: tuple[Evidence, ...]) -> CitationView:
        return CitationView(number=number, quotes=tuple(self._quote(e) for e in evidence))

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


def _place(passage: Passage) -> str:
    page = f"page {passage.page}" if passage.page else ""
    kind = "" if passage.kind is PassageKind.BODY else passage.kind.value.capitalize()
    return ", ".join(part for part in (passage.section or kind, page) if part)


def _section(section: Section, labels: Labels, quotes: _Quotes) -> SectionView:
    first = _first_pieces(section)
    parts = tuple(
        PartView(kind=kind.value, blocks=tuple(tuple(_stretch(run, labels, first, quotes) for run in b.runs) for b in same))
        for kind, same in groupby(blocks(section), key=lambda block: block.kind)
    )
    cells = [cell.number for row in (section.table.rows if section.table else ()) for cell in row if cell.number]
    return SectionView(
        title=section.title,
        tldr=section.tldr,
        sources=counted(len({c.number for c in section.citations} | set(cells)), "source"),
        actions=_labels(section.action_ids, labels),
        parts=parts,
        table=_table(section.table, labels, quotes) if section.table else None,
    )


def _first_pieces(section: Section) -> Mapping[int, tuple[ActionId, ...]]:
    """Where a piece begins -> the actions of which a highlight begins with that piece. A highlight of many pieces begins once."""
    starts = [piece.start for block in blocks(section) for piece in block.pieces]
    found: dict[int, list[ActionId]] = {}
    for mark in section.highlights:
        start = next((s for s in starts if mark.start <= s < mark.end), None)
        if start is not None:
            found.setdefault(start, []).append(mark.action_id)
    return {start: tuple(dict.fromkeys(actions)) for start, actions in found.items()}


def _stretch(run: Run, labels: Labels, first: Mapping[int, tuple[ActionId, ...]], quotes: _Quotes) -> StretchView:
    begins = tuple(action for piece in run.pieces for action in first.get(piece.start, ()))
    return StretchView(
        actions=_labels(run.action_ids, labels),
        begins=_labels(begins, labels),
        pieces=tuple(_piece(piece, quotes) for piece in run.pieces),
    )


def _piece(piece: Piece, quotes: _Quotes) -> PieceView:
    citation = piece.citation
    return PieceView(
        text=piece.text,
        citation=quotes.citation(citation.number, citation.evidence) if citation else None,
        doubtful=bool(piece.doubt),
        asks=tuple(doubt.flag.reason for doubt in piece.asks),
    )


def _labels(action_ids: tuple[ActionId, ...], labels: Labels) -> tuple[str, ...]:
    return tuple(labels[a] for a in action_ids if a in labels)


def _table(table: Table, labels: Labels, quotes: _Quotes) -> TableView:
    rows = tuple(tuple(_cell(cell, quotes) for cell in row) for row in table.rows)
    return TableView(columns=table.columns, rows=rows, actions=_labels(table.action_ids, labels))


def _cell(cell: Cell, quotes: _Quotes) -> CellView:
    return CellView(text=cell.text, citation=quotes.citation(cell.number, cell.evidence) if cell.number else None)


def _reference(reference: Reference) -> ReferenceView:
    paper = reference.paper
    return ReferenceView(
        number=reference.number,
        title=paper.title,
        authors=author_list(paper),
        published=published_in(paper),
        cited=f"cited {counted(paper.citation_count, 'time')}" if paper.citation_count is not None else "",
        url=paper_url(paper),
    )


def _actions(report: Report) -> tuple[ActionView, ...]:
    outcomes = {o.action_id: o for o in report.outcomes}
    return tuple(
        ActionView(
            label=label,
            tldr=action.tldr,
            text=action.text,
            personalized=action.personalized,
            emphasis=action.emphasis,
            status=outcome.status.value if outcome else "",
            words=STATUS_WORDS[outcome.status] if outcome else "",
            reason=outcome.reason if outcome else "",
            trace=outcome.trace if outcome else (),
        )
        for action, label in zip(report.actions, action_labels(report).values(), strict=True)
        for outcome in (outcomes.get(action.action_id),)
    )


def _searches(report: Report) -> tuple[SearchView, ...]:
    return tuple(
        SearchView(
            source=record.source,
            query=record.query.text,
            filters="" if record.query.filters.is_empty else str(record.query.filters),
            outcome=f"failed: {record.error}" if record.error else counted(record.n_hits, "paper"),
        )
        for record in report.searches
    )
