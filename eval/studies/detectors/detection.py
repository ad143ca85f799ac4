"""What a detector says of one judged thing."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from eval.datasets.interviews import Judged
from myscholar.domain.flags import ErrorType, Flag
from myscholar.domain.model import Frozen

J_contra = TypeVar("J_contra", bound=Judged, contravariant=True)


class Detection(Frozen):
    """`flagged`: the product shows such a doubt. `score`: only its order means something."""

    flagged: bool
    score: float


class Detector(Protocol[J_contra]):
    """Never sees whether the user was satisfied, nor the complaint of the triplet."""

    def __call__(self, item: J_contra) -> Mapping[ErrorType, Detection]: ...


def detections(
    flags: tuple[Flag, ...], scores: Mapping[ErrorType, float]
) -> dict[ErrorType, Detection]:
    raised = {flag.error_type for flag in flags}
    return {kind: Detection(flagged=kind in raised, score=score) for kind, score in scores.items()}
