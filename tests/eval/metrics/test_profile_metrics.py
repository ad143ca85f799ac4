import random

import pytest

from eval.domain.judgment import Scored, Unscored
from eval.domain.output import OutputInference
from eval.metrics.profile import (
    category_accuracy,
    citation_relevance,
    inference_accuracy,
    n_citations,
    n_words,
    specificity,
)
from myscholar.domain.profile import ProfileAspect

ASPECT = next(iter(ProfileAspect))
LOST = Unscored(reason="LLMRefusal: no")


def scored(*scores):
    return [Scored(score=s) for s in scores]


def test_category_accuracy_is_the_share_of_inferences_in_their_place():
    assert category_accuracy(scored(1, 1, 1, 0)).score == 3 / 4


def test_inference_accuracy_leaves_out_what_cites_nothing_and_keeps_the_numbers():
    # three judged, two accurate; the second cites nothing
    found = inference_accuracy([Scored(score=1), None, Scored(score=0), Scored(score=1)])
    assert found.score == 2 / 3
    assert [i.name for i in found.items] == ["inference 1", "inference 3", "inference 4"]


def test_citation_relevance_penalizes_each_paper_that_does_not_help():
    # one of one, and one of three: 2 of 4 citations, where the mean of the inferences' shares would
    # be 2/3
    found = citation_relevance([scored(1), scored(1, 0, 0), []])
    assert found.score == 2 / 4
    assert found.items[-1].name == "inference 2, citation 3"


def test_specificity_is_a_mean_from_1_to_5():
    assert specificity(scored(1, 5, 4)).score == pytest.approx(10 / 3)


def test_papers_and_words_are_counted_without_a_judge():
    inferences = [
        OutputInference(text="You weigh  careful tests", aspect=ASPECT, cited=("a", "b", "a")),
        OutputInference(text="You write", aspect=ASPECT),
    ]
    assert n_citations(inferences).score == (2 + 0) / 2
    assert n_words(inferences).score == (4 + 2) / 2


@pytest.mark.parametrize("metric", [category_accuracy, inference_accuracy, specificity])
def test_what_a_judge_can_not_say_is_counted_and_moves_nothing(metric):
    found = metric([*scored(1, 3), LOST])
    assert (found.score, found.n_unscored) == (2, 1)
    assert (metric([LOST]).score, metric([LOST]).n_unscored) == (None, 1)
    assert (metric([]).score, metric([]).n_unscored) == (None, 0)


def test_the_score_lies_between_the_judgments_whatever_their_order_and_doubling():
    rng = random.Random(0)
    for _ in range(50):
        some = [
            LOST if rng.random() < 0.2 else Scored(score=rng.randint(0, 1))
            for _ in range(rng.randint(1, 12))
        ]
        found = category_accuracy(some)
        assert category_accuracy(rng.sample(some, len(some))).score == found.score
        assert category_accuracy(some * 2).score == found.score
        assert found.score is None or 0 <= found.score <= 1
