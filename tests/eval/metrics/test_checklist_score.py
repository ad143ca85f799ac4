"""The grade of a report by a checklist. Arena §4, appendix C."""

import itertools

import pytest

from eval.domain.checklist import Checklist, ChecklistCriterion, normalized
from eval.domain.judgment import Scored, Unscored
from eval.domain.metric import Metric
from eval.metrics.checklist import checklist_score, scored_weight

LATE = Unscored(reason="LLMTimeout: late")


def checklist(*weights: float) -> Checklist:
    criteria = (ChecklistCriterion(title=f"C{n}", weight=w) for n, w in enumerate(weights))
    return Checklist(task_id="t", by="somebody", criteria=tuple(criteria))


def grades(*scores: float | None) -> list[Scored | Unscored]:
    return [LATE if s is None else Scored(score=s) for s in scores]


APPENDIX_C = checklist(0.45, 0.30, 0.15, 0.10)


def test_the_score_is_the_weighted_mean_of_the_grades():
    # 0.45 * 5 + 0.30 * 4 + 0.15 * 3 + 0.10 * 4.5 = 2.25 + 1.2 + 0.45 + 0.45 = 4.35
    found = checklist_score(APPENDIX_C, grades(5, 4, 3, 4.5))
    assert found.metric is Metric.CHECKLIST_SCORE
    assert found.score == pytest.approx(4.35)


def test_criteria_without_a_grade_are_left_out_of_the_mean_and_counted():
    # 2.25 for the first and 1 for the last, of a weight of 0.55
    found = checklist_score(APPENDIX_C, grades(5, None, None, 10))
    assert found.score == pytest.approx(3.25 / 0.55)
    assert found.n_unscored == 2
    assert scored_weight(APPENDIX_C, grades(5, None, None, 10)) == pytest.approx(0.55)


def test_without_any_grade_there_is_no_score():
    found = checklist_score(APPENDIX_C, grades(None, None, None, None))
    assert found.score is None
    assert scored_weight(APPENDIX_C, grades(None, None, None, None)) == 0


@pytest.mark.parametrize("grade", [0, 1, 7.5, 10])
def test_equal_grades_are_the_score_whatever_the_weights(grade):
    assert checklist_score(APPENDIX_C, grades(*[grade] * 4)).score == pytest.approx(grade)
    assert scored_weight(APPENDIX_C, grades(*[grade] * 4)) == pytest.approx(1)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_order_of_criteria_makes_no_difference(order):
    weights, given = (0.5, 0.3, 0.2), (1, 6, 9)
    mixed = checklist(*(weights[i] for i in order))
    # 0.5 + 1.8 + 1.8
    found = checklist_score(mixed, grades(*(given[i] for i in order)))
    assert found.score == pytest.approx(4.1)


def test_a_better_grade_never_lowers_the_score():
    low, high = grades(2, 3, 4, 5), grades(2, 3, 5, 5)
    assert checklist_score(APPENDIX_C, high).score > checklist_score(APPENDIX_C, low).score


@pytest.mark.parametrize("wrong", [-0.1, 10.1])
def test_a_grade_outside_is_refused(wrong):
    with pytest.raises(ValueError, match="from 0 to 10"):
        checklist_score(APPENDIX_C, grades(5, 5, 5, wrong))


def test_there_is_one_grade_a_criterion():
    with pytest.raises(ValueError, match="zip"):
        checklist_score(APPENDIX_C, grades(5, 5, 5))


def test_weights_are_normalized_in_their_proportions():
    assert normalized([2, 1, 1]) == (0.5, 0.25, 0.25)
    assert normalized([0.3]) == (1.0,)
    assert sum(normalized([0.1, 0.7, 0.9])) == pytest.approx(1)


@pytest.mark.parametrize("weights", [[], [0, 1], [-1, 2], [float("nan")], [float("inf"), 1]])
def test_weights_that_are_none_are_refused(weights):
    with pytest.raises(ValueError, match="above 0"):
        normalized(weights)


@pytest.mark.parametrize("weights", [(0.5, 0.5), (1 / 7,) * 7, (0.5, 0.3, 0.1), (0.5, 0.5, 0.5)])
def test_a_checklist_has_three_to_six_criteria_whose_weights_sum_to_1(weights):
    with pytest.raises(ValueError, match=r"weights|at least|at most"):
        checklist(*weights)
