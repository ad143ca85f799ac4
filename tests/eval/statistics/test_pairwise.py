import math
import random

import pytest
from scipy.stats import kendalltau

from eval.statistics.pairwise import (
    Pair,
    Ties,
    accuracy_estimate,
    accuracy_out_of_sample,
    counts,
    kendall_estimate,
    pairwise_accuracy,
    threshold_of_equal_ties,
)


def tau(some: list[Pair]) -> float | None:
    found = kendall_estimate(some, seed=0, n=1)
    return found and found.mean


def pairs(*differences: tuple[float, float]) -> list[Pair]:
    return [Pair(question=f"q{i}", human=h, judge=j) for i, (h, j) in enumerate(differences)]


SIX = pairs((1, 0.4), (0.5, 0.05), (-1, -0.3), (1, -0.2), (0, 0.02), (0, -0.5))
"""Concordant, concordant but barely, concordant, discordant, people tie (judge barely parts),
people tie (judge parts clearly)."""


def noisy(n: int, seed: int = 0, questions: int = 40) -> list[Pair]:
    rng = random.Random(seed)
    return [
        Pair(
            question=f"q{rng.randrange(questions)}",
            human=(h := rng.choice([-1, -0.5, 0, 0, 0.5, 1])),
            judge=h / 4 + rng.gauss(0, 0.2),
        )
        for _ in range(n)
    ]


def test_pairs_are_counted_by_kind():
    found = counts(SIX)
    assert (
        found.concordant,
        found.discordant,
        found.human_ties,
        found.judge_ties,
        found.both_tie,
    ) == (3, 1, 2, 0, 0)
    found = counts(SIX, threshold=0.05)
    assert (
        found.concordant,
        found.discordant,
        found.human_ties,
        found.judge_ties,
        found.both_tie,
    ) == (2, 1, 1, 1, 1)
    assert found.n == 6


def test_accuracy_gives_credit_for_ties_that_people_make_too():
    # no threshold: 3 of 6. With 0.05: two concordant and one tie of both: 3 of 6. With 0.02: three
    # concordant and the tie: 4 of 6.
    assert pairwise_accuracy(SIX) == pytest.approx(3 / 6)
    assert pairwise_accuracy(SIX, threshold=0.05) == pytest.approx(3 / 6)
    assert pairwise_accuracy(SIX, threshold=0.02) == pytest.approx(4 / 6)


def test_ties_may_count_half():
    # 3 concordant + 2 human ties at half = 4 of 6
    assert pairwise_accuracy(SIX, ties=Ties.HALF) == pytest.approx(4 / 6)


def test_tau_of_pairs_worked_out_by_hand():
    # C 3, D 1, people tie 2, judge never: 2 / sqrt(4 * 6)
    assert tau(SIX) == pytest.approx(2 / math.sqrt(24))


def test_tau_over_all_pairs_of_a_question_is_kendalls_tau_b():
    rng = random.Random(1)
    human, judge = (
        [rng.choice([0, 1, 2]) for _ in range(15)],
        [rng.choice([0, 1, 2, 3]) for _ in range(15)],
    )
    every = [
        Pair(question="q", human=human[i] - human[j], judge=judge[i] - judge[j])
        for i in range(15)
        for j in range(i)
    ]
    assert tau(every) == pytest.approx(kendalltau(human, judge).statistic)


def test_turning_a_pair_around_and_the_order_of_pairs_change_nothing():
    some = noisy(60)
    turned = [p.model_copy(update={"human": -p.human, "judge": -p.judge}) for p in reversed(some)]
    for threshold in (0, 0.1):
        assert counts(turned, threshold=threshold) == counts(some, threshold=threshold)
    assert accuracy_estimate(turned, seed=1, n=100) == accuracy_estimate(some, seed=1, n=100)
    assert kendall_estimate(turned, seed=1, n=100) == kendall_estimate(some, seed=1, n=100)
    assert accuracy_out_of_sample(turned, seed=1) == accuracy_out_of_sample(some, seed=1)


def test_only_the_sign_of_what_people_say_counts():
    some = noisy(50)
    assert counts([p.model_copy(update={"human": p.human * 9}) for p in some]) == counts(some)


def test_figures_stay_in_range_whatever_comes():
    for seed in range(20):
        some = noisy(random.Random(seed).randint(1, 30), seed)
        for ties in Ties:
            accuracy = pairwise_accuracy(some, ties=ties, threshold=0.05)
            assert accuracy is None or 0 <= accuracy <= 1
        found = tau(some)
        assert found is None or -1 <= found <= 1
        assert counts(some, threshold=0.1).n == len(some)


def test_a_perfect_judge_an_opposite_one_and_one_that_never_decides():
    perfect = pairs((1, 0.3), (-1, -0.3), (0, 0))
    assert (pairwise_accuracy(perfect), tau(perfect)) == (1, 1)
    opposite = pairs((1, -0.3), (-1, 0.3))
    assert (pairwise_accuracy(opposite), tau(opposite)) == (0, -1)
    silent = pairs((1, 0), (-1, 0), (0, 0))
    assert (pairwise_accuracy(silent), tau(silent)) == (pytest.approx(1 / 3), None)


def test_no_pairs_give_no_figure():
    assert pairwise_accuracy([]) is None
    assert accuracy_estimate([], seed=0) is None
    assert kendall_estimate([], seed=0) is None
    assert kendall_estimate(pairs((0, 1)), seed=0) is None
    assert accuracy_out_of_sample(pairs((1, 1)), seed=0) is None
    assert threshold_of_equal_ties([]) == 0


def test_equal_ties_are_reached_by_the_smallest_fitting_threshold():
    # people tie on two of six; sizes 0.02 0.05 0.2 0.3 0.4 0.5: two are tied at 0.05
    assert threshold_of_equal_ties(SIX) == 0.05
    assert threshold_of_equal_ties(pairs((1, 0.1))) == 0


def test_differences_that_rounding_parts_are_the_same():
    one = pairs((0, 0.3 - 0.2))  # 0.09999999999999998
    assert pairwise_accuracy(one, threshold=0.1) == 1
    other = pairs((0, 0.1))
    assert pairwise_accuracy(other, threshold=0.3 - 0.2) == 1


def test_held_out_questions_are_judged_with_a_threshold_found_on_others():
    # Two questions, two folds. On a the judge ties as often as people from 0.2 on, on b at 0: each
    # is judged with the other's.
    a, b = Pair(question="a", human=0, judge=0.2), Pair(question="b", human=1, judge=0.1)
    found = accuracy_out_of_sample([a, b], seed=0)
    assert found is not None
    # a with 0: parts where people tie; b with 0.2: ties where people part
    assert found.mean == 0


def test_all_pairs_of_a_question_are_held_out_together():
    seen: list[set[str]] = []
    some = noisy(80, questions=15)

    def find(training: list[Pair]) -> float:
        seen.append({p.question for p in training})
        return 0.1

    found = accuracy_out_of_sample(some, find=find, seed=0, folds=5)
    everything = {p.question for p in some}
    held = [everything - training for training in seen]
    assert len(held) == 5
    assert set.union(*held) == everything
    assert sum(map(len, held)) == len(everything)
    assert found is not None
    assert found.mean == pytest.approx(pairwise_accuracy(some, threshold=0.1))


def test_estimates_carry_the_figure_and_the_counts():
    some = noisy(120, questions=25)
    accuracy, kendall = accuracy_estimate(some, seed=0), kendall_estimate(some, seed=0)
    assert accuracy is not None
    assert kendall is not None
    assert accuracy.mean == pytest.approx(pairwise_accuracy(some))
    assert accuracy.low < accuracy.mean < accuracy.high
    assert kendall.low < kendall.mean < kendall.high
    assert (accuracy.n_instances, kendall.n_instances) == (120, 120)
    assert accuracy.n_questions == kendall.n_questions == len({p.question for p in some})


def test_an_interval_for_600_pairs_takes_far_less_than_a_look_at_each_pair_of_pairs(n_calls):
    some = noisy(600, questions=100)
    assert (
        n_calls(lambda: (kendall_estimate(some, seed=0), accuracy_estimate(some, seed=0)))
        < 600 * 600 / 4
    )
