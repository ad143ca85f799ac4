"""What clarifying questions are worth and what they find. Source: IntentRL §4.1, §4.4.

The paper's sentence gives precision the meaning of recall and the other way round; its figures
(with more turns precision falls and recall rises, and F1 of the two is theirs) are those of the
usual meanings, which stand here.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Told = Sequence[int | None]
"""Of each question in turn the intent that the user told of, or None where it concerned none."""
QUALITY_WEIGHT = 2
"""Of content beside format."""


def quality_score(content: float, form: float) -> float:
    """2 R_con + R_fmt, in [-2, 3]. Source: IntentRL §4.1."""
    return QUALITY_WEIGHT * content + form


def intent_recall(told: Told, n_intents: int, turns: int) -> float:
    """Share of the intents that the first `turns` questions found, in [0, 1]. Raises ValueError
    without intents."""
    if n_intents < 1:
        raise ValueError("there is no intent to find")
    return len(set(told[:turns]) - {None}) / n_intents


def intent_precision(told: Told, turns: int) -> float | None:
    """Share of the first `turns` questions that concerned an intent, also one that was known by
    then, in [0, 1]; of those that were asked where there were fewer. None where none was asked."""
    asked = told[:turns]
    return sum(each is not None for each in asked) / len(asked) if asked else None


def intent_f1(precision: float, recall: float) -> float:
    """Their harmonic mean, in [0, 1]; 0 where both are."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def f1_of_sums(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """F1 of the means, as the paper has it: columns are the sum of precisions, their number, the
    sum of recalls, their number. NaN where no question was asked at all."""
    precision, recall = sums[:, 0] / sums[:, 1], sums[:, 2] / sums[:, 3]
    together = precision + recall
    return np.where(
        together > 0, 2 * precision * recall / np.where(together > 0, together, 1), together
    )
