"""Queries, intents, graphs and dialogues made by a model, each checked against what it had."""

import asyncio
from typing import Any

import pytest

from myscholar.errors import LLMBadAnswer
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.interactive.clarify.graph import trajectories
from myscholar.interactive.clarify.training.examples import QueryGraph, QueryIntents
from myscholar.interactive.clarify.training.llm.maker import ModelMaker

QUERY = QueryIntents(
    query_id="q",
    original="How do wrens sing in cities, and at what pitch?",
    query="How do wrens sing?",
    shallow=("I want it in cities.", "I want the pitch of their songs."),
    deep=("I want songs by day and by night.",),
)


def option(text: str, intent: int, *opens: str) -> dict[str, Any]:
    return {"text": text, "intent": intent, "opens": list(opens)}


def node(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "text": "Which matters most?", "options": list(options)}


BASE = {"starts": ["q1"], "nodes": [node("q1", option("cities", 1), option("pitch", 2))]}
GROWN = {
    "starts": ["q1"],
    "nodes": [
        node("q1", option("cities", 1, "q2"), option("pitch", 2)),
        node("q2", option("day", 3), option("night", 3)),
    ],
}


def grown(llm: ScriptedLLM) -> QueryGraph | None:
    return asyncio.run(ModelMaker(llm, "x:y").graph(QUERY))


def test_a_query_keeps_its_own_words_where_nothing_can_be_taken_out() -> None:
    llm = ScriptedLLM(
        {
            "clarify/simplify": {"query": "", "left_out": []},
            "clarify/intents": {"intents": [{"criterion": 2, "text": " I want  songs. "}]},
        }
    )
    made = asyncio.run(ModelMaker(llm, "x:y").query("q", "Do wrens sing?", ("a", "b")))
    assert (made.query, made.shallow, made.deep) == ("Do wrens sing?", (), ("I want songs.",))


def test_a_criterion_that_is_not_there_and_a_half_simplified_query_are_told_to_the_model() -> None:
    llm = ScriptedLLM(
        {
            "clarify/simplify": [
                {"query": "Wrens?", "left_out": []},
                {"query": "How do wrens sing?", "left_out": ["I want it in cities."]},
            ],
            "clarify/intents": [
                {"intents": [{"criterion": 3, "text": "I want songs."}]},
                {"intents": []},
            ],
        }
    )
    made = asyncio.run(ModelMaker(llm, "x:y").query("q", QUERY.original, ("a", "b")))
    assert (made.query, made.deep) == ("How do wrens sing?", ())
    assert [told[0] for told in llm.told] == [
        "Give both a simple query and what was left out of it, or neither.",
        "There is no criterion 3.",
    ]


def test_the_base_graph_is_shown_and_grown_by_the_deep_intents() -> None:
    llm = ScriptedLLM({"clarify/graph": [BASE, GROWN]})
    made = grown(llm)
    assert made
    assert made.intents["q2"] == (QUERY.deep[0],) * 2
    assert made.left_out == ()
    first, second = (prompt.task for _, prompt in llm.asked)
    assert "The graph so far" not in first
    assert "q1 (start): Which matters most?\n- cities (intent 1; opens nothing)" in second


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"starts": ["q1"], "nodes": [node("q1", option("a", 9), option("b", 1))]}, "no intent 9"),
        (
            {"starts": ["q1"], "nodes": [node("q1", option("a", 1, "q1"), option("b", 1))]},
            "in a circle",
        ),
        ({"starts": ["q1"], "nodes": [node("q1", option("a", 1))]}, "at least 2 items"),
        (
            {"starts": ["q2"], "nodes": [node("q2", option("a", 1), option("b", 1))]},
            "The question q1 of the graph so far is missing",
        ),
    ],
)
def test_what_is_no_graph_is_told_to_the_model_and_refused_the_second_time(
    wrong: dict[str, Any], told: str
) -> None:
    mended = ScriptedLLM({"clarify/graph": [BASE, wrong, GROWN]})
    assert grown(mended)
    assert told in mended.told[0][0]
    with pytest.raises(LLMBadAnswer, match=told):
        grown(ScriptedLLM({"clarify/graph": [BASE, wrong]}))


def test_a_dialogue_has_a_turn_for_each_question_and_one_question_a_turn() -> None:
    graph = grown(ScriptedLLM({"clarify/graph": [BASE, GROWN]}))
    assert graph
    way = next(trajectories(graph.graph))
    turn = {"question": "Which?", "reply": "Cities."}
    llm = ScriptedLLM(
        {"clarify/dialogue": [{"turns": [turn]}, {"turns": [turn, turn | {"reply": " By day. "}]}]}
    )
    first, second = asyncio.run(ModelMaker(llm, "x:y").dialogue(graph, way))
    assert (first.reply, second.reply) == ("Cities.", "By day.")
    assert llm.told == [("The outline has 2 turns, your conversation 1.",)]
    double = {"turns": [turn, turn | {"question": "Which? And when?"}]}
    with pytest.raises(LLMBadAnswer, match="Turn 2 does not ask exactly one question"):
        asyncio.run(
            ModelMaker(ScriptedLLM({"clarify/dialogue": double}), "x:y").dialogue(graph, way)
        )
