"""A part of the page for each of profile, actions and report: a table of all systems and a chart for each metric, whole and by expertise."""

from collections.abc import Callable, Mapping, Sequence

from eval.domain.instance import Expertise
from eval.domain.metric import FACTS, Facts, Metric
from eval.domain.results import Estimate, Row
from eval.pages.charts import Axis, Line, Mark, interval_chart
from eval.pages.document import Cell, Chart, Part, Table
from eval.pages.rows import ShownRow
from eval.pages.words import interval, number, round_up
from myscholar.domain.text import counted

FAMILIES: Mapping[str, str] = {"profile": "Profiles", "actions": "Actions", "report": "Reports"}
COIN = 0.25
"""Win rate of a judge who tosses a coin: only a win in both orders counts."""
_LEVELS = tuple(e.value for e in Expertise)
_MOST = 1e6
"""Above it a count is an error of whoever wrote it, and no scale is stretched for it."""


def family_parts(family: str, rows: Sequence[ShownRow]) -> tuple[Part, ...]:
    """All instances, then those of each expertise; none where no row is of the family."""
    mine = [r for r in rows if FACTS[r.row.metric].of == family]
    split = [r for r in mine if r.row.group != "all"]
    groups = "expertise" if all(r.row.group in _LEVELS for r in split) else "group"
    parts = (
        _part(FAMILIES[family], "System", [r for r in mine if r.row.group == "all"], _chart),
        _part(f"{FAMILIES[family]} by {groups}", f"System and {groups}", split, _by_group),
    )
    return tuple(part for part in parts if part)


def _part(
    heading: str, first: str, rows: Sequence[ShownRow], chart: Callable[[Metric, Sequence[ShownRow]], Chart]
) -> Part | None:
    metrics = [m for m in Metric if any(r.row.metric is m for r in rows)]
    charts = tuple(chart(m, [r for r in rows if r.row.metric is m]) for m in metrics)
    return Part(heading=heading, charts=charts, tables=(_table(first, rows, metrics),)) if metrics else None


def _table(first: str, rows: Sequence[ShownRow], metrics: Sequence[Metric]) -> Table:
    """Systems in the order of the runs, each with its groups from low to high."""
    systems = list(dict.fromkeys(r.name for r in rows))
    keys = sorted({(r.name, r.row.group) for r in rows}, key=lambda key: (systems.index(key[0]), _rank(key[1])))
    cells = {(r.name, r.row.group, r.row.metric): _cell(r.row) for r in rows}
    return Table(
        caption="Mean; beneath it the 95 % interval, the number of questions, and the judgments that could not be given",
        columns=(first, *(FACTS[m].label for m in metrics)),
        rows=tuple(
            (name if group == "all" else f"{name}: {group}", *(cells.get((name, group, m), "not measured") for m in metrics))
            for name, group in keys
        ),
    )


def _cell(row: Row) -> Cell:
    unscored = (f"{row.n_unscored:,} unscored",) if row.n_unscored else ()
    if row.estimate is None:
        return Cell(text="nothing scored", under=unscored)
    e, digits = row.estimate, _digits(FACTS[row.metric])
    return Cell(
        text=number(e.mean, digits), under=(interval(e.low, e.high, digits), counted(e.n_questions, "question"), *unscored)
    )


def _chart(metric: Metric, rows: Sequence[ShownRow]) -> Chart:
    lines = [Line(name=r.name, marks=(_mark(r.row.estimate),) if r.row.estimate else (), instead=_instead(r.row)) for r in rows]
    return interval_chart(FACTS[metric].label, lines, _axis(metric, rows), note=_note(metric))


def _by_group(metric: Metric, rows: Sequence[ShownRow]) -> Chart:
    """A line a system, a mark each group; expertise from low to high."""
    ordered = sorted(rows, key=lambda r: _rank(r.row.group))
    lines = []
    for name in dict.fromkeys(r.name for r in rows):
        mine = [r.row for r in ordered if r.name == name]
        marks = tuple(_mark(row.estimate, row.group) for row in mine if row.estimate)
        lines.append(Line(name=name, marks=marks, instead="nothing scored"))
    return interval_chart(FACTS[metric].label, lines, _axis(metric, rows), note=_note(metric))


def _rank(group: str) -> tuple[int, str]:
    return (_LEVELS.index(group), "") if group in _LEVELS else (len(_LEVELS), group)


def _mark(e: Estimate, group: str = "") -> Mark:
    return Mark(value=e.mean, low=e.low, high=e.high, group=group)


def _instead(row: Row) -> str:
    return f"nothing scored, {row.n_unscored:,} unscored" if row.n_unscored else "nothing scored"


def _axis(metric: Metric, rows: Sequence[ShownRow]) -> Axis:
    facts = FACTS[metric]
    highs = [r.row.estimate.high for r in rows if r.row.estimate and r.row.estimate.high < _MOST]
    high = facts.high if facts.high is not None else round_up(max(highs, default=1))
    return Axis(low=facts.low, high=high, reference=COIN if metric is Metric.WIN_RATE else None, digits=_digits(facts))


def _digits(facts: Facts) -> int:
    return 1 if facts.high is None else 2


def _note(metric: Metric) -> str:
    if metric is Metric.WIN_RATE:
        return "Dashed: a judge who tosses a coin for each order"
    return {True: "Higher is better", False: "Lower is better", None: "Neither is better; may explain other figures"}[
        FACTS[metric].higher_is_better
    ]
