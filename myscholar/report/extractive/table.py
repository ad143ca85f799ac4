"""A table that sets papers side by side: what each does, on what, and what it reports, in the
paper's own words; a cell may be empty."""

import re
from collections.abc import Sequence

from myscholar.domain.evidence import ActionId, Evidence
from myscholar.domain.papers import PaperId
from myscholar.domain.report import Cell, Section, SectionFormat, Table
from myscholar.domain.text import Span, counted, listed
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.aims import ActionTarget
from myscholar.report.extractive.doing import Doing, doing, measures
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.sections import Bibliography, SectionBuilder

CELL = 170
"""Characters of a quoted cell."""
FEWEST_ROWS, MOST_ROWS = 3, 12
COLUMNS = ("Paper", "Year", "What it does", "On what", "What it reports")
_CLAUSE_END = re.compile(
    r"[;:]\s|,\s(?=(?:and|but|which|while|whereas|where|with|so|thus|thereby|as|because|by|such"
    r"|including)\b)|\s\("
)
_MATERIAL = re.compile(
    r"\b(?:on|using|from|with|over|across|in) (?P<what>(?!(?:how|both|this|these|our|its|their|all"
    r"|many|such)\b)(?:(?!(?:on|of|in|the|for|with|and|or|that|from|to|is|are)\b)[\w’'/+-]+ "
    r"){1,5}?"
    r"(?:data ?sets?|benchmarks?|corp(?:us|ora)|participants|patients|students|samples|tasks)\b)",
    re.IGNORECASE,
)
"""What the paper worked on, where a sentence says so."""


class Row:
    """The statements of one paper that fill its cells."""

    def __init__(self, own: Sequence[CandidateSentence]) -> None:
        self.paper = own[0].paper
        made = [s for s in own if doing(s) is Doing.PROPOSES] or [
            s for s in own if doing(s) is Doing.STUDIES
        ]
        told = [s for s in own if doing(s) is Doing.REPORTS and measures(s)]
        self.does = max(made, key=lambda s: s.merit - _too_long(s), default=None)
        self.reports = max(
            told,
            key=lambda s: (SentenceRole.NUMBERS in s.cues, s.merit - _too_long(s)),
            default=None,
        )
        self.material = next(
            ((s, Span(*m.span("what"))) for s in own if (m := _MATERIAL.search(s.text))), None
        )


def rows_of(statements: Sequence[CandidateSentence], cited: Sequence[PaperId]) -> tuple[Row, ...]:
    """The cited papers of which two cells can be filled, in the order of citation."""
    by_paper: dict[PaperId, list[CandidateSentence]] = {}
    for statement in statements:
        by_paper.setdefault(statement.paper.paper_id, []).append(statement)
    rows = [Row(by_paper[paper_id]) for paper_id in cited if paper_id in by_paper]
    return tuple(row for row in rows if sum(map(bool, (row.does, row.material, row.reports))) > 1)[
        :MOST_ROWS
    ]


def comparison_table(
    rows: Sequence[Row], book: Bibliography, action_ids: tuple[ActionId, ...] = ()
) -> Table:
    return Table(
        columns=COLUMNS, rows=tuple(_cells(row, book) for row in rows), action_ids=action_ids
    )


def _cells(row: Row, book: Bibliography) -> tuple[Cell, ...]:
    number = book.number(row.paper)
    material = Cell(text="")
    if row.material:
        statement, span = row.material
        start = statement.framing.span.start
        material = _cell(
            statement,
            Evidence.of_passage(statement.passage, start + span.start, start + span.end),
            number,
            book,
        )
    return (
        Cell(text=row.paper.title, number=number),
        Cell(text=str(row.paper.year or "n.d.")),
        _cell(row.does, clause(row.does), number, book) if row.does else Cell(text=""),
        material,
        _cell(row.reports, clause(row.reports), number, book) if row.reports else Cell(text=""),
    )


def _cell(statement: CandidateSentence, piece: Evidence, number: int, book: Bibliography) -> Cell:
    book.number(statement.paper, statement.passage)
    words = f"“{piece.text}”" if statement.is_verbatim else piece.text
    verb = (
        f"{statement.framing.verb} "
        if doing(statement) is Doing.STUDIES and piece.start == statement.framing.span.start
        else ""
    )
    return Cell(text=f"{verb}{words}", number=number, evidence=(piece,))


def clause(statement: CandidateSentence) -> Evidence:
    """The statement, cut at the last end of a clause within CELL characters when it is longer."""
    start, end = statement.framing.span
    if end - start > CELL:
        cuts = [
            m.start() for m in _CLAUSE_END.finditer(statement.text[: CELL + 1]) if m.start() >= 60
        ]
        end = start + cuts[-1] if cuts else end
    return Evidence.of_passage(statement.passage, start, end)


def _too_long(statement: CandidateSentence) -> float:
    """A cell is read at a glance."""
    return max(0.0, (len(statement.text) - CELL) / CELL)


def table_section(
    statements: Sequence[CandidateSentence], book: Bibliography, comparing: Sequence[ActionTarget]
) -> Section | None:
    """The papers side by side; None for too few of them."""
    rows = rows_of(statements, tuple(book.papers))
    if len(rows) < FEWEST_ROWS:
        return None
    ids = tuple(aim.action_id for aim in comparing)
    draft = SectionBuilder(book)
    span = draft.add(
        f"{counted(len(rows), 'paper')} side by side; a cell is empty where the text at hand does "
        "not say it."
    )
    draft.highlight(ids, span)
    return Section(
        title="The Papers Side by Side",
        tldr=_table_in_words(rows),
        format=SectionFormat.TABLE,
        text=draft.text,
        highlights=tuple(draft.highlights),
        table=comparison_table(rows, book, ids),
        action_ids=ids,
    )


def _table_in_words(rows: Sequence[Row]) -> str:
    cells = (("say what they do", "does"), ("on what", "material"), ("what came out", "reports"))
    counts = [f"{sum(bool(getattr(row, name)) for row in rows)} {said}" for said, name in cells]
    return f"Of {counted(len(rows), 'paper')} {listed(counts)}."
