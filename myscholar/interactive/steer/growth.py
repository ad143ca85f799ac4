"""What a tree is at a moment of its growth: its directions, and what was found for each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from myscholar.domain.evidence import Evidence, Hit
from myscholar.domain.interaction import (
    ROOT,
    Interaction,
    Learning,
    NodeId,
    NodeStatus,
    ResearchNode,
    TakenChange,
    TreeChange,
)
from myscholar.domain.model import Frozen
from myscholar.domain.report import QueryResult
from myscholar.errors import InputError
from myscholar.interactive.steer.by_hand import changed
from myscholar.interactive.steer.mind import Taught
from myscholar.interactive.steer.valuing import Branch, OfferedBranches
from myscholar.search.retrieve import fused

DEEP = 40
"""Papers that a node's search brings in; by hand: with 20, few directions stand in a title."""
SEARCHING, TAKING_OVER = "Searching for the question", "Taking over the tree"


def exploring(node_id: NodeId) -> str:
    """The step that gives its Exploration; of the question what its search taught alone."""
    return f"Exploring {node_id}"


def directions_at(name: str) -> str:
    """The step that gives the OfferedBranches of a node, by its id, or its id and after which
    other it was judged anew."""
    return f"Directions at {name}"


class Searches(Frozen):
    results: tuple[QueryResult, ...]


class Exploration(Frozen):
    """What one node's search found and taught."""

    results: tuple[QueryResult, ...]
    taught: Taught

    @property
    def n_papers(self) -> int:
        return len({hit.paper.paper_id for r in self.results for hit in r.hits})


class GrownTree(Frozen):
    """A tree that has ended, with all that another run needs to go on from it."""

    interaction: Interaction
    made: dict[NodeId, Exploration]
    queries: dict[NodeId, str]
    """What would be searched for the directions that were offered."""
    branched: tuple[NodeId, ...]

    @classmethod
    def of_steps(cls, interaction: Interaction, steps: Mapping[str, Any]) -> Self:
        """From the results of a run's steps, in plain JSON. Raises ValidationError."""
        before = cls.model_validate(steps[TAKING_OVER]) if TAKING_OVER in steps else None
        made, queries = (dict(before.made), dict(before.queries)) if before else ({}, {})
        branched = list(before.branched) if before else []
        if SEARCHING in steps:
            searched = Searches.model_validate(steps[SEARCHING])
            taught = Taught.model_validate(steps[exploring(ROOT)])
            made[ROOT] = Exploration(results=searched.results, taught=taught)
        directions = {node.node_id: node.direction for node in interaction.nodes}
        branched += [pause.node_id for pause in interaction.pauses]
        for node_id in directions:
            if node_id != ROOT and exploring(node_id) in steps:
                made[node_id] = Exploration.model_validate(steps[exploring(node_id)])
        for name in (name for name in steps if name.startswith(directions_at(""))):
            offered = OfferedBranches.model_validate(steps[name]).branches
            if not offered:  # and so no pause
                branched.append(NodeId(name.removeprefix(directions_at("")).partition(" ")[0]))
            queries |= {
                each.node.node_id: each.query
                for each in offered
                if directions.get(each.node.node_id) == each.node.direction
            }
        return cls(interaction=interaction, made=made, queries=queries, branched=tuple(branched))


@dataclass
class Growth:
    """`made` is of all that was explored, be it `followed` or not."""

    nodes: dict[NodeId, ResearchNode] = field(default_factory=dict)
    made: dict[NodeId, Exploration] = field(default_factory=dict)
    followed: list[NodeId] = field(default_factory=list)
    """In the order in which they were."""
    queries: dict[NodeId, str] = field(default_factory=dict)
    branched: set[NodeId] = field(default_factory=set)

    @classmethod
    def of(cls, grown: GrownTree) -> Self:
        nodes = {node.node_id: node for node in grown.interaction.nodes}
        is_left = {key for key, node in nodes.items() if node.status is NodeStatus.LEFT}
        followed = [key for key in nodes if key in grown.made and key not in is_left]
        return cls(nodes, dict(grown.made), followed, dict(grown.queries), set(grown.branched))

    def offer(self, branches: Iterable[Branch]) -> None:
        for branch in branches:
            self.nodes[branch.node.node_id] = branch.node
            self.queries[branch.node.node_id] = branch.query

    def follow(self, node_ids: Iterable[NodeId]) -> None:
        """These were explored, and count from now on."""
        for key in node_ids:
            if key not in self.followed:
                self.followed.append(key)
                self.nodes[key] = self.nodes.pop(key)  # in this order when a tree goes on
            self.mark(key, NodeStatus.EXPLORED if self.made[key].n_papers else NodeStatus.EMPTY)
        self._count()

    def mark(self, node_id: NodeId, status: NodeStatus) -> None:
        self.nodes[node_id] = self.nodes[node_id].model_copy(update={"status": status})

    def leave(self, node_ids: Iterable[NodeId]) -> None:
        """What nobody chose does not come back with what it was cut with meanwhile."""
        for key in node_ids:
            if self.nodes[key].ended_with != key:  # else somebody cut it
                self._set(key, status=NodeStatus.LEFT, ended_with=None)

    def take(self, change: TreeChange, after: NodeId) -> TakenChange:
        """What becomes of a change by hand; what it opens is PROPOSED."""
        before = set(self.nodes)
        try:
            self.nodes = changed(self.nodes, change)
        except InputError as error:
            return TakenChange(change=change, after=after, refused=error.message)
        self._count()
        added = next((key for key in self.nodes if key not in before), None)
        return TakenChange(change=change, after=after, added=added)

    def _count(self) -> None:
        """Each finding counts for the direction that came upon it first, of those that count."""
        known: set[Evidence] = set()
        for key in self.followed:
            status = self.nodes[key].status
            if status is NodeStatus.MERGED:
                self._set(key, learnings=(), n_papers=0, n_read=0)
            if status not in (NodeStatus.EXPLORED, NodeStatus.EMPTY):
                continue
            learnings: list[Learning] = []
            for one in (made := self._all_made(key)):
                learnings += [le for le in one.taught.learnings if le.evidence not in known]
                known |= {learning.evidence for learning in learnings}
            self._set(
                key,
                learnings=tuple(learnings),
                tags=tuple(dict.fromkeys(tag for one in made for tag in one.taught.tags)),
                n_papers=len({hit.paper.paper_id for hit in _hits(made)}),
                n_read=len({paper_id for one in made for paper_id in one.taught.read}),
            )

    def _set(self, node_id: NodeId, **values: Any) -> None:
        self.nodes[node_id] = self.nodes[node_id].model_copy(update=values)

    def _all_made(self, node_id: NodeId) -> list[Exploration]:
        """Its own, and those of what was merged into it."""
        others = (
            key for key in self.followed if key != node_id and self.counts_for(key) == node_id
        )
        return [self.made[key] for key in (node_id, *others)]

    def counts_for(self, node_id: NodeId) -> NodeId:
        into = self.nodes[node_id].merged_into
        return node_id if into is None else self.counts_for(into)

    @property
    def cut(self) -> frozenset[NodeId]:
        """What counts for a direction that was cut."""
        status = {key: self.nodes[self.counts_for(key)].status for key in self.nodes}
        return frozenset(key for key, each in status.items() if each is NodeStatus.CUT)

    def open_level(self, depth: int) -> tuple[NodeId, ...]:
        """What is to branch next: the uppermost nodes that have not yet, above this depth."""
        left = [n for n in self.explored if n.depth < depth and n.node_id not in self.branched]
        uppermost = min((node.depth for node in left), default=0)
        return tuple(node.node_id for node in left if node.depth == uppermost)

    @property
    def proposed(self) -> list[ResearchNode]:
        return [n for n in self.nodes.values() if n.status is NodeStatus.PROPOSED]

    @property
    def explored(self) -> list[ResearchNode]:
        return [n for n in self.nodes.values() if n.status is NodeStatus.EXPLORED]

    @property
    def learned(self) -> tuple[Learning, ...]:
        return tuple(le for node in self.explored for le in node.learnings)

    @property
    def tags(self) -> list[str]:
        return [tag for node in self.explored for tag in node.tags]

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(note for key in self.followed if (note := self.made[key].taught.note))

    @property
    def results(self) -> tuple[QueryResult, ...]:
        """Of all that counts. The question's own search does also where it found nothing: it tells
        what was searched, and by which filters."""
        counting = {ROOT, *(node.node_id for node in self.explored)}
        keys = (key for key in self.nodes if key in self.followed)
        kept = (self.made[key] for key in keys if self.counts_for(key) in counting)
        return tuple(result for one in kept for result in one.results)

    def path(self, node: ResearchNode) -> tuple[Learning, ...]:
        """What was learned from the question down to the node."""
        own = node.learnings if node.status is NodeStatus.EXPLORED else ()
        return (*(self.path(self.nodes[node.parent]) if node.parent else ()), *own)

    def hits(self, node_id: NodeId) -> tuple[Hit, ...]:
        results = [result for one in self._all_made(node_id) for result in one.results]
        return fused(results, limit=DEEP).hits


def _hits(made: Iterable[Exploration]) -> Iterable[Hit]:
    return (hit for one in made for result in one.results for hit in result.hits)
