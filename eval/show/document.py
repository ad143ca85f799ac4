"""What a page is made of. All of it is text but the charts' drawings."""

from collections.abc import Callable, Iterable, Mapping
from typing import Self, TypeVar

from pydantic import model_validator

from eval.domain.words import Seen
from myscholar.domain.model import Frozen

T = TypeVar("T")


class Cell(Frozen):
    text: Seen
    under: tuple[Seen, ...] = ()
    """In small beneath it, a line each: an interval, a count."""


class Table(Frozen):
    caption: Seen
    columns: tuple[Seen, ...]
    rows: tuple[tuple[Cell | Seen, ...], ...]
    flows: bool = False
    """Whether cells follow one another like words on a phone; else each has a line."""

    @model_validator(mode="after")
    def _is_rectangular(self) -> Self:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("a row of a table has more or fewer cells than the table has columns")
        return self


def table_of(
    caption: str,
    rows: Iterable[T],
    columns: Mapping[str, Callable[[T], Cell | str]],
    *,
    flows: bool = False,
) -> Table:
    cells = tuple(tuple(cell(row) for cell in columns.values()) for row in rows)
    return Table(caption=caption, columns=tuple(columns), rows=cells, flows=flows)


class Chart(Frozen):
    title: Seen
    says: Seen
    """The same figures in words, for readers who can't see the drawing."""
    note: Seen = ""
    svg: str
    """By `eval.show.charts` only: it goes into the page as it is."""


class Part(Frozen):
    heading: Seen
    text: tuple[Seen, ...] = ()
    points: tuple[Seen, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()


class Page(Frozen):
    title: Seen
    lead: tuple[Seen, ...] = ()
    warnings: tuple[Seen, ...] = ()
    """What a reader must know before the figures."""
    parts: tuple[Part, ...] = ()
