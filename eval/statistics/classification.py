"""How good flags are: precision, recall and F1, with Wilson intervals."""

import math
from collections.abc import Sequence

import numpy as np
from pydantic import Field

from eval.statistics.correlation import mean_ranks
from myscholar.domain.model import Frozen


class Proportion(Frozen):
    """`k` of `n`, with Wilson's score interval."""

    k: int = Field(ge=0)
    n: int = Field(ge=0)
    share: float | None
    """None: of nothing."""
    low: float
    high: float


class Classification(Frozen):
    """Counts of flags right and wrong, and what follows from them."""

    true_positives: int = Field(ge=0)
    false_positives: int = Field(ge=0)
    false_negatives: int = Field(ge=0)
    true_negatives: int = Field(ge=0)
    precision: Proportion
    """Of what was flagged, how much deserved it."""
    recall: Proportion
    """Of what deserved it, how much was flagged."""
    f1: float | None
    """Harmonic mean of the two, in [0, 1]. None: nothing was flagged and nothing deserved it."""


def wilson(k: int, n: int, *, level: float = 0.95) -> Proportion:
    """A share with its score interval, within [0, 1]; of nothing, the interval is [0, 1]. Source:
    Wilson (1927).

    Unlike the interval of a mean it is not empty at 0 of n or n of n, and holds for small n. Items
    are taken for independent. Raises ValueError unless 0 <= k <= n.
    """
    from scipy.stats import norm

    if not 0 <= k <= n:
        raise ValueError(f"{k} of {n} is no share")
    if n == 0:
        return Proportion(k=0, n=0, share=None, low=0, high=1)
    z, share = float(norm.ppf((1 + level) / 2)), k / n
    middle = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = (middle - spread) / (1 + z * z / n) if k else 0.0
    high = (middle + spread) / (1 + z * z / n) if k < n else 1.0
    return Proportion(k=k, n=n, share=share, low=low, high=high)


def classification(
    flagged: Sequence[bool], deserved: Sequence[bool], *, level: float = 0.95
) -> Classification:
    """Of the same items in order. Raises ValueError where the two differ in length."""
    pairs = list(zip(flagged, deserved, strict=True))
    right, wrong = sum(f and d for f, d in pairs), sum(f and not d for f, d in pairs)
    missed = sum(d and not f for f, d in pairs)
    return Classification(
        true_positives=right,
        false_positives=wrong,
        false_negatives=missed,
        true_negatives=len(pairs) - right - wrong - missed,
        precision=wilson(right, right + wrong, level=level),
        recall=wilson(right, right + missed, level=level),
        f1=2 * right / (2 * right + wrong + missed) if right + wrong + missed else None,
    )


def roc_auc(scores: Sequence[float], positive: Sequence[bool]) -> float | None:
    """Share of pairs of a positive and a negative item in which the positive one scores higher,
    ties counting half; in [0, 1], chance 0.5.

    None without items of both kinds. Does not depend on their order. Source: Hanley and McNeil
    (1982).
    """
    n_yes = sum(positive)
    n_no = len(positive) - n_yes
    if not n_yes or not n_no:
        return None
    ranks = mean_ranks(np.asarray(scores, dtype=float))
    above = float(ranks[np.asarray(positive, dtype=bool)].sum()) - n_yes * (n_yes + 1) / 2
    return above / (n_yes * n_no)
