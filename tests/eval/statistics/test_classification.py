import random

import pytest
from scipy.stats import binomtest

from eval.statistics.classification import classification, wilson


def test_precision_recall_and_f1_worked_out_by_hand():
    # flagged 1 1 1 0 0 0, deserved 1 1 0 1 0 0: 2 right, 1 wrong, 1 missed, 2 rightly
    # left, so 2/3, 2/3 and 4 / (4 + 1 + 1)
    found = classification(
        [True, True, True, False, False, False], [True, True, False, True, False, False]
    )
    assert (
        found.true_positives,
        found.false_positives,
        found.false_negatives,
        found.true_negatives,
    ) == (2, 1, 1, 2)
    assert (found.precision.share, found.recall.share, found.f1) == pytest.approx(
        (2 / 3, 2 / 3, 2 / 3)
    )


def test_wilsons_interval_worked_out_by_hand_and_against_scipy():
    # z = 1.96, 5 of 10: (0.5 + 3.8415/20 -+ 1.96 * sqrt(0.025 + 3.8415/400)) / 1.38415: 0.2366 and
    # 0.7634
    found = wilson(5, 10)
    assert (found.low, found.high) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    for k, n in ((0, 7), (7, 7), (1, 3), (80, 150)):
        theirs = binomtest(k, n).proportion_ci(method="wilson")
        assert (wilson(k, n).low, wilson(k, n).high) == pytest.approx((theirs.low, theirs.high))


def test_an_interval_holds_its_share_stays_in_range_and_is_not_empty_at_the_ends():
    for n in range(1, 40):
        for k in range(n + 1):
            found = wilson(k, n)
            assert 0 <= found.low <= found.share <= found.high <= 1
            assert found.low < found.high
    assert (wilson(0, 5).low, wilson(5, 5).high) == (0, 1)


def test_a_share_of_nothing_is_unknown():
    found = wilson(0, 0)
    assert (found.share, found.low, found.high) == (None, 0, 1)
    with pytest.raises(ValueError, match="no share"):
        wilson(3, 2)


def test_flags_that_never_fire_have_no_precision_and_find_nothing():
    found = classification([False, False], [True, False])
    assert (found.precision.share, found.recall.share, found.f1) == (None, 0, 0)


def test_with_nothing_to_find_and_nothing_flagged_there_is_no_f1():
    assert classification([False], [False]).f1 is None
    assert classification([], []).f1 is None


def test_the_order_of_items_changes_nothing_and_lengths_must_match():
    rng = random.Random(0)
    pairs = [(rng.random() < 0.4, rng.random() < 0.5) for _ in range(50)]
    shuffled = rng.sample(pairs, len(pairs))
    one, other = (classification([f for f, _ in p], [d for _, d in p]) for p in (pairs, shuffled))
    assert one == other
    with pytest.raises(ValueError, match="zip"):
        classification([True], [])
