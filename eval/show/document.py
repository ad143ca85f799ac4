"""What a reader is shown of an evaluation: the same document on a terminal and as a page. All of it
is text and numbers; how it looks is the renderers' affair."""

import math
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Self, TypeVar

from pydantic import Field, model_validator

from eval.domain.results import Estimate
from eval.domain.words import Seen, interval, number, percent
from myscholar.domain.model import Frozen

T = TypeVar("T")
DEFINITIONS = Path(__file__).with_name("definitions.toml")
FOUND = "What was found"


class Cell(Frozen):
    text: Seen
    under: tuple[Seen, ...] = ()
    """What the figure rests on: its interval, its counts. In small beneath it, or behind it."""
    strong: bool = False


def cell_of(entry: Cell | str) -> Cell:
    return entry if isinstance(entry, Cell) else Cell(text=entry)


def share_cell(share: float, low: float, high: float, *more: str, signed: bool = False) -> Cell:
    """As percent, or as points where it is a difference, with its interval."""
    span = interval(100 * low, 100 * high, 0, signed=signed)
    text = f"{number(100 * share, 0, signed=True)} points" if signed else percent(share)
    return Cell(text=text, under=(span, *more))


def figure_cell(value: float, low: float, high: float) -> Cell:
    return Cell(text=number(value), under=(interval(low, high),))


class Table(Frozen):
    caption: Seen
    columns: tuple[Seen, ...]
    rows: tuple[tuple[Cell | Seen, ...], ...]
    n_keys: int = Field(default=1, ge=1)
    """How many of the first columns say what a row is of; the first is shown once for all rows
    below it with the same."""
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
    n_keys: int = 1,
    flows: bool = False,
) -> Table:
    cells = tuple(tuple(cell(row) for cell in columns.values()) for row in rows)
    return Table(caption=caption, columns=tuple(columns), rows=cells, n_keys=n_keys, flows=flows)


class Mark(Frozen):
    """With its interval, if any; `group` picks shape and colour among the chart's groups."""

    value: float
    low: float | None = None
    high: float | None = None
    group: Seen = ""

    @property
    def ends(self) -> tuple[float, float]:
        """Of its interval; both are the value where there is none."""
        return (
            self.value if self.low is None else self.low,
            self.value if self.high is None else self.high,
        )


def mark_of(e: Estimate, group: str = "") -> Mark:
    """Without its interval where it rests on too few questions to have one."""
    low, high = (e.low, e.high) if e.has_interval else (None, None)
    return Mark(value=e.mean, low=low, high=high, group=group)


class Line(Frozen):
    name: Seen
    marks: tuple[Mark, ...] = ()
    instead: Seen = "nothing to show"


class Axis(Frozen):
    low: float
    high: float
    reference: float | None = None
    """Where a line is drawn: no difference, or no better than chance."""
    label: Seen = ""
    digits: int = Field(default=2, ge=0)
    signed: bool = False
    times: float = 1
    """100 for shares that are shown in percent."""

    @model_validator(mode="after")
    def _has_a_length(self) -> Self:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise ValueError("the scale of a chart must have a length")
        return self

    def says(self, value: float) -> str:
        return number(value * self.times, self.digits, signed=self.signed)

    def holds(self, mark: Mark) -> bool:
        """Whether it can be drawn: finite numbers in order, within the scale."""
        low, high = mark.ends
        finite = all(map(math.isfinite, (low, mark.value, high)))
        return finite and self.low <= low <= mark.value <= high <= self.high


def share_axis(reference: float | None = None, *, digits: int = 0) -> Axis:
    return Axis(low=0, high=1, reference=reference, label="%", digits=digits, times=100)


class Chart(Frozen):
    """One row a line, one mark a group of it."""

    title: Seen
    lines: tuple[Line, ...]
    axis: Axis
    note: Seen = ""
    groups: tuple[Seen, ...] = ()
    """All groups of a document in their order, so that each looks the same in all of its charts,
    also where another is missing; those that are not named follow in the order of the lines."""

    @property
    def says(self) -> str:
        """The same figures in words, for readers who can't see the drawing."""
        return "; ".join(self._in_words(line) for line in self.lines) or "Nothing to show"

    def _in_words(self, line: Line) -> str:
        marks = []
        for m in line.marks:
            low, high = map(self.axis.says, m.ends)
            span = "no interval" if m.low is None else f"interval {low} to {high}"
            marks.append(f"{m.group + ' ' if m.group else ''}{self.axis.says(m.value)}, {span}")
        return f"{line.name}: {', '.join(marks) or line.instead}"


class Point(Frozen):
    name: Seen = ""
    x: Mark
    y: Mark

    def says(self, x_axis: Axis, y_axis: Axis) -> str:
        return f"{x_axis.label} {x_axis.says(self.x.value)}, {y_axis.says(self.y.value)}"


class Plane(Frozen):
    """Two figures of each of several things, one to the right and one upwards. Points of an upper
    `edge`, the best of all that are no further to the right, are joined."""

    title: Seen
    points: tuple[Point, ...]
    x_axis: Axis
    y_axis: Axis
    note: Seen = ""

    @property
    def edge(self) -> tuple[Point, ...]:
        """From left to right, ever higher."""
        found: list[Point] = []
        for point in sorted(self.points, key=lambda p: (p.x.value, -p.y.value)):
            if not found or point.y.value > found[-1].y.value:
                found.append(point)
        return tuple(found)

    @property
    def says(self) -> str:
        """The same figures in words, for readers who can't see the drawing."""
        each = (f"{p.name}: {p.says(self.x_axis, self.y_axis)}" for p in self.points)
        return "; ".join(each) or "Nothing to show"


class Part(Frozen):
    heading: Seen
    text: tuple[Seen, ...] = ()
    points: tuple[Seen, ...] = ()
    definitions: tuple[tuple[Seen, Seen], ...] = ()
    charts: tuple[Chart | Plane, ...] = ()
    """Of figures that stand in a table, too: a terminal shows none."""
    tables: tuple[Table, ...] = ()
    aside: bool = False
    """For whoever wants to know more: a terminal only says that the page has it."""


class Document(Frozen):
    title: Seen
    lead: tuple[Seen, ...] = ()
    warnings: tuple[Seen, ...] = ()
    """What a reader must know before the figures."""
    conclusion: tuple[Seen, ...] = ()
    parts: tuple[Part, ...] = ()


def definitions_of(study: str) -> tuple[tuple[str, str], ...]:
    """What the words of its tables mean, in the order of `definitions.toml`."""
    return tuple(tomllib.loads(DEFINITIONS.read_text(encoding="utf-8"))[study].items())
