"""Intents -> a clarification graph: a base of the shallow ones, expanded by the deep ones. Source:
IntentRL §3.3, E.3, E.4."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from myscholar.interactive.clarify.graph import (
    MOST_NODES,
    ClarificationGraph,
    GraphNode,
    GraphOption,
    QuestionId,
)
from myscholar.interactive.clarify.rules import FEWEST_CHOICES, MOST_CHOICES
from myscholar.interactive.clarify.training.examples import QueryGraph, QueryIntents
from myscholar.interactive.clarify.training.extractive.sides import Sides, sides_of
from myscholar.text.similarity import cosines, tfidf


def graph_of(query: QueryIntents) -> QueryGraph | None:
    """None where its intents leave nothing to choose among."""
    draft = _Draft()
    draft.grow(query.shallow)
    draft.grow(query.deep)
    return draft.as_graph(query)


@dataclass
class _Node:
    text: str
    options: tuple[str, ...]
    intents: tuple[str, ...]
    opens: list[list[QuestionId]]
    """By option."""


@dataclass
class _Draft:
    """A graph that grows downwards: what is added later is asked below what was there."""

    nodes: dict[QuestionId, _Node] = field(default_factory=dict)
    starts: list[QuestionId] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def grow(self, intents: Sequence[str]) -> None:
        """Intents that resemble each other are offered together, and each option opens what its
        intent has to choose among."""
        above = {*self.nodes}
        for group in _grouped(intents):
            sides = [sides_of(intent) for intent in group]
            n_needed = sum(bool(side.options) for side in sides) + (len(group) > 1)
            if not n_needed or len(self.nodes) + n_needed > MOST_NODES:
                self.left_out += group
                continue
            first = self._add_group(group, sides)
            self._hang(first, above)
            above.add(first)

    def _add_group(self, group: Sequence[str], sides: Sequence[Sides]) -> QuestionId:
        """The question that is asked first."""
        if len(group) == 1:
            return self._add_sides(group[0], sides[0])
        names = tuple(side.name for side in sides)
        first = self._add("Which of these should the report go into?", names, tuple(group))
        for n, (intent, side) in enumerate(zip(group, sides, strict=True)):
            if side.options:
                self.nodes[first].opens[n].append(self._add_sides(intent, side))
        return first

    def _add_sides(self, intent: str, side: Sides) -> QuestionId:
        of = f"Of {side.head}, which" if side.are_examples else "Which of these"
        text = f"{of} matters most to you?"
        return self._add(text, side.options, (intent,) * len(side.options))

    def _add(self, text: str, options: tuple[str, ...], intents: tuple[str, ...]) -> QuestionId:
        node_id = QuestionId(f"q{len(self.nodes) + 1}")
        self.nodes[node_id] = _Node(text, options, intents, [[] for _ in options])
        return node_id

    def _hang(self, node_id: QuestionId, above: set[QuestionId]) -> None:
        """Below the option that it resembles most of the questions `above`; at the start where it
        resembles none. Where another question hangs there, whoever takes another option of that
        question is asked it too: what is wanted of a report does not depend on one choice alone."""
        node = self.nodes[node_id]
        places = [(at, n) for at in above for n in range(len(self.nodes[at].options))]
        places.sort(key=lambda place: (int(place[0][1:]), place[1]))
        said = [f"{self.nodes[at].options[n]} {self.nodes[at].intents[n]}" for at, n in places]
        if said:
            rows = tfidf([" ".join((node.text, *node.options, *node.intents)), *said])
            near = cosines(rows[:1], rows[1:])[0]
            at, n = places[int(near.argmax())]
            if near.max() > 0:
                opened = self.nodes[at].opens
                for one in opened if any(opened) else [opened[n]]:
                    one.append(node_id)
                return
        self.starts.append(node_id)

    def as_graph(self, query: QueryIntents) -> QueryGraph | None:
        if not self.nodes:
            return None
        nodes = {
            key: GraphNode(
                id=key,
                text=node.text,
                options=tuple(
                    GraphOption(text=text, next_node_id=tuple(opens))
                    for text, opens in zip(node.options, node.opens, strict=True)
                ),
            )
            for key, node in self.nodes.items()
        }
        return QueryGraph(
            query_id=query.query_id,
            graph=ClarificationGraph(
                root_node=query.query, start_node_ids=tuple(self.starts), nodes=nodes
            ),
            intents={key: node.intents for key, node in self.nodes.items()},
            left_out=tuple(self.left_out),
        )


def _grouped(intents: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Threes of those that resemble each other most, from the first on; of four left, two twos."""
    left = list(intents)
    while left:
        n = FEWEST_CHOICES if len(left) == MOST_CHOICES + 1 else MOST_CHOICES
        rows = tfidf(left)
        near = cosines(rows[:1], rows)[0]
        taken = sorted(sorted(range(1, len(left)), key=lambda k: -near[k])[: n - 1])
        yield tuple(left[k] for k in (0, *taken))
        left = [intent for k, intent in enumerate(left) if k and k not in taken]
