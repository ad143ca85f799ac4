"""What each asker finds by turn, for one and beside another. Source: IntentRL §4.1, §4.4."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median

from eval.domain.metric import Metric
from eval.domain.results import Comparison, Estimate, Row
from eval.metrics.intentrl import f1_of_sums, intent_precision, intent_recall
from eval.statistics.bootstrap import bootstrap_mean, bootstrap_sums, paired_difference
from eval.studies.intentrl.dialogues import TURNS, Dialogued
from myscholar.domain.model import Frozen
from myscholar.domain.text import counted

SHOWN = tuple(range(3, TURNS + 1))
"""Turns of the rows. Source: IntentRL figure 3."""
COMPARED = (1, 3, 9)
"""Turns at which ours is set against the others."""
USER = "intent-aware user, by words"
"""Who says what was found, in the place of a judge."""
Measure = Callable[[Dialogued], float | None]


class OfAsker(Frozen):
    """By turn from the first. None: no question was asked."""

    asker: str
    with_profile: bool
    n_questions: int
    recall: tuple[Estimate, ...]
    precision: tuple[Estimate | None, ...]
    f1: tuple[Estimate | None, ...]
    named: Estimate
    """Share of the intents, after the last turn, of which a choice had a word."""
    when_stopped: Estimate
    """Recall at the turn after which the product asks no more."""
    stopped: float
    """That turn's median."""
    asked: float
    """Questions of a dialogue, on average: of twelve where there were as many to ask."""
    known: float
    """Share of the intents that the profile says."""


def of_asker(held: Sequence[Dialogued], *, seed: int) -> OfAsker:
    """`held` are of one asker, with or without profiles."""
    turns = range(1, TURNS + 1)
    return OfAsker(
        asker=held[0].asker,
        with_profile=held[0].with_profile,
        n_questions=len({each.query_id for each in held}),
        recall=tuple(bootstrap_mean(by_question(held, recall_at(t)), seed=seed) for t in turns),
        precision=tuple(_precision(held, t, seed) for t in turns),
        f1=tuple(_f1(held, t, seed) for t in turns),
        named=bootstrap_mean(by_question(held, _named), seed=seed),
        when_stopped=bootstrap_mean(by_question(held, _when_stopped), seed=seed),
        stopped=median(each.stopped for each in held),
        asked=sum(len(each.told) for each in held) / len(held),
        known=math.fsum(each.n_known / each.n_intents for each in held) / len(held),
    )


def rows_of(held: Sequence[Dialogued], *, seed: int) -> Iterator[Row]:
    """At each of the turns. Dialogues without a question have no precision: unscored. In F1 they
    count by their recall of 0; only where nobody was asked anything it is unscored."""
    found, n_silent = of_asker(held, seed=seed), sum(not each.told for each in held)
    unscored = {
        Metric.INTENT_PRECISION: n_silent,
        Metric.INTENT_RECALL: 0,
        Metric.INTENT_F1: n_silent if n_silent == len(held) else 0,
    }
    for metric, estimates in (
        (Metric.INTENT_PRECISION, found.precision),
        (Metric.INTENT_RECALL, found.recall),
        (Metric.INTENT_F1, found.f1),
    ):
        for turn in SHOWN:
            yield Row(
                system=system_of(held[0]),
                judge=USER,
                metric=metric,
                group=counted(turn, "turn"),
                estimate=estimates[turn - 1],
                n_scored=len(held) - unscored[metric],
                n_unscored=unscored[metric],
            )


def compared(
    ours: Sequence[Dialogued], other: Sequence[Dialogued], *, seed: int
) -> Iterator[Comparison]:
    """Ours less the other, in recall."""
    for turn in COMPARED:
        a, b = (by_question(held, recall_at(turn)) for held in (other, ours))
        found = paired_difference(a, b, seed=seed)
        yield Comparison(
            metric=Metric.INTENT_RECALL,
            judge=USER,
            group=counted(turn, "turn"),
            a=system_of(other[0]),
            b=system_of(ours[0]),
            difference=found.difference,
            p_value=found.p_value,
        )


def system_of(each: Dialogued) -> str:
    return f"{each.asker}, with a profile" if each.with_profile else each.asker


def by_question(held: Sequence[Dialogued], measure: Measure) -> Mapping[str, list[float]]:
    """One value a question: several draws count as their mean; none where nothing is measured."""
    found = defaultdict[str, list[float]](list)
    for each in held:
        if (value := measure(each)) is not None:
            found[each.query_id].append(value)
    return {query_id: [math.fsum(values) / len(values)] for query_id, values in found.items()}


def recall_at(turn: int) -> Measure:
    return lambda each: intent_recall(each.told, each.n_intents, turn)


def _precision(held: Sequence[Dialogued], turn: int, seed: int) -> Estimate | None:
    found = by_question(held, lambda each: intent_precision(each.told, turn))
    return bootstrap_mean(found, seed=seed) if found else None


def _f1(held: Sequence[Dialogued], turn: int, seed: int) -> Estimate | None:
    """Of the means of precision and recall."""
    precision = by_question(held, lambda each: intent_precision(each.told, turn))
    sums = {
        query_id: (math.fsum(precision.get(query_id, ())), query_id in precision, recall, 1)
        for query_id, (recall,) in by_question(held, recall_at(turn)).items()
    }
    return bootstrap_sums(sums, f1_of_sums, n_instances=len(sums), seed=seed)


def _named(each: Dialogued) -> float:
    pairs = zip(each.told, each.named, strict=True)
    return len({intent for intent, is_named in pairs if is_named}) / each.n_intents


def _when_stopped(each: Dialogued) -> float:
    return intent_recall(each.told, each.n_intents, each.stopped)
