"""All that is made without a language model."""

from collections.abc import Sequence

from myscholar.interactive.clarify.graph import Trajectory
from myscholar.interactive.clarify.training.examples import (
    ClarifyingExchange,
    QueryGraph,
    QueryIntents,
)
from myscholar.interactive.clarify.training.extractive.dialogue import worded
from myscholar.interactive.clarify.training.extractive.graph import graph_of
from myscholar.interactive.clarify.training.extractive.intents import deep_intents
from myscholar.interactive.clarify.training.extractive.simplify import simplify


class ExtractiveMaker:
    by = ""

    async def query(self, query_id: str, original: str, criteria: Sequence[str]) -> QueryIntents:
        simple = simplify(original)
        return QueryIntents(
            query_id=query_id,
            original=original,
            query=simple.query,
            shallow=simple.shallow,
            deep=deep_intents(original, criteria),
        )

    async def graph(self, query: QueryIntents) -> QueryGraph | None:
        return graph_of(query)

    async def dialogue(self, graph: QueryGraph, way: Trajectory) -> tuple[ClarifyingExchange, ...]:
        return worded(graph, way)
