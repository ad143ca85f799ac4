"""Pauses and alignment by the cost of a pause, by hand, and as they are shown."""

from io import StringIO

import pytest
from rich.console import Console

from eval.show.html import to_html
from eval.show.steering import steering_document
from eval.show.terminal import show
from eval.studies.lines import Lines
from eval.studies.steering.figures import (
    WithHalfway,
    beside_agents,
    by_costs,
    choose_halfway,
    figures_at,
    gain_a_question,
    halves_of,
    quartiles,
    with_halfway,
)
from eval.studies.steering.run import Steering
from eval.studies.steering.trees import Steered


def tree(
    pair: str, cost: float | None, n_pauses: int, alignment: float, *, halfway: int = 3
) -> Steered:
    return Steered(
        version="v",
        pair_id=pair,
        query_id=pair[0],
        base_cost=cost,
        halfway=halfway,
        seed=0,
        n_pauses=n_pauses,
        n_decisions=4,
        n_positive=n_pauses,
        n_chosen=n_pauses,
        n_added=0,
        n_nodes=10,
        alignment=alignment,
        in_full=alignment / 2,
        persona_alignment=0.25,
    )


TREES = (
    tree("a1", None, 0, 0.5),
    tree("a1", 0.0, 2, 0.75),
    tree("a1", 0.1, 1, 0.5),
    tree("b1", None, 0, 0.25),
    tree("b1", 0.0, 1, 0.5),
    tree("b1", 0.1, 0, 0.25),
)


BY_AGENT = (tree("a1", None, 3, 0.75).model_copy(update={"agent": "desk:person", "n_by_agent": 3}),)


def test_an_agent_stands_beside_the_rule_on_its_own_pairs_and_is_no_cost():
    (found,) = beside_agents(BY_AGENT, TREES, seed=0)
    assert [row.base_cost for row in found.by_rule] == [None, 0.0, 0.1]
    assert [row.mean_pauses for row in found.by_rule] == [0, 2, 1]
    assert (found.n_pairs, found.n_decisions, found.n_by_rule) == (1, 4, 1)
    assert (found.by_agent.agent, found.by_agent.mean_pauses) == ("desk:person", 3)


def test_quartiles_lie_between_neighbours():
    found = quartiles([0, 1, 2, 3, 10])
    assert (found.low, found.median, found.high) == (1, 2, 3)


def test_figures_of_a_cost_are_means_over_its_trees():
    found = figures_at([each for each in TREES if each.base_cost == 0.0], seed=0)
    assert (found.mean_pauses, found.n_asked, found.n_chosen) == (1.5, 3, 3)
    assert found.pauses.median == 1.5
    assert found.alignment.mean == 0.625
    assert found.in_full.mean == 0.3125


def test_a_question_is_worth_the_alignment_beyond_that_of_the_same_pair_unasked():
    """(0.25 + 0 + 0.25 + 0) won by 2 + 1 + 1 + 0 questions."""
    assert gain_a_question(TREES) == pytest.approx(0.125)
    assert gain_a_question([each for each in TREES if each.base_cost is None]) is None


def test_with_a_confidence_the_share_of_decisions_with_a_gain_is_that_of_free_pauses():
    found = with_halfway(3, True, TREES)
    assert found.positive_share == 3 / 8
    assert (found.free_pauses.median, found.usual_pauses.median) == (1.5, 0.5)
    assert (found.alignment, found.unasked_alignment) == (0.625, 0.375)


def test_halves_keep_the_pairs_of_a_question_together():
    assert halves_of(["a", "a", "b", "c", "c"]) == ({"a", "c"}, {"b"})


def tried(halfway: int, share: float, gain: float | None, *, chosen_on: bool = True) -> WithHalfway:
    none = quartiles([0])
    return WithHalfway(
        halfway=halfway,
        chosen_on=chosen_on,
        n_pairs=2,
        positive_share=share,
        free_pauses=none,
        usual_pauses=none,
        alignment=0.5,
        unasked_alignment=0.5,
        gain_a_question=gain,
    )


def test_a_confidence_that_asks_more_is_chosen_only_where_a_question_is_worth_no_less():
    rows = [tried(3, 0.2, 0.1), tried(2, 0.4, 0.1), tried(1, 0.6, 0.05)]
    assert choose_halfway(rows, 3) == 2
    assert choose_halfway([*rows[::2], tried(2, 0.4, 0.2, chosen_on=False)], 3) == 3
    assert choose_halfway([tried(3, 0, None)], 3) == 3


def test_what_is_kept_of_a_tree_is_read_again_and_holds_no_text_of_the_data(tmp_path):
    lines = Lines(tmp_path / "trees.jsonl", Steered)
    for each in TREES:
        lines.append(each)
    assert tuple(lines.read()) == TREES
    assert not {"question", "aspects", "persona"} & set(Steered.model_fields)


def test_the_figures_are_shown_on_screen_and_page():
    found = Steering(
        dataset="questions on corpus:x",
        seed=0,
        versions={"myscholar": "1"},
        halfway=3,
        n_pairs=2,
        n_questions=2,
        at_costs=by_costs(TREES, seed=0),
        with_halfways=(with_halfway(3, True, TREES), tried(1, 0.6, 0.01)),
        with_agents=beside_agents(BY_AGENT, TREES, seed=0),
    )
    document = steering_document(found)
    screen = StringIO()
    show(document, Console(file=screen, width=160))
    assert "median of 1.5 (mean 1.5) at C0 = 0 to 0.5 (mean 0.5) at C0 = 0.1" in " ".join(
        screen.getvalue().split()
    )
    said = " ".join(screen.getvalue().split())
    assert "Where desk:person decides in the rule's place (1 pair), pauses of a run have" in said
    assert "a median of 3 (mean 3.0; 75 % of its 4 decisions), and the alignment" in said
    assert "desk:person left 1 of these decisions to the rule, at C0 = 0.1" in said
    page = to_html(document)
    assert page.count("<svg") == 4
    assert "written by hand" in page
    assert "by words, not by a model" in page
