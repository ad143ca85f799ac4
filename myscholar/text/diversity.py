"""Maximal marginal relevance: relevant and yet not all the same."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def mmr_select(
    relevance: Sequence[float],
    similarity: NDArray[np.float32],
    n: int,
    trade_off: float = 0.7,
    penalty: Sequence[float] | None = None,
) -> tuple[int, ...]:
    """Indices of at most `n` items in the order of choice.

    Each step takes the item with the largest trade_off * relevance - (1 - trade_off) * (largest similarity to those taken).
    `similarity` is square, in [0, 1]; `trade_off` in [0, 1]; `penalty` is subtracted from the relevance.
    Source: Carbonell and Goldstein (1998), eq. 1.
    """
    value = np.asarray(relevance, dtype=np.float64) - (np.asarray(penalty) if penalty is not None else 0.0)
    left = np.ones(len(value), dtype=bool)
    nearest = np.zeros(len(value))
    chosen: list[int] = []
    while left.any() and len(chosen) < n:
        gain = np.where(left, trade_off * value - (1 - trade_off) * nearest, -np.inf)
        best = int(np.argmax(gain))
        chosen.append(best)
        left[best] = False
        nearest = np.maximum(nearest, similarity[best])
    return tuple(chosen)
