import random

import numpy as np
import pytest

from eval.domain.judgment import Scored, Unscored
from eval.statistics.kappa import agreement, cohens_kappa


def scored(*scores):
    return [Scored(score=s) for s in scores]


def test_kappa_worked_out_by_hand():
    # 20 both yes, 15 both no, 5 and 10 split (of 50): observed 35/50 = 0.7; the first says yes 25,
    # the second 30 times:
    # expected 25/50 * 30/50 + 25/50 * 20/50 = 0.5; kappa (0.7 - 0.5) / (1 - 0.5) = 0.4
    first = [1] * 20 + [1] * 5 + [0] * 10 + [0] * 15
    second = [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15
    assert cohens_kappa(first, second) == pytest.approx(0.4)
    found = agreement(scored(*first), scored(*second))
    assert (found.n, found.accuracy) == (50, 0.7)
    assert found.kappa == pytest.approx(0.4)


def test_kappa_is_what_the_table_of_both_judges_gives():
    rng = random.Random(0)
    first = [rng.randint(1, 5) for _ in range(200)]
    second = [x if rng.random() < 0.6 else rng.randint(1, 5) for x in first]
    table = np.zeros((5, 5))
    np.add.at(table, (np.array(first) - 1, np.array(second) - 1), 1 / 200)
    expected = table.sum(axis=0) @ table.sum(axis=1)
    assert cohens_kappa(first, second) == pytest.approx(
        (np.trace(table) - expected) / (1 - expected)
    )
    assert cohens_kappa(second, first) == pytest.approx(cohens_kappa(first, second))


def test_full_agreement_is_1_opposite_is_below_0_and_chance_is_0():
    assert cohens_kappa([0, 1, 0.5], [0, 1, 0.5]) == 1
    assert cohens_kappa([0, 1], [1, 0]) == -1
    assert cohens_kappa([0, 0, 1, 1], [0, 1, 0, 1]) == 0


def test_kappa_is_not_defined_without_items_or_where_both_say_one_thing_throughout():
    assert cohens_kappa([], []) is None
    assert cohens_kappa([1, 1], [1, 1]) is None
    assert cohens_kappa([1, 1], [0, 0]) == 0


def test_what_either_judge_could_not_score_is_counted_and_left_out():
    lost = Unscored(reason="LLMRefusal: no")
    found = agreement([*scored(1, 0), lost, lost], [*scored(1), lost, *scored(1), lost])
    assert (found.n, found.n_unscored, found.accuracy, found.kappa) == (1, 3, 1, None)
    assert agreement([], []).accuracy is None
    with pytest.raises(ValueError, match="zip"):
        agreement(scored(1), [])
