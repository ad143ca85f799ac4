"""Intervals as a drawing: narrow enough for a phone, in the page's own colours and font, the same
bytes for the same figures.

A row's name stands above it and its numbers behind it, so that long names and many rows fit into
360 pixels. Groups differ in shape and place as well as in colour.
"""

import io
import math
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import Field

from eval.domain.results import Estimate
from eval.domain.words import Seen, number, readable
from eval.show.document import Chart
from eval.show.svg import INK, LINE, SERIES, SOFT, in_page
from myscholar.domain.model import Frozen
from myscholar.errors import ExtraNotInstalled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, LEFT, RIGHT = 360, 8, 306
"""Pixels: the drawing, and the ends of its scale, behind which the numbers stand."""
TOP, NAME, ROW, GAP, FOOT = 4, 16, 15, 9, 20
SHAPES = ("o", "s", "^", "D", "v", "P")
SIZE, LETTER = 12, 7.2
"""Of the text, and about the width of a letter."""
N_CHARACTERS = 46
"""Of a name, that fit into a row; what is longer is cut, and stands whole in the table."""


class Mark(Frozen):
    """With its interval, if any; `group` picks shape and colour among the chart's groups."""

    value: float
    low: float | None = None
    high: float | None = None
    group: Seen = ""


class Line(Frozen):
    name: Seen
    marks: tuple[Mark, ...] = ()
    instead: Seen = "nothing to show"


class Axis(Frozen):
    low: float
    high: float
    reference: float | None = None
    """Where a line is drawn: no difference, or no better than chance."""
    digits: int = Field(default=2, ge=0)
    signed: bool = False

    def says(self, value: float) -> str:
        return number(value, self.digits, signed=self.signed)

    def holds(self, mark: Mark) -> bool:
        """Whether it can be drawn: finite numbers in order, within the scale."""
        low, high = ends(mark)
        return (
            all(map(math.isfinite, (low, mark.value, high)))
            and self.low <= low <= high <= self.high
        )

    def x(self, value: float) -> float:
        return LEFT + (value - self.low) / (self.high - self.low) * (RIGHT - LEFT)


def mark_of(e: Estimate, group: str = "") -> Mark:
    """Without its interval where it rests on too few questions to have one."""
    low, high = (e.low, e.high) if e.has_interval else (None, None)
    return Mark(value=e.mean, low=low, high=high, group=group)


def ends(mark: Mark) -> tuple[float, float]:
    """Of its interval; both are the value where there is none."""
    return (
        mark.value if mark.low is None else mark.low,
        mark.value if mark.high is None else mark.high,
    )


def interval_chart(
    title: str, lines: Sequence[Line], axis: Axis, *, note: str = "", groups: Sequence[str] = ()
) -> Chart:
    """One row a line, one mark a group of it. A mark that the axis can't hold is said in words
    instead of drawn.

    `groups` names all groups of a page in their order, so that each has the same shape and colour
    in all of its charts, also where another is missing; those that are not named follow in the
    order of the lines.

    Raises ValueError where the axis has no length.
    """
    if not (math.isfinite(axis.low) and math.isfinite(axis.high) and axis.low < axis.high):
        raise ValueError("the scale of a chart must have a length")
    says = "; ".join(_in_words(line, axis) for line in lines) or "Nothing to show"
    drawn = _draw(lines, axis, tuple(map(readable, groups)))
    svg = in_page(drawn, title=readable(title), says=readable(says))
    return Chart(title=title, says=says, note=note, svg=svg)


def _in_words(line: Line, axis: Axis) -> str:
    marks = []
    for m in line.marks:
        low, high = map(axis.says, ends(m))
        interval = "no interval" if m.low is None else f"interval {low} to {high}"
        marks.append(f"{m.group + ' ' if m.group else ''}{axis.says(m.value)}, {interval}")
    return f"{line.name}: {', '.join(marks) or line.instead}"


def _draw(lines: Sequence[Line], axis: Axis, named: Sequence[str]) -> str:
    shown = tuple(dict.fromkeys(m.group for line in lines for m in line.marks if m.group))
    groups = tuple(dict.fromkeys((*named, *shown)))
    key = ROW * (1 + max(row for _, row in _places(shown))) + GAP if shown else 0
    height = TOP + key + sum(map(_height, lines)) + FOOT
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise ExtraNotInstalled("eval") from missing
    with mpl.rc_context(), warnings.catch_warnings():
        # nothing that this machine sets changes a drawing
        mpl.rcdefaults()
        mpl.rcParams.update(
            {"svg.hashsalt": "myscholar", "svg.fonttype": "none", "font.size": SIZE}
        )
        # a glyph missing here is the affair of the reader's font
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=72)
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH), ylim=(height, 0))
        axes.axis("off")
        _scale(axes, axis, top=TOP + key, bottom=height - FOOT)
        _key(axes, groups, [g for g in groups if g in shown])
        y = TOP + key
        for line in lines:
            _row(axes, line, axis, groups, y)
            y += _height(line)
        file = io.BytesIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    return file.getvalue().decode("utf-8")


def _height(line: Line) -> int:
    return NAME + ROW * max(1, len(line.marks)) + GAP


def _scale(axes: "Axes", axis: Axis, *, top: float, bottom: float) -> None:
    ticks = [axis.low + (axis.high - axis.low) * i / 4 for i in range(5)]
    for tick, align in zip(ticks, ("left", "center", "center", "center", "center"), strict=True):
        x = axis.x(tick)
        _stroke(axes, (x, x), (top, bottom), color=LINE, linewidth=1)
        left, size = x - LEFT * (align == "left"), SIZE - 1
        axes.text(left, bottom + 15, axis.says(tick), ha=align, color=SOFT, fontsize=size)
    if axis.reference is not None:
        x = axis.x(axis.reference)
        _stroke(axes, (x, x), (top, bottom), color=SOFT, linewidth=1.4, linestyle=(0, (4, 3)))


def _places(groups: Sequence[str]) -> list[tuple[float, int]]:
    """Where the key's names begin, and in which row, as wide as they are about."""
    places, x, row = [], float(LEFT), 0
    for group in groups:
        width = min(len(group), N_CHARACTERS) * LETTER + 30
        if x > LEFT and x + width > WIDTH:
            x, row = float(LEFT), row + 1
        places.append((x, row))
        x += width
    return places


def _key(axes: "Axes", groups: Sequence[str], shown: Sequence[str]) -> None:
    """Only the groups that the chart shows, as they look among all."""
    for group, (x, row) in zip(shown, _places(shown), strict=True):
        y = TOP + ROW * (row + 0.5)
        _point(axes, x, y, groups, group)
        _write(axes, x + 10, y + 4, group, color=SOFT)


def _row(axes: "Axes", line: Line, axis: Axis, groups: Sequence[str], top: float) -> None:
    _write(axes, 0, top + SIZE, line.name)
    if not line.marks:
        _write(axes, LEFT, top + NAME + ROW / 2 + 4, line.instead, color=SOFT)
    for i, mark in enumerate(line.marks):
        y, (low, high) = top + NAME + ROW * (i + 0.5), ends(mark)
        if not axis.holds(mark):
            said = f"{mark.group} {mark.value:.3g} [{low:.3g}, {high:.3g}], off the scale"
            _write(axes, LEFT, y + 4, said, color=SOFT)
            continue
        look = {"color": SERIES[_place(groups, mark.group)], "linewidth": 2}
        if mark.low is not None:
            _stroke(axes, (axis.x(low), axis.x(high)), (y, y), solid_capstyle="round", **look)
        _point(axes, axis.x(mark.value), y, groups, mark.group)
        _write(axes, WIDTH - 1, y + 4, axis.says(mark.value), align="right")


def _point(axes: "Axes", x: float, y: float, groups: Sequence[str], group: str) -> None:
    place = _place(groups, group)
    look = {"marker": SHAPES[place], "color": SERIES[place], "linestyle": ""}
    _stroke(axes, (x,), (y,), markersize=8, markeredgewidth=0, **look)


def _stroke(axes: "Axes", xs: Sequence[float], ys: Sequence[float], **look: Any) -> None:
    axes.plot(xs, ys, clip_on=False, scalex=False, scaley=False, **look)


def _place(groups: Sequence[str], group: str) -> int:
    return groups.index(group) % len(SHAPES) if group in groups else 0


def _write(
    axes: "Axes", x: float, y: float, text: str, *, color: str = INK, align: str = "left"
) -> None:
    """Text as it is: no formula in it is set, and what is too long is cut."""
    cut = text if len(text) <= N_CHARACTERS else text[: N_CHARACTERS - 1].rstrip() + "…"
    axes.text(x, y, cut, color=color, ha=align, parse_math=False)
