"""What decides without a model, worked out by hand; and the budget of turns."""

import pytest
from pydantic import ValidationError

from myscholar.domain.evidence import Evidence
from myscholar.domain.interaction import Learning, UserKind
from myscholar.domain.papers import Passage, PassageKind
from myscholar.interactive.team.budget import TeamStage, TurnBudget
from myscholar.interactive.team.extractive.evaluator import ambiguity, burden
from myscholar.interactive.team.extractive.facets import Side, spread
from myscholar.interactive.team.extractive.supervisor import coverage
from myscholar.interactive.team.state import covered, is_same_direction, share_held


def facet(name: str, *papers: int, rarity: float = 1.0) -> Side:
    return Side(name, frozenset(papers), rarity)


def test_ambiguity_is_the_share_of_papers_that_open_facets_split():
    # papers 1, 2 and 4 speak of one of the two, paper 3 of both, six others of none: 3 of 10
    assert ambiguity([facet("a", 1, 2, 3), facet("b", 3, 4)], 10) == 0.3


def test_papers_that_speak_of_all_or_none_are_not_split():
    assert ambiguity([facet("a", 1, 2), facet("b", 1, 2)], 2) == 0.0


@pytest.mark.parametrize("facets", [(), (facet("a", 1),)])
def test_there_is_nothing_to_choose_between_fewer_than_two_facets(facets):
    assert ambiguity(facets, 4) == 0.0


def test_ambiguity_of_no_papers_is_none():
    assert ambiguity([facet("a"), facet("b")], 0) == 0.0


def test_each_interruption_costs_more_up_to_twice_the_first():
    # a quarter, and a fifth of it more for each turn before
    assert [burden(n) for n in (0, 1, 5)] == pytest.approx([0.25, 0.3, 0.5])


def test_coverage_is_the_share_of_papers_that_speak_of_a_researched_side():
    # {1, 2, 3} of {1, 2, 3, 4}
    assert coverage([facet("a", 1, 2, 3)], [facet("b", 3, 4)]) == 0.75
    assert coverage([], [facet("b", 3, 4)]) == 0.0
    assert coverage([facet("a", 1)], []) == 1.0
    assert coverage([], []) == 1.0


def test_the_side_that_adds_most_papers_comes_first():
    # b has three; then c adds two (4, 5), a one (1)
    sides = [facet("a", 1, 2), facet("b", 2, 3, 6), facet("c", 3, 4, 5)]
    assert [f.name for f in spread(sides)] == ["b", "c", "a"]


def test_a_rare_side_counts_for_more():
    # 3 papers * 1.0 against 2 papers * 2.0
    sides = [facet("common", 1, 2, 3), facet("rare", 4, 5, rarity=2.0)]
    assert [f.name for f in spread(sides)] == ["rare", "common"]


def test_directions_are_one_where_they_share_three_words_of_four():
    assert is_same_direction("mites in bee colonies", "Bee colonies: mites")
    assert not is_same_direction("Varroa mites", "mites")
    assert is_same_direction("蜜蜂", "蜜蜂")
    assert not is_same_direction("蜜蜂", "农药")


def test_an_aspect_is_covered_as_far_as_its_words_are_held():
    assert share_held("winter losses of colonies", "Colonies starve in winter") == 2 / 3
    assert share_held("", "Colonies starve") == 0.0


def test_no_stage_has_more_turns_than_the_paper_gives_it():
    budget = TurnBudget()
    assert [budget.left(stage) for stage in TeamStage] == [1, 3, 1]
    for n in (1, 2, 3):
        budget = budget.without_one(TeamStage.RESEARCH)
        assert (budget.left(TeamStage.RESEARCH), budget.spent) == (3 - n, n)
    with pytest.raises(ValidationError):
        budget.without_one(TeamStage.RESEARCH)
    with pytest.raises(ValidationError):
        TurnBudget(planning=2)


def test_nobody_has_no_turns_at_all():
    assert {TurnBudget.of(UserKind.NOBODY).left(stage) for stage in TeamStage} == {0}


def test_a_side_is_found_partly_where_one_finding_has_most_of_its_words():
    def found(text: str) -> Learning:
        passage = Passage(passage_id="p-a", paper_id="p", kind=PassageKind.BODY, text=text)
        return Learning(text=text, evidence=Evidence.of_passage(passage), title="T")

    side = "queen supersedure in winter"
    assert covered(side, [found("A queen is old."), found("It was winter.")]) == 0
    assert covered(side, [found("A queen is old in winter.")]) == pytest.approx(2 / 3)
    assert covered(side, [found("In winter, supersedure of a queen fails.")]) == 1
