import itertools

import pytest

from eval.domain.judgment import Scored, Unscored
from eval.domain.metric import FACTS, STEER_METRICS, Metric
from eval.metrics.steer import (
    alignment,
    focus_keypoints,
    focus_sentences,
    in_full,
    persona_state,
    user_precision,
    user_recall,
)

LOST = Unscored(reason="LLMTimeout: late")
ON, OFF = frozenset({0}), frozenset[int]()
OF_MARKS = {
    alignment: Metric.ALIGNMENT,
    user_recall: Metric.USER_RECALL,
    persona_state: Metric.PERSONA_STATE,
}
OF_TARGETS = {
    focus_keypoints: Metric.FOCUS_KEYPOINTS,
    focus_sentences: Metric.FOCUS_SENTENCES,
    user_precision: Metric.USER_PRECISION,
}


def marks(*scores):
    return [Scored(score=score) for score in scores]


@pytest.mark.parametrize("measure", OF_MARKS)
def test_alignment_is_the_sum_of_the_marks_over_twice_the_number_of_aspects(measure):
    # (2 + 1 + 0 + 0 + 2) / (2 * 5) = 0.5; (2 + 1 + 1) / (2 * 3) = 2/3
    assert measure(marks(2, 1, 0, 0, 2)).score == pytest.approx(0.5)
    assert measure(marks(2, 1, 1)).score == pytest.approx(2 / 3)
    assert measure(marks(1)).score == 0.5
    assert measure(marks(0, 1)).metric is OF_MARKS[measure]


@pytest.mark.parametrize("measure", OF_MARKS)
def test_alignment_is_0_without_any_mark_and_1_with_all(measure):
    assert measure(marks(0, 0, 0)).score == 0
    assert measure(marks(2, 2, 2)).score == 1
    assert measure([]).score is None


def test_in_full_is_the_share_of_aspects_with_the_best_mark_alone():
    assert in_full(marks(2, 1, 0, 2)).score == 2 / 4
    assert in_full(marks(1, 1)).score == 0
    assert in_full(marks(2)).score == 1
    assert in_full(marks(2)).metric is Metric.ASPECTS_IN_FULL


@pytest.mark.parametrize("measure", OF_TARGETS)
def test_focus_is_the_share_of_texts_that_are_on_some_aspect_however_many(measure):
    # on two aspects, on one, on none: 2 of 3
    assert measure([frozenset({0, 3}), ON, OFF]).score == pytest.approx(2 / 3)
    assert measure([OFF, OFF]).score == 0
    assert measure([ON, ON]).score == 1
    assert measure([ON]).metric is OF_TARGETS[measure]


def test_a_report_without_keypoints_has_no_focus_and_counts_as_unscored():
    for measure in (focus_keypoints, focus_sentences):
        found = measure([])
        assert (found.score, found.n_unscored) == (None, 1)
        assert found.items[0].judgment.reason.startswith("NoKeypoints:")


def test_a_user_who_chose_nothing_has_no_precision_and_leaves_nothing_unscored():
    assert (user_precision([]).score, user_precision([]).items) == (None, ())


@pytest.mark.parametrize("measure", [*OF_MARKS, in_full])
def test_what_the_judge_could_not_say_counts_in_no_mean_and_keeps_its_reason(measure):
    found = measure([LOST, *marks(2, 0)])
    assert (found.score, found.n_unscored) == (1 / 2, 1)
    assert found.items[0].judgment == LOST
    assert (measure([LOST, LOST]).score, measure([LOST, LOST]).n_unscored) == (None, 2)


@pytest.mark.parametrize("measure", OF_TARGETS)
def test_a_text_that_the_judge_could_not_place_counts_in_no_share(measure):
    found = measure([LOST, ON, OFF, OFF])
    assert (found.score, found.n_unscored) == (pytest.approx(1 / 3), 1)
    assert found.items[0].judgment == LOST


@pytest.mark.parametrize("bad", [-1, 0.5, 1.5, 3])
def test_a_mark_that_is_none_is_refused(bad):
    for measure in (*OF_MARKS, in_full):
        with pytest.raises(ValueError, match="0, 1 or 2"):
            measure(marks(1, bad))


def test_figures_stay_in_their_range_and_do_not_depend_on_the_order():
    for given in itertools.product((0, 1, 2), repeat=3):
        for measure in (*OF_MARKS, in_full):
            score = measure(marks(*given)).score
            assert 0 <= score <= 1
            assert score == pytest.approx(measure(marks(*sorted(given))).score)
        assert in_full(marks(*given)).score <= alignment(marks(*given)).score
    for given in itertools.product((ON, OFF), repeat=3):
        for measure in OF_TARGETS:
            assert measure(given).score == measure(given[::-1]).score


def test_items_are_numbered_from_one_and_the_reason_of_a_mark_stays():
    found = alignment([Scored(score=2, reason="all of it"), *marks(0)])
    assert [item.name for item in found.items] == ["aspect 1", "aspect 2"]
    assert found.items[0].judgment == Scored(score=1, reason="all of it")
    assert [i.name for i in focus_keypoints([ON, OFF]).items] == ["text 1", "text 2"]


def test_every_metric_of_steering_has_its_source():
    assert all("STEER" in FACTS[metric].source for metric in STEER_METRICS)
    assert len(STEER_METRICS) == 9
