"""Who makes what an asker learns from, with a language model or without. Source: IntentRL §3.3,
A.1."""

from collections.abc import Sequence
from typing import Protocol

from myscholar.interactive.clarify.graph import Trajectory
from myscholar.interactive.clarify.training.examples import (
    ClarifyingExchange,
    QueryGraph,
    QueryIntents,
)


class Maker(Protocol):
    """With a model each raises LLMError."""

    by: str
    """The model, as `provider:name`; empty for none."""

    async def query(self, query_id: str, original: str, criteria: Sequence[str]) -> QueryIntents:
        """The original in its simple form, with what was taken out and what `criteria` want."""

    async def graph(self, query: QueryIntents) -> QueryGraph | None:
        """None where its intents leave nothing to choose among."""

    async def dialogue(self, graph: QueryGraph, way: Trajectory) -> tuple[ClarifyingExchange, ...]:
        """A question and a reply for each turn of the way."""
