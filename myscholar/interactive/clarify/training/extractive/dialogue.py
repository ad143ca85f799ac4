"""A way through a graph -> what is asked and replied, in the graph's own words. Source: IntentRL
§3.4, E.5, E.8."""

from myscholar.domain.text import listed
from myscholar.interactive.clarify.graph import GraphNode, GraphTurn, Trajectory
from myscholar.interactive.clarify.training.examples import ClarifyingExchange, QueryGraph


def worded(graph: QueryGraph, way: Trajectory) -> tuple[ClarifyingExchange, ...]:
    return tuple(
        ClarifyingExchange(question=asked(turn.node), reply=replied(graph, turn)) for turn in way
    )


def replied(graph: QueryGraph, turn: GraphTurn) -> str:
    """The whole intent, and where all options are sides of it which side comes first."""
    intent = graph.taken(turn)
    is_side = len(graph.targets(turn.node.id)) == 1
    return f"{intent} Above all: {turn.option.text}." if is_side else intent


def asked(node: GraphNode) -> str:
    """One question with its options, in a paragraph."""
    options = listed([option.text for option in node.options], last="or")
    return f"{node.text.rstrip(' ?')}: {options}?"
