"""ItemAgreement of two judges on the same items."""

from collections import Counter
from collections.abc import Sequence

from pydantic import Field

from eval.domain.judgment import Judgment, Scored
from myscholar.domain.model import Frozen


class ItemAgreement(Frozen):
    n: int = Field(ge=0)
    """Items that both judges scored."""
    n_unscored: int = Field(default=0, ge=0)
    """Items that one of them, or both, could not score; they count nowhere else."""
    accuracy: float | None = None
    """Share of the same scores, in [0, 1]. None: there are none."""
    kappa: float | None = None
    """Cohen's, at most 1; 0 is what chance would give. None: not defined."""


def agreement(first: Sequence[Judgment], second: Sequence[Judgment]) -> ItemAgreement:
    """How often both give the same score, in order. Raises ValueError for other numbers."""
    both = [
        (a.score, b.score)
        for a, b in zip(first, second, strict=True)
        if isinstance(a, Scored) and isinstance(b, Scored)
    ]
    return ItemAgreement(
        n=len(both),
        n_unscored=len(first) - len(both),
        accuracy=sum(a == b for a, b in both) / len(both) if both else None,
        kappa=cohens_kappa([a for a, _ in both], [b for _, b in both]),
    )


def cohens_kappa(first: Sequence[float], second: Sequence[float]) -> float | None:
    """(observed - expected) / (1 - expected) agreement, unweighted; every score is a category.
    Source: Cohen (1960).

    1 for full agreement, 0 for chance, below 0 for worse than chance. None without items, and where
    both use one and the same score throughout, so that chance already explains everything. Raises
    ValueError where the lists differ in length.
    """
    n = len(first)
    observed = sum(a == b for a, b in zip(first, second, strict=True))
    counts, others = Counter(first), Counter(second)
    # n squared times the expected share, without rounding
    expected = sum(counts[score] * others[score] for score in counts)
    return (observed * n - expected) / (n * n - expected) if expected < n * n else None
