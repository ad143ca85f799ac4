"""Intents found by turn, for each asker. Source: IntentRL §4.1 (recall, precision), §4.4."""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from statistics import median

from eval.domain.results import Estimate
from eval.statistics.bootstrap import bootstrap_mean, paired_difference
from eval.studies.clarification.dialogues import TURNS, AskerName, Dialogued
from myscholar.domain.model import Frozen

COMPARED = (1, 3, 9)
"""Turns at which ours is set against the others."""
Measure = Callable[[Dialogued], float]


class OfAsker(Frozen):
    """Of one half of the questions."""

    chosen_on: bool
    with_profile: bool
    asker: AskerName
    n_questions: int
    found: tuple[Estimate, ...]
    """Share of the intents, by turn."""
    named: tuple[Estimate, ...]
    when_stopped: Estimate
    """Found by the turn after which the product asks no more."""
    stopped: float
    """That turn's median."""
    asked: float
    """Questions of a dialogue, on average: of twelve where there were as many to ask."""
    precision: float | None
    """Share of the questions that concerned an intent; None where none was asked."""
    known: float
    """Share of the intents that the profile says."""


class Beyond(Frozen):
    """Ours less another asker, in found intents."""

    chosen_on: bool
    with_profile: bool
    other: AskerName
    turn: int
    difference: Estimate
    p_value: float


def of_asker(held: Sequence[Dialogued], *, chosen_on: bool, seed: int) -> OfAsker:
    """`held` are of one asker, with or without profiles."""

    def estimate(measure: Measure) -> Estimate:
        return bootstrap_mean(by_question(held, measure), seed=seed)

    n_asked = sum(each.n_asked for each in held)
    return OfAsker(
        chosen_on=chosen_on,
        with_profile=held[0].with_profile,
        asker=held[0].asker,
        n_questions=len({each.query_id for each in held}),
        found=tuple(estimate(found_at(turn)) for turn in range(1, TURNS + 1)),
        named=tuple(estimate(named_at(turn)) for turn in range(1, TURNS + 1)),
        when_stopped=estimate(lambda d: found_at(d.stopped)(d) if d.stopped else 0.0),
        stopped=median(each.stopped for each in held),
        asked=n_asked / len(held),
        precision=sum(each.n_fitting for each in held) / n_asked if n_asked else None,
        known=math.fsum(each.n_known / each.n_intents for each in held) / len(held),
    )


def beyond(
    ours: Sequence[Dialogued], other: Sequence[Dialogued], turn: int, *, chosen_on: bool, seed: int
) -> Beyond:
    found = paired_difference(
        by_question(other, found_at(turn)), by_question(ours, found_at(turn)), seed=seed
    )
    return Beyond(
        chosen_on=chosen_on,
        with_profile=ours[0].with_profile,
        other=other[0].asker,
        turn=turn,
        difference=found.difference,
        p_value=found.p_value,
    )


def by_question(held: Sequence[Dialogued], measure: Measure) -> Mapping[str, list[float]]:
    """One value a question: several draws count as their mean."""
    found = defaultdict[str, list[float]](list)
    for each in held:
        found[each.query_id].append(measure(each))
    return {query_id: [math.fsum(values) / len(values)] for query_id, values in found.items()}


def found_at(turn: int) -> Measure:
    return lambda each: each.found[turn - 1] / each.n_intents


def named_at(turn: int) -> Measure:
    return lambda each: each.named[turn - 1] / each.n_intents
