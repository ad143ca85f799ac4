"""Two systems on the same questions: differences with their intervals."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from eval.domain.metric import FACTS
from eval.domain.results import FEWEST_QUESTIONS, Comparison, Results
from eval.domain.words import interval_of, number, p_value, round_up, short
from eval.show.charts import Axis, Line, ends, interval_chart, mark_of
from eval.show.document import Cell, Chart, Part, table_of
from myscholar.domain.text import counted

LEVEL = 0.05


def comparisons_part(results: Sequence[Results]) -> tuple[Part, ...]:
    found = [c for r in results for c in r.comparisons]
    n_all = sum(c.difference.has_interval for c in found)
    by_pair = groupby(
        sorted(found, key=lambda c: (c.a, c.b, c.judge)), key=lambda c: (c.a, c.b, c.judge)
    )
    return tuple(
        _part(short(a), short(b), short(judge), tuple(group), n_all)
        for (a, b, judge), group in by_pair
    )


def _part(a: str, b: str, judge: str, comparisons: Sequence[Comparison], n_all: int) -> Part:
    how = (
        f"Both systems on the same questions, judged by {judge}. A difference is the figure of "
        f"{b} minus the figure of {a}: above 0 {b} is higher, below 0 {a} is higher."
    )
    shares, others = (
        [c for c in comparisons if (FACTS[c.metric].high == 1) is is_share]
        for is_share in (True, False)
    )
    titled = (
        ("Differences of figures from 0 to 1", shares),
        ("Differences of counts and grades", others),
    )
    columns: Mapping[str, Callable[[Comparison], Cell | str]] = {
        "Metric": _name,
        "Difference": lambda c: Cell(
            text=number(c.difference.mean, signed=True),
            under=(interval_of(c.difference, signed=True),),
        ),
        "p": lambda c: p_value(c.p_value) if c.difference.has_interval else "·",
        "Which is higher": lambda c: _higher(a, b, c),
        "Questions": lambda c: f"{c.difference.n_questions:,}",
    }
    caption = f"Differences, {b} minus {a}; which is higher is said where p is below {LEVEL}"
    return Part(
        heading=f"{b} compared with {a}, by {judge}",
        text=(how, _chance(comparisons, n_all)),
        charts=tuple(_chart(title, a, b, chosen) for title, chosen in titled if chosen),
        tables=(table_of(caption, comparisons, columns, flows=True),),
    )


def _chance(comparisons: Sequence[Comparison], n_all: int) -> str:
    tested = [c for c in comparisons if c.difference.has_interval]
    few = len(comparisons) - len(tested)
    left = (
        f"{counted(few, 'comparison')} on fewer than {FEWEST_QUESTIONS} questions: no interval and "
        "no p."
    )
    if not tested:
        return left
    return (
        f"{counted(len(tested), 'comparison')}; {sum(c.p_value < LEVEL for c in tested)} with p "
        f"below {LEVEL}. Of {n_all:,} comparisons on this page, chance alone would bring about "
        f"{n_all * LEVEL:.1f} such; corrected for their number (Bonferroni) the bar is p below "
        f"{LEVEL / n_all:.2g}.{f' {left}' if few else ''}"
    )


def _chart(title: str, a: str, b: str, comparisons: Sequence[Comparison]) -> Chart:
    marks = [mark_of(c.difference) for c in comparisons]
    far = [abs(x) for mark in marks for x in ends(mark) if abs(x) < 1e6]
    end = max(0.1, round_up(max(far, default=1)))
    lines = [Line(name=_name(c), marks=(mark,)) for c, mark in zip(comparisons, marks, strict=True)]
    axis = Axis(low=-end, high=end, reference=0, signed=True)
    note = f"Left of the dashed line {a} is higher, right of it {b}"
    return interval_chart(title, lines, axis, note=note)


def _name(c: Comparison) -> str:
    return FACTS[c.metric].label + ("" if c.group == "all" else f", {c.group}")


def _higher(a: str, b: str, c: Comparison) -> str:
    if not c.difference.has_interval:
        return "too few questions"
    if c.p_value >= LEVEL or not c.difference.mean:
        return "not told apart"
    return b if c.difference.mean > 0 else a
