import pytest
from scipy.stats import binomtest

from eval.statistics.binomial import chance_of_at_least


def test_the_chance_of_so_many_right_is_summed_by_hand():
    # 4 or 5 of 5 at 1/2: (5 + 1) / 32
    assert chance_of_at_least(4, 5, 0.5) == pytest.approx(6 / 32)
    # 3 of 3 at the triplets' baseline of 2/3: 8/27
    assert chance_of_at_least(3, 3, 2 / 3) == pytest.approx(8 / 27)


def test_it_agrees_with_scipys_exact_test():
    for n_right, n, baseline in ((0, 10, 2 / 3), (30, 43, 2 / 3), (90, 150, 0.5), (150, 150, 0.9)):
        assert chance_of_at_least(n_right, n, baseline) == pytest.approx(
            binomtest(n_right, n, baseline, alternative="greater").pvalue
        )


def test_none_right_is_no_evidence_and_worse_than_the_baseline_is_never_better():
    assert chance_of_at_least(0, 9, 0.5) == 1
    assert chance_of_at_least(1, 100, 2 / 3) > 0.05


def test_an_always_right_baseline_can_only_be_equalled_and_a_never_right_one_is_beaten_by_one():
    assert chance_of_at_least(9, 9, 1.0) == 1
    assert chance_of_at_least(1, 9, 0.0) == 0


def test_more_right_is_never_weaker_evidence():
    chances = [chance_of_at_least(k, 20, 0.6) for k in range(21)]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= p <= 1 for p in chances)


@pytest.mark.parametrize(
    ("n_right", "n", "baseline"), [(3, 2, 0.5), (-1, 2, 0.5), (0, 0, 0.5), (1, 2, 1.5)]
)
def test_impossible_counts_are_refused(n_right, n, baseline):
    with pytest.raises(ValueError, match="can't be tested"):
        chance_of_at_least(n_right, n, baseline)
