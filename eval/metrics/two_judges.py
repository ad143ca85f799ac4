"""Do two judges say the same of the same outputs? Source: MySQA A.2."""

from collections.abc import Sequence

from eval.domain.instance import Instance
from eval.domain.judgment import Scored
from eval.domain.metric import FACTS, Metric
from eval.domain.results import JudgesAgreement, Measured
from eval.metrics.rows import ByInstance, by_question, measured_of
from eval.statistics.bootstrap import bootstrap_mean
from eval.statistics.correlation import pearson, spearman
from eval.statistics.kappa import ItemAgreement, agreement

_BY_CLAIM = frozenset({Metric.CITATION_PRECISION, Metric.CITATION_RECALL})
"""Judges differ in which sentences they take for claims, so that items can't be paired."""
Pairs = list[tuple[Instance, Measured, Measured]]


def judges_agreement(
    instances: Sequence[Instance],
    a: ByInstance,
    b: ByInstance,
    *,
    judges: tuple[str, str],
    seed: int,
    n_resamples: int = 10_000,
) -> tuple[JudgesAgreement, ...]:
    """One for each metric that both judged, in the order of `Metric`; what needs no judge is left
    out.

    `a` and `b` are of the same outputs. Items are paired by name; one that only one judge has is
    left out, one that either could not score is counted as unscored. Grades (specificity) are
    correlated; how often two grades are the same says little.
    """
    ordered, found = sorted(instances, key=lambda i: i.instance_id), []
    for metric in (m for m in Metric if FACTS[m].needs != "nothing"):
        each = ((i, measured_of(a, i, metric), measured_of(b, i, metric)) for i in ordered)
        if pairs := [(i, x, y) for i, x, y in each if x is not None and y is not None]:
            found.append(_agreement(metric, pairs, judges, seed=seed, n=n_resamples))
    return tuple(found)


def _agreement(
    metric: Metric, pairs: Pairs, judges: tuple[str, str], *, seed: int, n: int
) -> JudgesAgreement:
    items = []
    for _, x, y in pairs if metric not in _BY_CLAIM else ():
        others = {i.name: i.judgment for i in y.items}
        items += [(i.judgment, others[i.name]) for i in x.items if i.name in others]
    alike = agreement([x for x, _ in items], [y for _, y in items])
    verdicts = alike if FACTS[metric].high == 1 else ItemAgreement(n=alike.n)
    scored = [
        (x.score, y.score) for x, y in items if isinstance(x, Scored) and isinstance(y, Scored)
    ]
    scores = [(i.query_id, x.score, y.score) for i, x, y in pairs]
    both = [(q, x, y) for q, x, y in scores if x is not None and y is not None]
    kinder = by_question((q, y - x) for q, x, y in both)
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
        difference=bootstrap_mean(kinder, seed=seed, n=n) if both else None,
    )
