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
FEWEST_ROWS, MOST_ROWS = 3, 10
_CLAUSE_END = re.compile(
    r"[;:]\s|,\s(?=(?:and|but|which|while|whereas|where|with|so|thus|thereby|as|because|by|such|including)\b)|\s\("
)


_COMPARED = re.compile(
    r"\b(?:outperform|surpass|exceed|correlate?)(?:s|es|ed|d)?\b|\b(?:higher|lower|better|worse|fewer|faster|slower|more \w+|less \w+) than\b"
    r"|\bsignificantly (?:better|worse|higher|lower|more|fewer)\b|\bstate-of-the-art (?:results|performance)\b|\bno (?:significant )?(?:difference|effect)\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(r"\b(?:improv|increas|decreas|reduc|rais|lower|chang|rise|fall)(?:s|es|ed|e)\b", re.IGNORECASE)
_PLANNED = re.compile(
    r"\b(?:aims? to|is designed to|in order to|goal|future|should|could|can be|may|might|will be|we (?:propose|introduce|present)|expected to)\b",
    re.IGNORECASE,
)
_DESCRIBES = re.compile(
    r"\b(?:we|paper|study|work|article|authors?|method|system|framework|model|approach|tool) (?:\w+ )?(?:propos|introduc|present|describ|develop|design|buil[dt]|investigat|examin"
    r"|explor|analy[sz]|stud(?:y|ies|ied)|combin|compar|evaluat|collect|survey|review|test|us(?:e|es|ed)\b)\w*"
    r"|\b(?:is|are|was|were) (?:proposed|presented|introduced|developed|designed|investigated|examined|explored|studied|evaluated|compared)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Row:
    """A paper with what it does and what it reports."""

    paper: Paper
    does: Statement
    result: Statement


def rows_of(statements: Sequence[Statement], preferred: Sequence[PaperId]) -> tuple[Row, ...]:
    """Papers with both a description of what they do and a measured result, the preferred (cited) ones first; others would be rows of dashes."""
    by_paper: dict[PaperId, list[Statement]] = {}
    for statement in statements:
        by_paper.setdefault(statement.paper.paper_id, []).append(statement)
    rows = [Row(own[0].paper, does, result) for own in by_paper.values() if (does := _does(own)) and (result := _result(own))]
    cited = {paper_id: i for i, paper_id in enumerate(preferred)}
    rows.sort(key=lambda row: cited.get(row.paper.paper_id, len(cited)))
    return tuple(rows[:MOST_ROWS])


def comparison_table(rows: Sequence[Row], book: Bibliography, action_ids: tuple[ActionId, ...] = ()) -> Table:
    """Columns: paper, year, what it does, what it reports."""
    return Table(
        columns=("Paper", "Year", "What it does", "Measured result"),
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


def _quoted(statement: Statement, number: int, book: Bibliography) -> Cell:
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
    """A sentence on what the paper makes or studies, without figures."""
    usable = [s for s in own if not _is_result(s) and Cue.LIMITATION not in s.cues and s.framing.joint is not Joint.THAT]
    candidates = [s for s in usable if s.framing.joint is Joint.OBJECT] or [s for s in usable if _DESCRIBES.search(s.text)]
    return max(candidates, key=lambda s: s.merit + s.relevance - _too_long(s), default=None)


def _result(own: Sequence[Statement]) -> Statement | None:
    """A sentence with a measured result, one with figures first."""
    candidates = [s for s in own if _is_result(s)]
    return max(candidates, key=lambda s: (Cue.NUMBERS in s.cues, s.relevance - _too_long(s)), default=None)


def _is_result(statement: Statement) -> bool:
    """Figures, a comparison that was made, or a change that the authors say they found."""
    told = statement.framing.joint is Joint.THAT and bool(_CHANGED.search(statement.text))
    found = Cue.NUMBERS in statement.cues or told or bool(_COMPARED.search(statement.text))
    return found and statement.framing.joint is not Joint.OBJECT and not _PLANNED.search(statement.text)


def _too_long(statement: Statement) -> float:
    """A cell is read at a glance."""
    return max(0.0, (len(statement.text) - CELL) / CELL)
