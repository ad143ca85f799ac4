"""How much of a ranking is the draw of its comparisons."""

import random
from collections.abc import Mapping, Sequence

import numpy as np
from pydantic import Field

from eval.arena.ranking import Played, rate
from eval.statistics.correlation import spearman
from myscholar.domain.model import Frozen

SPLITS, RESAMPLES = 100, 100


class SplitHalf(Frozen):
    """Spearman's correlation between the ratings by one half of the comparisons and those by the
    other, over random halvings: their mean, and the range of the middle 95 of 100."""

    mean: float
    low: float
    high: float
    n: int = Field(ge=1)


def split_half(
    task_ids: Sequence[str], comparisons: Sequence[Played], *, seed: int, n: int = SPLITS
) -> SplitHalf | None:
    """None where it is not defined: of one round the halves are of different tasks; and where all
    ratings are alike."""
    found = []
    for number in range(n if len({each.round for each in comparisons}) > 1 else 0):
        drawn = random.Random(f"{seed} {number}").sample(comparisons, len(comparisons))
        halves = (_in_order(half) for half in (drawn[::2], drawn[1::2]))
        first, second = (rate(task_ids, half) for half in halves)
        r = spearman([first[t] for t in task_ids], [second[t] for t in task_ids])
        if r is not None:
            found.append(r)
    if not found:
        return None
    low, high = np.quantile(found, [0.025, 0.975])
    return SplitHalf(mean=float(np.mean(found)), low=float(low), high=float(high), n=len(found))


def top_that_stays(
    task_ids: Sequence[str],
    comparisons: Sequence[Played],
    top: int,
    *,
    seed: int,
    n: int = RESAMPLES,
) -> float | None:
    """Share of the best `top` that are among the best again where as many comparisons are drawn
    with replacement; by chance it is top / number of tasks. None where nothing was compared, or all
    are at the top."""
    if not comparisons or not 0 < top < len(task_ids):
        return None
    best, shares = _best(rate(task_ids, comparisons), top, random.Random(f"{seed}")), []
    for number in range(n):
        chance = random.Random(f"{seed} {number}")
        drawn = _in_order(chance.choices(comparisons, k=len(comparisons)))
        shares.append(len(best & _best(rate(task_ids, drawn), top, chance)) / top)
    return sum(shares) / len(shares)


def _in_order(comparisons: Sequence[Played]) -> list[Played]:
    return sorted(comparisons, key=lambda each: each.round)


def _best(ratings: Mapping[str, float], top: int, chance: random.Random) -> set[str]:
    """Equal ratings in random order."""
    shuffled = chance.sample(sorted(ratings), len(ratings))
    return set(sorted(shuffled, key=lambda task: -ratings[task])[:top])
