"""What is doubtful in an inference by its own account: the model's doubt, and the other side of a
contrast that no cited paper shows. Source: MySQA Table 9."""

from collections.abc import Sequence

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.profile import PaperSupport
from myscholar.domain.text import shorten
from myscholar.profile.llm.material import ProfileMaterial
from myscholar.profile.llm.replies import InferenceReply
from myscholar.text.safeguards import is_withheld

REASON_CHARACTERS = 200
"""Of a model's doubt; by hand: 15 words were asked for."""
ONE_SIDED = Flag(
    error_type=ErrorType.CONTRAST,
    severity=Severity.WARNING,
    reason="No paper behind it shows the other side of its contrast.",
)


def is_one_sided(
    inference: InferenceReply, supports: Sequence[PaperSupport], material: ProfileMaterial
) -> bool:
    """Whether it names the other side of a contrast in no paper that supports it."""
    other = material.paragraphs.get(inference.other_side)
    papers = {s.paper_id for s in supports}
    is_shown = other and material.by_number[other.paper].read.paper.paper_id in papers
    return bool(inference.other_side and supports and not is_shown)


def own_doubt(inference: InferenceReply, model: str) -> tuple[Flag, ...]:
    """What the model itself doubts, if it names a type of error and a reason that may be shown."""
    name, reason = inference.doubt.strip().lower(), inference.doubt_reason
    kind = next((k for k in ErrorType if k.value == f"profile.{name}"), None)
    if kind is None or not reason.strip() or is_withheld(reason):
        return ()
    said = shorten(reason, REASON_CHARACTERS)
    return (Flag(error_type=kind, severity=Severity.HINT, reason=said, origin=model),)
