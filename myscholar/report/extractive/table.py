"""A table that sets papers side by side: what each does, on what, and what it reports, in the
paper's own words; a cell may be empty."""

from collections.abc import Sequence

from myscholar.domain.evidence import Evidence
from myscholar.domain.report import Cell, Section, SectionFormat, Table
from myscholar.domain.text import Span, counted, listed
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.aims import ActionTarget
from myscholar.report.extractive.doing import Doing, doing, grouped_by_paper, measures
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.section_builder import Bibliography, SectionBuilder
from myscholar.text.lexicons import pattern

LONGEST_CELL = 170
"""Characters of a quoted cell; by hand."""
FEWEST_ROWS, MOST_ROWS = 3, 12
"""Fewest and most papers of a table, one a row; by hand."""
COLUMNS = ("Paper", "Year", "What it does", "On what", "What it reports")
_CLAUSE_END = pattern("reports.clause_end")
_MATERIAL = pattern("reports.material")


class Row:
    """The statements of one paper that fill its cells."""

    def __init__(self, own: Sequence[CandidateSentence]) -> None:
        self.paper = own[0].paper
        self.does = find_method(own)
        self.reports = find_result(own)
        self.material = find_material(own)
        self.filled = (self.does, self.material, self.reports)


def find_method(own: Sequence[CandidateSentence]) -> CandidateSentence | None:
    """What the paper proposes, else studies."""
    made = [s for s in own if doing(s) is Doing.PROPOSES] or [
        s for s in own if doing(s) is Doing.STUDIES
    ]
    return max(made, key=worth, default=None)


def find_result(own: Sequence[CandidateSentence]) -> CandidateSentence | None:
    """What it measured, with a figure where there is one."""
    told = [s for s in own if doing(s) is Doing.REPORTS and measures(s) and not s.is_motive]
    return max(told, key=lambda s: (SentenceRole.NUMBERS in s.cues, worth(s)), default=None)


def find_material(own: Sequence[CandidateSentence]) -> tuple[CandidateSentence, Span] | None:
    """The first sentence that says what it worked on, and where in it that stands."""
    return next(((s, Span(*m.span("what"))) for s in own if (m := _MATERIAL.search(s.text))), None)


def table_section(
    statements: Sequence[CandidateSentence], book: Bibliography, comparing: Sequence[ActionTarget]
) -> Section | None:
    """The cited papers of which two cells can be filled side by side, in the order of citation;
    None for too few of them."""
    own = grouped_by_paper(statements)
    rows = [Row(own[paper_id]) for paper_id in book.papers if paper_id in own]
    rows = [row for row in rows if sum(map(bool, row.filled)) > 1][:MOST_ROWS]
    if len(rows) < FEWEST_ROWS:
        return None
    ids = tuple(aim.action_id for aim in comparing)
    draft = SectionBuilder(book)
    span = draft.add(
        f"{counted(len(rows), 'paper')} side by side; a cell is empty where the text at hand does "
        "not say it."
    )
    draft.highlight(ids, span)
    said = ("say what they do", "on what", "what came out")
    counts = [
        f"{sum(map(bool, column))} {what}"
        for what, column in zip(said, zip(*(row.filled for row in rows), strict=True), strict=True)
    ]
    return draft.finish(
        "The Papers Side by Side",
        f"Of {counted(len(rows), 'paper')} {listed(counts)}.",
        format=SectionFormat.TABLE,
        table=Table(columns=COLUMNS, rows=tuple(_cells(row, book) for row in rows), action_ids=ids),
        action_ids=ids,
    )


def _cells(row: Row, book: Bibliography) -> tuple[Cell, ...]:
    number, material = book.number(row.paper), Cell(text="")
    if row.material:
        statement, span = row.material
        start = statement.framing.span.start
        piece = Evidence.of_passage(statement.passage, start + span.start, start + span.end)
        material = _cell(statement, piece, number, book)
    return (
        Cell(text=row.paper.title, number=number),
        Cell(text=str(row.paper.year or "n.d.")),
        _cell(row.does, clause_of(row.does), number, book) if row.does else Cell(text=""),
        material,
        _cell(row.reports, clause_of(row.reports), number, book) if row.reports else Cell(text=""),
    )


def _cell(statement: CandidateSentence, piece: Evidence, number: int, book: Bibliography) -> Cell:
    book.number(statement.paper, statement.passage)
    words = f"“{piece.text}”" if statement.is_verbatim else piece.text
    if doing(statement) is Doing.STUDIES and piece.start == statement.framing.span.start:
        words = f"{statement.framing.verb} {words}"
    return Cell(text=words, number=number, evidence=(piece,))


def clause_of(statement: CandidateSentence, longest: int = LONGEST_CELL) -> Evidence:
    """The statement; one of more characters is cut at the last end of a clause within."""
    start, end = statement.framing.span
    if end - start > longest:
        cuts = [m.start() for m in _CLAUSE_END.finditer(statement.text[: longest + 1])]
        end = start + cuts[-1] if cuts and cuts[-1] >= 60 else end
    return Evidence.of_passage(statement.passage, start, end)


def worth(statement: CandidateSentence) -> float:
    """A cell is read at a glance: what is too long counts less."""
    return statement.merit - max(0.0, (len(statement.text) - LONGEST_CELL) / LONGEST_CELL)
