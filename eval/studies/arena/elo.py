"""How many rounds a ranking needs: judges of known accuracy on tasks whose true order is known."""

import random
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby, permutations
from typing import NamedTuple

import numpy as np
from pydantic import Field

from eval.arena.comparing import TaskScores, outcome_of
from eval.arena.llm.comparing import ComparisonReply, prompt_of
from eval.arena.ranking import START, pairings, updated
from eval.domain.arena import ResearchTask, TaskDifficulty, TaskFamily, TranscriptSpan
from eval.statistics.correlation import spearman
from eval.studies.arena.planted import read_planted
from eval.studies.versions import arena_version
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore

ROUNDS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500)
ACCURACIES = (0.6, 0.75, 0.9)
RELIABLE, OF_SEEDS = 0.9, 0.9
"""A number of rounds is reliable where Spearman's correlation with the true order reaches the first
in this share of the draws."""
TOP = 0.1
CHARACTERS_A_TOKEN = 4


class Sureness(StrEnum):
    """What confidence a simulated judge states; it tells nothing of whether it is right."""

    DRAWN = "drawn evenly from 0.5 to 1"
    CERTAIN = "always 1"


class EloOrder(Frozen):
    n_tasks: int = Field(ge=3)
    n_seeds: int = Field(ge=1)
    accuracies: tuple[float, ...] = ACCURACIES
    seed: int = 0


class RankedSoFar(NamedTuple):
    """One draw after some rounds."""

    by_elo: float
    """Spearman's correlation with the true order, in [-1, 1]; 0 where all ratings are alike."""
    by_wins: float
    """The same of the mean share of a win."""
    top: float
    """Of the true top tenth, the share that stands in the top tenth by Elo."""


class DrawSpread(Frozen):
    """Over draws: median, and the range of the middle 95 of 100."""

    median: float
    low: float
    high: float
    reliable: float
    """Share of the draws that reach `RELIABLE`."""


class AtRounds(Frozen):
    accuracy: float
    sureness: Sureness
    rounds: int
    n_comparisons: int
    by_elo: DrawSpread
    by_wins: DrawSpread
    top: float
    """Mean over draws."""


class EloStudy(Frozen):
    benchmark: str = "arena elo"
    n_tasks: int
    n_seeds: int
    seed: int
    rows: tuple[AtRounds, ...]
    tokens: int
    """Of one comparison by a model: its prompt and its answer, at four characters a token."""
    version: str

    def reliable_from(
        self, accuracy: float, sureness: Sureness, *, by_elo: bool = True
    ) -> AtRounds | None:
        """The fewest rounds from which on all are reliable; None where there are none."""
        found = None
        for row in reversed(
            [r for r in self.rows if (r.accuracy, r.sureness) == (accuracy, sureness)]
        ):
            if (row.by_elo if by_elo else row.by_wins).reliable < OF_SEEDS:
                break
            found = row
        return found


def run_elo(order: EloOrder, progress: Progress = ignore) -> EloStudy:
    rows, n_done = list[AtRounds](), 0
    for sureness in Sureness:
        for accuracy in order.accuracies:
            draws = []
            for draw in range(order.n_seeds):
                seed = f"{order.seed} {draw} {accuracy} {sureness}"
                draws.append(tuple(simulate(order.n_tasks, accuracy, sureness, seed)))
                n_done += 1
                total = order.n_seeds * len(order.accuracies) * len(Sureness)
                progress(Event(step="Simulating judges", done=n_done, total=total))
            rows += [
                _at(order.n_tasks, accuracy, sureness, rounds, found)
                for rounds, found in zip(ROUNDS, zip(*draws, strict=True), strict=True)
            ]
    return EloStudy(
        n_tasks=order.n_tasks,
        n_seeds=order.n_seeds,
        seed=order.seed,
        rows=tuple(rows),
        tokens=tokens_of_a_comparison(),
        version=arena_version(),
    )


def simulate(n_tasks: int, accuracy: float, sureness: Sureness, seed: str) -> Iterator[RankedSoFar]:
    """After each number of `ROUNDS`. The judge prefers the truly better task with a probability of
    `accuracy`, however near the two are."""
    chance, ratings, got = random.Random(seed), [START] * n_tasks, [0.0] * n_tasks
    names = {f"{quality}": quality for quality in range(n_tasks)}
    pairs = pairings(names, ROUNDS[-1], chance.randrange(2**32))
    for rounds, of_round in groupby(pairs, key=lambda pair: pair.round):
        for pair in of_round:
            first, second = names[pair.first], names[pair.second]
            is_right = chance.random() < accuracy
            sure = 1.0 if sureness is Sureness.CERTAIN else chance.uniform(0.5, 1)
            outcome = outcome_of((first > second) == is_right, sure)
            ratings[first], ratings[second] = updated(ratings[first], ratings[second], outcome)
            got[first] += outcome
            got[second] += 1 - outcome
        if rounds in ROUNDS:
            yield _so_far(ratings, [all_of / rounds for all_of in got], chance)


def tokens_of_a_comparison() -> int:
    """Mean over the written tasks in pairs; the answer has a reason of 40 words."""
    tasks = [
        ResearchTask(
            task_id=each.task_id,
            text=each.text,
            family=TaskFamily.COMPARATIVE_ANALYSIS,
            difficulty=TaskDifficulty.ADVANCED,
            seminar_id="written",
            inspiration_ids=("written/i1",),
            spans=(TranscriptSpan(start=0, end=len(each.text), text=each.text),),
        )
        for each in read_planted()
    ]
    prompts = [prompt_of(*two) for two in permutations(tasks, 2)]
    middle = TaskScores(clarity=3, actionability=3, novelty=3, depth_fit=3, consistency=3)
    answer = ComparisonReply(
        reason="seven letters " * 20, a=middle, b=middle, winner="A", confidence=0.75
    )
    read = sum(len(p.system) + len(p.text) for p in prompts) / len(prompts)
    return round((read + len(answer.model_dump_json())) / CHARACTERS_A_TOKEN)


def _so_far(ratings: Sequence[float], wins: Sequence[float], chance: random.Random) -> RankedSoFar:
    truth = range(len(ratings))
    n_top = max(1, round(TOP * len(ratings)))
    best = sorted(chance.sample(truth, len(truth)), key=lambda task: -ratings[task])[:n_top]
    return RankedSoFar(
        by_elo=spearman(ratings, truth) or 0.0,
        by_wins=spearman(wins, truth) or 0.0,
        top=sum(task >= len(ratings) - n_top for task in best) / n_top,
    )


def _at(
    n_tasks: int,
    accuracy: float,
    sureness: Sureness,
    rounds: int,
    found: Sequence[RankedSoFar],
) -> AtRounds:
    return AtRounds(
        accuracy=accuracy,
        sureness=sureness,
        rounds=rounds,
        n_comparisons=rounds * (n_tasks // 2),
        by_elo=_spread([draw.by_elo for draw in found]),
        by_wins=_spread([draw.by_wins for draw in found]),
        top=sum(draw.top for draw in found) / len(found),
    )


def _spread(values: Sequence[float]) -> DrawSpread:
    low, median, high = np.quantile(values, [0.025, 0.5, 0.975])
    n = sum(value >= RELIABLE for value in values)
    return DrawSpread(median=median, low=low, high=high, reliable=n / len(values))
