"""For profile, actions and report a table of systems and a chart a metric, also by expertise."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from eval.domain.instance import Expertise
from eval.domain.metric import FACTS, Facts, Metric
from eval.domain.results import Row
from eval.domain.words import interval_of, number, round_up
from eval.judges.local.caveats import CAVEATS
from eval.metrics.rows import ALL
from eval.show.charts import Axis, Line, ends, interval_chart, mark_of
from eval.show.document import Cell, Chart, Part, Table
from eval.show.rows import LOCAL, ShownRow
from myscholar.domain.text import counted, listed

FAMILIES: Mapping[str, str] = {"profile": "Profiles", "actions": "Actions", "report": "Reports"}
COIN = 0.25
"""Win rate of a judge who tosses a coin: only a win in both orders counts."""
_LEVELS = tuple(e.value for e in Expertise)
_BETTER = {
    True: "Higher is better",
    False: "Lower is better",
    None: "Neither is better; may explain other figures",
}
_MOST = 1e6
"""Above it a count is an error of whoever wrote it, and no scale is stretched for it."""


def family_parts(
    family: str, rows: Sequence[ShownRow], notes: Sequence[str] = ()
) -> tuple[Part, ...]:
    """All instances, then those of each expertise; none where no row is of the family.

    `rows` are those of the whole page, `notes` what must be known of the family's figures.
    """
    seen = tuple(dict.fromkeys((*_LEVELS, *sorted({r.row.group for r in rows} - {ALL}))))
    mine = [r for r in rows if FACTS[r.row.metric].of == family]
    whole = [r for r in mine if r.row.group == ALL]
    split = [r for r in mine if r.row.group != ALL]
    group = "expertise" if all(r.row.group in _LEVELS for r in split) else "group"
    name, points = FAMILIES[family], (*notes, *_caveats(whole))
    return (
        *_part(name, "System", whole, _chart, points),
        *_part(f"{name} by {group}", f"System and {group}", split, partial(_by_group, seen)),
    )


def _part(
    heading: str,
    first: str,
    rows: Sequence[ShownRow],
    chart: Callable[[Metric, Sequence[ShownRow]], Chart],
    points: tuple[str, ...] = (),
) -> tuple[Part, ...]:
    by_metric = {m: found for m in Metric if (found := [r for r in rows if r.row.metric is m])}
    if not by_metric:
        return ()
    charts = tuple(chart(m, found) for m, found in by_metric.items())
    table = _table(first, rows, tuple(by_metric))
    return (Part(heading=heading, points=points, charts=charts, tables=(table,)),)


def _table(first: str, rows: Sequence[ShownRow], metrics: Sequence[Metric]) -> Table:
    """Systems in the order of the runs, each with its groups from low to high."""
    systems = list(dict.fromkeys(r.name for r in rows))
    keys = {(systems.index(r.name), *_rank(r.row.group)): (r.name, r.row.group) for r in rows}
    cells = {(r.name, r.row.group, r.row.metric): _cell(r.row) for r in rows}
    return Table(
        caption="Mean, its 95 % interval, the number of questions, and how many judgments could "
        "not be given",
        columns=(first, *(FACTS[m].label for m in metrics)),
        rows=tuple(
            (
                name if group == ALL else f"{name}: {group}",
                *(cells.get((name, group, m), "not measured") for m in metrics),
            )
            for _, (name, group) in sorted(keys.items())
        ),
    )


def _cell(row: Row) -> Cell:
    unscored = (f"{row.n_unscored:,} unscored",) if row.n_unscored else ()
    if row.estimate is None:
        return Cell(text="nothing scored", under=unscored)
    e, digits = row.estimate, _digits(FACTS[row.metric])
    under = interval_of(e, digits), counted(e.n_questions, "question"), *unscored
    return Cell(text=number(e.mean, digits), under=under)


def _chart(metric: Metric, rows: Sequence[ShownRow]) -> Chart:
    lines = []
    for r in rows:
        unscored = f", {r.row.n_unscored:,} unscored" if r.row.n_unscored else ""
        marks = (mark_of(r.row.estimate),) if r.row.estimate else ()
        lines.append(Line(name=r.name, marks=marks, instead=f"nothing scored{unscored}"))
    return interval_chart(FACTS[metric].label, lines, _axis(metric, rows), note=_note(metric))


def _by_group(groups: Sequence[str], metric: Metric, rows: Sequence[ShownRow]) -> Chart:
    """A line a system, a mark a group, alike in all charts; expertise from low to high."""
    ordered = sorted(rows, key=lambda r: _rank(r.row.group))
    lines = []
    for name in dict.fromkeys(r.name for r in rows):
        mine = [r.row for r in ordered if r.name == name]
        marks = tuple(mark_of(row.estimate, row.group) for row in mine if row.estimate)
        lines.append(Line(name=name, marks=marks, instead="nothing scored"))
    label, axis = FACTS[metric].label, _axis(metric, rows)
    return interval_chart(label, lines, axis, note=_note(metric), groups=groups)


def _rank(group: str) -> tuple[int, str]:
    return (_LEVELS.index(group), "") if group in _LEVELS else (len(_LEVELS), group)


def _axis(metric: Metric, rows: Sequence[ShownRow]) -> Axis:
    facts, high = FACTS[metric], FACTS[metric].high
    if high is None:
        highs = (ends(mark_of(r.row.estimate))[1] for r in rows if r.row.estimate)
        high = round_up(max((h for h in highs if h < _MOST), default=1))
    coin = COIN if metric is Metric.WIN_RATE else None
    return Axis(low=facts.low, high=high, reference=coin, digits=_digits(facts))


def _digits(facts: Facts) -> int:
    return 1 if facts.high is None else 2


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
