"""Cells of a table of papers by a language model: a few papers and all columns a call, each cell
checked against the sentences that it names."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from myscholar.domain.evidence import Evidence
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper
from myscholar.domain.tables import (
    ColumnId,
    PaperCell,
    PaperRow,
    TableColumn,
    WhyEmpty,
    fact_cell,
    nothing_said,
    row_of,
)
from myscholar.errors import LLMError
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.report.columns import Topic, topic_of
from myscholar.report.llm.excerpts import quotable
from myscholar.report.llm.reading import CONCERN_ONE_REQUEST
from myscholar.report.llm.section_replies import CellsReply, ColumnCell
from myscholar.report.llm.table import cell_of
from myscholar.text.lexicons import pattern
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import content_stems

PAPERS_A_CALL = 4
"""As for quotes (`reading.PAPERS_A_REQUEST`, measured)."""
SHOWN = 6000
"""Characters of a paper that a prompt shows; by hand: an abstract and parts of ten paragraphs."""
LONGEST_PIECE = 700
"""Characters of neighbouring sentences that are shown, or left out, together; by hand."""
_FOR_TOPIC = 0.5
"""What speaking of a column's topic is worth beside the share of its words; by hand."""
_SPEAKS_OF = {
    Topic.COUNTS: pattern("table_columns.amount"),
    Topic.LIMITS: pattern("sentence_roles.limitation"),
    Topic.FUTURE: pattern("sentence_roles.future"),
    Topic.DATA: pattern("reports.material"),
    Topic.RESULTS: pattern("sentence_roles.numbers"),
    Topic.METHODS: pattern("sentence_roles.method"),
}


class CellsRead(Frozen):
    """What came of one call: the cells of its papers by column, or why there are none."""

    papers: tuple[Mapping[ColumnId, PaperCell], ...] = ()
    failed: str = ""


class _Piece(NamedTuple):
    """Neighbouring sentences of one passage."""

    number: int
    sentences: tuple[Evidence, ...]

    @property
    def text(self) -> str:
        return " ".join(e.text for e in self.sentences)


def shown_sentences(paper: Paper, columns: Sequence[TableColumn]) -> tuple[Evidence, ...]:
    """What a prompt shows of the paper, in its order: the beginning, then for each column in turn
    the piece that is nearest to its words, within SHOWN characters."""
    pieces = _pieces(paper)
    chosen, left = set[int](), SHOWN
    stems = [frozenset(content_stems(piece.text)) for piece in pieces]
    ranks = [_ranked(column, pieces, stems) for column in columns] or [list(range(len(pieces)))]
    turns = (rank[turn] for turn in range(len(pieces)) for rank in ranks)
    for number in (0, *turns) if pieces else ():
        if number not in chosen and (len(pieces[number].text) <= left or not chosen):
            chosen.add(number)
            left -= len(pieces[number].text)
    return tuple(e for number in sorted(chosen) for e in pieces[number].sentences)


def _pieces(paper: Paper) -> list[_Piece]:
    made = list[_Piece]()
    for passage in quotable(paper):
        run, size = list[Evidence](), 0
        for span in sentence_spans(passage.text):
            if not span.of(passage.text).strip():
                continue
            if run and size + span.end - span.start > LONGEST_PIECE:
                made.append(_Piece(len(made), tuple(run)))
                run, size = [], 0
            run.append(Evidence.of_passage(passage, *span))
            size += span.end - span.start
        if run:
            made.append(_Piece(len(made), tuple(run)))
    return made


def _ranked(
    column: TableColumn, pieces: Sequence[_Piece], stems: Sequence[frozenset[str]]
) -> list[int]:
    """Numbers of the pieces, the nearest to the column first."""
    wanted, speaks = set(content_stems(column.asks)), _SPEAKS_OF.get(topic_of(column.asks))

    def value(piece: _Piece) -> float:
        share = len(wanted & stems[piece.number]) / len(wanted) if wanted else 0.0
        return share + _FOR_TOPIC * bool(speaks and speaks.search(piece.text))

    return [piece.number for piece in sorted(pieces, key=value, reverse=True)]


def cells_prompt(
    papers: Sequence[Paper], columns: Sequence[TableColumn]
) -> tuple[Prompt, tuple[Evidence, ...]]:
    """The prompt, and the sentences in the order of their numbers, from 1."""
    numbered, blocks = list[Evidence](), list[str]()
    for n, paper in enumerate(papers, 1):
        title = " ".join(paper.title.split())
        lines = [f"## P{n}: {title} ({paper.citation_label})"]
        for evidence in shown_sentences(paper, columns):
            numbered.append(evidence)
            lines.append(f"[{len(numbered)}] {' '.join(evidence.text.split())}")
        blocks.append("\n".join(lines))
    asked = "\n".join(f"C{n}: {column.asks}" for n, column in enumerate(columns, 1))
    return render("report/cells", columns=asked, papers="\n\n".join(blocks)), tuple(numbered)


async def read_cells(
    papers: Sequence[Paper], columns: Sequence[TableColumn], *, llm: LLM
) -> CellsRead:
    """What these papers say to these columns, in their order. One call; none where nothing can be
    read. An answer that can't be used leaves its cells unread; any other LLMError is raised."""
    if not any(quotable(paper) for paper in papers):
        return CellsRead(papers=tuple({} for _ in papers))
    prompt, sentences = cells_prompt(papers, columns)
    try:
        answer = await llm.ask(Role.QUOTES, prompt, CellsReply)
    except CONCERN_ONE_REQUEST as failed:
        return await _halves(papers, columns, failed, llm=llm)
    given: dict[int, dict[ColumnId, PaperCell]] = {}
    for entry in answer.value.papers:
        if 1 <= entry.paper <= len(papers):
            paper, own = papers[entry.paper - 1], given.setdefault(entry.paper, {})
            for cell in entry.cells:
                if 1 <= cell.column <= len(columns):
                    own.setdefault(
                        columns[cell.column - 1].column_id, _cell(cell, sentences, paper)
                    )
    return CellsRead(papers=tuple(given.get(n, {}) for n in range(1, len(papers) + 1)))


async def _halves(
    papers: Sequence[Paper], columns: Sequence[TableColumn], failed: LLMError, *, llm: LLM
) -> CellsRead:
    """A request that failed, as one that was too long, in two."""
    if len(papers) == 1:
        unread = PaperCell(why=WhyEmpty.NOT_READ)
        return CellsRead(papers=({c.column_id: unread for c in columns},), failed=failed.message)
    middle = len(papers) // 2
    first = await read_cells(papers[:middle], columns, llm=llm)
    second = await read_cells(papers[middle:], columns, llm=llm)
    return CellsRead(papers=(*first.papers, *second.papers), failed=first.failed or second.failed)


def _cell(cell: ColumnCell, sentences: Sequence[Evidence], paper: Paper) -> PaperCell:
    """A cell is written in its paper's language, so that its words can be looked up."""
    if not cell.text.strip():
        return nothing_said(paper)
    held = cell_of(cell, sentences, paper, "English")
    if held is None:
        return PaperCell(why=WhyEmpty.NOT_BORNE_OUT)
    return PaperCell(text=held.text, evidence=held.evidence)


def rows_of(
    papers: Sequence[Paper],
    columns: Sequence[TableColumn],
    read: Sequence[Mapping[ColumnId, PaperCell]],
) -> tuple[PaperRow, ...]:
    """One row a paper, in their order, of what was read of each."""
    return tuple(
        row_of(
            paper,
            [
                fact_cell(c.fact, paper) if c.fact else cells.get(c.column_id, nothing_said(paper))
                for c in columns
            ],
        )
        for paper, cells in zip(papers, read, strict=True)
    )
