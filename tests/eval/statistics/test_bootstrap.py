import math
import random

import numpy as np
import pytest
from scipy import stats

from eval.statistics.bootstrap import (
    bootstrap_mean,
    bootstrap_statistic,
    bootstrap_sums,
    paired_difference,
)
from eval.statistics.correlation import spearman


def seeded(n: int, seed: int = 0) -> dict[str, list[float]]:
    rng = random.Random(seed)
    return {f"q{i}": [rng.random() for _ in range(rng.randint(1, 3))] for i in range(n)}


def test_the_mean_is_over_instances_and_counts_questions_and_instances():
    # (1 + 0 + 0 + 1) / 4 = 0.5, where the mean of the questions' means would be (1 + 1/3) / 2 = 2/3
    found = bootstrap_mean({"a": [1], "b": [0, 0, 1], "c": []}, seed=0)
    assert (found.mean, found.n_questions, found.n_instances) == (0.5, 2, 4)


def test_the_interval_of_two_questions_is_what_drawing_them_by_hand_gives():
    # Drawn: aa (mean 0), ab and ba (0.5), bb (1), at 1/4, 1/2, 1/4: an interval of 0.4 has its ends
    # at 0.3 and 0.7 of them, both 0.5;
    # one of 0.95 runs from 0 to 1.
    values = {"a": [0.0], "b": [1.0]}
    wide, narrow = bootstrap_mean(values, seed=1), bootstrap_mean(values, seed=1, level=0.4)
    assert (wide.low, wide.high, narrow.low, narrow.high) == (0, 1, 0.5, 0.5)


def test_the_interval_agrees_with_scipys_percentile_bootstrap():
    values = [x for v in seeded(40).values() for x in v[:1]]
    ours = bootstrap_mean({str(i): [x] for i, x in enumerate(values)}, seed=3)
    theirs = stats.bootstrap(
        (np.array(values),),
        np.mean,
        method="percentile",
        n_resamples=9_999,
        rng=np.random.default_rng(4),
    )
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=0.005)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=0.005)


def test_answers_that_repeat_within_a_question_do_not_narrow_the_interval():
    once = {q: v[:1] for q, v in seeded(30).items()}
    thrice = {q: v * 3 for q, v in once.items()}
    a, b = bootstrap_mean(once, seed=5), bootstrap_mean(thrice, seed=5)
    assert (b.low, b.high) == pytest.approx((a.low, a.high))


def test_the_order_of_questions_and_of_their_values_changes_nothing():
    values = seeded(20)
    turned = {q: values[q][::-1] for q in reversed(values)}
    assert bootstrap_mean(turned, seed=6) == bootstrap_mean(values, seed=6)


def test_the_interval_holds_the_mean_lies_within_the_values_and_repeats_with_its_seed():
    for seed in range(20):
        values = seeded(random.Random(seed).randint(1, 12), seed)
        every = [x for v in values.values() for x in v]
        found = bootstrap_mean(values, seed=seed, n=500)
        assert (
            min(every) - 1e-12
            <= found.low
            <= found.mean + 1e-12
            <= found.high + 2e-12
            <= max(every) + 3e-12
        )
        assert found == bootstrap_mean(values, seed=seed, n=500)


def test_one_question_has_an_interval_of_no_width_and_none_has_no_mean():
    found = bootstrap_mean({"a": [0.2, 0.4]}, seed=0)
    assert found.low == found.high == pytest.approx(0.3)
    with pytest.raises(ValueError, match="no values"):
        bootstrap_mean({"a": []}, seed=0)
    for bad in (math.nan, math.inf):
        with pytest.raises(ValueError, match="of b are no finite numbers"):
            bootstrap_mean({"a": [1.0], "b": [0.5, bad]}, seed=0)


def test_ten_thousand_resamples_of_300_values_are_not_made_one_by_one(n_calls):
    values = {f"q{i}": [float(i % 7)] for i in range(300)}
    assert n_calls(lambda: bootstrap_mean(values, seed=0)) < 10_000


def test_many_questions_are_resampled_in_parts_with_the_same_result(monkeypatch):
    values = seeded(50)
    whole = bootstrap_mean(values, seed=8)
    monkeypatch.setattr("eval.statistics.bootstrap._DRAWS_AT_ONCE", 777)
    assert bootstrap_mean(values, seed=8) == whole


def test_a_statistic_of_sums_leaves_out_resamples_in_which_it_is_not_defined():
    # F1 = 2 tp / (2 tp + wrong): 2 / 3 here; drawing the second question twice leaves 0 / 0,
    # drawing the first twice 2 / 3
    def f1(sums):
        return 2 * sums[:, 0] / (2 * sums[:, 0] + sums[:, 1])

    found = bootstrap_sums({"a": [1, 1], "b": [0, 0]}, f1, n_instances=5, seed=0)
    assert found is not None
    assert (found.mean, found.low, found.high) == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert (found.n_questions, found.n_instances) == (2, 5)
    assert bootstrap_sums({"b": [0, 0]}, f1, n_instances=1, seed=0) is None
    assert bootstrap_sums({}, f1, n_instances=0, seed=0) is None


def test_any_statistic_gets_an_interval_and_says_where_it_is_not_defined():
    rng = random.Random(9)
    pairs = {f"q{i}": [(x := rng.random(), x + rng.gauss(0, 0.2))] for i in range(40)}
    found = bootstrap_statistic(
        pairs, lambda p: spearman([a for a, _ in p], [b for _, b in p]), seed=1, n=200
    )
    assert found is not None
    assert -1 <= found.low < found.mean < found.high <= 1
    assert (
        bootstrap_statistic(
            {"a": [(1.0, 2.0)]}, lambda p: spearman([a for a, _ in p], [b for _, b in p]), seed=1
        )
        is None
    )
    assert bootstrap_statistic({}, lambda _: 1.0, seed=1) is None


def test_a_mean_by_the_slow_way_is_the_mean_by_the_fast_one():
    values = seeded(15)
    slow = bootstrap_statistic(values, lambda v: math.fsum(v) / len(v), seed=2, n=1_000)
    fast = bootstrap_mean(values, seed=2, n=1_000)
    assert slow is not None
    assert (slow.mean, slow.low, slow.high) == pytest.approx((fast.mean, fast.low, fast.high))


def test_the_sign_flip_test_of_three_questions_is_what_flipping_by_hand_gives():
    # Differences 1, 2, 3: sums of all signs 6 4 2 0 0 -2 -4 -6; as far from 0 as 6 are two of
    # eight.
    a = {"x": [0.0], "y": [0.0], "z": [0.0]}
    found = paired_difference(a, {"x": [1.0], "y": [2.0], "z": [3.0]}, seed=0)
    assert found.difference.mean == 2
    assert found.p_value == 2 / 8


def test_a_sampled_p_value_is_never_0_since_the_observed_signs_are_one_way():
    # 20 questions all better by 1: 2 of 2^20 ways are as far; none of 1,000 is likely to be drawn,
    # so 1 of 1,001
    a, b = ({str(i): [x] for i in range(20)} for x in (0.0, 1.0))
    assert paired_difference(a, b, seed=0, n=1_000).p_value == 1 / 1_001


def test_signs_are_flipped_for_whole_questions():
    # Question x: 1 + 1 = 2, y: -1: sums 1 3 -3 -1: all four are at least 1 from 0.
    found = paired_difference({"x": [0, 0], "y": [1]}, {"x": [1, 1], "y": [0]}, seed=0)
    assert found.p_value == 1
    assert found.difference.mean == pytest.approx(1 / 3)


def test_the_test_agrees_with_scipys_exact_permutation_test():
    rng = random.Random(3)
    differences = [rng.gauss(0.3, 1) for _ in range(12)]
    b = {f"{i:02}": [d] for i, d in enumerate(differences)}
    theirs = stats.permutation_test(
        (differences,), np.sum, permutation_type="samples", n_resamples=np.inf
    )
    assert paired_difference({q: [0.0] for q in b}, b, seed=1).p_value == pytest.approx(
        theirs.pvalue, abs=1e-9
    )


def test_of_many_questions_a_sample_of_signs_comes_close_to_all_of_them():
    rng = random.Random(4)
    differences = np.array([rng.gauss(0.4, 1) for _ in range(16)])
    signs = 1 - 2 * ((np.arange(2**16)[:, None] >> np.arange(16)) & 1)
    exact = (np.abs(signs @ differences) >= abs(differences.sum()) - 1e-9).mean()
    b = {str(i): [d] for i, d in enumerate(differences)}
    assert paired_difference({q: [0.0] for q in b}, b, seed=1).p_value == pytest.approx(
        exact, abs=0.015
    )


def test_a_difference_turns_its_sign_with_the_systems_and_keeps_its_p_value():
    a, b = seeded(25, 1), seeded(25, 1)
    b = {q: [x + 0.05 * i for i, x in enumerate(v)] for q, v in b.items()}
    there, back = paired_difference(a, b, seed=2), paired_difference(b, a, seed=2)
    assert back.p_value == there.p_value
    assert (back.difference.low, back.difference.high) == pytest.approx(
        (-there.difference.high, -there.difference.low)
    )


def test_equal_systems_differ_by_nothing_with_p_1_for_few_questions_and_many():
    for n in (3, 30):
        same = seeded(n)
        found = paired_difference(same, same, seed=0)
        assert (
            found.difference.mean,
            found.difference.low,
            found.difference.high,
            found.p_value,
        ) == (0, 0, 0, 1)


def test_only_shared_questions_are_compared_and_their_values_must_pair():
    found = paired_difference({"a": [0.0], "b": [0.0]}, {"b": [1.0], "c": [9.0]}, seed=0)
    assert (found.difference.mean, found.difference.n_questions) == (1, 1)
    with pytest.raises(ValueError, match="zip"):
        paired_difference({"a": [0.0, 1.0]}, {"a": [1.0]}, seed=0)
    with pytest.raises(ValueError, match="no values"):
        paired_difference({"a": [0.0]}, {"b": [1.0]}, seed=0)


def test_p_values_of_systems_that_do_not_differ_are_spread_evenly():
    # Under the null a p-value is at most 0.05 in about 5 of 100 trials; more than 12 would happen
    # once in 700 times.
    rng = random.Random(12)
    low = 0
    for _ in range(100):
        b = {str(i): [rng.gauss(0, 1)] for i in range(10)}
        low += paired_difference({q: [0.0] for q in b}, b, seed=0, n=10).p_value <= 0.05
    assert low <= 12
