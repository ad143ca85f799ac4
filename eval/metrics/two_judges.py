"""Do two judges say the same of the same outputs? Source: MySQA A.2, agreement of a judge with a person."""

from collections.abc import Iterator, Mapping, Sequence

from pydantic import Field

from eval.domain.instance import Instance
from eval.domain.judgment import Judgment, Scored
from eval.domain.metric import FACTS, Metric
from eval.domain.results import Estimate, Measured
from eval.metrics.rows import by_question
from eval.statistics.bootstrap import bootstrap_mean
from eval.statistics.correlation import pearson, spearman
from eval.statistics.kappa import Agreement, agreement
from myscholar.domain.model import Frozen

_BY_CLAIM = frozenset({Metric.CITATION_PRECISION, Metric.CITATION_RECALL})
"""Judges differ in which sentences they take for claims, so that items can't be paired."""


class JudgesAgreement(Frozen):
    """Two judges on one metric of the same outputs."""

    metric: Metric
    a: str
    b: str
    items: Agreement | None = None
    """How often they give an item the same score. None: items can't be paired, as for citations."""
    pearson: float | None = None
    """Correlation of the items' scores, for grades such as specificity. None: not defined."""
    n_instances: int = Field(ge=0)
    """That both scored."""
    spearman: float | None = None
    """Correlation of the instances' scores: whether they rank outputs alike. None: not defined."""
    difference: Estimate | None = None
    """Mean of `b`'s score of an instance minus `a`'s, resampled by question: which is kinder. None: no instance has both."""


def judges_agreement(
    instances: Sequence[Instance],
    a: Mapping[str, Sequence[Measured]],
    b: Mapping[str, Sequence[Measured]],
    *,
    judges: tuple[str, str],
    seed: int,
    n_resamples: int = 10_000,
) -> tuple[JudgesAgreement, ...]:
    """One for each metric that both judged, in the order of `Metric`; what needs no judge is left out.

    `a` and `b` are by instance id and of the same outputs. Items are paired by name; one that only one judge has is left out, one that
    either could not score is counted as unscored.
    """
    found = ((m, _pairs(instances, a, b, m)) for m in Metric if FACTS[m].needs != "nothing")
    return tuple(_agreement(metric, pairs, judges, seed=seed, n=n_resamples) for metric, pairs in found if pairs)


def _pairs(
    instances: Sequence[Instance], a: Mapping[str, Sequence[Measured]], b: Mapping[str, Sequence[Measured]], metric: Metric
) -> list[tuple[Instance, Measured, Measured]]:
    def of(measured: Mapping[str, Sequence[Measured]], instance: Instance) -> Measured | None:
        return next((m for m in measured.get(instance.instance_id, ()) if m.metric is metric), None)

    ordered = sorted(instances, key=lambda i: i.instance_id)
    return [(i, x, y) for i in ordered if (x := of(a, i)) is not None and (y := of(b, i)) is not None]


def _agreement(
    metric: Metric, pairs: Sequence[tuple[Instance, Measured, Measured]], judges: tuple[str, str], *, seed: int, n: int
) -> JudgesAgreement:
    items = [] if metric in _BY_CLAIM else [j for _, x, y in pairs for j in _items(x, y)]
    scored = [(x.score, y.score) for x, y in items if isinstance(x, Scored) and isinstance(y, Scored)]
    both = [(i.query_id, x.score, y.score) for i, x, y in pairs if x.score is not None and y.score is not None]
    return JudgesAgreement(
        metric=metric,
        a=judges[0],
        b=judges[1],
        items=agreement([x for x, _ in items], [y for _, y in items]) if items else None,
        pearson=pearson([x for x, _ in scored], [y for _, y in scored]),
        n_instances=len(both),
        spearman=spearman([x for _, x, _ in both], [y for _, _, y in both]),
        difference=bootstrap_mean(by_question((q, y - x) for q, x, y in both), seed=seed, n=n) if both else None,
    )


def _items(x: Measured, y: Measured) -> Iterator[tuple[Judgment, Judgment]]:
    others = {i.name: i.judgment for i in y.items}
    return ((i.judgment, others[i.name]) for i in x.items if i.name in others)
