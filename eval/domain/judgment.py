"""What a judge says of one item."""

from collections.abc import Sequence

from pydantic import Field

from myscholar.domain.model import Frozen


class Scored(Frozen):
    """`score` is in the range that the judge's method names; `reason` is a sentence."""

    score: float = Field(allow_inf_nan=False)
    reason: str = ""


class Unscored(Frozen):
    """The judge could not say, for whatever reason. Counted, shown, never a 0 or a 1."""

    reason: str
    """`NAME: message` of what happened."""


Judgment = Scored | Unscored
Targets = frozenset[int] | Unscored
"""Places of the aspects that a text is on, perhaps none. Source: STEER §3.1 (map)."""

NONE_LISTED = Unscored(
    reason="NoneListed: it or the next sentence has a marker, but the report comes without its "
    "list of citations."
)
"""Of a claim whose report lost its list of citations: a 0 would judge the file."""


class ClaimJudgment(Frozen):
    """A sentence that needs support, and what its citations do for it. Source: MySQA §3.2."""

    claim: str
    section: int
    """From 0."""
    cited: tuple[str, ...] = ()
    """Markers, each once, in order."""
    shared: tuple[str, ...] = ()
    """Without markers: those of its paragraph's next sentence with any, for recall alone."""
    supported: Judgment
    """By all together: 1 wholly, 0.5 in part or by titles only, 0 not at all or nothing."""
    supports: tuple[Judgment, ...] = ()
    """Of each of `cited`, else `shared`: 1 bears out a part, 0.5 may by its title, 0 not."""


def mean_of(judgments: Sequence[Judgment], weights: Sequence[float] | None = None) -> float | None:
    """Weighted mean of the scores; None where nothing with a weight was scored."""
    weighted = list(zip(judgments, weights or [1.0] * len(judgments), strict=True))
    total = sum(w for j, w in weighted if isinstance(j, Scored))
    return sum(j.score * w for j, w in weighted if isinstance(j, Scored)) / total if total else None
