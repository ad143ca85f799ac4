"""Figures of a system, whole and by expertise, and of two. Source: MySQA §3.4, A.4."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from eval.domain.instance import Expertise, Instance
from eval.domain.metric import FACTS, Metric
from eval.domain.results import Comparison, Measured, Row
from eval.statistics.bootstrap import bootstrap_mean, paired_difference

ALL = "all"
ByInstance = Mapping[str, Sequence[Measured]]
"""What was measured, by instance id; ids that are not among the instances are left out."""


@dataclass(frozen=True)
class Sample:
    """What figures rest on, who judged it, and how intervals are drawn from it."""

    instances: Sequence[Instance]
    judge: str
    seed: int
    n_resamples: int = 10_000

    @property
    def groups(self) -> list[tuple[str, list[Instance]]]:
        """`all`, then `low`, `medium` and `high` where instances have an expertise."""
        found = [(e.value, [i for i in self.instances if i.expertise is e]) for e in Expertise]
        return [(ALL, list(self.instances)), *(group for group in found if group[1])]


def rows_of(sample: Sample, measured: ByInstance, system: str) -> tuple[Row, ...]:
    """One row a metric and group.

    A row's figure is the mean of its instances' scores, its interval is resampled by question. An
    instance of which nothing was scored does not count in the mean, but its unscored items do in
    `n_unscored`. `n_scored` and `n_unscored` count items. A group without any item has no row; one
    without a scored item has no estimate.
    """
    rows = []
    for metric in Metric:
        for group, members in sample.groups:
            each = ((i, measured_of(measured, i, metric)) for i in members)
            found = [(i, m) for i, m in each if m and m.items]
            if not found:
                continue
            scores = by_question((i.query_id, m.score) for i, m in found if m.score is not None)
            drawn = {"seed": sample.seed, "n": sample.n_resamples}
            n_unscored = sum(m.n_unscored for _, m in found)
            rows.append(
                Row(
                    system=system,
                    judge=sample.judge,
                    metric=metric,
                    group=group,
                    estimate=bootstrap_mean(scores, **drawn) if scores else None,
                    n_scored=sum(len(m.items) for _, m in found) - n_unscored,
                    n_unscored=n_unscored,
                    **(_bounds(metric, [m for _, m in found]) if n_unscored else {}),
                )
            )
    return tuple(rows)


def _bounds(metric: Metric, measured: Sequence[Measured]) -> dict[str, float | None]:
    """Also of instances of which nothing was scored."""
    ends = {"if_unscored_low": FACTS[metric].low, "if_unscored_high": FACTS[metric].high}
    return {name: None if end is None else _mean_if(measured, end) for name, end in ends.items()}


def _mean_if(measured: Sequence[Measured], unscored: float) -> float | None:
    scores = [score for m in measured if (score := m.score_if(unscored)) is not None]
    return fmean(scores) if scores else None


def comparisons_of(
    sample: Sample, a: ByInstance, b: ByInstance, systems: tuple[str, str]
) -> tuple[Comparison, ...]:
    """`b` minus `a`, by metric and group, on instances that have a score of both."""
    compared = []
    for metric in Metric:
        for group, members in sample.groups:
            both = scores_of_both(members, a, b, metric)
            if not both:
                continue
            of_a, of_b = (by_question((i.query_id, two[k]) for i, *two in both) for k in (0, 1))
            found = paired_difference(of_a, of_b, seed=sample.seed, n=sample.n_resamples)
            compared.append(
                Comparison(
                    metric=metric,
                    judge=sample.judge,
                    group=group,
                    a=systems[0],
                    b=systems[1],
                    difference=found.difference,
                    p_value=found.p_value,
                )
            )
    return tuple(compared)


def measured_of(measured: ByInstance, instance: Instance, metric: Metric) -> Measured | None:
    return next((m for m in measured.get(instance.instance_id, ()) if m.metric is metric), None)


def scores_of_both(
    instances: Iterable[Instance], a: ByInstance, b: ByInstance, metric: Metric
) -> list[tuple[Instance, float, float]]:
    found = []
    for i in instances:
        one, other = measured_of(a, i, metric), measured_of(b, i, metric)
        x, y = (m.score if m else None for m in (one, other))
        if x is not None and y is not None:
            found.append((i, x, y))
    return found


def by_question(scores: Iterable[tuple[str, float]]) -> dict[str, list[float]]:
    grouped: defaultdict[str, list[float]] = defaultdict(list)
    for question, score in scores:
        grouped[question].append(score)
    return grouped
