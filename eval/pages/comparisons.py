"""Two systems on the same questions: differences with their intervals."""

from collections.abc import Sequence
from itertools import groupby

from eval.domain.metric import FACTS
from eval.domain.results import Comparison, Results
from eval.pages.charts import Axis, Line, Mark, interval_chart
from eval.pages.document import Cell, Chart, Part, Table
from eval.pages.words import interval, number, p_value, round_up, short
from myscholar.domain.text import counted

LEVEL = 0.05


def comparisons_part(results: Sequence[Results]) -> tuple[Part, ...]:
    """A part for each pair of systems and judge."""
    found = [c for r in results for c in r.comparisons]
    pairs = sorted(found, key=lambda c: (c.a, c.b, c.judge))
    return tuple(
        _part(f"{short(b)} minus {short(a)}, by {short(judge)}", tuple(group), n_all=len(found))
        for (a, b, judge), group in groupby(pairs, key=lambda c: (c.a, c.b, c.judge))
    )


def _part(heading: str, comparisons: Sequence[Comparison], *, n_all: int) -> Part:
    apart = sum(c.p_value < LEVEL for c in comparisons)
    text = (
        f"{counted(len(comparisons), 'comparison')} on the same questions; {apart} with p below {LEVEL}. "
        f"Of {n_all:,} comparisons on this page, chance alone would bring about {n_all * LEVEL:.1f} such; "
        f"corrected for their number (Bonferroni) the bar is p below {LEVEL / n_all:.2g}."
    )
    shares, others = ([c for c in comparisons if (FACTS[c.metric].high == 1) is is_share] for is_share in (True, False))
    charts = [_chart(name, chosen) for name, chosen in (("of a whole", shares), ("in their own units", others)) if chosen]
    return Part(heading=heading, text=(text,), charts=tuple(charts), tables=(_table(comparisons),))


def _chart(scale: str, comparisons: Sequence[Comparison]) -> Chart:
    ends = [abs(x) for c in comparisons for x in (c.difference.low, c.difference.high) if abs(x) < 1e6]
    end = max(0.1, round_up(max(ends, default=1)))
    lines = [
        Line(name=_name(c), marks=(Mark(value=c.difference.mean, low=c.difference.low, high=c.difference.high),))
        for c in comparisons
    ]
    axis = Axis(low=-end, high=end, reference=0, signed=True)
    return interval_chart(f"Differences, {scale}", lines, axis, note="Right of the dashed line: the first named is higher")


def _name(c: Comparison) -> str:
    return FACTS[c.metric].label + ("" if c.group == "all" else f", {c.group}")


def _table(comparisons: Sequence[Comparison]) -> Table:
    rows = tuple(
        (
            _name(c),
            Cell(
                text=number(c.difference.mean, signed=True), under=(interval(c.difference.low, c.difference.high, signed=True),)
            ),
            p_value(c.p_value),
            f"{c.difference.n_questions:,}",
        )
        for c in comparisons
    )
    return Table(caption="Differences", columns=("Metric", "Difference", "p", "Questions"), rows=rows)
