import random

import pytest
from scipy import stats

from eval.statistics.correlation import pearson, spearman


def test_correlations_worked_out_by_hand():
    x, y = [1, 2, 3], [1, 3, 2]
    # means 2 and 2: products 1, 0, 0 over sqrt(2 * 2): 1/2; ranks are the values themselves
    assert pearson(x, y) == pytest.approx(0.5)
    assert spearman(x, y) == pytest.approx(0.5)


def test_they_agree_with_scipy_and_do_not_depend_on_order():
    rng = random.Random(0)
    x = [rng.choice([0, 0.5, 1]) for _ in range(30)]
    y = [a + rng.gauss(0, 1) for a in x]
    turned = list(zip(x, y, strict=True))
    rng.shuffle(turned)
    for ours, theirs in (
        (pearson, stats.pearsonr),
        (spearman, stats.spearmanr),
    ):
        assert ours(x, y) == pytest.approx(theirs(x, y).statistic)
        assert ours([a for a, _ in turned], [b for _, b in turned]) == pytest.approx(ours(x, y))
        assert ours(y, x) == pytest.approx(ours(x, y))
        assert ours(x, [-b for b in y]) == pytest.approx(-ours(x, y))


@pytest.mark.parametrize("correlation", [pearson, spearman])
def test_the_ends_and_the_edges(correlation):
    assert correlation([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert correlation([], []) is None
    assert correlation([1], [1]) is None
    assert correlation([1, 2, 3], [5, 5, 5]) is None
    with pytest.raises(ValueError, match="paired"):
        correlation([1, 2], [1])
