"""Proposed actions, drawn in the browser: pick, emphasize, order, reword, add, judge; what the
report will take; the button that begins it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from myscholar.domain.model import Frozen
from myscholar.surfaces.web.components.judging import Judgement
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.surfaces.web.held import held
from myscholar.views.action_view import ActionsView
from myscholar.views.asking_view import ahead_stage
from myscholar.workflows.ask.inquiries import get_inquiry
from myscholar.workflows.services import Services


class Pick(Frozen):
    kind: Literal["pick"]
    action_id: str
    on: bool


class Emphasize(Frozen):
    kind: Literal["emphasize"]
    action_id: str
    on: bool


class RewordAction(Frozen):
    kind: Literal["reword"]
    action_id: str
    text: str


class RemoveAction(Frozen):
    kind: Literal["remove"]
    action_id: str


class BringBack(Frozen):
    """A proposal that was left out."""

    kind: Literal["bring_back"]
    action_id: str


class AddAction(Frozen):
    kind: Literal["add"]
    text: str


class Move(Frozen):
    """To a place among the chosen, counted from 0."""

    kind: Literal["move"]
    action_id: str
    to: int


class Only(Frozen):
    kind: Literal["only"]
    which: Literal["defaults", "none"]


class JudgeAction(Judgement):
    action_id: str


class More(Frozen):
    """Further actions; `like` one of them, or of any kind."""

    kind: Literal["more"]
    like: str | None


class Write(Frozen):
    """`free`: without a model. `n_reports`: so many were begun for the question as far as the
    screen told."""

    kind: Literal["write"]
    free: bool = False
    n_reports: int = 0


class SetKey(Frozen):
    """To the page where the missing key is told of."""

    kind: Literal["settings"]


Message = (
    Pick
    | Emphasize
    | RewordAction
    | RemoveAction
    | BringBack
    | AddAction
    | Move
    | Only
    | JudgeAction
    | More
    | Write
    | SetKey
)


class Situation(Frozen):
    """What stands beside the actions. `no_key`: why the model could not be asked; `busy`: more are
    being looked for; `blocked`: why no report can be written now; `idle`: there is nothing to
    write. `write` and `defaults` are what two buttons say."""

    takes: str = ""
    ahead: str = ""
    more_note: str = ""
    blocked: str = ""
    no_key: str = ""
    n_reports: int = 0
    busy: bool = False
    idle: bool = False
    with_more: bool = True
    write: str = "Write the report"
    defaults: str = "Choose as proposed"


@dataclass
class _Troubles:
    """By whose actions: why what was done last could not be done."""

    said: dict[str, str] = field(default_factory=dict)


def show(
    view: ActionsView, situation: Situation, *, of: str, stage: str | None = None
) -> Mail[Message]:
    """`of` says whose actions they are: nothing that was done to them can reach others. `stage` is
    that of the search ahead of an inquiry, as long as it goes on."""
    trouble = held(_Troubles).said.get(of, "")
    data = {"view": view.model_dump(mode="json"), **situation.model_dump(), "trouble": trouble}
    return PART.show(data | {"stage": stage}, key=key_of(of), live=of if stage else None)


def note_troubles(of: str, troubles: Sequence[str]) -> None:
    """What could not be done stands beside the actions until something else is done."""
    held(_Troubles).said[of] = " ".join(dict.fromkeys(troubles))


def key_of(of: str) -> str:
    return f"actions-{of}"


def document(services: Services, inquiry_id: str) -> dict[str, str]:
    """Raises UnknownName, StorageError."""
    return {"stage": ahead_stage(services, get_inquiry(services, inquiry_id))}


PART: Part[Message] = Part(
    "action_editor",
    Message,
    scripts=("judging", "action_pieces", "action_row", "action_chosen"),
    styles=("judging",),
    document=document,
)
