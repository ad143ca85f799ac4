"""Clarification graphs as data, and the ways through them."""

import pytest
from pydantic import ValidationError

from myscholar.errors import BadGraph
from myscholar.interactive.clarify.graph import ClarificationGraph, trajectories


def node(name: str, *following: tuple[str, ...]) -> dict:
    """With an option for each tuple of what it opens."""
    options = [{"text": f"{name}{n}", "next_node_id": f} for n, f in enumerate(following, 1)]
    return {"id": name, "text": f"{name}?", "options": options}


def graph(starts: list[str], *nodes: dict) -> ClarificationGraph:
    return ClarificationGraph.model_validate(
        {"root_node": "Songs", "start_node_ids": starts, "nodes": {n["id"]: n for n in nodes}}
    )


def ways(made: ClarificationGraph) -> list[str]:
    return [" ".join(turn.option.text for turn in way) for way in trajectories(made)]


def test_every_way_is_gone_depth_first_with_what_an_option_opens_before_what_waited() -> None:
    """a's first option opens c, which is asked before b; its second opens nothing: 1 * 2 * 2 and
    1 * 2 ways."""
    made = graph(["a", "b"], node("a", ("c",), ()), node("b", (), ()), node("c", (), ()))
    assert ways(made) == ["a1 c1 b1", "a1 c1 b2", "a1 c2 b1", "a1 c2 b2", "a2 b1", "a2 b2"]


def test_a_question_that_two_options_open_is_asked_once_a_way() -> None:
    made = graph(["a", "b"], node("a", ("c",), ()), node("b", ("c",), ()), node("c", (), ()))
    assert all(way.count("c") <= 1 for way in ways(made))
    assert "a1 c1 b1" in ways(made)
    assert "a2 b1 c2" in ways(made)


@pytest.mark.parametrize(
    ("starts", "nodes", "said"),
    [
        (["a"], [node("a", ("b",), ()), node("b", ("a",), ())], "in a circle: a → b → a"),
        (["a"], [node("a", ("a",), ())], "in a circle: a → a"),
        (["a"], [node("a", ("z",), ())], "no question 'z'"),
        (["a"], [node("a", (), ()), node("b", (), ())], "no way leads to the question 'b'"),
    ],
)
def test_a_graph_with_a_circle_or_loose_ends_is_refused_by_one_clear_error(
    starts, nodes, said: str
) -> None:
    with pytest.raises(BadGraph, match=said):
        graph(starts, *nodes)


def test_a_question_has_two_or_three_options_and_a_graph_twenty_questions() -> None:
    with pytest.raises(ValidationError):
        graph(["a"], node("a", ()))
    with pytest.raises(ValidationError):
        graph(["a"], node("a", (), (), (), ()))
    names = [f"n{n}" for n in range(21)]
    assert len(ways(graph(names[:3], *(node(n, (), ()) for n in names[:3])))) == 8
    with pytest.raises(ValidationError):
        graph(names, *(node(n, (), ()) for n in names))
