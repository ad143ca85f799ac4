"""Which directions are offered of those proposed. Source: STEER §2.3, appendix C."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EPSILON = 1e-6
"""Added to each similarity, as in the paper's algorithm; it decides nothing."""


def mmr_select(
    confidences: Sequence[float], similarities: "NDArray[np.floating]", k: int
) -> tuple[int, ...]:
    """Places of `k` candidates, or of all where there are fewer: the most confident first, then
    each time the one whose greatest similarity to those chosen is least; of equals the more
    confident, then the earlier. `similarities` is square. Source: STEER appendix C."""
    left = sorted(range(len(confidences)), key=lambda i: -confidences[i])
    chosen = left[:1] if k > 0 else []
    left = left[1:]
    while left and len(chosen) < k:
        nearest = [max(similarities[i, j] for j in chosen) + EPSILON for i in left]
        chosen.append(left.pop(nearest.index(min(nearest))))
    return tuple(chosen)
