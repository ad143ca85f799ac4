from collections.abc import Sequence

import pytest

from eval.studies.satisfaction.cases import JudgedKind
from eval.studies.satisfaction.figures import Source
from eval.studies.satisfaction.scoring import (
    Predicted,
    Whose,
    correct,
    detectable_accuracy,
    figure_of,
    needed_right,
    power_of,
)

TRAINED = Whose("words", Source.TRAINED, JudgedKind.ACTION)
CONSTANT = Whose("always satisfied", Source.BASELINE, JudgedKind.ACTION)


def rows(*probabilities: float | None, users: Sequence[str] = ("a", "b")) -> list[Predicted]:
    """Triplets of one complaint and two accepted rows, in this order, users in turn."""
    return [
        Predicted(users[i // 3 % len(users)], i % 3 > 0, frozenset({f"t{i // 3}"}), p)
        for i, p in enumerate(probabilities)
    ]


def test_a_constant_is_right_in_two_of_three_and_untested() -> None:
    figure = figure_of(CONSTANT, rows(1, 1, 1, 1, 1, 1), seed=0)
    assert (figure.n_right, figure.n, figure.baseline) == (4, 6, pytest.approx(2 / 3))
    assert figure.triplet_accuracy is not None
    assert figure.triplet_accuracy.value == pytest.approx(2 / 3)
    assert figure.ranking is not None
    assert figure.ranking.value == pytest.approx(1 / 3)
    assert figure.auc == 0.5
    assert figure.p_value is None


def test_all_right_in_two_triplets_is_worked_out_by_hand() -> None:
    figure = figure_of(TRAINED, rows(0, 1, 1, 0, 1, 1), seed=0)
    # six of six at 2/3 each: (2/3)^6 = 64/729
    assert figure.p_value == pytest.approx(64 / 729)
    assert (figure.n_complaints_called, figure.n_complaints_rightly_called) == (2, 2)
    assert figure.accuracy is not None
    assert (figure.accuracy.value, figure.accuracy.n_users) == (1, 2)
    assert figure.ranking is not None
    assert (figure.ranking.value, figure.ranking.n) == (1, 2)


def test_unscored_rows_are_counted_and_take_no_part() -> None:
    figure = figure_of(TRAINED, rows(0, 1, None, 0, 1, 1), seed=0)
    assert (figure.n, figure.n_unscored, figure.n_right) == (5, 1, 5)
    assert figure.baseline == pytest.approx(3 / 5)
    assert figure.ranking is not None
    assert figure.ranking.n == 1  # the first triplet is no longer whole


def test_nothing_scored_is_no_figure_and_no_test() -> None:
    figure = figure_of(TRAINED, rows(None, None, None), seed=0)
    assert (figure.n, figure.accuracy, figure.auc, figure.p_value, figure.n_unscored) == (
        0,
        None,
        None,
        None,
        3,
    )


def test_the_baseline_is_the_more_frequent_verdict_also_where_that_is_a_complaint() -> None:
    found = figure_of(
        TRAINED,
        [Predicted("a", False, frozenset(), 0.9), Predicted("b", False, frozenset(), 0.1)],
        seed=0,
    )
    assert (found.baseline, found.n_right) == (1.0, 1)


def test_a_row_that_is_listed_twice_counts_once_but_in_both_triplets() -> None:
    shared = Predicted("a", True, frozenset({"t1", "t2"}), 0.9)
    others = [
        Predicted("a", satisfied, frozenset({t}), p)
        for t in ("t1", "t2")
        for satisfied, p in ((False, 0.1), (True, 0.8))
    ]
    found = figure_of(TRAINED, [shared, *others], seed=0)
    assert (found.n, found.n_right) == (5, 5)
    assert found.ranking is not None
    assert found.ranking.n == 2
    assert found.triplet_accuracy is not None
    assert found.triplet_accuracy.n == 6


def test_p_values_are_multiplied_by_the_tests_made_and_the_baseline_is_none() -> None:
    right, half = (
        figure_of(TRAINED, rows(0, 1, 1, 0, 1, 1), seed=0),
        figure_of(TRAINED, rows(0, 0, 0), seed=0),
    )
    constant, one, other = correct([figure_of(CONSTANT, rows(1, 1, 1), seed=0), right, half])
    assert constant.p_corrected is None
    assert one.p_corrected == pytest.approx(2 * 64 / 729)
    assert other.p_corrected == 1.0
    assert not one.beats_baseline


def test_power_names_the_fewest_right_answers_that_would_have_done() -> None:
    # (2/3)^6 = 0.088, (2/3)^8 = 0.039: with six rows nothing can be recognized at 0.05, with eight
    # only all right
    assert needed_right(6, 2 / 3, 0.05) is None
    assert needed_right(8, 2 / 3, 0.05) == 8
    # all of eight right with chance 0.8: 0.8^(1/8) = 0.9725
    assert detectable_accuracy(8, 8) == pytest.approx(0.973, abs=5e-4)


def test_fifty_seven_triplet_rows_need_fortyfive_right_before_any_correction() -> None:
    # the study's largest type, repetitions included: 44 or more of 57 come by chance of 2/3 in 5.8
    # % of cases, 45 or more in 3.0 %
    assert needed_right(57, 2 / 3, 0.05) == 45


def test_power_is_told_for_each_group_of_the_baseline_at_the_runs_own_correction() -> None:
    figures = correct(
        [
            figure_of(CONSTANT, rows(*[1.0] * 24), seed=0),
            *[figure_of(TRAINED, rows(0, 1, 1), seed=0)] * 5,
        ]
    )
    (power,) = power_of(figures)
    assert power.needed == needed_right(24, 2 / 3, 0.01)
    assert power.detectable is not None
    assert power.detectable > 0.9
