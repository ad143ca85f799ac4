"""Dialogues that trained askers held -> what they find, and how they learned. Source: IntentRL
§4.1, table 3."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from eval.domain.metric import Metric
from eval.domain.results import Comparison, Estimate
from eval.metrics.intentrl import f1_of_sums, intent_precision, intent_recall
from eval.statistics.bootstrap import bootstrap_mean, bootstrap_sums, paired_difference
from eval.studies.intentrl.figures import USER
from eval.studies.intentrl.variants import TURNS, Offline, ToldDialogue, TrainedVariant
from myscholar.domain.model import Frozen
from myscholar.domain.text import counted
from myscholar.interactive.clarify.training.train.stages import CurvePoint

SHOWN = 8
"""Points of a learning curve that are shown; by hand."""
LEARNED = ("loss", "reward", "content", "form", "read", "repetition", "restating", "deviation")


class OfVariant(Frozen):
    """`quality`: offline; of trained ones alone."""

    asker: str
    n_seeds: int
    precision: Estimate | None
    recall: Estimate
    f1: Estimate | None
    asked: float
    quality: Estimate | None = None


class Learning(Frozen):
    """Means of neighbouring steps of a stage."""

    seed: int
    stage: str
    step: int
    values: Mapping[str, float]


class VariantResults(Frozen):
    """No text of the queries or intents is in it."""

    benchmark: str = "intentrl-variants"
    dataset: str
    corpus: str
    versions: Mapping[str, str]
    seeds: tuple[int, ...]
    askers: tuple[OfVariant, ...]
    comparisons: tuple[Comparison, ...]
    """The whole training less each other, in recall."""
    curves: tuple[Learning, ...]


def figures(held: Sequence[ToldDialogue], scores: Sequence[Offline] = ()) -> tuple[OfVariant, ...]:
    """The best recall first."""
    by_asker = defaultdict[str, list[ToldDialogue]](list)
    for each in held:
        by_asker[each.asker].append(each)
    found = [
        _figures(name, of, [s for s in scores if s.asker == name]) for name, of in by_asker.items()
    ]
    return tuple(sorted(found, key=lambda each: -each.recall.mean))


def _figures(name: str, held: Sequence[ToldDialogue], scores: Sequence[Offline]) -> OfVariant:
    recalls, precisions = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for each in held:
        recalls[each.query_id].append(intent_recall(each.told, each.n_intents, TURNS))
        precision = intent_precision(each.told, TURNS)
        if precision is not None:
            precisions[each.query_id].append(precision)
    sums = {
        q: (sum(precisions[q]), len(precisions[q]), sum(recalls[q]), len(recalls[q]))
        for q in recalls
    }
    qualities = defaultdict[str, list[float]](list)
    for score in scores:
        qualities[score.query].append(score.score)
    return OfVariant(
        asker=name,
        n_seeds=len({each.seed for each in held}),
        precision=bootstrap_mean(precisions, seed=0) if any(precisions.values()) else None,
        recall=bootstrap_mean(recalls, seed=0),
        f1=bootstrap_sums(sums, f1_of_sums, n_instances=len(held), seed=0),
        asked=sum(len(each.told) for each in held) / len(held),
        quality=bootstrap_mean(qualities, seed=0) if qualities else None,
    )


def compared(held: Sequence[ToldDialogue]) -> Iterator[Comparison]:
    """The whole training less each other asker, in recall; of a query the mean over trainings."""
    found = defaultdict[str, defaultdict[str, list[float]]](lambda: defaultdict(list))
    for each in held:
        found[each.asker][each.query_id].append(intent_recall(each.told, each.n_intents, TURNS))
    means = {
        asker: {query: [fmean(recalls)] for query, recalls in of.items()}
        for asker, of in found.items()
    }
    whole = means.pop(TrainedVariant.BOTH, {})
    for asker, other in means.items():
        if whole.keys() & other.keys():
            difference, p = paired_difference(other, whole, seed=0)
            yield Comparison(
                metric=Metric.INTENT_RECALL,
                judge=USER,
                group=counted(TURNS, "turn"),
                a=asker,
                b=TrainedVariant.BOTH.value,
                difference=difference,
                p_value=p,
            )


def curve_of(points: Sequence[CurvePoint], seed: int) -> Iterator[Learning]:
    """At most `SHOWN` of each stage."""
    by_stage = defaultdict[str, list[CurvePoint]](list)
    for point in points:
        by_stage[point.stage].append(point)
    for stage, all_of in by_stage.items():
        of = [p for p in all_of if not p.values.keys().isdisjoint(LEARNED)]
        size = max(1, -(-len(of) // SHOWN))
        for start in range(0, len(of), size):
            some = of[start : start + size]
            values = {
                name: sum(p.values.get(name, 0.0) for p in some) / len(some)
                for name in LEARNED
                if name in some[0].values
            }
            yield Learning(seed=seed, stage=stage, step=some[-1].step, values=values)
