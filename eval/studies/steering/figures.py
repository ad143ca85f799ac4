"""Pauses and alignment by the cost of a pause, and by how sure the tool is of its directions.
Source: STEER §3.3, figures 3, 6 and 7."""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from eval.domain.results import Estimate
from eval.statistics.bootstrap import bootstrap_mean
from eval.studies.steering.trees import Steered
from myscholar.domain.interaction import TreeLimits
from myscholar.domain.model import Frozen


class Quartiles(Frozen):
    low: float
    median: float
    high: float


class AtCost(Frozen):
    """Of all pairs at one C0; None: nothing was asked, or an agent decided."""

    base_cost: float | None
    agent: str = ""
    """As `provider:name`."""
    pauses: Quartiles
    mean_pauses: float
    n_asked: int
    n_chosen: int
    """Questions answered with a choice."""
    n_added: int
    """Answered in own words; the rest was skipped."""
    alignment: Estimate
    in_full: Estimate
    persona_alignment: Estimate
    mean_nodes: float


class BesideAgent(Frozen):
    """A pause agent, and the rule on the same pairs."""

    n_pairs: int
    n_decisions: int
    """That were the agent's to make."""
    n_by_rule: int
    """Of these, where it could not answer."""
    by_rule: tuple[AtCost, ...]
    by_agent: AtCost


class WithHalfway(Frozen):
    """Of one half of the questions, with so many papers for a confidence of one half."""

    halfway: int
    chosen_on: bool
    """Whether this is the half that the number is chosen on."""
    n_pairs: int
    positive_share: float
    """Of the decisions at C0 = 0: asking had a gain."""
    free_pauses: Quartiles
    """A run, at C0 = 0."""
    usual_pauses: Quartiles
    """At the product's own C0."""
    alignment: float
    """At C0 = 0."""
    unasked_alignment: float
    gain_a_question: float | None
    """How much higher the alignment is for each question asked, over all costs; None where none
    was asked."""


def quartiles(values: Sequence[float]) -> Quartiles:
    low, median, high = (float(each) for each in np.percentile(values, (25, 50, 75)))
    return Quartiles(low=low, median=median, high=high)


def figures_at(trees: Sequence[Steered], *, seed: int) -> AtCost:
    """Of trees at one C0 or by one agent."""
    pauses = [tree.n_pauses for tree in trees]

    def estimate(value: Callable[[Steered], float]) -> Estimate:
        by_question = defaultdict[str, list[float]](list)
        for tree in trees:
            by_question[tree.query_id].append(value(tree))
        return bootstrap_mean(by_question, seed=seed)

    return AtCost(
        base_cost=trees[0].base_cost,
        agent=trees[0].agent,
        pauses=quartiles(pauses),
        mean_pauses=_mean(pauses),
        n_asked=sum(pauses),
        n_chosen=sum(tree.n_chosen for tree in trees),
        n_added=sum(tree.n_added for tree in trees),
        alignment=estimate(lambda tree: tree.alignment),
        in_full=estimate(lambda tree: tree.in_full),
        persona_alignment=estimate(lambda tree: tree.persona_alignment),
        mean_nodes=_mean([tree.n_nodes for tree in trees]),
    )


def by_costs(trees: Sequence[Steered], *, seed: int) -> tuple[AtCost, ...]:
    """Where nothing is asked first, then by cost."""
    at = defaultdict[float | None, list[Steered]](list)
    for tree in trees:
        at[tree.base_cost].append(tree)
    return tuple(
        figures_at(at[cost], seed=seed)
        for cost in sorted(at, key=lambda cost: -1 if cost is None else cost)
    )


def beside_agents(
    by_agents: Sequence[Steered], by_rule: Sequence[Steered], *, seed: int
) -> tuple[BesideAgent, ...]:
    """Each agent with the rule on the pairs that it has."""
    made = []
    for name in dict.fromkeys(tree.agent for tree in by_agents):
        own = [tree for tree in by_agents if tree.agent == name]
        pairs = {tree.pair_id for tree in own}
        n_decisions = sum(tree.n_decisions for tree in own)
        made.append(
            BesideAgent(
                n_pairs=len(pairs),
                n_decisions=n_decisions,
                n_by_rule=n_decisions - sum(tree.n_by_agent for tree in own),
                by_rule=by_costs([t for t in by_rule if t.pair_id in pairs], seed=seed),
                by_agent=figures_at(own, seed=seed),
            )
        )
    return tuple(made)


def halves_of(query_ids: Sequence[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Every other question, in their order: pairs of one question stay together."""
    each = list(dict.fromkeys(query_ids))
    return frozenset(each[::2]), frozenset(each[1::2])


def with_halfway(halfway: int, chosen_on: bool, trees: Sequence[Steered]) -> WithHalfway:
    # where nothing is asked, nothing that is done depends on it
    mine = [tree for tree in trees if tree.halfway == halfway or tree.base_cost is None]
    usual_cost = TreeLimits().base_cost
    free, usual, unasked = (
        [tree for tree in mine if tree.base_cost == cost] for cost in (0.0, usual_cost, None)
    )
    return WithHalfway(
        halfway=halfway,
        chosen_on=chosen_on,
        n_pairs=len(unasked),
        positive_share=sum(t.n_positive for t in free) / max(1, sum(t.n_decisions for t in free)),
        free_pauses=quartiles([tree.n_pauses for tree in free]),
        usual_pauses=quartiles([tree.n_pauses for tree in usual]),
        alignment=_mean([tree.alignment for tree in free]),
        unasked_alignment=_mean([tree.alignment for tree in unasked]),
        gain_a_question=gain_a_question(mine),
    )


def gain_a_question(trees: Sequence[Steered]) -> float | None:
    """Alignment beyond that of the same pair unasked, summed over all trees that could ask, for
    each question that they asked."""
    unasked = {tree.pair_id: tree.alignment for tree in trees if tree.base_cost is None}
    asking = [tree for tree in trees if tree.base_cost is not None and tree.pair_id in unasked]
    n_asked = sum(tree.n_pauses for tree in asking)
    gained = math.fsum(tree.alignment - unasked[tree.pair_id] for tree in asking)
    return gained / n_asked if n_asked else None


def choose_halfway(tried: Sequence[WithHalfway], present: int) -> int:
    """By the half that is for choosing: the one that asks most where a pause costs nothing, of
    those of which a question is worth no less than with the present one; of equals the nearest to
    it."""
    worth = {each.halfway: each.gain_a_question for each in tried if each.chosen_on}
    share = {each.halfway: each.positive_share for each in tried if each.chosen_on}
    least = worth.get(present)
    fit = [h for h, gain in worth.items() if gain is not None and (least is None or gain >= least)]
    return max(fit, key=lambda h: (share[h], -abs(h - present)), default=present)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
