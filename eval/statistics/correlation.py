"""Do two lists of scores go together? Thin over scipy, with the edges named.

Both are in [-1, 1], do not depend on the order of the pairs, and are None where they are not
defined: fewer than two pairs, or one of the lists constant. Raise ValueError where the lists differ
in length. Intervals: `bootstrap.bootstrap_statistic` over pairs.
"""

from collections.abc import Sequence


def pearson(x: Sequence[float], y: Sequence[float]) -> float | None:
    """How well a straight line describes the scores. Source: MySQA A.2, specificity."""
    return _correlation("pearsonr", x, y)


def spearman(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Pearson's correlation of ranks; ties have their mean rank."""
    return _correlation("spearmanr", x, y)


def _correlation(name: str, x: Sequence[float], y: Sequence[float]) -> float | None:
    from scipy import stats

    if len(x) != len(y):
        raise ValueError(f"{len(x)} and {len(y)} scores can't be paired")
    if len(set(x)) < 2 or len(set(y)) < 2:
        return None
    return max(-1.0, min(1.0, float(getattr(stats, name)(x, y).statistic)))
