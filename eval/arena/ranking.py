"""Tasks ranked by who wins in pairs. Source: Arena equations 1-3, appendix D."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Self

from pydantic import Field, model_validator

from eval.arena.comparing import TaskPreference
from eval.domain.arena import ResearchTask
from eval.domain.judgment import Unscored
from myscholar.domain.model import Frozen

START, K, SCALE = 1200.0, 32.0, 400.0
"""Rating before any comparison; how far one comparison moves it; a lead of so much stands for odds
of ten to one."""


class Pairing(NamedTuple):
    """Two tasks in the order in which a judge is shown them."""

    round: int
    """From 1."""
    first: str
    second: str


class TaskComparison(Frozen):
    """A line of `comparisons.jsonl`."""

    made_by: str
    """Whatever the judgment depends on."""
    round: int = Field(ge=1)
    first: str
    second: str
    judgment: TaskPreference | Unscored

    @model_validator(mode="after")
    def _is_of_two(self) -> Self:
        if self.first == self.second:
            raise ValueError("a task can't be compared with itself")
        return self


def expected(own: float, other: float) -> float:
    """Share of a win that the ratings let expect. Source: Arena equation 1."""
    return 1 / (1 + 10 ** ((other - own) / SCALE))


def updated(first: float, second: float, outcome: float) -> tuple[float, float]:
    """Both ratings after the first got `outcome` of a win; what one gains the other loses. Source:
    Arena equation 3."""
    gain = K * (outcome - expected(first, second))
    return first + gain, second - gain


class Played(NamedTuple):
    """A comparison that was judged."""

    round: int
    first: str
    second: str
    outcome: float
    """What the first got of a win."""


def played(comparisons: Iterable[TaskComparison]) -> list[Played]:
    """In the order of their rounds, without those that could not be judged."""
    found = [
        Played(each.round, each.first, each.second, each.judgment.outcome)
        for each in comparisons
        if isinstance(each.judgment, TaskPreference)
    ]
    return sorted(found, key=lambda each: each.round)


def rate(task_ids: Iterable[str], comparisons: Iterable[Played]) -> dict[str, float]:
    """Elo ratings after the comparisons in the order given; what was not judged changes nothing.
    Raises KeyError for a comparison of another task."""
    ratings = dict.fromkeys(task_ids, START)
    for _, first, second, outcome in comparisons:
        ratings[first], ratings[second] = updated(ratings[first], ratings[second], outcome)
    return ratings


def pairings(task_ids: Iterable[str], rounds: int, seed: int) -> tuple[Pairing, ...]:
    """Disjoint random pairs of each round, in random order of the two.

    Of an odd number another task sits out in each round, so that no one does twice before all did
    once. The order of `task_ids` changes nothing, and more rounds keep the pairs of fewer.
    """
    drawn = sorted(set(task_ids))
    random.Random(f"{seed}").shuffle(drawn)
    found = []
    for number in range(1, rounds + 1):
        out = {drawn[(number - 1) % len(drawn)]} if len(drawn) % 2 else set()
        playing = [task for task in drawn if task not in out]
        random.Random(f"{seed} {number}").shuffle(playing)
        found += [
            Pairing(number, first, second)
            for first, second in zip(playing[::2], playing[1::2], strict=True)
        ]
    return tuple(found)


def ranked(
    tasks: Sequence[ResearchTask], ratings: Mapping[str, float], seed: int
) -> tuple[ResearchTask, ...]:
    """The best first, with ratings and ranks. Equal ratings share the better rank; which of them
    stands first, and so is among the top, is drawn by seed."""
    drawn = sorted(tasks, key=lambda task: task.task_id)
    random.Random(f"{seed}").shuffle(drawn)
    ordered = sorted(drawn, key=lambda task: -ratings[task.task_id])
    n_with, n_above = Counter(ratings[task.task_id] for task in tasks), 0
    rank_of: dict[float, int] = {}
    for rating in sorted(n_with, reverse=True):
        rank_of[rating] = n_above + 1
        n_above += n_with[rating]
    return tuple(
        task.model_copy(update={"rating": rating, "rank": rank_of[rating]})
        for task in ordered
        for rating in [ratings[task.task_id]]
    )
