"""Do two judges say the same of the same outputs? Source: MySQA A.2, agreement of a judge with a
person."""

from collections.abc import Iterator, Mapping, Sequence

from eval.domain.instance import Instance
from eval.domain.judgment import Judgment, Scored
from eval.domain.metric import FACTS, Metric
from eval.domain.results import JudgesAgreement, Measured
from eval.metrics.rows import by_question
from eval.statistics.bootstrap import bootstrap_mean
from eval.statistics.correlation import pearson, spearman
from eval.statistics.kappa import ItemAgreement, agreement

_BY_CLAIM = frozenset({Metric.CITATION_PRECISION, Metric.CITATION_RECALL})
"""Judges differ in which sentences they take for claims, so that items can't be paired."""


def judges_agreement(
    instances: Sequence[Instance],
    a: Mapping[str, Sequence[Measured]],
    b: Mapping[str, Sequence[Measured]],
    *,
    judges: tuple[str, str],
    seed: int,
    n_resamples: int = 10_000,
) -> tuple[JudgesAgreement, ...]:
    """One for each metric that both judged, in the order of `Metric`; what needs no judge is left
    out.

    `a` and `b` are by instance id and of the same outputs. Items are paired by name; one that only
    one judge has is left out, one that either could not score is counted as unscored. Grades
    (specificity) are correlated; how often two grades are the same says little.
    """
    found = ((m, _pairs(instances, a, b, m)) for m in Metric if FACTS[m].needs != "nothing")
    return tuple(
        _agreement(metric, pairs, judges, seed=seed, n=n_resamples)
        for metric, pairs in found
        if pairs
    )


def _pairs(
    instances: Sequence[Instance],
    a: Mapping[str, Sequence[Measured]],
    b: Mapping[str, Sequence[Measured]],
    metric: Metric,
) -> list[tuple[Instance, Measured, Measured]]:
    def of(measured: Mapping[str, Sequence[Measured]], instance: Instance) -> Measured | None:
        return next((m for m in measured.get(instance.instance_id, ()) if m.metric is metric), None)

    ordered = sorted(instances, key=lambda i: i.instance_id)
    return [
        (i, x, y) for i in ordered if (x := of(a, i)) is not None and (y := of(b, i)) is not None
    ]


def _agreement(
    metric: Metric,
    pairs: Sequence[tuple[Instance, Measured, Measured]],
    judges: tuple[str, str],
    *,
    seed: int,
    n: int,
) -> JudgesAgreement:
    items = [] if metric in _BY_CLAIM else [j for _, x, y in pairs for j in _items(x, y)]
    alike = agreement([x for x, _ in items], [y for _, y in items])
    verdicts = alike if FACTS[metric].high == 1 else ItemAgreement(n=alike.n)
    scored = [
        (x.score, y.score) for x, y in items if isinstance(x, Scored) and isinstance(y, Scored)
    ]
    both = [
        (i.query_id, x.score, y.score)
        for i, x, y in pairs
        if x.score is not None and y.score is not None
    ]
    return JudgesAgreement(
        metric=metric,
        a=judges[0],
        b=judges[1],
        n_items=alike.n,
        n_unscored=alike.n_unscored,
        same=verdicts.accuracy,
        kappa=verdicts.kappa,
        pearson=pearson([x for x, _ in scored], [y for _, y in scored]),
        n_instances=len(both),
        spearman=spearman([x for _, x, _ in both], [y for _, _, y in both]),
        difference=bootstrap_mean(by_question((q, y - x) for q, x, y in both), seed=seed, n=n)
        if both
        else None,
    )


def _items(x: Measured, y: Measured) -> Iterator[tuple[Judgment, Judgment]]:
    others = {i.name: i.judgment for i in y.items}
    return ((i.judgment, others[i.name]) for i in x.items if i.name in others)
