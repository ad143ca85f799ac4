"""Pauses and alignment by the cost of a pause, by hand, and as they are shown."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from eval.domain.judgment import Scored, Unscored
from eval.domain.metric import Metric
from eval.domain.persona import QuestionPersona, WantedAspect
from eval.domain.results import Item, Measured
from eval.show.html import to_html
from eval.show.steering import steering_document
from eval.show.terminal import show
from eval.studies.lines import Lines
from eval.studies.steering.choosing import PairsOfQuestion, made_of
from eval.studies.steering.figures import (
    WithHalfway,
    beside_agents,
    by_costs,
    choose_halfway,
    correlation_over_costs,
    figures_at,
    gain_a_question,
    halves_of,
    quartiles,
    with_halfway,
)
from eval.studies.steering.order import TRIED, SteeringOrder
from eval.studies.steering.run import Steering, known_of, results_of, steering_of, version_of
from eval.studies.steering.systems import SystemName, TreeSpec
from eval.studies.steering.trees import Steered


def tree(
    pair: str, cost: float | None, n_pauses: int, alignment: float, *, halfway: int = 3
) -> Steered:
    system = SystemName.UNASKED if cost is None else SystemName.OURS
    scores = {
        Metric.ALIGNMENT: alignment,
        Metric.ASPECTS_IN_FULL: alignment / 2,
        Metric.PERSONA_STATE: 0.25 + alignment / 4,
    }
    return Steered(
        version="v",
        judge="local",
        pair_id=pair,
        query_id=pair[0],
        spec=TreeSpec(system=system, base_cost=cost, halfway=halfway),
        seed=0,
        n_pauses=n_pauses,
        n_decisions=4,
        n_positive=n_pauses,
        n_chosen=n_pauses,
        n_added=0,
        n_nodes=10,
        seconds=1,
        measured=tuple(
            Measured(metric=metric, items=(Item(name="all", judgment=Scored(score=score)),))
            for metric, score in scores.items()
        ),
    )


TREES = (
    tree("a1", None, 0, 0.5),
    tree("a1", 0.0, 2, 0.75),
    tree("a1", 0.1, 1, 0.5),
    tree("b1", None, 0, 0.25),
    tree("b1", 0.0, 1, 0.5),
    tree("b1", 0.1, 0, 0.25),
)


BY_AGENT = (
    tree("a1", None, 3, 0.75).model_copy(
        update={
            "spec": TreeSpec(system=SystemName.OURS, agent="desk:person"),
            "n_by_agent": 3,
        }
    ),
)


def test_an_agent_stands_beside_the_rule_on_its_own_pairs_and_is_no_cost():
    (found,) = beside_agents(BY_AGENT, TREES, seed=0)
    assert [row.base_cost for row in found.by_rule] == [None, 0.0, 0.1]
    assert [row.mean_pauses for row in found.by_rule] == [0, 2, 1]
    assert (found.n_pairs, found.n_decisions, found.n_by_rule) == (1, 4, 1)
    assert (found.by_agent.agent, found.by_agent.mean_pauses) == ("desk:person", 3)


def test_at_few_costs_no_confidences_are_compared_and_everything_else_is_shown():
    """Of one that asks at C0 = 0.1 alone; the comparison needs C0 = 0, too."""
    known = {(t.pair_id, t.spec): t for t in TREES if t.spec.base_cost != 0.0}
    few = steering_of(ORDER.model_copy(update={"costs": (0.1,)}), CHOSEN, known)
    assert few.with_halfways == ()
    assert [row.base_cost for row in few.at_costs] == [None, 0.1]
    several = ORDER.model_copy(update={"halfways": (2, 3)})
    assert {spec.base_cost for spec in several.specs} == {None, *TRIED}


def test_quartiles_lie_between_neighbours():
    found = quartiles([0, 1, 2, 3, 10])
    assert (found.low, found.median, found.high) == (1, 2, 3)


def test_figures_of_a_cost_are_means_over_its_trees():
    found = figures_at([each for each in TREES if each.spec.base_cost == 0.0], seed=0)
    assert (found.mean_pauses, found.n_asked, found.n_chosen) == (1.5, 3, 3)
    assert found.pauses.median == 1.5
    assert found.mean(Metric.ALIGNMENT) == 0.625
    assert found.mean(Metric.ASPECTS_IN_FULL) == 0.3125
    assert found.mean(Metric.USER_RECALL) is None


def test_alignment_for_each_pause_is_the_mean_alignment_over_the_mean_number_of_pauses():
    """(0.75 + 0.5) / 2 over (2 + 1) / 2 = 0.625 / 1.5; of none asked there is none."""
    unasked, free, _ = by_costs(TREES, seed=0)
    assert free.alignment_a_pause == pytest.approx(0.625 / 1.5)
    assert unasked.alignment_a_pause is None


def test_over_the_costs_two_means_correlate_as_pearson_says():
    """Means at 0.0, 0.1, 0.2 are 0.6, 0.3, 0.3, and the persona's a line of them: 1."""
    rows = by_costs([*TREES, tree("a1", 0.2, 0, 0.5), tree("b1", 0.2, 0, 0.25)], seed=0)
    both = Metric.ALIGNMENT, Metric.PERSONA_STATE
    assert correlation_over_costs(rows, *both) == pytest.approx(1)
    assert correlation_over_costs(rows[:3], *both) is None, "two costs are too few"
    assert correlation_over_costs(rows, Metric.ALIGNMENT, Metric.USER_RECALL) is None


def test_a_question_is_worth_the_alignment_beyond_that_of_the_same_pair_unasked():
    """(0.25 + 0 + 0.25 + 0) won by 2 + 1 + 1 + 0 questions."""
    assert gain_a_question(TREES) == pytest.approx(0.125)
    assert gain_a_question([each for each in TREES if each.spec.base_cost is None]) is None


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


PAIRS = tuple(
    QuestionPersona(
        pair_id=f"{name}1",
        query_id=name,
        question="How do bees find food?",
        persona="I keep bees.",
        aspects=(WantedAspect(text="waggle dance"),),
    )
    for name in "ab"
)
CHOSEN = tuple(PairsOfQuestion(of="x", query_id=p.query_id, pairs=(p,)) for p in PAIRS)
ORDER = SteeringOrder(
    questions=Path("questions.jsonl"),
    rubrics=Path("rubrics.jsonl"),
    source="corpus:x",
    limit=2,
    costs=(0.0, 0.1),
)


def test_a_tree_of_another_corpus_judge_or_seed_counts_no_more():
    """A persona that a model wrote is the same whatever is searched."""
    mine = [tree.model_copy(update={"version": version_of(ORDER)}) for tree in TREES]
    assert len(known_of(mine, ORDER)) == len(TREES)
    for other in ({"source": "corpus:y"}, {"judge": "desk:person"}, {"seed": 1}):
        assert known_of(mine, ORDER.model_copy(update=other)) == {}


def test_pairs_of_other_rubrics_are_chosen_anew(tmp_path):
    texts = {"questions": tmp_path / "q.jsonl", "rubrics": tmp_path / "r.jsonl"}
    for file in texts.values():
        file.write_text("{}", encoding="utf-8")
    order = ORDER.model_copy(update=texts)
    before = made_of(order)
    assert made_of(order) == before
    texts["rubrics"].write_text("{ }", encoding="utf-8")
    assert made_of(order) != before


def test_costs_of_an_earlier_command_in_the_folder_stand_in_no_figure():
    """Else figures of other pairs stand beside these."""
    earlier = [tree("a1", 0.7, 0, 0.25)]
    known = {(t.pair_id, t.spec): t for t in (*TREES, *earlier)}
    found = steering_of(ORDER, CHOSEN, known)
    assert [row.base_cost for row in found.at_costs] == [None, 0.0, 0.1]


def test_what_could_not_be_judged_is_neither_won_nor_lost():
    """b1 unasked, of which nothing is known, leaves 0.25 + 0 won by the 2 + 1 questions of a1."""
    nothing = Measured(
        metric=Metric.ALIGNMENT, items=(Item(name="all", judgment=Unscored(reason="No: why.")),)
    )
    trees = [
        t.model_copy(update={"measured": (nothing,)})
        if (t.pair_id, t.spec.base_cost) == ("b1", None)
        else t
        for t in TREES
    ]
    assert gain_a_question(trees) == pytest.approx(0.25 / 3)
    found = with_halfway(3, True, trees)
    assert (found.alignment, found.unasked_alignment) == (0.625, 0.5)


def test_ours_at_the_usual_cost_is_set_beside_every_other_system_on_the_same_pairs():
    results = results_of(ORDER, CHOSEN, TREES)
    rows = {(row.system, row.metric): row.estimate.mean for row in results.rows if row.estimate}
    assert rows["ours", Metric.ALIGNMENT] == (0.5 + 0.25) / 2
    assert rows["ours at C0 = 0", Metric.ALIGNMENT] == (0.75 + 0.5) / 2
    assert rows["unasked", Metric.ALIGNMENT] == (0.5 + 0.25) / 2
    assert rows["ours", Metric.N_PAUSES] == 0.5
    assert ("unasked", Metric.N_PAUSES) not in rows, "it can't ask"
    beside = {(c.a, c.b) for c in results.comparisons}
    assert beside == {("unasked", "ours")}
    assert results.seconds == len(TREES)


def test_what_steering_wins_is_above_0():
    """0.75 - 0.5."""
    both = (tree("a1", None, 0, 0.5), tree("a1", 0.1, 1, 0.75))
    (alignment, *_) = results_of(ORDER, CHOSEN, both).comparisons
    assert (alignment.metric, alignment.difference.mean) == (Metric.ALIGNMENT, 0.25)


def test_every_system_is_asked_for_once_and_ours_at_every_cost():
    specs = ORDER.specs
    assert len(set(specs)) == len(specs)
    assert {spec.system for spec in specs} == set(SystemName)
    costs = [spec.base_cost for spec in specs if spec.system is SystemName.OURS]
    assert sorted(costs) == [0.0, 0.1], "the usual cost is among them"


def test_the_figures_are_shown_on_screen_and_page():
    found = Steering(
        results=results_of(ORDER, CHOSEN, TREES),
        judge="local",
        personas="local",
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
    charts = ("Pauses of a run by C0", "Alignment to the true aspects by C0", "for each pause")
    assert all(chart in page for chart in charts)
    assert "Alignment, ours minus unasked: 0.000" in said
    assert "written by hand" in page
    assert "by words, not by a model" in page
    judged = to_html(steering_document(found.model_copy(update={"judge": "desk:person"})))
    assert "by words, not by a model" not in judged
