"""A table that sets papers side by side; its cells are what the sources say, cut at the end of a clause."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.evidence import ActionId, Evidence
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Cell, Table
from myscholar.report.compose import Bibliography
from myscholar.report.cues import Cue
from myscholar.report.framing import Joint
from myscholar.report.statements import Statement

CELL = 170
"""Characters of a quoted cell."""
FEWEST_ROWS, FEW_ROWS, MOST_ROWS = 3, 6, 10
_CLAUSE_END = re.compile(
    r"[;:]\s|,\s(?=(?:and|but|which|while|whereas|where|with|so|thus|thereby|as|because|by|such|including)\b)|\s\("
)


@dataclass(frozen=True)
class Row:
    """A paper with what it does and what it reports; at least one of the two is there."""

    paper: Paper
    does: Statement | None
    result: Statement | None


def rows_of(statements: Sequence[Statement], preferred: Sequence[PaperId]) -> tuple[Row, ...]:
    """Papers with both a statement of what they do and one of what came out, the preferred (cited) ones first."""
    by_paper: dict[PaperId, list[Statement]] = {}
    for statement in statements:
        by_paper.setdefault(statement.paper.paper_id, []).append(statement)
    rows = [Row(own[0].paper, _does(own), _result(own)) for own in by_paper.values()]
    full = [row for row in rows if row.does and row.result and row.does is not row.result]
    half = [row for row in rows if row not in full and (row.does or row.result) and row.paper.paper_id in preferred]
    cited = {paper_id: i for i, paper_id in enumerate(preferred)}
    full.sort(key=lambda row: cited.get(row.paper.paper_id, len(cited)))
    return tuple((full + half[: max(0, FEW_ROWS - len(full))])[:MOST_ROWS])


def comparison_table(rows: Sequence[Row], book: Bibliography, action_ids: tuple[ActionId, ...] = ()) -> Table:
    """Columns: paper, year, what it does, what it reports. A dash where the sources say nothing."""
    return Table(
        columns=("Paper", "Year", "What it does", "Result or evidence"),
        rows=tuple(_cells(row, book) for row in rows),
        action_ids=action_ids,
    )


def _cells(row: Row, book: Bibliography) -> tuple[Cell, ...]:
    number = book.number(row.paper)
    return (
        Cell(text=row.paper.title, number=number),
        Cell(text=str(row.paper.year or "n.d.")),
        _quoted(row.does, number, book),
        _quoted(row.result, number, book),
    )


def _quoted(statement: Statement | None, number: int, book: Bibliography) -> Cell:
    if statement is None:
        return Cell(text="–")
    book.number(statement.paper, statement.passage)
    piece = clause(statement)
    return Cell(text=f"“{piece.text}”" if statement.is_verbatim else piece.text, number=number, evidence=(piece,))


def clause(statement: Statement) -> Evidence:
    """The statement, cut at the last end of a clause within CELL characters when it is longer."""
    start, end = statement.framing.span
    if end - start > CELL:
        cuts = [m.start() for m in _CLAUSE_END.finditer(statement.text[: CELL + 1]) if m.start() >= 60]
        end = start + cuts[-1] if cuts else end
    return Evidence.of_passage(statement.passage, start, end)


def _does(own: Sequence[Statement]) -> Statement | None:
    candidates = [s for s in own if s.framing.joint is Joint.OBJECT] or [s for s in own if Cue.METHOD in s.cues]
    return max(candidates, key=lambda s: s.merit + s.relevance, default=None)


def _result(own: Sequence[Statement]) -> Statement | None:
    does = _does(own)
    others = [s for s in own if s is not does]
    candidates = [s for s in others if s.framing.joint is Joint.THAT or Cue.NUMBERS in s.cues] or [
        s for s in others if Cue.EVALUATION in s.cues
    ]
    return max(candidates, key=lambda s: (Cue.NUMBERS in s.cues, s.relevance), default=None)
