import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from eval.statistics.classification import roc_auc
from eval.studies.satisfaction.scoring import auc_interval, bad_ranked_lowest, is_right


def test_the_area_counts_pairs_with_ties_as_half() -> None:
    # accepted 0.9, 0.4; complaints 0.4, 0.1: pairs 0.9>0.4, 0.9>0.1, 0.4=0.4 (half), 0.4>0.1 -> 3.5
    # of 4
    assert roc_auc([0.9, 0.4, 0.4, 0.1], [True, True, False, False]) == pytest.approx(3.5 / 4)


def test_the_area_is_that_of_scikit_learn_in_any_order() -> None:
    rng = np.random.default_rng(1)
    scores, satisfied = rng.random(40).round(1), rng.random(40) > 0.4
    turned = rng.permutation(40)
    assert roc_auc(scores.tolist(), satisfied.tolist()) == pytest.approx(
        roc_auc_score(satisfied, scores)
    )
    assert roc_auc(scores[turned].tolist(), satisfied[turned].tolist()) == pytest.approx(
        roc_auc_score(satisfied, scores)
    )


def test_there_is_no_area_without_both_verdicts() -> None:
    assert roc_auc([0.2, 0.3], [True, True]) is None
    assert roc_auc([], []) is None
    assert auc_interval([0.2], [False], ["u"], seed=0) is None


def test_the_interval_of_the_area_draws_users_and_holds_it() -> None:
    rng = np.random.default_rng(2)
    satisfied = [bool(i % 2) for i in range(60)]
    scores = [0.3 * s + rng.random() for s in satisfied]
    users = [f"u{i % 6}" for i in range(60)]
    low, high = auc_interval(scores, satisfied, users, seed=3, n=500) or (1, 0)
    assert 0 <= low < (roc_auc(scores, satisfied) or 0) < high <= 1
    assert auc_interval(scores, satisfied, users, seed=3, n=500) == (low, high)


def test_users_who_agree_wholly_leave_no_interval() -> None:
    # every user has one accepted row above one complaint, and all users the same scores: any draw
    # has area 1
    assert auc_interval(
        [0.9, 0.1] * 4, [True, False] * 4, ["a", "a", "b", "b", "c", "c", "d", "d"], seed=0
    ) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("bad", "goods", "share"),
    [
        (0.1, (0.2, 0.3), 1.0),
        (0.3, (0.2, 0.4), 0.0),
        (0.2, (0.2, 0.4), 1 / 2),
        (0.5, (0.5, 0.5), 1 / 3),  # a constant has what chance has
    ],
)
def test_the_lowest_place_is_shared_in_a_tie(
    bad: float, goods: tuple[float, ...], share: float
) -> None:
    assert bad_ranked_lowest(bad, goods) == pytest.approx(share)


def test_a_complaint_alone_is_not_ranked() -> None:
    with pytest.raises(ValueError, match="alone"):
        bad_ranked_lowest(0.1, ())


def test_half_counts_as_satisfied() -> None:
    assert is_right(0.5, True)
    assert is_right(0.49, False)
    assert not is_right(0.5, False)
