"""Elo by hand, pairs that are fair, and ranks that say what they don't know."""

from collections import Counter

import pytest
from pydantic import ValidationError

from eval.arena.comparing import TaskPreference
from eval.arena.ranking import (
    START,
    TaskComparison,
    expected,
    pairings,
    played,
    ranked,
    rate,
    updated,
)
from eval.domain.arena import ResearchTask, TaskDifficulty, TaskFamily, TranscriptSpan
from eval.domain.judgment import Unscored


def task(name: str) -> ResearchTask:
    return ResearchTask(
        task_id=name,
        text=f"Write a survey of {name}.",
        family=TaskFamily.LITERATURE_SURVEY,
        difficulty=TaskDifficulty.BASIC,
        seminar_id="s",
        inspiration_ids=("s/i1",),
        spans=(TranscriptSpan(start=0, end=1, text="x"),),
    )


def won(first: str, second: str, confidence: float = 1, round: int = 1) -> TaskComparison:
    judgment = TaskPreference(prefers_first=True, confidence=confidence)
    return TaskComparison(made_by="", round=round, first=first, second=second, judgment=judgment)


def test_what_ratings_let_expect():
    assert expected(1200, 1200) == 0.5
    # 400 points are odds of ten to one
    assert expected(1600, 1200) == pytest.approx(10 / 11)
    assert expected(1200, 1600) == pytest.approx(1 / 11)
    # 100 points: 1 / (1 + 10^-0.25) = 1 / 1.56234
    assert expected(1300, 1200) == pytest.approx(0.640065, abs=1e-6)
    assert expected(1310, 1234) + expected(1234, 1310) == pytest.approx(1)


def test_ratings_after_one_comparison():
    # equals: 32 * (1 - 0.5), and 32 * (0.55 - 0.5)
    assert updated(1200, 1200, 1) == (1216, 1184)
    assert updated(1200, 1200, 0.55) == pytest.approx((1201.6, 1198.4))
    assert updated(1200, 1200, 0.5) == (1200, 1200)
    # the stronger wins less than the weaker would: 32 * (0.8 - 10/11), 32 * (0.2 - 1/11)
    assert updated(1600, 1200, 0.8) == pytest.approx((1600 - 3.490909, 1200 + 3.490909))
    assert updated(1200, 1600, 0.8) == pytest.approx((1200 + 22.690909, 1600 - 22.690909))


def test_the_confidence_goes_to_whoever_is_preferred():
    assert TaskPreference(prefers_first=True, confidence=0.8).outcome == pytest.approx(0.8)
    assert TaskPreference(prefers_first=False, confidence=0.8).outcome == pytest.approx(0.2)
    for confidence in (0.49, 1.01):
        with pytest.raises(ValidationError):
            TaskPreference(prefers_first=True, confidence=confidence)


def test_two_rounds_by_hand():
    # round 1: a beats b (16 each way), c beats d; round 2: a beats c: both stand at 1216, 16 more
    ratings = rate("abcd", played([won("a", "c", round=2), won("a", "b"), won("c", "d")]))
    assert ratings == {"a": 1232, "b": 1184, "c": 1200, "d": 1184}


def test_what_could_not_be_judged_changes_no_rating():
    unscored = TaskComparison(
        made_by="", round=1, first="a", second="b", judgment=Unscored(reason="LLMRefusal: no")
    )
    assert rate("ab", played([unscored])) == {"a": START, "b": START}
    assert rate("abc", played([won("a", "c"), unscored])) == {"a": 1216, "b": START, "c": 1184}
    assert [each.outcome for each in played([unscored, won("a", "c", 0.75)])] == [0.75]


def test_the_sum_of_ratings_stays():
    names = [f"t{n}" for n in range(9)]
    made = [won(p.first, p.second, 0.5 + p.round / 20, p.round) for p in pairings(names, 6, seed=3)]
    assert sum(rate(names, played(made)).values()) == pytest.approx(9 * START)


def test_no_task_is_compared_with_itself_nor_with_a_stranger():
    with pytest.raises(ValidationError, match="itself"):
        won("a", "a")
    with pytest.raises(KeyError):
        rate("ab", played([won("a", "z")]))


@pytest.mark.parametrize("n", [0, 1, 2, 7, 12])
def test_the_pairs_of_a_round_are_disjoint_and_nobody_else_sits_out(n):
    names = [f"t{i}" for i in range(n)]
    found = pairings(names, 3, seed=1)
    for number in (1, 2, 3):
        of_round = [p for p in found if p.round == number]
        playing = [name for p in of_round for name in (p.first, p.second)]
        assert len(playing) == len(set(playing)) == 2 * (n // 2)


def playing(names: list[str], seed: int) -> set[str]:
    return {name for p in pairings(names, 1, seed) for name in (p.first, p.second)}


def test_of_an_odd_number_each_sits_out_once_before_one_does_twice():
    names = [f"t{i}" for i in range(7)]
    played = Counter(n for p in pairings(names, 7, seed=5) for n in (p.first, p.second))
    assert set(played.values()) == {6}
    assert max(Counter(n for p in pairings(names, 3, 5) for n in (p.first, p.second)).values()) == 3
    out = {n for seed in range(60) for n in names if n not in playing(names, seed)}
    assert out == set(names)


def test_pairs_are_drawn_by_seed_and_stay_where_rounds_are_added():
    names = [f"t{i}" for i in range(11)]
    assert pairings(names, 2, seed=1) == pairings(names[::-1], 2, seed=1)
    assert pairings(names, 2, seed=1) != pairings(names, 2, seed=2)
    assert pairings(names, 5, seed=1)[:10] == pairings(names, 2, seed=1)
    first, second = (p for p in pairings(["a", "b"], 40, seed=1)[:2])
    assert {p.first for p in pairings(["a", "b"], 40, seed=1)} == {"a", "b"}
    assert (first.round, second.round) == (1, 2)


def test_equal_ratings_share_a_rank_and_no_name_puts_a_task_first():
    tasks = [task(name) for name in "abcde"]
    ratings = {"a": 1200.0, "b": 1216.0, "c": 1200.0, "d": 1184.0, "e": 1200.0}
    found = ranked(tasks, ratings, seed=0)
    assert [(t.rank, t.rating) for t in found] == [
        (1, 1216), (2, 1200), (2, 1200), (2, 1200), (5, 1184),
    ]  # fmt: skip
    assert found == ranked(tasks[::-1], ratings, seed=0)
    seconds = {ranked(tasks, ratings, seed=seed)[1].task_id for seed in range(30)}
    assert seconds == {"a", "c", "e"}


def test_one_task_and_none():
    assert pairings(["a"], 2, seed=0) == ()
    assert rate(["a"], []) == {"a": START}
    assert ranked([task("a")], {"a": START}, seed=0)[0].rank == 1
    assert ranked([], {}, seed=0) == ()
