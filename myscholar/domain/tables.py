"""A table whose rows are papers and whose columns a reader names in own words.

It grows: columns and rows are added, and only the new cells are asked. What is done to it by hand
gives a new value.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NewType

from pydantic import Field, model_validator

from myscholar.domain.evidence import Evidence, verify_all
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId, TextSource
from myscholar.domain.report import Cost
from myscholar.domain.runs import RunId
from myscholar.domain.text import counted, fold, one_line, shorten
from myscholar.errors import InputError

ColumnId = NewType("ColumnId", str)
MOST_ROWS, MOST_COLUMNS = 300, 20
LONGEST_NAME, LONGEST_ASKED = 60, 300
"""Characters of a column's heading, and of what it asks."""
LONGEST_WORDING = 2000
"""Characters of a cell in its reader's words."""


class Fact(StrEnum):
    """What a paper's record says; no text is read for it and no model asked."""

    YEAR = "year"
    VENUE = "venue"
    AUTHORS = "authors"
    CITATIONS = "citations"
    LINK = "link"

    def of(self, paper: Paper) -> str:
        """Empty where the record does not say it."""
        doi = f"https://doi.org/{paper.doi}" if paper.doi else ""
        said = {
            Fact.YEAR: paper.year,
            Fact.VENUE: paper.venue,
            Fact.AUTHORS: ", ".join(paper.authors),
            Fact.CITATIONS: paper.citation_count,
            Fact.LINK: paper.url or doi,
        }[self]
        return "" if said is None else str(said)


class TableColumn(Frozen):
    """`asks` are the words that its cells answer; `name`, its heading, can be changed for
    nothing."""

    column_id: ColumnId
    name: str = Field(min_length=1)
    asks: str = Field(min_length=1)
    fact: Fact | None = None
    """What of the papers' records it shows; None: it is read in their texts."""


class WhyEmpty(StrEnum):
    """Why a cell holds nothing."""

    NOT_SAID = "not_said"
    """It was not found in the text at hand."""
    NO_TEXT = "no_text"
    """Nothing but the title was at hand."""
    NOT_KNOWN = "not_known"
    """The paper's record does not say it."""
    NOT_BORNE_OUT = "not_borne_out"
    """What a model answered is not in the quotes that it named."""
    NOT_READ = "not_read"
    """The model could not read the paper, or said nothing of it."""


class PaperCell(Frozen):
    """A short value with the quotes that it rests on. `why` is given for an empty one only."""

    text: str = ""
    evidence: tuple[Evidence, ...] = ()
    why: WhyEmpty | None = None
    by_reader: bool = False
    """Its text is the reader's; quotes found before stay beside it."""

    @model_validator(mode="after")
    def _empty_says_why(self) -> "PaperCell":
        if bool(self.text) == (self.why is not None) and not self.by_reader:
            raise ValueError("a cell holds a text, or says why it is empty")
        return self


class PaperRow(Frozen):
    """A paper with those of its passages, whole, that its cells quote."""

    paper: Paper
    cells: tuple[PaperCell, ...]

    @model_validator(mode="after")
    def _quotes_are_its_papers(self) -> "PaperRow":
        verify_all(tuple(e for cell in self.cells for e in cell.evidence), self.paper.passages)
        return self

    @property
    def read_in(self) -> TextSource:
        """What of the paper was at hand."""
        return self.paper.text_source


class PaperTable(Frozen):
    """Every cell's quotes are in its own paper, word for word, also when a file is read. Times are
    ISO 8601."""

    table_id: RunId
    title: str = Field(min_length=1)
    engine: str
    created_at: str
    columns: tuple[TableColumn, ...] = Field(max_length=MOST_COLUMNS)
    rows: tuple[PaperRow, ...] = Field(max_length=MOST_ROWS)
    notes: tuple[str, ...] = ()
    cost: Cost = Cost()
    base: RunId | None = None
    """The table that this one grew from."""

    @model_validator(mode="after")
    def _is_rectangular(self) -> "PaperTable":
        if any(len(row.cells) != len(self.columns) for row in self.rows):
            raise ValueError("a row has another number of cells than there are columns")
        if len({row.paper.paper_id for row in self.rows}) < len(self.rows):
            raise ValueError("a paper has two rows")
        return self

    def place(self, column_id: str) -> int:
        """Raises InputError for a column that is not there."""
        ids = [column.column_id for column in self.columns]
        if column_id not in ids:
            raise InputError("This column is not in the table any more.")
        return ids.index(ColumnId(column_id))

    def column(self, name: str) -> TableColumn:
        """The column of this heading, whatever its case. Raises InputError."""
        found = [c for c in self.columns if fold(c.name) == fold(name)]
        if not found:
            known = ", ".join(f"“{c.name}”" for c in self.columns)
            raise InputError(f"There is no column “{shorten(name, 60)}”. The table has {known}.")
        return found[0]

    def with_order(self, column_ids: Sequence[str]) -> "PaperTable":
        """The columns in this order; those that are not named go. Raises InputError."""
        places = [self.place(c) for c in dict.fromkeys(column_ids)]
        if not places:
            raise InputError("A table keeps at least one column. Delete the table instead.")
        rows = tuple(
            row.model_copy(update={"cells": tuple(row.cells[i] for i in places)})
            for row in self.rows
        )
        columns = tuple(self.columns[i] for i in places)
        return self.model_copy(update={"columns": columns, "rows": rows})

    def with_name(self, column_id: str, name: str) -> "PaperTable":
        """The column under another heading. Raises InputError."""
        place, columns = self.place(column_id), list(self.columns)
        said = shorten(one_line(name), LONGEST_NAME)
        if not said:
            raise InputError("A column needs a name.")
        if any(fold(c.name) == fold(said) for c in columns if c.column_id != column_id):
            raise InputError(f"There is a column “{said}” already.")
        columns[place] = columns[place].model_copy(update={"name": said})
        return self.model_copy(update={"columns": tuple(columns)})

    def with_text(self, paper_id: str, column_id: str, text: str) -> "PaperTable":
        """A cell as its reader words it; its quotes stay. Raises InputError."""
        place, said = self.place(column_id), one_line(text)
        if all(row.paper.paper_id != paper_id for row in self.rows):
            raise InputError("This paper is not in the table any more.")
        if len(said) > LONGEST_WORDING:
            raise InputError(f"A cell holds at most {LONGEST_WORDING:,} characters. Shorten it.")

        def edited(cell: PaperCell) -> PaperCell:
            if cell.text == said:
                return cell
            return PaperCell(text=said, evidence=cell.evidence, by_reader=True)

        rows = tuple(
            row.model_copy(update={"cells": _put(row.cells, place, edited(row.cells[place]))})
            if row.paper.paper_id == paper_id
            else row
            for row in self.rows
        )
        return self.model_copy(update={"rows": rows})

    def without_rows(self, paper_ids: Sequence[str]) -> "PaperTable":
        rows = tuple(row for row in self.rows if row.paper.paper_id not in paper_ids)
        if not rows:
            raise InputError("A table keeps at least one paper. Delete the table instead.")
        return self.model_copy(update={"rows": rows})

    def n_filled(self, place: int) -> int:
        return sum(bool(row.cells[place].text) for row in self.rows)


def _put(cells: tuple[PaperCell, ...], place: int, cell: PaperCell) -> tuple[PaperCell, ...]:
    return (*cells[:place], cell, *cells[place + 1 :])


def new_columns(
    asked: Sequence[str], facts: Mapping[str, Fact], before: Sequence[TableColumn] = ()
) -> tuple[TableColumn, ...]:
    """Columns for these words, a line each; `facts` are those of them that the papers' records
    answer. Raises InputError for too many, too long, or the same twice."""
    wanted = [line for line in map(one_line, asked) if line]
    n = len(before) + len(wanted)
    if n > MOST_COLUMNS:
        raise InputError(
            f"A table holds at most {MOST_COLUMNS} columns; these are {n}. Leave some out."
        )
    names = {fold(words) for column in before for words in (column.name, column.asks)}
    last = max((int(c.column_id.removeprefix("c")) for c in before), default=0)
    made = list[TableColumn]()
    for number, words in enumerate(wanted, last + 1):
        if not any(c.isalnum() for c in words):
            raise InputError(f"“{shorten(words, 40)}” names no column. Say what its cells tell.")
        if len(words) > LONGEST_ASKED:
            raise InputError(
                f"“{shorten(words, 60)}” is too long for a column: "
                f"{counted(LONGEST_ASKED, 'character')} at most."
            )
        name = shorten(words, LONGEST_NAME)
        if fold(name) in names:
            raise InputError(f"The column “{name}” is there twice. Name each once.")
        names.add(fold(name))
        made.append(
            TableColumn(
                column_id=ColumnId(f"c{number}"), name=name, asks=words, fact=facts.get(words)
            )
        )
    return tuple(made)


def row_of(paper: Paper, cells: Sequence[PaperCell]) -> PaperRow:
    """With those of its passages that the cells quote."""
    quoted = {e.passage_id for cell in cells for e in cell.evidence}
    passages = tuple(p for p in paper.passages if p.passage_id in quoted)
    kept = paper.model_copy(update={"passages": passages, "references": ()})
    return PaperRow(paper=kept, cells=tuple(cells))


def fact_cell(fact: Fact, paper: Paper) -> PaperCell:
    said = fact.of(paper)
    return PaperCell(text=said) if said else PaperCell(why=WhyEmpty.NOT_KNOWN)


def nothing_said(paper: Paper) -> PaperCell:
    """An empty cell of a paper whose text at hand does not answer."""
    return PaperCell(why=WhyEmpty.NOT_SAID if paper.readable else WhyEmpty.NO_TEXT)


def paper_ids(table: PaperTable) -> frozenset[PaperId]:
    return frozenset(row.paper.paper_id for row in table.rows)
