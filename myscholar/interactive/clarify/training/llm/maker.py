"""All that is made by a language model. A reply that is still wrong after its repair is none."""

from collections.abc import Sequence
from typing import Any

from myscholar.errors import LLMBadAnswer
from myscholar.gateways.llm.llm import LLM, ModelAnswer, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.clarify.graph import Trajectory
from myscholar.interactive.clarify.training.examples import (
    ClarifyingExchange,
    QueryGraph,
    QueryIntents,
)
from myscholar.interactive.clarify.training.llm.graph import graph_from, problems_of, shown_nodes
from myscholar.interactive.clarify.training.llm.replies import (
    DialogueReply,
    GraphReply,
    IntentsReply,
    SimplifiedReply,
)
from myscholar.interactive.clarify.training.rewards import n_questions


class ModelMaker:
    """Each method raises LLMError; LLMBadAnswer where the reply can't be used."""

    def __init__(self, llm: LLM, by: str) -> None:
        self._llm, self.by = llm, by

    async def query(self, query_id: str, original: str, criteria: Sequence[str]) -> QueryIntents:
        def out_of_range(reply: IntentsReply) -> Sequence[str]:
            wrong = [i.criterion for i in reply.intents if not 0 < i.criterion <= len(criteria)]
            return (f"There is no criterion {wrong[0]}.",) if wrong else ()

        simple = await self._llm.ask(
            Role.JUDGE,
            render("clarify/simplify", question=original),
            SimplifiedReply,
            problems=_half_simplified,
        )
        wanted = await self._llm.ask(
            Role.JUDGE,
            render("clarify/intents", question=original, criteria=list(criteria)),
            IntentsReply,
            problems=out_of_range,
        )
        _refuse(simple)
        _refuse(wanted)
        return QueryIntents(
            query_id=query_id,
            original=original,
            query=_line(simple.value.query) or original,
            shallow=tuple(filter(None, map(_line, simple.value.left_out))),
            deep=tuple(text for i in wanted.value.intents if (text := _line(i.text))),
        )

    async def graph(self, query: QueryIntents) -> QueryGraph | None:
        """Of the shallow intents first, then grown by the deep ones."""
        made, intents = None, list(query.shallow)
        if intents:
            made = await self._grown(query, intents, None)
        if query.deep:
            made = await self._grown(query, [*intents, *query.deep], made)
        return made

    async def dialogue(self, graph: QueryGraph, way: Trajectory) -> tuple[ClarifyingExchange, ...]:
        def problems(reply: DialogueReply) -> Sequence[str]:
            if len(reply.turns) != len(way):
                return (f"The outline has {len(way)} turns, your conversation {len(reply.turns)}.",)
            asked = [n_questions(turn.question) for turn in reply.turns]
            wrong = [n for n, marks in enumerate(asked, 1) if marks != 1]
            return (f"Turn {wrong[0]} does not ask exactly one question.",) if wrong else ()

        turns = [
            {
                "question": turn.node.text,
                "options": "; ".join(option.text for option in turn.node.options),
                "option": turn.option.text,
                "intent": graph.taken(turn),
            }
            for turn in way
        ]
        prompt = render("clarify/dialogue", query=graph.graph.root_node, turns=turns)
        given = await self._llm.ask(Role.JUDGE, prompt, DialogueReply, problems=problems)
        _refuse(given)
        return tuple(
            ClarifyingExchange(question=_line(turn.question), reply=_line(turn.reply))
            for turn in given.value.turns
        )

    async def _grown(
        self,
        query: QueryIntents,
        intents: Sequence[str],
        base: QueryGraph | None,
    ) -> QueryGraph:
        prompt = render(
            "clarify/graph",
            query=query.query,
            intents=list(intents),
            nodes=shown_nodes(base, intents) if base else [],
        )

        def problems(reply: GraphReply) -> Sequence[str]:
            return problems_of(reply, query, intents, base)

        given = await self._llm.ask(Role.JUDGE, prompt, GraphReply, problems=problems)
        _refuse(given)
        return graph_from(given.value, query, intents)


def _half_simplified(reply: SimplifiedReply) -> Sequence[str]:
    if bool(_line(reply.query)) != any(map(_line, reply.left_out)):
        return ("Give both a simple query and what was left out of it, or neither.",)
    return ()


def _refuse(given: ModelAnswer[Any]) -> None:
    if given.problems:
        raise LLMBadAnswer(given.model, given.prompt, given.problems[0])


def _line(text: str) -> str:
    return " ".join(text.split())
