"""Clarification graphs (C-DAG): questions whose options lead to further questions, as data. Source:
IntentRL §3.3, appendix D; field names are those of its example.

For making dialogues that an asker can be trained on, as in the paper. The product does not ask by
one: to go deeper into each choice found no more of what people wanted than to ask about all that
was found (docs/evaluation-results.md)."""

from collections.abc import Callable, Iterator, Sequence
from typing import NewType, Self

from pydantic import Field, model_validator

from myscholar.domain.model import Frozen
from myscholar.errors import BadGraph

QuestionId = NewType("QuestionId", str)
MOST_NODES = 20
"""Of one graph. By hand: IntentRL's have 8 to 20."""


class GraphOption(Frozen):
    text: str = Field(min_length=1)
    next_node_id: tuple[QuestionId, ...] = ()
    """Questions that this option opens."""


class GraphNode(Frozen):
    id: QuestionId
    text: str = Field(min_length=1)
    options: tuple[GraphOption, ...] = Field(min_length=2, max_length=3)


class GraphTurn(Frozen):
    """A question with the option taken."""

    node: GraphNode
    option: GraphOption


Trajectory = tuple[GraphTurn, ...]


class ClarificationGraph(Frozen):
    """Raises BadGraph unless every id names a node, every node can be reached and none leads back
    to itself; ValidationError for other counts of nodes and options."""

    root_node: str = Field(min_length=1)
    """The question that is asked about."""
    start_node_ids: tuple[QuestionId, ...] = Field(min_length=1)
    nodes: dict[QuestionId, GraphNode] = Field(min_length=1, max_length=MOST_NODES)

    @model_validator(mode="after")
    def _is_a_whole_without_circles(self) -> Self:
        named = {*self.start_node_ids, *(n for node in self.nodes.values() for n in _next(node))}
        if unknown := sorted(named - self.nodes.keys()):
            raise BadGraph(f"it has no question {unknown[0]!r}, which is named")
        if wrong := [key for key, node in self.nodes.items() if key != node.id]:
            raise BadGraph(f"the question {wrong[0]!r} calls itself {self.nodes[wrong[0]].id!r}")
        reached = self._reached()
        if lost := [key for key in self.nodes if key not in reached]:
            raise BadGraph(f"no way leads to the question {lost[0]!r}")
        return self

    def _reached(self) -> frozenset[QuestionId]:
        """Depth first. Raises BadGraph for a circle."""
        done: set[QuestionId] = set()

        def visit(node_id: QuestionId, way: tuple[QuestionId, ...]) -> None:
            if node_id in way:
                circle = (*way[way.index(node_id) :], node_id)
                raise BadGraph(f"its questions lead in a circle: {' → '.join(circle)}")
            if node_id not in done:
                for following in _next(self.nodes[node_id]):
                    visit(following, (*way, node_id))
                done.add(node_id)

        for node_id in self.start_node_ids:
            visit(node_id, ())
        return frozenset(done)


def _next(node: GraphNode) -> list[QuestionId]:
    return [node_id for option in node.options for node_id in option.next_node_id]


def all_options(node: GraphNode) -> Sequence[GraphOption]:
    return node.options


def one_of_each_way(node: GraphNode) -> Sequence[GraphOption]:
    """Of options that lead to the same questions the first."""
    return tuple({option.next_node_id: option for option in reversed(node.options)}.values())[::-1]


def trajectories(
    graph: ClarificationGraph,
    options: Callable[[GraphNode], Sequence[GraphOption]] = all_options,
) -> Iterator[Trajectory]:
    """Every way through, depth first: the question on top of the stack is asked, and each of the
    `options` goes a way of its own, with what it opens on top. A question is asked once a way.

    There may be 3 ** 20 of them: take as many as are needed.
    """
    waiting: list[tuple[Trajectory, tuple[QuestionId, ...]]] = [
        ((), tuple(reversed(graph.start_node_ids)))
    ]
    while waiting:
        so_far, stack = waiting.pop()
        asked = {turn.node.id for turn in so_far}
        while stack and stack[-1] in asked:
            stack = stack[:-1]
        if not stack:
            yield so_far
            continue
        node = graph.nodes[stack[-1]]
        for option in reversed(options(node)):
            turn = GraphTurn(node=node, option=option)
            waiting.append(((*so_far, turn), (*stack[:-1], *reversed(option.next_node_id))))


def accessible(graph: ClarificationGraph, so_far: Sequence[GraphTurn]) -> tuple[QuestionId, ...]:
    """Questions on top of the stack: those not asked yet of the latest that were opened together,
    the one that is asked next first. Empty at the end. Source: IntentRL equation 4."""
    stack = [graph.start_node_ids]
    asked: set[QuestionId] = set()

    def top() -> tuple[QuestionId, ...]:
        while stack and not set(stack[-1]) - asked:
            stack.pop()
        return tuple(node_id for node_id in stack[-1] if node_id not in asked) if stack else ()

    for turn in so_far:
        top()
        asked.add(turn.node.id)
        stack.append(turn.option.next_node_id)
    return top()


def depth(graph: ClarificationGraph) -> int:
    """Questions on the longest way along its edges; the query itself is none."""
    known: dict[QuestionId, int] = {}

    def below(node_id: QuestionId) -> int:
        if node_id not in known:
            known[node_id] = 1 + max(map(below, _next(graph.nodes[node_id])), default=0)
        return known[node_id]

    return max(map(below, graph.start_node_ids))
