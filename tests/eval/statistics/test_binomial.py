import pytest
from scipy.stats import binomtest

from eval.statistics.binomial import binomial_test, bonferroni


def test_the_chance_of_so_many_right_is_summed_by_hand():
    # 4 or 5 of 5 at 1/2: (5 + 1) / 32
    assert binomial_test(4, 5, 0.5).p_value == pytest.approx(6 / 32)
    # 3 of 3 at the triplets' baseline of 2/3: 8/27
    assert binomial_test(3, 3, 2 / 3).p_value == pytest.approx(8 / 27)


def test_it_agrees_with_scipys_exact_test():
    for n_right, n, baseline in ((0, 10, 2 / 3), (30, 43, 2 / 3), (90, 150, 0.5), (150, 150, 0.9)):
        assert binomial_test(n_right, n, baseline).p_value == pytest.approx(
            binomtest(n_right, n, baseline, alternative="greater").pvalue
        )


def test_none_right_is_no_evidence_and_worse_than_the_baseline_is_never_better():
    assert binomial_test(0, 9, 0.5).p_value == 1
    assert not binomial_test(1, 100, 2 / 3).beats()


def test_an_always_right_baseline_can_only_be_equalled_and_a_never_right_one_is_beaten_by_one():
    assert binomial_test(9, 9, 1.0).p_value == 1
    assert binomial_test(1, 9, 0.0).p_value == 0


def test_more_right_is_never_weaker_evidence():
    chances = [binomial_test(k, 20, 0.6).p_value for k in range(21)]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= p <= 1 for p in chances)


def test_correction_multiplies_by_the_number_of_tests_and_stops_at_1():
    # 8 of 8 at 1/2: 1/256; times three tests 3/256 < 0.05. 5 of 8: (56 + 28 + 8 + 1) / 256, thrice
    # that is over 1.
    strong, weak, none = bonferroni(
        [binomial_test(8, 8, 0.5), binomial_test(5, 8, 0.5), binomial_test(0, 8, 0.5)]
    )
    assert strong.corrected == pytest.approx(3 / 256)
    assert (weak.corrected, none.corrected) == (1, 1)
    assert strong.beats()
    assert not weak.beats()


def test_what_stands_alone_is_lost_among_many():
    alone = binomial_test(7, 8, 0.5)  # 9/256 = 0.035
    assert alone.beats()
    assert not bonferroni([alone, alone])[0].beats()
    assert bonferroni([]) == ()


@pytest.mark.parametrize(
    ("n_right", "n", "baseline"), [(3, 2, 0.5), (-1, 2, 0.5), (0, 0, 0.5), (1, 2, 1.5)]
)
def test_impossible_counts_are_refused(n_right, n, baseline):
    with pytest.raises(ValueError, match="can't be tested"):
        binomial_test(n_right, n, baseline)
