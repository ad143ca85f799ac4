"""The five aspects of a profile, drawn in the browser: switch, reword, add, delete, judge; a
paper's chip opens its quotes in place."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

import streamlit as st
from pydantic import Field

from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.domain.profile import ProfileAspect
from myscholar.surfaces.web.components.part import Part
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


class JudgeInference(Frozen):
    """`liked` None takes the judgement back."""

    kind: Literal["judge"]
    inference_id: str
    liked: bool | None
    errors: tuple[ErrorType, ...] = ()
    comment: str = ""


class Undo(Frozen):
    kind: Literal["undo"]


class Redo(Frozen):
    kind: Literal["redo"]


Message = Switch | RewordInference | RemoveInference | AddInference | JudgeInference | Undo | Redo


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


PART: Part[Message] = Part(
    "profile_editor",
    Annotated[Message, Field(discriminator="kind")],
    scripts=("judging", "profile_pieces"),
    styles=("judging",),
)


def show(
    view: ProfileView,
    *,
    feedback: Mapping[str, Feedback],
    can_undo: bool,
    can_redo: bool,
    refused: Refusals,
) -> tuple[Message, ...]:
    """`feedback` by inference id. Call `taken` once what it gives is dealt with."""
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
    return PART.show(data, key=_key(view.profile_id))


def refusals(profile_id: str) -> Refusals:
    """Those of the last batch of messages."""
    found: Refusals = st.session_state.get(_refusals_key(profile_id), Refusals())
    return found


def taken(profile_id: str, refused: tuple[Refusal, ...]) -> None:
    """What `show` gave last is dealt with, but for what was refused: that goes back to where it was
    written."""
    before = refusals(profile_id)
    st.session_state[_refusals_key(profile_id)] = Refusals(before.n + len(refused), refused)
    PART.taken(_key(profile_id))


def refusal(message: Message, reason: str) -> Refusal:
    match message:
        case AddInference(aspect=aspect, text=text):
            return Refusal(item=aspect, text=text, reason=reason)
        case RewordInference(inference_id=inference_id, text=text):
            return Refusal(item=inference_id, text=text, reason=reason)
        case _:
            return Refusal(item="", text="", reason=reason)


def _key(profile_id: str) -> str:
    return f"profile-editor-{profile_id}"


def _refusals_key(profile_id: str) -> str:
    return f"refused-{profile_id}"
