"""Cells of a table of papers by a language model: a few papers and all columns a call, each cell
checked against the sentences that it names."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import chain
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
from myscholar.domain.text import that_fit
from myscholar.errors import LLMBadAnswer, LLMError
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.report.columns import Topic, topic_of
from myscholar.report.llm.excerpts import quotable
from myscholar.report.llm.reading import CONCERN_ONE_REQUEST
from myscholar.report.llm.section_replies import CellsReply, ColumnCell
from myscholar.report.llm.table import cell_of
from myscholar.report.quality import unglue
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
    Topic.AVAILABILITY: pattern("table_columns.released"),
    Topic.DESIGNS: pattern("table_columns.design_names"),
    Topic.PEOPLE: pattern("table_columns.amount"),
    Topic.COUNTS: pattern("table_columns.amount"),
    Topic.LIMITS: pattern("sentence_roles.limitation"),
    Topic.FUTURE: pattern("sentence_roles.future"),
    Topic.BASELINES: pattern("table_columns.compared"),
    Topic.COMPARISONS: pattern("table_columns.compared"),
    Topic.TRAINING_DATA: pattern("table_columns.learned_from"),
    Topic.DATA: pattern("reports.material"),
    Topic.METRICS: pattern("table_columns.metric_names"),
    Topic.LANGUAGES: pattern("table_columns.language_names"),
    Topic.ASSUMPTIONS: pattern("table_columns.assumed"),
    Topic.GUARANTEES: pattern("table_columns.guaranteed"),
    Topic.EVALUATIONS: pattern("table_columns.evaluated"),
    Topic.RESULTS: pattern("sentence_roles.numbers"),
    Topic.METHODS: pattern("sentence_roles.method"),
    Topic.PROBLEMS: pattern("table_columns.hard"),
    Topic.TASKS: pattern("table_columns.problem_worked_on"),
    Topic.LANGUAGE_MODELS: pattern("table_columns.model_names"),
    Topic.MODELS: pattern("table_columns.model_kinds"),
    Topic.HARDWARE: pattern("table_columns.device_names"),
}


class CellsRead(Frozen):
    """What came of one call: a row a paper, with the passages that it quotes, so that it holds
    whatever becomes of their source; and why cells could not be read."""

    rows: tuple[PaperRow, ...] = ()
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
    stems = [frozenset(content_stems(piece.text)) for piece in pieces]
    ranks = [_ranked(column, pieces, stems) for column in columns] or [list(range(len(pieces)))]
    turns = (rank[turn] for turn in range(len(pieces)) for rank in ranks)
    chosen = that_fit(
        dict.fromkeys((0, *turns) if pieces else ()), lambda n: len(pieces[n].text), SHOWN
    )
    return tuple(e for number in sorted(chosen) for e in pieces[number].sentences)


def _pieces(paper: Paper) -> list[_Piece]:
    made = list[_Piece]()
    for passage in quotable(paper):
        run, size = list[Evidence](), 0
        pieces = (unglue(passage.text, span) for span in sentence_spans(passage.text))
        for span in chain.from_iterable(pieces):
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


class CellsReader:
    """Reads papers for the columns of one table. `can_read`: the model has read some of its papers.
    Until then only one request that failed is asked again in parts, so that one that can read none
    is not asked long."""

    def __init__(self, llm: LLM, *, can_read: bool = False) -> None:
        self._llm, self._can_read, self._reads_none = llm, can_read, False
        self._turn, self._prompting = asyncio.Lock(), asyncio.Lock()

    async def read(self, papers: Sequence[Paper], columns: Sequence[TableColumn]) -> CellsRead:
        """What these papers say to these columns, in their order. One call; none where nothing is
        to be read. Those of an answer that can't be used are asked again in halves, those that it
        leaves out without the others; what is left then stays unread. Raises the LLMError as
        long as no paper could be read."""
        try:
            return await self._ask(papers, columns)
        except CONCERN_ONE_REQUEST as failed:
            async with self._turn:
                if not self._can_read:
                    if self._reads_none:
                        raise
                    made = await self._halves(papers, columns, failed)
                    self._reads_none = not self._can_read
                    if self._reads_none:
                        raise
                    return made
            return await self._halves(papers, columns, failed)

    async def _ask(self, papers: Sequence[Paper], columns: Sequence[TableColumn]) -> CellsRead:
        asked = tuple(column for column in columns if column.fact is None)
        if not asked or not any(quotable(paper) for paper in papers):
            return CellsRead(rows=tuple(_row(paper, columns, {}) for paper in papers))
        async with self._prompting:  # long papers take a while: one at a time, and not in the loop
            prompt, sentences = await asyncio.to_thread(cells_prompt, papers, asked)
        answer = await self._llm.ask(Role.QUOTES, prompt, CellsReply)
        given = _given(answer.value, papers, asked, sentences)
        if not given:
            raise LLMBadAnswer(answer.model, answer.prompt, "it says nothing of these papers")
        self._can_read = True
        rows = {p.paper_id: _row(p, columns, given.get(n)) for n, p in enumerate(papers, 1)}
        left = [p for n, p in enumerate(papers, 1) if n not in given and quotable(p)]
        again = CellsRead()
        if left:
            again = await self._once_more(left, columns)
            rows |= {row.paper.paper_id: row for row in again.rows}
        return CellsRead(rows=tuple(rows.values()), failed=again.failed)

    async def _once_more(
        self, papers: Sequence[Paper], columns: Sequence[TableColumn]
    ) -> CellsRead:
        try:
            return await self._ask(papers, columns)
        except CONCERN_ONE_REQUEST as failed:
            return await self._halves(papers, columns, failed)

    async def _halves(
        self, papers: Sequence[Paper], columns: Sequence[TableColumn], failed: LLMError
    ) -> CellsRead:
        """A request that failed, as one that was too long, in two."""
        if len(papers) == 1:
            return CellsRead(rows=(_row(papers[0], columns, None),), failed=failed.message)
        middle = len(papers) // 2
        first = await self._once_more(papers[:middle], columns)
        second = await self._once_more(papers[middle:], columns)
        return CellsRead(rows=(*first.rows, *second.rows), failed=first.failed or second.failed)


def _given(
    reply: CellsReply,
    papers: Sequence[Paper],
    asked: Sequence[TableColumn],
    sentences: Sequence[Evidence],
) -> dict[int, dict[ColumnId, PaperCell]]:
    """By the papers' numbers, from 1; what is none of these papers or columns is passed over."""
    given: dict[int, dict[ColumnId, PaperCell]] = {}
    for entry in reply.papers:
        if 1 <= entry.paper <= len(papers):
            paper, own = papers[entry.paper - 1], given.setdefault(entry.paper, {})
            for cell in entry.cells:
                if 1 <= cell.column <= len(asked):
                    own.setdefault(asked[cell.column - 1].column_id, _cell(cell, sentences, paper))
    return given


def _cell(cell: ColumnCell, sentences: Sequence[Evidence], paper: Paper) -> PaperCell:
    """A cell is written in its paper's language, so that its words can be looked up."""
    if not cell.text.strip():
        return nothing_said(paper)
    held = cell_of(cell, sentences, paper, "English")
    if held is None:
        return PaperCell(why=WhyEmpty.NOT_BORNE_OUT)
    return PaperCell(text=held.text, evidence=held.evidence)


def _row(
    paper: Paper, columns: Sequence[TableColumn], read: Mapping[ColumnId, PaperCell] | None
) -> PaperRow:
    """`read` is None for a paper that could not be read."""
    unread = PaperCell(why=WhyEmpty.NOT_READ)
    missing = unread if read is None and quotable(paper) else nothing_said(paper)
    cells = [
        fact_cell(c.fact, paper) if c.fact else (read or {}).get(c.column_id, missing)
        for c in columns
    ]
    return row_of(paper, cells)
