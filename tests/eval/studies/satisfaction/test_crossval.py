"""No prediction knows its own user's judgments."""

from typing import Any

import numpy as np
import pytest

from eval.studies.satisfaction.crossval import choose, predict_held_out
from myscholar.errors import InputError


class Spy:
    """Says what it was fitted on: the share of satisfied rows that it saw. scikit-learn's `clone`
    needs `get_params`."""

    seen: list[set[float]]

    def __init__(self, seen: Any = None) -> None:
        self.seen = seen

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {}

    def fit(self, rows: np.ndarray, satisfied: np.ndarray) -> "Spy":
        FITTED.append(set(rows[:, 0].tolist()))
        self.share = float(satisfied.mean())
        return self

    def predict_proba(self, rows: np.ndarray) -> np.ndarray:
        return np.array([[1 - self.share, self.share]] * len(rows))


FITTED: list[set[float]] = []
USERS = ["a", "a", "b", "b", "c", "c"]
ROWS = np.array([[1.0], [1.0], [2.0], [2.0], [3.0], [3.0]])
"""The column is the user."""


def test_a_user_is_predicted_by_a_model_that_saw_only_the_others() -> None:
    FITTED.clear()
    satisfied = np.array([True, True, True, False, False, False])
    found = predict_held_out([Spy()], ROWS, satisfied, USERS)
    without_each = [{2.0, 3.0}, {1.0, 3.0}, {1.0, 2.0}]
    assert without_each == FITTED
    # a: b and c have 1 of 4; b: a and c have 2 of 4; c: a and b have 3 of 4
    assert found.tolist() == [0.25, 0.25, 0.5, 0.5, 0.75, 0.75]


def test_choosing_between_candidates_never_sees_the_user_who_is_held_out() -> None:
    FITTED.clear()
    predict_held_out([Spy(), Spy()], ROWS, np.array([True, False, True, False, True, False]), USERS)
    # while user 1 is held out: two candidates, each fitted without 2 and without 3, then the chosen
    # one on both
    assert FITTED[:5] == [{3.0}, {2.0}, {3.0}, {2.0}, {2.0, 3.0}]


def test_own_judgments_change_nothing_for_their_user() -> None:
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(0)
    rows, users = rng.normal(size=(30, 3)), [f"u{i % 5}" for i in range(30)]
    satisfied = rng.random(30) > 0.4
    turned = np.where(np.array(users) == "u0", ~satisfied, satisfied)
    candidates = [LogisticRegression(C=c, solver="newton-cholesky") for c in (0.1, 10)]
    before, after = (
        predict_held_out(candidates, rows, satisfied, users),
        predict_held_out(candidates, rows, turned, users),
    )
    own = np.array(users) == "u0"
    assert before[own].tolist() == after[own].tolist()
    assert before[~own].tolist() != after[~own].tolist()


def test_a_tie_goes_to_the_simplest_candidate() -> None:
    simple, other = Spy(), Spy()
    assert choose([simple, other], ROWS, np.array([True, False] * 3), np.array(USERS)) is simple


def test_users_who_were_always_satisfied_teach_laplaces_rule() -> None:
    # b and c were satisfied 4 times of 4: (4 + 1) / (4 + 2)
    found = predict_held_out([Spy()], ROWS, np.array([False, True, True, True, True, True]), USERS)
    assert found[0] == pytest.approx(5 / 6)


def test_one_user_alone_can_not_be_left_out() -> None:
    with pytest.raises(InputError, match="at least two users"):
        predict_held_out([Spy()], ROWS[:2], np.array([True, False]), ["a", "a"])
