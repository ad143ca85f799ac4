"""Correlations with intervals: the same numbers as without, and as scipy's."""

import random

import pytest
from scipy import stats

from eval.statistics.correlation import pearson_estimate, spearman_estimate, tau_b_estimate

POINTS = {"q1": [(1.0, 0.9), (0.5, 0.4), (0.5, 0.6)], "q2": [(0.0, 0.5), (1.0, 0.4)]}


def test_pearson_of_five_points():
    # means .6 and .56; sum of products .12, of squares .70 and .172: .12 / sqrt(.1204) = .34583
    found = pearson_estimate(POINTS, seed=0, n=50)
    assert found
    assert found.mean == pytest.approx(0.34583, abs=1e-5)
    assert (found.n_questions, found.n_instances) == (2, 5)


def test_spearman_of_five_points():
    # ranks 4.5 2.5 2.5 1 4.5 and 5 1.5 4 3 1.5: sum of products 1, of squares 9 and 9.5: 1 /
    # sqrt(85.5) = .10815
    found = spearman_estimate(POINTS, seed=0, n=50)
    assert found
    assert found.mean == pytest.approx(0.10815, abs=1e-5)


def test_tau_b_of_five_points():
    # of ten pairs 4 are in the same order, 3 turned; x orders 8, y orders 9: 1 / sqrt(72)
    found = tau_b_estimate(POINTS, seed=0, n=50)
    assert found
    assert found.mean == pytest.approx(0.11785, abs=1e-5)


def test_all_agree_with_scipy_also_on_ties():
    rng = random.Random(5)
    points = {
        f"q{i}": [(rng.randint(0, 4) / 4, rng.random() // 0.1) for _ in range(3)] for i in range(12)
    }
    x, y = zip(*(p for q in sorted(points) for p in points[q]), strict=True)
    for estimate, theirs in (
        (pearson_estimate, stats.pearsonr),
        (spearman_estimate, stats.spearmanr),
        (tau_b_estimate, stats.kendalltau),
    ):
        found = estimate(points, seed=1, n=20)
        assert found
        assert found.mean == pytest.approx(theirs(x, y).statistic)
        assert -1 <= found.low <= found.high <= 1


@pytest.mark.parametrize(
    "points", [{}, {"q": [(1.0, 2.0)]}, {"q": [(0.1, 0.2)] * 3, "p": [(0.1, 0.9)]}]
)
def test_a_correlation_with_a_constant_or_of_nothing_is_not_defined(points):
    assert pearson_estimate(points, seed=0, n=10) is None
    assert spearman_estimate(points, seed=0, n=10) is None
    assert tau_b_estimate(points, seed=0, n=10) is None
