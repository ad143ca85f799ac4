"""Figures of a system over all instances and by expertise, and two systems on the same ones.
Source: MySQA §3.4, tables 1-3, A.4."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from eval.domain.instance import Expertise, Instance
from eval.domain.metric import Metric
from eval.domain.results import Comparison, Measured, Row
from eval.statistics.bootstrap import bootstrap_mean, paired_difference

ALL = "all"


def rows_of(
    instances: Sequence[Instance],
    measured: Mapping[str, Sequence[Measured]],
    *,
    system: str,
    judge: str,
    seed: int,
    n_resamples: int = 10_000,
) -> tuple[Row, ...]:
    """One row a metric and group, `all` first, then `low`, `medium` and `high` where instances have
    an expertise.

    `measured` is by instance id; ids that are not among the instances are left out. A row's figure
    is the mean of its instances' scores, its interval is resampled by question. An instance of
    which nothing was scored does not count in the mean, but its unscored items do in `n_unscored`.
    `n_scored` and `n_unscored` count items. A group without any item has no row; one without a
    scored item has no estimate.
    """
    return tuple(
        _row(group, metric, found, system=system, judge=judge, seed=seed, n=n_resamples)
        for metric in Metric
        for group, members in _groups(instances)
        if (found := _found(members, measured, metric))
    )


def comparisons_of(
    instances: Sequence[Instance],
    a: Mapping[str, Sequence[Measured]],
    b: Mapping[str, Sequence[Measured]],
    *,
    systems: tuple[str, str],
    judge: str,
    seed: int,
    n_resamples: int = 10_000,
) -> tuple[Comparison, ...]:
    """`b` minus `a`, metric by metric and group by group, on the instances that have a score of
    both. None in common: no comparison."""
    compared = []
    for metric in Metric:
        for group, members in _groups(instances):
            scores = [(m, _score(a, m, metric), _score(b, m, metric)) for m in members]
            both = [(m.query_id, x, y) for m, x, y in scores if x is not None and y is not None]
            if both:
                found = paired_difference(
                    by_question((q, x) for q, x, _ in both),
                    by_question((q, y) for q, _, y in both),
                    seed=seed,
                    n=n_resamples,
                )
                compared.append(
                    Comparison(
                        metric=metric,
                        judge=judge,
                        group=group,
                        a=systems[0],
                        b=systems[1],
                        difference=found.difference,
                        p_value=found.p_value,
                    )
                )
    return tuple(compared)


def _groups(instances: Sequence[Instance]) -> list[tuple[str, list[Instance]]]:
    by_expertise = [(e.value, [i for i in instances if i.expertise is e]) for e in Expertise]
    return [(ALL, list(instances)), *((name, members) for name, members in by_expertise if members)]


def _found(
    members: Sequence[Instance], measured: Mapping[str, Sequence[Measured]], metric: Metric
) -> list[tuple[Instance, Measured]]:
    return [
        (i, m)
        for i in members
        for m in measured.get(i.instance_id, ())
        if m.metric is metric and m.items
    ]


def _row(
    group: str,
    metric: Metric,
    found: Sequence[tuple[Instance, Measured]],
    *,
    system: str,
    judge: str,
    seed: int,
    n: int,
) -> Row:
    scores = by_question((i.query_id, m.score) for i, m in found if m.score is not None)
    n_unscored = sum(m.n_unscored for _, m in found)
    return Row(
        system=system,
        judge=judge,
        metric=metric,
        group=group,
        estimate=bootstrap_mean(scores, seed=seed, n=n) if scores else None,
        n_scored=sum(len(m.items) for _, m in found) - n_unscored,
        n_unscored=n_unscored,
    )


def _score(
    measured: Mapping[str, Sequence[Measured]], instance: Instance, metric: Metric
) -> float | None:
    return next(
        (m.score for m in measured.get(instance.instance_id, ()) if m.metric is metric), None
    )


def by_question(scores: Iterator[tuple[str, float]]) -> dict[str, list[float]]:
    """Values by question, in the order in which they come."""
    grouped: defaultdict[str, list[float]] = defaultdict(list)
    for question, score in scores:
        grouped[question].append(score)
    return grouped
