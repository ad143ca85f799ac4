"""Do two lists of scores go together? With intervals over questions, and without.

All are in [-1, 1], do not depend on the order of the pairs, and are None where they are not
defined: fewer than two pairs, or one of the lists constant.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from eval.domain.results import Estimate
from eval.statistics.bootstrap import Floats, bootstrap_statistic, bootstrap_sums

Point = tuple[float, float]


def pearson_estimate(
    points_by_question: Mapping[str, Sequence[Point]], *, seed: int, n: int = 10_000
) -> Estimate | None:
    """Of all points, in [-1, 1]. None where not defined: no two points, one side constant."""
    return bootstrap_sums(
        {q: _sums(points) for q, points in points_by_question.items() if len(points)},
        _pearson,
        n_instances=sum(map(len, points_by_question.values())),
        seed=seed,
        n=n,
    )


def spearman_estimate(
    points_by_question: Mapping[str, Sequence[Point]], *, seed: int, n: int = 2_000
) -> Estimate | None:
    """Of all points, in [-1, 1], ranked anew in each resample. None where not defined."""
    return bootstrap_statistic(points_by_question, _spearman, seed=seed, n=n)


def tau_b_estimate(
    points_by_question: Mapping[str, Sequence[Point]], *, seed: int, n: int = 2_000
) -> Estimate | None:
    """Kendall's tau-b of all points, also of two questions; in [-1, 1]. None where not defined.

    Where only reports on one question may be compared, it is `pairwise.kendall_estimate`.
    """
    return bootstrap_statistic(
        points_by_question, lambda points: tau_b(*zip(*points, strict=True)), seed=seed, n=n
    )


def _sums(points: Sequence[Point]) -> tuple[float, ...]:
    x, y = np.array(points, dtype=float).T
    return len(points), x.sum(), y.sum(), (x * x).sum(), (y * y).sum(), (x * y).sum()


def _pearson(sums: Floats) -> Floats:
    """Of (m, 6) sums; NaN where one side is constant, but for what rounding leaves of it."""
    n, x, y, xx, yy, xy = sums.T
    spread_x, spread_y = n * xx - x * x, n * yy - y * y
    constant = (spread_x <= 1e-9 * n * xx) | (spread_y <= 1e-9 * n * yy)
    return np.where(
        constant, np.nan, np.clip((n * xy - x * y) / np.sqrt(spread_x * spread_y), -1, 1)
    )


def _spearman(points: Sequence[Point]) -> float | None:
    x, y = map(mean_ranks, np.array(points, dtype=float).T)
    spread = float(np.sqrt(((x - x.mean()) ** 2).sum() * ((y - y.mean()) ** 2).sum()))
    return (
        max(-1.0, min(1.0, float(((x - x.mean()) * (y - y.mean())).sum()) / spread))
        if spread
        else None
    )


def mean_ranks(values: Floats) -> Floats:
    """Equal values have their mean rank."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(count) - (count - 1) / 2)[place])


def pearson(x: Sequence[float], y: Sequence[float]) -> float | None:
    """How well a straight line describes the scores. Source: MySQA A.2, specificity. Raises
    ValueError where the lists differ in length."""
    return _correlation("pearsonr", x, y)


def spearman(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Pearson's correlation of ranks; ties have their mean rank.

    Without ties it is 1 - 6 * sum of d^2 / (n (n^2 - 1)); that formula is not right with them.
    Source: Arena equation 16.
    """
    return _correlation("spearmanr", x, y)


def tau_b(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Kendall's: pairs in the same order less those in the other, over the geometric mean of those
    that each list puts in any order.

    Without ties it is (C - D) / (n (n - 1) / 2); as printed, ties would keep two lists that agree
    from reaching 1. Source: Arena equation 18.
    """
    return _correlation("kendalltau", x, y)


def _correlation(name: str, x: Sequence[float], y: Sequence[float]) -> float | None:
    from scipy import stats

    if len(x) != len(y):
        raise ValueError(f"{len(x)} and {len(y)} scores can't be paired")
    if len(set(x)) < 2 or len(set(y)) < 2:
        return None
    return max(-1.0, min(1.0, float(getattr(stats, name)(x, y).statistic)))
