"""For profile, actions and report a table and a chart a metric, of all instances and by
expertise."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from eval.domain.instance import Expertise
from eval.domain.metric import FACTS, Facts, Metric
from eval.domain.results import Estimate, Results, Row
from eval.domain.words import NONE, interval, number, round_up, short
from eval.judges.local.caveats import CAVEATS
from eval.judges.local.judge import LocalJudge
from eval.metrics.rows import ALL
from eval.show.document import (
    Axis,
    Cell,
    Chart,
    Line,
    Part,
    Table,
    cell_of,
    mark_of,
    share_axis,
    table_of,
)
from myscholar.domain.model import Frozen
from myscholar.domain.text import listed

FAMILIES: Mapping[str, str] = {
    "profile": "Profiles",
    "actions": "Actions",
    "report": "Reports",
    "likeness": "Reports beside their references",
    "interaction": "What was asked",
    "steer": "Steered research",
    "asking": "Questions before research",
    "arena": "Reports on research tasks",
}
COIN = 0.25
"""Win rate of a judge who tosses a coin: only a win in both orders counts."""
MANY_SYSTEMS = 5
"""From so many on, a table has a column for each metric: else it is longer than anybody reads."""
SHOWN_BY_GROUP = "actions"
"""The family that also a terminal shows by expertise; of the others the page does (by hand)."""
LOCAL = LocalJudge.name
_LEVELS = tuple(e.value for e in Expertise)
_BETTER = {
    True: "Higher is better",
    False: "Lower is better",
    None: "Neither is better; may explain other figures",
}
_MOST = 1e6
"""Above it a count is an error of whoever wrote it, and no scale is stretched for it."""


class ShownRow(Frozen):
    name: str
    """The system; with its judge where there are several, and its run where several ran it."""
    row: Row


def shown_rows(results: Sequence[Results]) -> tuple[ShownRow, ...]:
    """In the order of the runs and of their rows."""
    judges = {row.judge for r in results for row in r.rows}
    runs_of = Counter(pair for r in results for pair in {(row.system, row.judge) for row in r.rows})
    shown = []
    for i, result in enumerate(results, 1):
        for row in result.rows:
            name = short(row.system)
            name += f", by {short(row.judge)}" if len(judges) > 1 else ""
            name += f", run {i}" if runs_of[row.system, row.judge] > 1 else ""
            shown.append(ShownRow(name=name, row=row))
    return tuple(shown)


def family_parts(
    family: str, rows: Sequence[ShownRow], notes: Sequence[str] = ()
) -> tuple[Part, ...]:
    """All instances, then those of each expertise; none where no row is of the family.

    `rows` are those of the whole document, `notes` what must be known of the family's figures.
    """
    seen = tuple(dict.fromkeys((*_LEVELS, *sorted({r.row.group for r in rows} - {ALL}))))
    mine = [r for r in rows if FACTS[r.row.metric].of == family]
    whole = [r for r in mine if r.row.group == ALL]
    split = [r for r in mine if r.row.group != ALL]
    group = "expertise" if all(r.row.group in _LEVELS for r in split) else "group"
    name, points = FAMILIES[family], (*notes, *_caveats(whole))
    by_group = _part(
        f"{name} by {group}", split, partial(_by_group, seen), group=group.capitalize()
    )
    aside = {"aside": family != SHOWN_BY_GROUP}
    return (
        *_part(name, whole, _chart, points),
        *(part.model_copy(update=aside) for part in by_group),
    )


def _part(
    heading: str,
    rows: Sequence[ShownRow],
    chart: Callable[[Metric, Sequence[ShownRow]], Chart],
    points: tuple[str, ...] = (),
    group: str = "",
) -> tuple[Part, ...]:
    systems = list(dict.fromkeys(r.name for r in rows))
    rows = sorted(rows, key=lambda r: (systems.index(r.name), *_rank(r.row.group)))
    by_metric = {m: found for m in Metric if (found := [r for r in rows if r.row.metric is m])}
    keys: dict[str, Callable[[ShownRow], Cell | str]] = {"Metric": _label}
    if len(systems) > 1:
        keys["System"] = lambda r: r.name
    if group:
        keys[group] = lambda r: r.row.group
    if len(systems) >= MANY_SYSTEMS:
        table = _by_system(by_metric, group)
    else:
        in_order = [r for found in by_metric.values() for r in found]
        caption = "Means with their 95 % intervals, and what they rest on"
        table = table_of(caption, in_order, {**keys, **_COLUMNS}, n_keys=len(keys), flows=True)
    charts = tuple(chart(m, found) for m, found in by_metric.items())
    each = "Each system on what it has a score of; its instances and questions stand beside it."
    text = (each,) if 1 < len(systems) < MANY_SYSTEMS else ()
    part = Part(heading=heading, text=text, points=points, charts=charts, tables=(table,))
    return (part,) if by_metric else ()


def _by_system(by_metric: Mapping[Metric, Sequence[ShownRow]], group: str) -> Table:
    """A row a system, or a system's group; a column a metric."""
    found = {(r.name, r.row.group, m): r for m, rows in by_metric.items() for r in rows}
    counts = list(dict.fromkeys(counts_of(r.row.estimate) for r in found.values()))
    differ = len(counts) > 1

    def column(metric: Metric) -> Callable[[tuple[str, str]], Cell | str]:
        def cell(of: tuple[str, str]) -> Cell | str:
            shown = found.get((*of, metric))
            return _with_counts(shown, differ) if shown else NONE

        return cell

    keys: dict[str, Callable[[tuple[str, str]], Cell | str]] = {"System": lambda of: of[0]}
    if group:
        keys[group] = lambda of: of[1]
    rests = "n instances (questions)" if differ else f"of {counts[0]} instances (questions)"
    return table_of(
        f"Means with their 95 % intervals, {rests}",
        dict.fromkeys((name, of) for name, of, _ in found),
        {**keys, **{FACTS[m].label: column(m) for m in by_metric}},
        n_keys=len(keys),
        flows=True,
    )


def _with_counts(r: ShownRow, differ: bool) -> Cell:
    mean, unscored = _mean(r), cell_of(_unscored(r.row))
    n = (f"n {counts_of(r.row.estimate)}",) if differ and r.row.estimate else ()
    left = (f"{unscored.text} unscored", *unscored.under) if r.row.n_unscored else ()
    return mean.model_copy(update={"under": (*mean.under, *n, *left)})


def _label(r: ShownRow) -> str:
    return FACTS[r.row.metric].label


def estimate_cell(e: Estimate, metric: Metric, *, signed: bool = False) -> Cell:
    """Shares in percent and their differences in points, everything else as it is; without an
    interval where there are too few questions."""
    times, digits, unit = _scale(metric)
    unit = " pp" if signed and unit else unit
    span = interval(e.low * times, e.high * times, digits, signed=signed)
    text = number(e.mean * times, digits, signed=signed) + unit
    return Cell(text=text, under=(span,) if e.has_interval else ())


def counts_of(e: Estimate | None) -> str:
    return f"{e.n_instances:,} ({e.n_questions:,})" if e else NONE


def _mean(r: ShownRow) -> Cell:
    e = r.row.estimate
    return estimate_cell(e, r.row.metric) if e else Cell(text="nothing scored")


_COLUMNS: Mapping[str, Callable[[ShownRow], Cell | str]] = {
    "Mean": _mean,
    "Instances (questions)": lambda r: counts_of(r.row.estimate),
    "Items": lambda r: f"{r.row.n_scored:,}",
    "Unscored": lambda r: _unscored(r.row),
}


def _unscored(row: Row) -> Cell | str:
    """With the mean if all of it were at the lowest and at the highest."""
    if not row.n_unscored:
        return NONE
    low, high = row.if_unscored_low, row.if_unscored_high
    if low is None or high is None:
        return f"{row.n_unscored:,}"
    times, digits, unit = _scale(row.metric)
    ends = " to ".join(number(end * times, digits) for end in (low, high))
    return Cell(text=f"{row.n_unscored:,}", under=(f"{ends}{unit}",))


def _scale(metric: Metric) -> tuple[int, int, str]:
    """What a figure is multiplied by where it is shown, with how many digits and which unit."""
    return (100, 1, " %") if FACTS[metric].high == 1 else (1, 2, "")


def _chart(metric: Metric, rows: Sequence[ShownRow]) -> Chart:
    lines = []
    for r in rows:
        unscored = f", {r.row.n_unscored:,} unscored" if r.row.n_unscored else ""
        marks = (mark_of(r.row.estimate),) if r.row.estimate else ()
        lines.append(Line(name=r.name, marks=marks, instead=f"nothing scored{unscored}"))
    return _drawn(metric, rows, lines)


def _by_group(groups: tuple[str, ...], metric: Metric, rows: Sequence[ShownRow]) -> Chart:
    """A line a system, a mark a group, alike in all charts; expertise from low to high."""
    lines = []
    for name in dict.fromkeys(r.name for r in rows):
        mine = [r.row for r in rows if r.name == name]
        marks = tuple(mark_of(row.estimate, row.group) for row in mine if row.estimate)
        lines.append(Line(name=name, marks=marks, instead="nothing scored"))
    return _drawn(metric, rows, lines, groups)


def _drawn(
    metric: Metric, rows: Sequence[ShownRow], lines: Sequence[Line], groups: tuple[str, ...] = ()
) -> Chart:
    axis, note = _axis(metric, [r.row for r in rows]), _note(metric)
    title = FACTS[metric].label
    return Chart(title=title, lines=tuple(lines), axis=axis, note=note, groups=groups)


def _rank(group: str) -> tuple[int, str]:
    return (_LEVELS.index(group), "") if group in _LEVELS else (len(_LEVELS), group)


def _axis(metric: Metric, rows: Sequence[Row]) -> Axis:
    facts, high = FACTS[metric], FACTS[metric].high
    if high == 1:
        return share_axis(COIN if metric is Metric.WIN_RATE else None, digits=1)
    if high is None:
        highs = (mark_of(row.estimate).ends[1] for row in rows if row.estimate)
        high = round_up(max((h for h in highs if h < _MOST), default=1))
    return Axis(low=facts.low, high=high, label=_unit(facts))


def _unit(facts: Facts) -> str:
    return "count" if facts.high is None else f"grade from {facts.low:g} to {facts.high:g}"


def _caveats(rows: Sequence[ShownRow]) -> tuple[str, ...]:
    """How far to believe the local judge; what holds of several metrics is said once."""
    by_local = {r.row.metric for r in rows if r.row.judge == LOCAL}
    found: dict[str, list[str]] = {}
    for metric in (m for m in Metric if m in by_local and m in CAVEATS):
        found.setdefault(CAVEATS[metric], []).append(FACTS[metric].label)
    return tuple(
        f"{listed(labels)}, by the local judge: {caveat}" for caveat, labels in found.items()
    )


def _note(metric: Metric) -> str:
    if metric is Metric.WIN_RATE:
        return "Higher is better; dashed: a judge who tosses a coin for each order"
    return _BETTER[FACTS[metric].higher_is_better]
