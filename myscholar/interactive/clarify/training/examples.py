"""What an asker learns from: lines of the files of a built data set. Source: IntentRL §3.3-§3.5."""

from typing import Self

from pydantic import Field, model_validator

from myscholar.domain.model import Frozen
from myscholar.interactive.clarify.graph import ClarificationGraph, GraphTurn, QuestionId


class ClarifyingExchange(Frozen):
    """One turn of a dialogue."""

    question: str
    reply: str


class TurnExample(Frozen):
    """What stage I learns from: a turn of an expert's dialogue with all before it; for stage II
    also a turn of a simulated rollout. Source: IntentRL §3.5."""

    example_id: str
    """`GRAPH/TRAJECTORY/TURN`."""
    query: str = Field(min_length=1)
    """The simple query, from which constraints were taken."""
    history: tuple[ClarifyingExchange, ...] = ()
    targets: tuple[str, ...] = Field(min_length=1)
    """Intents that a question should elicit at this turn. Source: IntentRL equation 4."""
    intents: tuple[str, ...]
    """All latent intents of the trajectory, shallow and deep."""
    question: str
    """The expert's."""
    choices: tuple[str, ...] = ()
    is_rollout: bool = False


class Simplified(Frozen):
    """A query without its constraints, and these in the first person. Source: IntentRL E.1."""

    query: str = Field(min_length=1)
    shallow: tuple[str, ...] = ()


class QueryIntents(Frozen):
    """A query in its simple form, with what somebody who asks it wants and does not say."""

    query_id: str
    original: str = Field(min_length=1)
    query: str = Field(min_length=1)
    """Simplified."""
    shallow: tuple[str, ...]
    """What was removed from the original."""
    deep: tuple[str, ...]
    """What its rubric asks for beyond the original."""


class QueryGraph(Frozen):
    """A query's clarification graph, with the intent that each option says. Raises ValidationError
    unless every option of every node has one."""

    query_id: str
    graph: ClarificationGraph
    intents: dict[QuestionId, tuple[str, ...]]
    """Of each question, an intent an option, in their order."""
    left_out: tuple[str, ...] = ()
    """Intents for which the graph has no place."""

    @model_validator(mode="after")
    def _has_an_intent_for_each_option(self) -> Self:
        options = {key: len(node.options) for key, node in self.graph.nodes.items()}
        if options != {key: len(intents) for key, intents in self.intents.items()}:
            raise ValueError("each option of each question says one intent")
        return self

    def targets(self, node_id: QuestionId) -> tuple[str, ...]:
        """What a question is about: I(v). Source: IntentRL equation 4."""
        return tuple(dict.fromkeys(self.intents[node_id]))

    def taken(self, turn: GraphTurn) -> str:
        """What the option that was taken says."""
        return self.intents[turn.node.id][turn.node.options.index(turn.option)]


class IntentDialogue(Frozen):
    """A way through a graph in words: what an expert asks, and what the user replies."""

    dialogue_id: str
    """`GRAPH/TRAJECTORY`."""
    query_id: str
    node_ids: tuple[QuestionId, ...]
    options: tuple[str, ...]
    """Taken, one a turn."""
    turns: tuple[ClarifyingExchange, ...]
    by: str = ""
    """The model that worded it; empty for none."""
