"""The formulas of STEER, worked out by hand."""

import numpy as np
import pytest

from myscholar.interactive.steer.diversity import mmr_select
from myscholar.interactive.steer.pausing import (
    could_be_best,
    exec_cost,
    n_remaining,
    pause_cost,
    pause_gain,
    radii,
    tolerance_share,
)
from myscholar.interactive.steer.utility import (
    alignment,
    alignment_gain,
    branch_utility,
    exploration_bonus,
    information_gain,
)

LIKE = np.array(
    [
        [1.0, 0.9, 0.2, 0.4],
        [0.9, 1.0, 0.1, 0.3],
        [0.2, 0.1, 1.0, 0.8],
        [0.4, 0.3, 0.8, 1.0],
    ]
)


def test_the_most_confident_direction_is_offered_first_then_the_least_similar():
    # the second is the most confident; least like it is the third (0.1); then the greatest
    # similarity to {second, third} is 0.9 for the first, 0.8 for the fourth
    assert mmr_select([0.5, 0.9, 0.4, 0.6], LIKE, 3) == (1, 2, 3)


def test_of_directions_equally_far_the_more_confident_one_is_offered():
    assert mmr_select([0.9, 0.3, 0.7], np.eye(3), 2) == (0, 2)


@pytest.mark.parametrize(("k", "chosen"), [(0, ()), (1, (1,)), (9, (1, 2, 3, 0))])
def test_as_many_directions_are_offered_as_there_are_and_are_wanted(k, chosen):
    assert mmr_select([0.5, 0.9, 0.4, 0.6], LIKE, k) == chosen


def test_no_directions_leave_nothing_to_offer():
    assert mmr_select([], np.zeros((0, 0)), 3) == ()


def test_alignment_is_the_mean_mark_of_two():
    assert alignment([2, 1, 0, 0]) == 3 / 8
    assert alignment([2, 2]) == 1.0
    assert alignment([]) == 0.0


def test_a_direction_gains_what_it_covers_beyond_its_parent():
    assert alignment_gain(0.75, 0.5) == 0.25
    assert alignment_gain(0.25, 0.5) == 0.0


def test_a_tag_is_worth_less_each_time_it_is_used():
    # unused: 1 / (1 + 0) = 1; once: 1 / 2; four times: 1 / 3; mean of 1, 1/2, 1/3 = 11/18
    assert exploration_bonus([0], epsilon=1.0) == 1.0
    assert exploration_bonus([0, 1, 4], epsilon=1.0) == pytest.approx(11 / 18)
    assert exploration_bonus([0, 1, 4]) == pytest.approx(11 / 180)
    assert exploration_bonus([]) == 0.0


def test_information_is_what_differs_from_all_that_was_learned():
    # the mean of what is known is (0.5, 0.5), of length 1 / sqrt 2; its cosine with (1, 0) is
    # 1 / sqrt 2
    known = np.array([[1.0, 0.0], [0.0, 1.0]])
    assert information_gain(np.array([[1.0, 0.0]]), known) == pytest.approx(1 - 2**-0.5)
    assert information_gain(np.array([[0.0, 1.0], [1.0, 0.0]]), known) == pytest.approx(0.0)
    assert information_gain(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]])) == 1.0


def test_nothing_expected_brings_no_information_and_nothing_known_makes_all_new():
    assert information_gain(np.zeros((0, 2)), np.array([[1.0, 0.0]])) == 0.0
    assert information_gain(np.array([[1.0, 0.0]]), np.zeros((0, 2))) == 1.0
    assert information_gain(np.zeros((0, 2)), np.zeros((0, 2))) == 0.0


def test_utility_weighs_new_angles_and_new_information_against_fit():
    # 0.3 + 0.5 * 0.6 + 0.25 * 0.4
    worth = branch_utility(0.3, 0.6, 0.4, explore_weight=0.5, information_weight=0.25)
    assert worth == pytest.approx(0.7)


def test_each_question_makes_the_next_one_in_its_direction_cost_more():
    # 0.4 times 1, 1.5 and 2.5
    assert [pause_cost(0.4, n, 2.0) for n in (0, 1, 3)] == pytest.approx([0.4, 0.6, 1.0])
    assert pause_cost(0.0, 9, 2.0) == 0.0


def test_the_tolerance_of_a_left_direction_goes_to_the_others():
    assert tolerance_share(6, 4) == 1.5
    assert tolerance_share(6, 2) == 3.0
    assert tolerance_share(6, 0) == 6.0


def test_a_saturated_subtree_is_counted_with_its_own_node():
    # 3 ^ 0 + 3 ^ 1 + 3 ^ 2 = 13; with one branch a chain of 3
    assert n_remaining(3, 2) == 13
    assert n_remaining(2, 3) == 15
    assert n_remaining(1, 2) == 3
    assert n_remaining(1, 0) == n_remaining(5, 0) == 1


def test_what_following_a_direction_costs_lies_between_a_half_and_one():
    assert exec_cost(3, 2) == 13 / 14
    assert exec_cost(3, 1) == 4 / 5
    assert exec_cost(3, 0) == exec_cost(1, 0) == 1 / 2


def test_what_might_be_the_best_is_kept():
    # spread 0.8; radii 0.08, 0.4, 0.16; lower bounds 0.82, 0.1, -0.06; upper 0.98, 0.9, 0.26
    utilities = (0.9, 0.5, 0.1)
    radius = radii(utilities, (0.9, 0.5, 0.8))
    assert radius == pytest.approx((0.08, 0.4, 0.16))
    assert could_be_best(utilities, radius) == (0, 1)


def test_what_is_known_for_sure_leaves_the_best_alone_and_what_is_unknown_all():
    utilities = (0.9, 0.5, 0.1)
    assert could_be_best(utilities, radii(utilities, (1, 1, 1))) == (0,)
    assert could_be_best(utilities, radii(utilities, (0, 0, 0))) == (0, 1, 2)
    assert could_be_best((0.4, 0.4), radii((0.4, 0.4), (1, 1))) == (0, 1)
    assert could_be_best((), ()) == ()


def test_asking_gains_the_saved_cost_less_the_lost_utility():
    # left: the second, -0.5 + 0.9, and the third, -0.1 + 0.8
    assert pause_gain((0.9, 0.5, 0.1), (0.9, 0.9, 0.8), (0,)) == pytest.approx(1.1)
    assert pause_gain((0.9, 0.5), (0.9, 0.9), (0, 1)) == 0.0
    assert pause_gain((0.2, 1.4), (0.5, 0.5), (0,)) == pytest.approx(-0.9)
