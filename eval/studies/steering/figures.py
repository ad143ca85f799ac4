"""Pauses and what the answers are worth, by the cost of a pause and by how sure the tool is of its
directions. Source: STEER §3.3, figures 2, 3, 6 and 7."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from eval.domain.metric import Metric
from eval.domain.results import Estimate
from eval.metrics.rows import by_question
from eval.statistics.bootstrap import bootstrap_mean
from eval.statistics.correlation import pearson
from eval.studies.steering.trees import Steered
from myscholar.domain.interaction import TreeLimits
from myscholar.domain.model import Frozen

SHOWN = (
    Metric.ALIGNMENT,
    Metric.ASPECTS_IN_FULL,
    Metric.FOCUS_KEYPOINTS,
    Metric.PERSONA_STATE,
    Metric.USER_PRECISION,
    Metric.USER_RECALL,
)


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
    estimates: Mapping[Metric, Estimate]
    """Those of which something was scored."""
    mean_nodes: float

    def mean(self, metric: Metric) -> float | None:
        return self.estimates[metric].mean if metric in self.estimates else None

    @property
    def alignment_a_pause(self) -> float | None:
        """Source: STEER §3.3, figure 2. None where nothing was asked."""
        alignment = self.mean(Metric.ALIGNMENT)
        return alignment / self.mean_pauses if alignment is not None and self.mean_pauses else None


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
    alignment: float | None
    """At C0 = 0. None: of no pair could the judge say anything."""
    unasked_alignment: float | None
    gain_a_question: float | None
    """How much higher the alignment is for each question asked, over all costs; None where none
    was asked."""


def quartiles(values: Sequence[float]) -> Quartiles:
    low, median, high = (float(each) for each in np.percentile(values, (25, 50, 75)))
    return Quartiles(low=low, median=median, high=high)


def figures_at(trees: Sequence[Steered], *, seed: int) -> AtCost:
    """Of trees at one C0 or by one agent."""
    pauses = [tree.n_pauses for tree in trees]
    scores = {
        m: by_question((t.query_id, x) for t in trees if (x := t.score(m)) is not None)
        for m in SHOWN
    }
    return AtCost(
        base_cost=trees[0].spec.base_cost,
        agent=trees[0].spec.agent,
        pauses=quartiles(pauses),
        mean_pauses=_mean(pauses),
        n_asked=sum(pauses),
        n_chosen=sum(tree.n_chosen for tree in trees),
        n_added=sum(tree.n_added for tree in trees),
        estimates={m: bootstrap_mean(of, seed=seed) for m, of in scores.items() if of},
        mean_nodes=_mean([tree.n_nodes for tree in trees]),
    )


def by_costs(trees: Sequence[Steered], *, seed: int) -> tuple[AtCost, ...]:
    """Of ours: where nothing is asked first, then by cost."""
    at = defaultdict[float | None, list[Steered]](list)
    for tree in trees:
        at[tree.spec.base_cost].append(tree)
    return tuple(
        figures_at(at[cost], seed=seed)
        for cost in sorted(at, key=lambda cost: -1 if cost is None else cost)
    )


def correlation_over_costs(rows: Sequence[AtCost], a: Metric, b: Metric) -> float | None:
    """Pearson's r of two means over the costs at which both were measured. Source: STEER F.3, F.4.
    None where it is not defined, or there are fewer than three."""
    pairs = [
        (x, y)
        for row in rows
        if row.base_cost is not None
        and (x := row.mean(a)) is not None
        and (y := row.mean(b)) is not None
    ]
    return pearson(*zip(*pairs, strict=True)) if len(pairs) > 2 else None


def beside_agents(
    by_agents: Sequence[Steered], by_rule: Sequence[Steered], *, seed: int
) -> tuple[BesideAgent, ...]:
    """Each agent with the rule on the pairs that it has."""
    made = []
    for name in dict.fromkeys(tree.spec.agent for tree in by_agents):
        own = [tree for tree in by_agents if tree.spec.agent == name]
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
    mine = [tree for tree in trees if tree.spec.halfway == halfway or tree.spec.base_cost is None]
    usual_cost = TreeLimits().base_cost
    free, usual, unasked = (
        [tree for tree in mine if tree.spec.base_cost == cost] for cost in (0.0, usual_cost, None)
    )
    return WithHalfway(
        halfway=halfway,
        chosen_on=chosen_on,
        n_pairs=len(unasked),
        positive_share=sum(t.n_positive for t in free) / max(1, sum(t.n_decisions for t in free)),
        free_pauses=quartiles([tree.n_pauses for tree in free]),
        usual_pauses=quartiles([tree.n_pauses for tree in usual]),
        alignment=_alignment(free),
        unasked_alignment=_alignment(unasked),
        gain_a_question=gain_a_question(mine),
    )


def gain_a_question(trees: Sequence[Steered]) -> float | None:
    """Alignment beyond that of the same pair unasked, summed over all trees that could ask, for
    each question that they asked; without those of which one of the two is unscored."""
    unasked = {t.pair_id: t.score(Metric.ALIGNMENT) for t in trees if t.spec.base_cost is None}
    won = [
        (after - before, tree.n_pauses)
        for tree in trees
        if tree.spec.base_cost is not None
        and (before := unasked.get(tree.pair_id)) is not None
        and (after := tree.score(Metric.ALIGNMENT)) is not None
    ]
    n_asked = sum(n for _, n in won)
    return math.fsum(gain for gain, _ in won) / n_asked if n_asked else None


def choose_halfway(tried: Sequence[WithHalfway], present: int) -> int:
    """By the half that is for choosing: the one that asks most where a pause costs nothing, of
    those of which a question is worth no less than with the present one; of equals the nearest to
    it."""
    worth = {each.halfway: each.gain_a_question for each in tried if each.chosen_on}
    share = {each.halfway: each.positive_share for each in tried if each.chosen_on}
    least = worth.get(present)
    fit = [h for h, gain in worth.items() if gain is not None and (least is None or gain >= least)]
    return max(fit, key=lambda h: (share[h], -abs(h - present)), default=present)


def _alignment(trees: Sequence[Steered]) -> float | None:
    scores = [score for tree in trees if (score := tree.score(Metric.ALIGNMENT)) is not None]
    return _mean(scores) if scores else None


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
