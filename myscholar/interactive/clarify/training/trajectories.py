"""Ways through a clarification graph -> dialogues and turns that an asker learns from. Source:
IntentRL §3.3, §3.4, equation 4."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from myscholar.interactive.clarify.graph import (
    ClarificationGraph,
    GraphTurn,
    Trajectory,
    accessible,
    one_of_each_way,
    trajectories,
)
from myscholar.interactive.clarify.training.examples import (
    ClarifyingExchange,
    IntentDialogue,
    QueryGraph,
    QueryIntents,
    TurnExample,
)

MOST_TRAJECTORIES = 45
"""Of one graph. Source: IntentRL table 4, which had none with more."""
MOST_COUNTED = 1_000
"""Of which these are drawn; by hand."""


def ways_through(graph: ClarificationGraph, *, seed: int) -> tuple[Trajectory, ...]:
    """Different sequences of questions, in the order of a traversal; more than 45 are drawn from.
    Of options that lead to the same questions one is drawn: each way is another user's."""
    random = Random(f"{seed}/{graph.root_node}")
    found = list(islice(trajectories(graph, one_of_each_way), MOST_COUNTED))
    kept = sorted(random.sample(range(len(found)), min(len(found), MOST_TRAJECTORIES)))
    return tuple(tuple(_drawn(turn, random) for turn in found[n]) for n in kept)


def _drawn(turn: GraphTurn, random: Random) -> GraphTurn:
    alike = [o for o in turn.node.options if o.next_node_id == turn.option.next_node_id]
    return GraphTurn(node=turn.node, option=random.choice(alike))


def dialogue_of(
    graph: QueryGraph,
    way: Trajectory,
    number: int,
    turns: Sequence[ClarifyingExchange],
    by: str = "",
) -> IntentDialogue:
    return IntentDialogue(
        dialogue_id=f"{graph.query_id}/{number}",
        query_id=graph.query_id,
        node_ids=tuple(turn.node.id for turn in way),
        options=tuple(turn.option.text for turn in way),
        turns=tuple(turns),
        by=by,
    )


def turn_examples(
    query: QueryIntents, graph: QueryGraph, dialogue: IntentDialogue
) -> Iterator[TurnExample]:
    """A turn with all before it, and what its question should elicit: the intents of all questions
    that are open on top of the stack."""
    way = way_of(graph.graph, dialogue)
    intents = tuple(dict.fromkeys(graph.taken(turn) for turn in way))
    for n, (turn, said) in enumerate(zip(way, dialogue.turns, strict=True)):
        open_now = accessible(graph.graph, way[:n])
        yield TurnExample(
            example_id=f"{dialogue.dialogue_id}/{n + 1}",
            query=query.query,
            history=dialogue.turns[:n],
            targets=tuple(dict.fromkeys(i for key in open_now for i in graph.targets(key))),
            intents=intents,
            question=said.question,
            choices=tuple(option.text for option in turn.node.options),
        )


def way_of(graph: ClarificationGraph, dialogue: IntentDialogue) -> Trajectory:
    return tuple(
        GraphTurn(
            node=graph.nodes[node_id],
            option=next(o for o in graph.nodes[node_id].options if o.text == taken),
        )
        for node_id, taken in zip(dialogue.node_ids, dialogue.options, strict=True)
    )
