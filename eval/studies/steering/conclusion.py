"""What the study's figures say, in words that follow from them."""

from collections.abc import Iterator

from eval.domain.metric import Metric
from eval.domain.results import FEWEST_QUESTIONS
from eval.domain.words import interval, number, percent
from eval.studies.steering.figures import choose_halfway, correlation_over_costs
from eval.studies.steering.run import Steering
from myscholar.domain.interaction import TreeLimits
from myscholar.domain.text import counted, listed


def conclude(found: Steering) -> tuple[str, ...]:
    return (
        *_few(found),
        *_systems(found),
        *_pauses(found),
        *_alignment(found),
        *_correlations(found),
        *_replies(found),
        *_agents(found),
        *_halfway(found),
    )


def _few(found: Steering) -> Iterator[str]:
    if found.n_questions < FEWEST_QUESTIONS:
        yield (
            f"Of {counted(found.n_questions, 'question')} alone: no figure here says more than "
            "that it was measured."
        )


def _pauses(found: Steering) -> Iterator[str]:
    asking = [each for each in found.at_costs if each.base_cost is not None]
    if len(asking) > 1:
        free, dear = asking[0], asking[-1]
        yield (
            f"Pauses of a run fall from a median of {free.pauses.median:g} (mean "
            f"{number(free.mean_pauses, 1)}) at C0 = {free.base_cost:g} to {dear.pauses.median:g} "
            f"(mean {number(dear.mean_pauses, 1)}) at C0 = {dear.base_cost:g}; in the paper from "
            "about 10 to fewer than 2."
        )


def _systems(found: Steering) -> Iterator[str]:
    of_metric = [c for c in found.results.comparisons if c.metric is Metric.ALIGNMENT]
    for c in of_metric:
        d = c.difference
        told = "" if d.has_interval else " (too few questions for an interval)"
        span = f" {interval(d.low, d.high, 3, signed=True)}" if d.has_interval else told
        yield f"Alignment, {c.b} minus {c.a}: {number(d.mean, 3, signed=True)}{span}."


def _alignment(found: Steering) -> Iterator[str]:
    by_cost = {each.base_cost: each for each in found.at_costs}
    unasked, free = by_cost.get(None), by_cost.get(0.0)
    if unasked and free:
        at_zero, at_none = (
            [number(row.mean(m)) for m in (Metric.ALIGNMENT, Metric.PERSONA_STATE)]
            for row in (free, unasked)
        )
        yield (
            f"Alignment of the report to the true aspects: {at_zero[0]} at C0 = 0, "
            f"{at_none[0]} where nothing is asked. Of the inferred persona: {at_zero[1]}, and "
            f"{at_none[1]}."
        )


def _correlations(found: Steering) -> Iterator[str]:
    of = (
        (Metric.PERSONA_STATE, "of the inferred persona (0.85 in the paper)"),
        (Metric.USER_RECALL, "of what the user chose (0.81)"),
    )
    said = [
        f"{number(r)} with that {what}"
        for metric, what in of
        if (r := correlation_over_costs(found.at_costs, Metric.ALIGNMENT, metric)) is not None
    ]
    if said:
        n = sum(each.base_cost is not None for each in found.at_costs)
        yield f"Over {n} costs the report's alignment correlates {listed(said)}."


def _replies(found: Steering) -> Iterator[str]:
    asked = sum(each.n_asked for each in found.at_costs)
    if asked:
        chosen = sum(each.n_chosen for each in found.at_costs) / asked
        added = sum(each.n_added for each in found.at_costs) / asked
        yield (
            f"Of {counted(asked, 'question')} at all costs {percent(chosen)} were answered with a "
            f"choice, {percent(added)} in own words."
        )


def _agents(found: Steering) -> Iterator[str]:
    for each in found.with_agents:
        agent = each.by_agent
        by_cost = {row.base_cost: row for row in each.by_rule}
        free = by_cost.get(0.0)
        beside = (
            f" The rule on the same pairs at C0 = 0: {free.pauses.median:g} (mean "
            f"{number(free.mean_pauses, 1)}), {number(free.mean(Metric.ALIGNMENT))}."
            if free
            else ""
        )
        yield (
            f"Where {agent.agent} decides in the rule's place ({counted(each.n_pairs, 'pair')}), "
            f"pauses of a run have a median of {agent.pauses.median:g} (mean "
            f"{number(agent.mean_pauses, 1)}; {percent(agent.n_asked / max(1, each.n_decisions))} "
            f"of its {counted(each.n_decisions, 'decision')}), and the alignment of the report is "
            f"{number(agent.mean(Metric.ALIGNMENT))}.{beside}"
        )
        if each.n_by_rule:
            yield (
                f"{agent.agent} left {each.n_by_rule} of these decisions to the rule, at C0 = "
                f"{TreeLimits().base_cost:g}: it could not answer."
            )


def _halfway(found: Steering) -> Iterator[str]:
    tried = found.with_halfways
    if len({each.halfway for each in tried}) < 2:
        return
    best = choose_halfway(tried, found.halfway)
    kept = "stays" if best == found.halfway else f"would rather be {best}"
    of_half = (each for each in tried if not each.chosen_on)
    shown = "; ".join(
        f"{each.halfway}: {percent(each.positive_share)}, "
        f"{number(each.gain_a_question, 3, signed=True)}"
        for each in of_half
    )
    yield (
        f"Papers that give a direction a confidence of one half: {found.halfway} {kept}, by one "
        "half of the questions. On the other half, share of decisions with a gain and alignment "
        f"won by a question: {shown}."
    )
