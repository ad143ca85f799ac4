"""The five aspects of a profile, drawn in the browser: switch, reword, add, delete, judge."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.model import Frozen
from myscholar.domain.profile import ProfileAspect
from myscholar.surfaces.web.components.judging import Judgement
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.surfaces.web.held import held
from myscholar.views.profile_view import ProfileView
from myscholar.workflows.actions.complaints import complaints_about


class Switch(Frozen):
    kind: Literal["switch"]
    inference_id: str
    on: bool


class RewordInference(Frozen):
    kind: Literal["reword"]
    inference_id: str
    text: str


class RemoveInference(Frozen):
    kind: Literal["remove"]
    inference_id: str


class AddInference(Frozen):
    kind: Literal["add"]
    aspect: ProfileAspect
    text: str


class JudgeInference(Judgement):
    inference_id: str


class EditStep(Frozen):
    kind: Literal["undo", "redo"]


Edit = Switch | RewordInference | RemoveInference | AddInference | EditStep
Message = Edit | JudgeInference


class Refusal(Frozen):
    """Words that could not be taken, given back with the reason. `item` is the inference, or the
    aspect they were to be added to; empty for neither."""

    item: str
    text: str
    reason: str


class Refusals(NamedTuple):
    """`n` in all so far: it tells the browser which are new."""

    n: int = 0
    last: tuple[Refusal, ...] = ()


@dataclass
class _Refused:
    """Those of the last messages."""

    by_profile: dict[str, Refusals] = field(default_factory=dict)


PART: Part[Message] = Part(
    "profile_editor", Message, scripts=("judging", "profile_pieces"), styles=("judging",)
)


def show(
    view: ProfileView, *, feedback: Mapping[str, Feedback], can_undo: bool, can_redo: bool
) -> Mail[Message]:
    """`feedback` by inference id."""
    refused = held(_Refused).by_profile.get(view.profile_id, Refusals())
    data = {
        "profile": view.model_dump(mode="json"),
        "feedback": {
            item: f.model_dump(mode="json", include={"liked", "errors", "comment"})
            for item, f in feedback.items()
        },
        "complaints": [c.model_dump(mode="json") for c in complaints_about(Subject.INFERENCE)],
        "can_undo": can_undo,
        "can_redo": can_redo,
        "refused": [r.model_dump() for r in refused.last],
        "n_refusals": refused.n,
    }
    return PART.show(data, key=f"profile-editor-{view.profile_id}")


def refuse(profile_id: str, refused: tuple[Refusal, ...]) -> None:
    """Of the last messages these could not be done: they go back to where they were written."""
    known = held(_Refused).by_profile
    known[profile_id] = Refusals(known.get(profile_id, Refusals()).n + len(refused), refused)


def refusal(message: Message, reason: str) -> Refusal:
    match message:
        case AddInference(aspect=aspect, text=text):
            return Refusal(item=aspect, text=text, reason=reason)
        case RewordInference(inference_id=inference_id, text=text):
            return Refusal(item=inference_id, text=text, reason=reason)
        case _:
            return Refusal(item="", text="", reason=reason)
