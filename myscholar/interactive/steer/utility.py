"""What following a direction is expected to bring. Source: STEER §2.4, appendix D."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FULL = 2
"""The best mark of one aspect: covered in full. Source: STEER, alignment evaluation."""


def alignment(marks: Sequence[int]) -> float:
    """(1 / 2|A|) * sum of the aspects' marks, each 0, 1 or 2; in [0, 1], 0 without aspects. Source:
    STEER §3.1."""
    return sum(marks) / (FULL * len(marks)) if marks else 0.0


def alignment_gain(child: float, parent: float) -> float:
    """Align(r(child)) - Align(r(parent)), in [0, 1]. Source: STEER appendix D.

    A node's report r holds what was learned from the question down to it, so a child never covers
    less than its parent; in the paper r is the node's alone, and the gain may be negative.
    """
    return max(0.0, child - parent)


EPSILON = 0.1
"""Of the exploration bonus: "a small constant" in the paper, which gives no number. Measured: with
1 the newness of its tags alone makes every direction worth half of what it costs, and a tree hardly
asks (docs/evaluation-results.md)."""


def exploration_bonus(counts: Sequence[int], epsilon: float = EPSILON) -> float:
    """(1 / |T|) * sum of epsilon / (1 + sqrt(count)); in [0, epsilon], 0 without tags. `counts`
    says how often each tag stands in the tree so far. Source: STEER appendix D.

    T are the direction's own tags. Over the paper's global set the bonus is the same for all
    children of a node and could not tell them apart.
    """
    return sum(epsilon / (1 + math.sqrt(n)) for n in counts) / len(counts) if counts else 0.0


def information_gain(expected: "NDArray[np.floating]", learned: "NDArray[np.floating]") -> float:
    """1 - sim(mean of the direction's learnings, mean of all learned so far), in [0, 1]; 0 where
    the direction has no learnings, 1 where nothing was learned yet. Rows are unit vectors. Source:
    STEER appendix D."""
    if not len(expected):
        return 0.0
    if not len(learned):
        return 1.0
    import numpy as np

    own, known = expected.mean(axis=0), learned.mean(axis=0)
    lengths = float(np.linalg.norm(own) * np.linalg.norm(known))
    likeness = float(own @ known) / lengths if lengths else 0.0
    return min(1.0, max(0.0, 1.0 - likeness))


def branch_utility(
    alignment_gain: float,
    exploration: float,
    information: float,
    *,
    explore_weight: float,
    information_weight: float,
) -> float:
    """U = alignment gain + lambda_exp * exploration + lambda_info * information. Source: STEER
    §2.4."""
    return alignment_gain + explore_weight * exploration + information_weight * information
