"""A chart as a drawing by matplotlib: narrow enough for a phone, in the page's own colours and
font, the same bytes for the same figures. Groups differ in shape and place, not in colour alone."""

import io
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from eval.show.document import Axis, Chart, Line, Mark, Plane, Point
from eval.show.svg import INK, LINE, SERIES, SOFT, in_page
from myscholar.errors import ExtraNotInstalled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, ROW, FRAME = 4.7, 0.24, 0.75
"""Inches: of the drawing, of a mark, and of all that is not rows."""
PLANE = 3.6
"""Inches: of a plane without its key."""
SHAPES = ("o", "s", "^", "D", "v", "P", "X", "<", "p", ">")
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "myscholar", "svg.fonttype": "none", "text.parse_math": False,
    "font.size": 12, "legend.fontsize": 11, "xtick.labelsize": 11, "axes.labelsize": 11,
    "text.color": INK, "ytick.color": INK, "xtick.color": SOFT, "axes.labelcolor": SOFT,
    "axes.edgecolor": LINE, "grid.color": LINE, "legend.labelcolor": SOFT, "legend.frameon": False,
    "xtick.major.size": 0, "ytick.major.size": 0, "ytick.major.pad": 8, "axes.spines.top": False,
    "axes.spines.left": False, "axes.spines.right": False,
}  # fmt: skip
NAME, KEY = 17, 44
"""Characters: of a name before it is broken, and of a line of the key."""
BETWEEN_LINES = 0.4
"""In rows."""


class ChartRow(NamedTuple):
    """Where it is drawn, and what of its line: a mark, or none."""

    y: float
    line: Line
    mark: Mark | None


def drawing(chart: Chart | Plane) -> str:
    """Raises ExtraNotInstalled without matplotlib."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise ExtraNotInstalled("eval") from missing
    with mpl.rc_context(), warnings.catch_warnings():
        # nothing that this machine sets changes a drawing
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        # a glyph missing here is the affair of the reader's font
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(dpi=72, layout="constrained")
        if isinstance(chart, Plane):
            _draw_plane(figure, chart)
        else:
            _draw(figure, chart)
        file = io.BytesIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    return in_page(file.getvalue().decode("utf-8"), title=chart.title, says=chart.says)


def _draw(figure: "Figure", chart: Chart) -> None:
    rows = tuple(_rows(chart.lines))
    shown = [m.group for line in chart.lines for m in line.marks if m.group]
    groups = tuple(dict.fromkeys((*chart.groups, *shown)))
    columns = max(1, KEY // (4 + max(map(len, shown), default=0)))
    last = min((row.y for row in rows), default=0.0)
    height = 1 - last + len(set(shown)) / columns
    figure.set_size_inches(WIDTH, FRAME + ROW * height)
    axes = figure.subplots()
    axes.set_ylim(last - 0.7, 0.7)
    _scale(axes, chart.axis)
    _names(axes, rows, chart.axis)
    for row in rows:
        _mark(axes, row, chart.axis, groups)
    if shown:
        _key(figure, [(group, groups.index(group)) for group in groups if group in shown], columns)


def _draw_plane(figure: "Figure", plane: Plane) -> None:
    """Names stand in the key, in the order of the points: they would cover each other there."""
    from matplotlib.ticker import MaxNLocator

    columns = max(1, KEY // (4 + max((len(p.name) for p in plane.points), default=0)))
    figure.set_size_inches(WIDTH, PLANE + ROW * len(plane.points) / columns)
    axes = figure.subplots()
    x_axis, y_axis = plane.x_axis, plane.y_axis
    _scale(axes, x_axis)
    # from a number that is named to one, so that none lies beyond the last
    named = MaxNLocator(nbins=4).tick_values(y_axis.low * y_axis.times, y_axis.high * y_axis.times)
    axes.set_ylim(named[0], named[-1])
    axes.set_yticks(named)
    axes.yaxis.set_major_formatter(lambda value, _: _tick(value, signed=y_axis.signed))
    axes.set_ylabel(y_axis.label)
    axes.grid(axis="y")
    edge = [(p.x.value * x_axis.times, p.y.value * y_axis.times) for p in plane.edge]
    axes.plot(*zip(*edge, strict=True) if edge else ((), ()), color=SOFT, linestyle="--")
    for number, point in enumerate(plane.points):
        if x_axis.holds(point.x) and y_axis.holds(point.y):
            _point(axes, point, (x_axis.times, y_axis.times), number)
    if plane.points:
        _key(figure, [(p.name, number) for number, p in enumerate(plane.points)], columns)


def _point(axes: "Axes", point: Point, times: tuple[float, float], number: int) -> None:
    """With both intervals."""
    spans = []
    for mark, by in zip((point.x, point.y), times, strict=True):
        low, high = mark.ends
        spans.append([[(mark.value - low) * by], [(high - mark.value) * by]])
    x, y = point.x.value * times[0], point.y.value * times[1]
    axes.errorbar(x, y, xerr=spans[0], yerr=spans[1], **_look(number))


def _rows(lines: Sequence[Line]) -> Iterator[ChartRow]:
    """From the top down; a line without a mark has a row, too, and a long name has room."""
    y = 0.0
    for line in lines:
        marks: Sequence[Mark | None] = line.marks or (None,)
        room = max(0.0, _name_of(line).count("\n") + 1 - len(marks)) / 2
        for i, mark in enumerate(marks):
            yield ChartRow(y - room - i, line, mark)
        y -= len(marks) + 2 * room + BETWEEN_LINES


def _name_of(line: Line) -> str:
    return textwrap.fill(line.name, NAME, max_lines=3, placeholder="…")


def _scale(axes: "Axes", axis: Axis) -> None:
    axes.set_xlim(axis.low * axis.times, axis.high * axis.times)
    axes.locator_params(axis="x", nbins=4)
    axes.xaxis.set_major_formatter(lambda value, _: _tick(value, signed=axis.signed))
    axes.set_xlabel(axis.label)
    axes.grid(axis="x")
    if axis.reference is not None:
        axes.axvline(axis.reference * axis.times, color=SOFT, linestyle="--", linewidth=1.4)


def _tick(value: float, *, signed: bool) -> str:
    return (f"{value:+g}" if signed and value else f"{value:g}").replace("-", "−")


def _names(axes: "Axes", rows: Sequence[ChartRow], axis: Axis) -> None:
    """Of lines on the left, in the middle of their marks; values on the right."""
    heights: dict[int, list[float]] = {}
    for row in rows:
        heights.setdefault(id(row.line), []).append(row.y)
    names = {id(row.line): _name_of(row.line) for row in rows}
    axes.set_yticks([sum(ys) / len(ys) for ys in heights.values()], list(names.values()))
    drawn = [(row.y, row.mark) for row in rows if row.mark and axis.holds(row.mark)]
    values = axes.secondary_yaxis("right")
    values.spines["right"].set_visible(False)
    values.set_yticks([y for y, _ in drawn], [axis.says(mark.value) for _, mark in drawn])


def _mark(axes: "Axes", row: ChartRow, axis: Axis, groups: Sequence[str]) -> None:
    """What the axis can't hold is said in words."""
    mark = row.mark
    if mark is None or not axis.holds(mark):
        said = row.line.instead if mark is None else _off_the_scale(mark)
        beside = axes.get_yaxis_transform()
        axes.text(0, row.y, said, transform=beside, va="center", color=SOFT)
        return
    value, (low, high) = mark.value * axis.times, (end * axis.times for end in mark.ends)
    number = groups.index(mark.group) if mark.group in groups else 0
    axes.errorbar(value, row.y, xerr=[[value - low], [high - value]], **_look(number))


def _off_the_scale(mark: Mark) -> str:
    low, high = mark.ends
    return f"{mark.group} {mark.value:.3g} [{low:.3g}, {high:.3g}], off the scale".lstrip()


def _look(number: int) -> dict[str, Any]:
    """Of more than there are colours, one comes again with another shape."""
    lap, place = divmod(number, len(SERIES))
    shape = SHAPES[(number + lap) % len(SHAPES)]
    look = {"fmt": shape, "color": SERIES[place], "markersize": 8, "markeredgewidth": 0}
    return look | {"elinewidth": 2, "clip_on": False}


def _key(figure: "Figure", groups: Sequence[tuple[str, int]], columns: int) -> None:
    """Only of the groups that the chart shows, as they look among all."""
    from matplotlib.lines import Line2D

    handles = []
    for group, number in groups:
        look = _look(number)
        marker = {name: look[name] for name in ("color", "markersize", "markeredgewidth")}
        name = textwrap.shorten(group, KEY, placeholder="…")
        handles.append(Line2D([], [], marker=look["fmt"], linestyle="", label=name, **marker))
    figure.legend(handles=handles, loc="outside upper left", ncols=columns)
