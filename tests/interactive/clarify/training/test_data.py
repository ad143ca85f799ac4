"""Queries, intents, graphs and dialogues made without a model, and what an asker learns of them."""

import asyncio

import pytest

from myscholar.interactive.clarify.graph import (
    ClarificationGraph,
    accessible,
    depth,
    one_of_each_way,
    trajectories,
)
from myscholar.interactive.clarify.training.examples import QueryGraph, QueryIntents
from myscholar.interactive.clarify.training.extractive.intents import deep_intents
from myscholar.interactive.clarify.training.extractive.maker import ExtractiveMaker
from myscholar.interactive.clarify.training.extractive.sides import dealt, sides_of
from myscholar.interactive.clarify.training.extractive.simplify import simplify
from myscholar.interactive.clarify.training.trajectories import (
    MOST_TRAJECTORIES,
    dialogue_of,
    turn_examples,
    way_of,
    ways_through,
)

QUESTION = "How does street noise change the songs of wrens in large cities?"
CRITERIA = (
    "The answer should discuss properties of songs, such as pitch, loudness and length.",
    "The answer should discuss methods of recording, such as microphones or drones.",
    "The answer should compare the singing of males and the singing of females.",
    "The answer should mention that wrens sing at dawn.",
)


@pytest.mark.parametrize(
    ("original", "query", "shallow"),
    [
        (
            QUESTION,
            "How does street noise change the songs of wrens?",
            ("I mean in large cities.",),
        ),
        (
            "In ecology, how do wrens learn songs (e.g., duets and calls)?",
            "How do wrens learn songs?",
            ("I mean duets and calls.", "I mean in ecology."),
        ),
        (
            "Compare methods for counting wrens in terms of cost. Please name two data sets.",
            "Compare methods for counting wrens.",
            ("I mean in terms of cost.", "Please name two data sets."),
        ),
        (
            "As a teacher of biology, please write about songs of wrens.",
            "Please write about songs of wrens.",
            ("I mean as a teacher of biology.",),
        ),
        (
            "What is known of wren songs, and how are they recorded in forests?",
            "What is known of wren songs?",
            ("I also want to know how are they recorded in forests.",),
        ),
    ],
)
def test_a_question_is_parted_from_its_constraints(
    original: str, query: str, shallow: tuple[str, ...]
) -> None:
    found = simplify(original)
    assert (found.query, found.shallow) == (query, shallow)


def test_what_is_short_already_stays_as_it_is() -> None:
    found = simplify("Do wrens sing?")
    assert (found.query, found.shallow) == ("Do wrens sing?", ())


def test_a_criterion_becomes_what_its_reader_wants_but_for_what_a_search_finds_out() -> None:
    assert deep_intents(QUESTION, CRITERIA) == (
        "I want the report to discuss properties of songs, such as pitch, loudness and length.",
        "I want the report to discuss methods of recording, such as microphones or drones.",
        "I want the report to compare the singing of males and the singing of females.",
    )


def test_a_named_criterion_keeps_the_list_of_its_explanation() -> None:
    named = (
        "Depth of Recording Methods: Assesses whether the report covers tools (e.g., drones, "
        "microphones) in enough detail."
    )
    assert deep_intents(QUESTION, [named]) == (
        "I want to read of recording methods, such as drones, microphones.",
    )


def test_what_the_question_says_is_no_intent() -> None:
    assert deep_intents(QUESTION, ["The answer should discuss street noise in large cities."]) == ()


def test_options_are_the_sides_that_an_intent_names() -> None:
    listed = sides_of(
        "I want the report to discuss properties, such as pitch, loudness and length."
    )
    assert listed == ("properties", ("pitch", "loudness", "length"), True)
    both = sides_of("I mean males or females.")
    assert (both.options, both.are_examples) == (("males", "females"), False)
    assert sides_of("I mean in large cities.").options == ()


def test_many_sides_are_dealt_to_three_options() -> None:
    assert dealt(["a", "b", "c", "d", "e"]) == ("a and b", "c and d", "e")
    assert dealt(["a", "b"]) == ("a", "b")
    assert dealt(["a"]) == ()


def made() -> tuple[QueryIntents, QueryGraph]:
    async def make() -> tuple[QueryIntents, QueryGraph | None]:
        maker = ExtractiveMaker()
        query = await maker.query("q", QUESTION, CRITERIA)
        return query, await maker.graph(query)

    query, graph = asyncio.run(make())
    assert graph
    return query, graph


def test_deep_intents_hang_below_a_question_that_offers_them_together() -> None:
    """The one shallow intent has no sides and nothing beside it, so it has no place."""
    query, graph = made()
    first = graph.graph.nodes[graph.graph.start_node_ids[0]]
    assert len(first.options) == 3
    assert set(graph.targets(first.id)) == set(query.deep)
    below = [option.next_node_id for option in first.options]
    assert [len(ids) for ids in below] == [1, 1, 1]
    assert graph.left_out == query.shallow


def test_one_intent_without_sides_makes_no_graph() -> None:
    query = QueryIntents(query_id="q", original="x", query="x", shallow=(), deep=("I want songs.",))
    assert asyncio.run(ExtractiveMaker().graph(query)) is None


def node(name: str, *following: tuple[str, ...]) -> dict[str, object]:
    options = [{"text": f"{name}{n}", "next_node_id": f} for n, f in enumerate(following, 1)]
    return {"id": name, "text": f"{name}?", "options": options}


def graph_of(starts: list[str], *nodes: dict[str, object]) -> QueryGraph:
    """Each option says an intent of its own name."""
    return QueryGraph.model_validate(
        {
            "query_id": "q",
            "graph": {
                "root_node": "Songs",
                "start_node_ids": starts,
                "nodes": {n["id"]: n for n in nodes},
            },
            "intents": {n["id"]: [o["text"].upper() for o in n["options"]] for n in nodes},  # type: ignore[attr-defined]
        }
    )


WOOD = graph_of(
    ["a", "b"],
    node("a", ("c", "d"), ()),
    node("b", (), ()),
    node("c", (), ()),
    node("d", (), ("b",)),
)


def test_options_that_lead_to_the_same_questions_are_one_way() -> None:
    """a1 opens c and d, then b waits; a2 leaves b alone. d2 opens b, which is asked once."""
    ways = [
        " ".join(turn.node.id for turn in way) for way in trajectories(WOOD.graph, one_of_each_way)
    ]
    assert ways == ["a c d b", "a c d b", "a b"]


def test_the_questions_on_top_of_the_stack_are_those_opened_last_together() -> None:
    way = next(iter(trajectories(WOOD.graph, one_of_each_way)))
    tops = [accessible(WOOD.graph, way[:n]) for n in range(5)]
    assert tops == [("a", "b"), ("c", "d"), ("d",), ("b",), ()]


def test_depth_counts_the_questions_of_the_longest_way_down() -> None:
    """a, d, b; b alone; two in a row."""
    assert depth(WOOD.graph) == 3
    assert depth(graph_of(["b"], node("b", (), ())).graph) == 1
    assert depth(graph_of(["b", "c"], node("b", (), ()), node("c", ("b",), ())).graph) == 2


def test_a_turn_has_what_was_said_before_it_and_what_should_be_asked() -> None:
    way = next(iter(trajectories(WOOD.graph)))
    turns = asyncio.run(ExtractiveMaker().dialogue(WOOD, way))
    dialogue = dialogue_of(WOOD, way, 7, turns)
    assert way_of(WOOD.graph, dialogue) == way
    query = QueryIntents(query_id="q", original="Songs", query="Songs", shallow=(), deep=())
    first, second, *others = turn_examples(query, WOOD, dialogue)
    assert (first.example_id, first.history) == ("q/7/1", ())
    assert first.targets == ("A1", "A2", "B1", "B2")
    assert second.history == turns[:1]
    assert second.targets == ("C1", "C2", "D1", "D2")
    assert (second.question, second.choices) == ("c: c1 or c2?", ("c1", "c2"))
    assert first.intents == second.intents == ("A1", "C1", "D1", "B1")
    assert len(others) == 2


def test_a_reply_says_the_whole_intent_and_which_side_comes_first() -> None:
    _, graph = made()
    way = ways_through(graph.graph, seed=0)[0]
    first, second = asyncio.run(ExtractiveMaker().dialogue(graph, way))
    intent = graph.taken(way[0])
    assert first.reply == intent
    assert second.reply == f"{intent} Above all: {way[1].option.text}."
    assert first.question.count("?") == second.question.count("?") == 1


def test_ways_are_drawn_by_seed_and_at_most_so_many() -> None:
    """Six questions in a row whose options all lead elsewhere: 2 ** 6 ways."""
    rows = [node(f"r{n}", (f"x{n}",), (f"y{n}",)) for n in range(6)]
    leaves = [node(f"{side}{n}", (), ()) for n in range(6) for side in "xy"]
    wide = graph_of([f"r{n}" for n in range(6)], *rows, *leaves)
    ways = ways_through(wide.graph, seed=0)
    assert len(ways) == len(set(ways)) == MOST_TRAJECTORIES
    assert ways == ways_through(wide.graph, seed=0) != ways_through(wide.graph, seed=1)


def test_every_option_says_an_intent() -> None:
    with pytest.raises(ValueError, match="each option"):
        QueryGraph(query_id="q", graph=ClarificationGraph(**WOOD.graph.model_dump()), intents={})
