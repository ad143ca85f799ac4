"""A model's graph -> a clarification graph, or what is wrong with it. Source: IntentRL E.3, E.4."""

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from myscholar.errors import BadGraph
from myscholar.interactive.clarify.training.examples import QueryGraph, QueryIntents
from myscholar.interactive.clarify.training.llm.replies import GraphReply


def graph_from(reply: GraphReply, query: QueryIntents, intents: Sequence[str]) -> QueryGraph:
    """Raises BadGraph, ValidationError, IndexError for one that is none."""
    nodes = {
        node.id: {
            "id": node.id,
            "text": " ".join(node.text.split()),
            "options": [{"text": o.text, "next_node_id": o.opens} for o in node.options],
        }
        for node in reply.nodes
    }
    said = {node.id: [intents[o.intent - 1] for o in node.options] for node in reply.nodes}
    known = {intent for each in said.values() for intent in each}
    return QueryGraph.model_validate(
        {
            "query_id": query.query_id,
            "graph": {"root_node": query.query, "start_node_ids": reply.starts, "nodes": nodes},
            "intents": said,
            "left_out": [intent for intent in intents if intent not in known],
        }
    )


def problems_of(
    reply: GraphReply, query: QueryIntents, intents: Sequence[str], base: QueryGraph | None
) -> tuple[str, ...]:
    numbers = [option.intent for node in reply.nodes for option in node.options]
    if wrong := [n for n in numbers if not 0 < n <= len(intents)]:
        return (f"There is no intent {wrong[0]}.",)
    try:
        made = graph_from(reply, query, intents)
    except BadGraph as bad:
        return (str(bad),)
    except ValidationError as bad:
        first = bad.errors()[0]
        return (f"{'.'.join(map(str, first['loc']))}: {first['msg']}.",)
    kept = {key: node.text for key, node in made.graph.nodes.items()}
    lost = [key for key, node in (base.graph.nodes if base else {}).items() if key not in kept]
    return (f"The question {lost[0]} of the graph so far is missing.",) if lost else ()


def shown_nodes(made: QueryGraph, intents: Sequence[str]) -> list[dict[str, Any]]:
    """As a model is shown them, intents by their numbers."""
    return [
        {
            "id": key,
            "is_start": key in made.graph.start_node_ids,
            "text": node.text,
            "options": [
                {
                    "text": option.text,
                    "intent": intents.index(intent) + 1,
                    "opens": ", ".join(option.next_node_id) or "nothing",
                }
                for option, intent in zip(node.options, made.intents[key], strict=True)
            ],
        }
        for key, node in made.graph.nodes.items()
    ]
