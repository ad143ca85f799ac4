"""What each direction offered is worth, and whether to ask about them. Source: STEER §2.3-2.4,
appendices C and D."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import (
    BranchValue,
    Learning,
    NodeStatus,
    PauseDecision,
    Persona,
    ResearchNode,
    TreeLimits,
    child_of,
    top_of,
)
from myscholar.domain.model import Frozen
from myscholar.interactive.steer.diversity import mmr_select
from myscholar.interactive.steer.mind import DirectionCandidate, Taught, TreeMind
from myscholar.interactive.steer.pausing import (
    could_be_best,
    exec_cost,
    pause_cost,
    pause_gain,
    radii,
    tolerance_share,
)
from myscholar.interactive.steer.utility import (
    alignment,
    alignment_gain,
    branch_utility,
    exploration_bonus,
    information_gain,
)
from myscholar.text.terms import phrase_key

LOOK, EXPECTED = 6, 4
"""Papers of the quick look at a direction, and learnings expected of them: as many as following it
gives without a model. Both halves of 30 pairs: 4 for 2, with `ALIKE`, asked at C0 = 0.1, covers
0.64 of what was wanted for 0.61."""
ALIKE = 1
"""Decimals of the likeness of two directions: finer ones are chance in a dozen words, and of those
that are as unlike the more confident is offered. By hand."""
Look = Callable[[Sequence[str], int], Awaitable[list[tuple[Hit, ...]]]]


class Branch(Frozen):
    """A direction that is offered, with its value, and what would be searched for it."""

    node: ResearchNode
    query: str


class OfferedBranches(Frozen):
    """At one node. `n_by_words` of the reports behind their values were marked by their words,
    where a model was to."""

    branches: tuple[Branch, ...] = ()
    n_by_words: int = 0


class Known(NamedTuple):
    """Of the whole tree, when directions are judged."""

    learned: tuple[Learning, ...]
    tags: Counter[str]
    """How often each stands in it, by phrase key."""
    persona: Persona


class Gains(NamedTuple):
    """In [0, 1] each."""

    alignment: float
    exploration: float
    information: float


def is_new(direction: str, others: Iterable[str]) -> bool:
    """Whether no other direction has all of its words, or only words of it."""
    stems = set(phrase_key(direction).split())
    known = (set(phrase_key(other).split()) for other in others)
    return bool(stems) and not any(stems <= other or other <= stems for other in known)


def choose_apart(
    proposals: Sequence[Sequence[DirectionCandidate]], k: int, mind: TreeMind
) -> list[tuple[DirectionCandidate, ...]]:
    """A diverse `k` of each node's candidates, without what a node before it has: proposed side by
    side, they don't know of each other."""
    taken: list[str] = []
    chosen = []
    for candidates in proposals:
        new = [c for c in candidates if is_new(c.direction, taken)]
        vectors = mind.vectors([f"{c.direction} {c.query}" for c in new])
        places = mmr_select([c.confidence for c in new], (vectors @ vectors.T).round(ALIKE), k)
        chosen.append(tuple(new[place] for place in places))
        taken += [c.direction for c in chosen[-1]]
    return chosen


async def value_branches(
    node: ResearchNode,
    chosen: Sequence[DirectionCandidate],
    path: Sequence[Learning],
    known: Known,
    *,
    limits: TreeLimits,
    mind: TreeMind,
    look: Look,
) -> OfferedBranches:
    """Each judged by a quick look. `path`: what was learned from the question down to the node.
    Raises LLMError."""
    if not chosen:
        return OfferedBranches()
    hits = await look([candidate.query for candidate in chosen], LOOK)
    taught = [
        await mind.glance(candidate.direction, of_one, known.learned, most=EXPECTED)
        for candidate, of_one in zip(chosen, hits, strict=True)
    ]
    reports = [path, *(each.learnings for each in taught)]
    marks = await mind.marks(reports, known.persona)
    gains = _gains(taught, known, mind, marks.of_reports)
    values = _values(node, gains, [each.confidence for each in chosen], limits)
    branches = tuple(
        Branch(
            query=candidate.query,
            node=ResearchNode(
                node_id=child_of(node.node_id, k + 1),
                direction=candidate.direction,
                reason=candidate.reason,
                is_wild_card=candidate.is_wild_card,
                status=NodeStatus.PROPOSED,
                tags=taught[k].tags,
                n_papers=len(hits[k]),
                value=values[k],
            ),
        )
        for k, candidate in enumerate(chosen)
    )
    return OfferedBranches(branches=branches, n_by_words=marks.n_by_words)


def _values(
    node: ResearchNode, gains: Sequence[Gains], confidences: Sequence[float], limits: TreeLimits
) -> list[BranchValue]:
    utilities = [
        branch_utility(
            *each,
            explore_weight=limits.explore_weight,
            information_weight=limits.information_weight,
        )
        for each in gains
    ]
    radius = radii(utilities, confidences)
    best = could_be_best(utilities, radius)
    cost = exec_cost(limits.breadth, limits.depth - node.depth - 1)
    return [
        BranchValue(
            **gains[k]._asdict(),
            utility=utilities[k],
            exec_cost=cost,
            confidence=confidences[k],
            radius=radius[k],
            could_be_best=k in best,
        )
        for k in range(len(gains))
    ]


def _gains(
    taught: Sequence[Taught], known: Known, mind: TreeMind, marks: Sequence[Sequence[int]]
) -> list[Gains]:
    """`marks` of what is known on the way, then of what each direction would teach."""
    marked, *expected_marks = marks
    before = alignment(marked)
    # a report holds the path too: it covers an aspect as well as the better of both
    after = [alignment([*map(max, marked, marks)]) for marks in expected_marks]
    texts = [learning.text for learning in known.learned]
    expected = [[learning.text for learning in each.learnings] for each in taught]
    every = [*texts, *(text for of_one in expected for text in of_one)]
    vectors = mind.vectors(every)
    gains, at = [], len(texts)
    for each, own, aligned in zip(taught, expected, after, strict=True):
        rows = vectors[at : at + len(own)]
        at += len(own)
        gains.append(
            Gains(
                alignment_gain(aligned, before),
                exploration_bonus([known.tags[phrase_key(tag)] for tag in each.tags]),
                information_gain(rows, vectors[: len(texts)]),
            )
        )
    return gains


def decide(
    node: ResearchNode,
    branches: Sequence[ResearchNode],
    limits: TreeLimits,
    before: Sequence[PauseDecision],
    *,
    n_active: int,
    can_ask: bool,
) -> PauseDecision:
    """Asks where the gain exceeds the cost. `n_active` top-level directions share the tolerance."""
    values = [branch.value for branch in branches if branch.value]
    kept = [k for k, value in enumerate(values) if value.could_be_best]
    gain = pause_gain([v.utility for v in values], [v.exec_cost for v in values], kept)
    n_pauses = sum(pause.asked and top_of(pause.node_id) == node.top for pause in before)
    share = tolerance_share(limits.tolerance, n_active)
    cost = pause_cost(limits.base_cost, n_pauses, share)
    return PauseDecision(
        node_id=node.node_id,
        gain=gain,
        cost=cost,
        n_pauses=n_pauses,
        tolerance_share=share,
        asked=can_ask and gain > cost,
        kept=tuple(branches[k].node_id for k in kept),
        branches=tuple(branch.node_id for branch in branches),
    )


class PauseAgent(Protocol):
    """Decides in the rule's place. Source: STEER §3.3."""

    async def decide(
        self,
        decision: PauseDecision,
        node: ResearchNode,
        offered: Sequence[ResearchNode],
        persona: Persona,
        *,
        limits: TreeLimits,
        n_asked: int,
    ) -> PauseDecision:
        """The rule's `decision` with the agent's own in it; as it is where the agent can't tell.
        `n_asked` questions were put in the whole tree. Raises LLMError."""
