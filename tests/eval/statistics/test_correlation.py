import random

import pytest
from scipy import stats

from eval.statistics.correlation import pearson, spearman, tau_b


def test_correlations_worked_out_by_hand():
    x, y = [1, 2, 3], [1, 3, 2]
    # means 2 and 2: products 1, 0, 0 over sqrt(2 * 2): 1/2; ranks are the values themselves
    assert pearson(x, y) == pytest.approx(0.5)
    assert spearman(x, y) == pytest.approx(0.5)
    # of three pairs two are in the same order: (2 - 1) / 3
    assert tau_b(x, y) == pytest.approx(1 / 3)


def test_without_ties_they_are_the_formulas_as_printed():
    x, y = [3, 1, 4, 2, 5], [2, 1, 5, 3, 4]
    # differences of ranks 1, 0, 1, 1, 1: 1 - 6 * 4 / (5 * 24); two of ten pairs are turned
    assert spearman(x, y) == pytest.approx(0.8)
    assert tau_b(x, y) == pytest.approx((8 - 2) / 10)


def test_ties_leave_two_lists_that_agree_at_one():
    x = [1, 1, 2, 3]
    assert tau_b(x, x) == pytest.approx(1)
    # as printed it would be 5 / 6; x in order in 5 pairs, y in all 6
    assert tau_b(x, [1, 2, 3, 4]) == pytest.approx(5 / 30**0.5)


def test_they_agree_with_scipy_and_do_not_depend_on_order():
    rng = random.Random(0)
    x = [rng.choice([0, 0.5, 1]) for _ in range(30)]
    y = [a + rng.gauss(0, 1) for a in x]
    turned = list(zip(x, y, strict=True))
    rng.shuffle(turned)
    for ours, theirs in (
        (pearson, stats.pearsonr),
        (spearman, stats.spearmanr),
        (tau_b, stats.kendalltau),
    ):
        assert ours(x, y) == pytest.approx(theirs(x, y).statistic)
        assert ours([a for a, _ in turned], [b for _, b in turned]) == pytest.approx(ours(x, y))
        assert ours(y, x) == pytest.approx(ours(x, y))
        assert ours(x, [-b for b in y]) == pytest.approx(-ours(x, y))


@pytest.mark.parametrize("correlation", [pearson, spearman, tau_b])
def test_the_ends_and_the_edges(correlation):
    assert correlation([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert correlation([], []) is None
    assert correlation([1], [1]) is None
    assert correlation([1, 2, 3], [5, 5, 5]) is None
    with pytest.raises(ValueError, match="paired"):
        correlation([1, 2], [1])
