"""What asking brings beside what it takes. Source: IDRBench §4, table 1 and 2, figure 3."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from eval.domain.metric import FACTS, Metric
from eval.domain.results import Comparison, Estimate, Results
from eval.domain.words import NONE, number, p_value, round_up
from eval.metrics.rows import ALL
from eval.show.comparisons import LEVEL
from eval.show.document import Axis, Cell, Part, Plane, Point, mark_of, table_of
from eval.show.families import ShownRow, estimate_cell
from myscholar.domain.model import Frozen

_COSTS = (Metric.TURNS, Metric.QUESTION_TOKENS, Metric.RESPONSE_TOKENS)


class Way(Frozen):
    """One way of interacting, of all questions."""

    name: str
    quality: Estimate
    costs: Mapping[Metric, Estimate]
    compared: Comparison | None = None
    """Its quality with that of the way that does not ask."""

    @property
    def turns(self) -> Estimate:
        return self.costs[Metric.TURNS]

    @property
    def won_by_a_turn(self) -> float | None:
        """None where nothing is asked, or it is what others are compared with."""
        if self.compared is None or not self.turns.mean:
            return None
        return self.compared.difference.mean / self.turns.mean


def interaction_parts(results: Sequence[Results], rows: Sequence[ShownRow]) -> tuple[Part, ...]:
    """None where no system was asked about, or none has an average score."""
    ways = tuple(_ways(results, rows))
    if not ways:
        return ()
    caption = f"{FACTS[Metric.AVERAGE_SCORE].label} and what was asked of a report, as means"
    return (
        Part(
            heading="What asking brings, and what it takes",
            text=tuple(dict.fromkeys(_how(way.compared) for way in ways if way.compared)),
            charts=(frontier(ways),),
            tables=(table_of(caption, ways, _COLUMNS, flows=True),),
        ),
    )


def frontier(ways: Sequence[Way]) -> Plane:
    most = max(mark_of(way.turns).ends[1] for way in ways)
    ends = [end for way in ways for end in mark_of(way.quality).ends]
    margin = 0.05 * (max(ends) - min(ends)) or 0.05
    return Plane(
        title="Quality against turns",
        points=tuple(
            Point(name=way.name, x=mark_of(way.turns), y=mark_of(way.quality)) for way in ways
        ),
        x_axis=Axis(low=0, high=round_up(most) if most else 1, label="turns of a report", digits=1),
        y_axis=Axis(
            low=max(0.0, min(ends) - margin),
            high=min(1.0, max(ends) + margin),
            label="average score, %",
            times=100,
            digits=1,
        ),
        note="Higher and further left is better; the line joins the best at their turns or fewer",
    )


def _ways(results: Sequence[Results], rows: Sequence[ShownRow]) -> Iterator[Way]:
    whole = [r for r in rows if r.row.group == ALL]
    compared = {
        (c.b, c.judge): c
        for r in results
        for c in r.comparisons
        if (c.metric, c.group) == (Metric.AVERAGE_SCORE, ALL)
    }
    for name in dict.fromkeys(r.name for r in whole):
        mine = {r.row.metric: r.row for r in whole if r.name == name}
        quality = mine.get(Metric.AVERAGE_SCORE)
        costs = {m: row.estimate for m in _COSTS if (row := mine.get(m)) and row.estimate}
        if quality and quality.estimate and len(costs) == len(_COSTS):
            key = quality.system, quality.judge
            yield Way(name=name, quality=quality.estimate, costs=costs, compared=compared.get(key))


def _how(compared: Comparison) -> str:
    return (
        f"A difference is the average score of a way minus that of {compared.a} on the same "
        f"questions; two are told apart where p is below {LEVEL}."
    )


def _difference(way: Way) -> Cell:
    if way.compared is None:
        return Cell(text=NONE)
    return estimate_cell(way.compared.difference, Metric.AVERAGE_SCORE, signed=True)


def _p(way: Way) -> str:
    c = way.compared
    return p_value(c.p_value) if c and c.difference.has_interval else NONE


def _cost(metric: Metric) -> Callable[[Way], Cell | str]:
    return lambda way: estimate_cell(way.costs[metric], metric)


_COLUMNS: Mapping[str, Callable[[Way], Cell | str]] = {
    "Way": lambda way: way.name,
    "Average score": lambda way: estimate_cell(way.quality, Metric.AVERAGE_SCORE),
    "Difference": _difference,
    "p": _p,
    **{FACTS[metric].label: _cost(metric) for metric in _COSTS},
    "Points won by a turn": lambda way: (
        NONE if way.won_by_a_turn is None else number(100 * way.won_by_a_turn, 2, signed=True)
    ),
}
