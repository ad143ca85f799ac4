"""How well probabilities, or verdicts, tell complaints from what users accepted."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

THRESHOLD = 0.5
"""From this probability on a predictor says "satisfied"."""


def is_right(probability: float, satisfied: bool) -> bool:
    """Whether the verdict of a probability in [0, 1] is the user's."""
    return (probability >= THRESHOLD) is satisfied


def auc_interval(
    probabilities: Sequence[float],
    satisfied: Sequence[bool],
    users: Sequence[str],
    *,
    seed: int,
    n: int = 10_000,
    level: float = 0.95,
) -> tuple[float, float] | None:
    """Percentile interval of `roc_auc` under resampling of whole users, since one user's judgments
    hang together.

    None where there is no area. Draws without a complaint, or with nothing else, have none and are
    left out.
    """
    scores, good, who = (
        np.asarray(probabilities, dtype=float),
        np.asarray(satisfied, dtype=bool),
        np.asarray(users),
    )
    if good.all() or not good.any():
        return None
    names = sorted(set(users))
    # wins[u, v] and pairs[u, v]: accepted rows of user u against complaints of user v.
    wins, pairs = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            here = _wins(scores[good & (who == one)], scores[~good & (who == other)])
            wins[i, j], pairs[i, j] = here.sum(), here.size
    draws = (
        np.random.default_rng(seed)
        .multinomial(len(names), np.full(len(names), 1 / len(names)), size=n)
        .astype(float)
    )
    won = np.einsum("di,ij,dj->d", draws, wins, draws, optimize=True)
    possible = np.einsum("di,ij,dj->d", draws, pairs, draws, optimize=True)
    areas = won[possible > 0] / possible[possible > 0]
    low, high = np.quantile(areas, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _wins(above: Floats, below: Floats) -> Floats:
    difference = above[:, None] - below[None, :]
    return np.where(difference > 0, 1.0, np.where(difference == 0, 0.5, 0.0))


def bad_ranked_lowest(bad: float, goods: Sequence[float]) -> float:
    """Share of the lowest place in a triplet that goes to the complaint, in [0, 1]; 1/3 by chance.

    1 where the complaint alone is lowest, 0 where something accepted is lower, 1 / (number of
    lowest) in a tie: a constant gets 1/3. Needs no threshold. Raises ValueError unless there is an
    accepted row.
    """
    if not goods:
        raise ValueError("a complaint alone can't be ranked")
    lowest = min(bad, *goods)
    return 0.0 if bad > lowest else 1 / (1 + sum(g == lowest for g in goods))


def of_users(values: Sequence[float], users: Sequence[str]) -> Mapping[str, list[float]]:
    return {
        name: [v for v, u in zip(values, users, strict=True) if u == name]
        for name in sorted(set(users))
    }
