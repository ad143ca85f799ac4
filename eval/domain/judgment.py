"""What a judge says of one item."""

from collections.abc import Sequence

from pydantic import Field

from myscholar.domain.model import Frozen


class Scored(Frozen):
    """`score` is a number in the range that the judge's method names; `reason` says why in a
    sentence."""

    score: float = Field(allow_inf_nan=False)
    reason: str = ""


class Unscored(Frozen):
    """The judge could not say: it failed, refused, timed out or answered nonsense. Counted and
    shown, never a 0 or a 1."""

    reason: str
    """`NAME: message` of what happened."""


Judgment = Scored | Unscored

NONE_LISTED = Unscored(
    reason="NoneListed: it or the next sentence has a marker, but the report comes without its "
    "list of citations."
)
"""What no judge can say of a claim whose report has lost the list of what its markers stand for: a
0 would judge the file."""


class ClaimJudgment(Frozen):
    """A sentence that needs support, and what its citations do for it. Source: MySQA §3.2, citation
    precision and recall."""

    claim: str
    section: int
    """From 0."""
    cited: tuple[str, ...] = ()
    """Markers, each once, in order."""
    shared: tuple[str, ...] = ()
    """Where it has no marker: those of the next sentence of its paragraph that has any. They count
    for recall alone."""
    supported: Judgment
    """By all that it cites, or shares, together: 1 wholly, 0.5 in part or by titles only, 0 not at
    all; 0 where there is nothing."""
    supports: tuple[Judgment, ...] = ()
    """One for each of `cited`, or else of `shared`: 1 bears out some part of the claim, 0.5 may do
    so but shows a title only, 0 does not."""


def mean_of(judgments: Sequence[Judgment], weights: Sequence[float] | None = None) -> float | None:
    """Weighted mean of the scores; None where nothing was scored or all weights of what was are
    0."""
    weighted = list(zip(judgments, weights or [1.0] * len(judgments), strict=True))
    total = sum(w for j, w in weighted if isinstance(j, Scored))
    return sum(j.score * w for j, w in weighted if isinstance(j, Scored)) / total if total else None
