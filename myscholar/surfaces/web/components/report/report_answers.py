"""What was asked of the report, below it: the newest first, each with its quotes."""

from collections.abc import Sequence
from typing import Any, Literal

from myscholar.domain.model import Frozen
from myscholar.domain.runs import RunId, RunStatus
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.surfaces.web.components.runs.run_words import problem, spent
from myscholar.views.answer_view import AnswerView, answer_views


class AnswerWish(Frozen):
    """To `take_in` an answer as the report's last section, to `search` for further papers and
    answer again ..."""

    kind: Literal["take_in", "search", "cancel", "resume", "delete"]
    run: RunId


_STATES = {
    RunStatus.WAITING: "Getting ready",
    RunStatus.FAILED: "Not answered",
    RunStatus.CANCELLED: "Cancelled",
    RunStatus.INTERRUPTED: "Interrupted",
}
_UNCHECKED = "What stands here was not checked."


def show(
    views: Sequence[AnswerView], search_takes: str, wanted: RunId | None, *, report_id: RunId
) -> Mail[AnswerWish]:
    """`search_takes` says what an answer with a new search costs; the one that is `wanted` comes
    into sight."""
    data = as_data(views) | {"search_takes": search_takes, "wanted": wanted}
    live = report_id if is_going_on(views) else None
    return PART.show(data, key=f"answers-{report_id}", live=live)


def is_going_on(views: Sequence[AnswerView]) -> bool:
    return any(view.is_going_on for view in views)


def as_data(views: Sequence[AnswerView]) -> dict[str, Any]:
    stage = "going on" if is_going_on(views) else "over"
    return {"stage": stage, "answers": [_answer(view) for view in views]}


def _answer(view: AnswerView) -> dict[str, Any]:
    return {
        "id": view.run_id,
        "question": view.question,
        "going": view.is_going_on,
        "state": _state(view),
        "problem": problem(view.status, view.error) or None,
        "growing": [part.model_dump(mode="json") for part in view.growing],
        "report": view.said.model_dump(mode="json") if view.said else None,
        "missing": view.missing,
        "spent": spent(view.n_calls, view.dollars),
        "buttons": _buttons(view),
    }


def _state(view: AnswerView) -> str:
    if view.said:
        return view.coverage
    state = _STATES.get(view.status) or (f"{view.doing} …" if view.doing else "At work …")
    return state if view.is_going_on or not view.growing else f"{state}. {_UNCHECKED}"


def _buttons(view: AnswerView) -> list[str]:
    if view.is_going_on:
        return ["cancel"]
    if view.said is None:
        return ["resume", "delete"]
    take = ["take_in"] if view.can_be_taken_in else []
    return [*take, *([] if view.has_searched else ["search"]), "delete"]


PART: Part[AnswerWish] = Part(
    "report_answers",
    AnswerWish,
    scripts=("report_reading", "report_text", "report_card"),
    styles=("report_text", "report_reading"),
    document=lambda services, report_id: as_data(answer_views(services, report_id)),
)
