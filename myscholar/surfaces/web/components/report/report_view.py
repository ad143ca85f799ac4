"""The report with its highlights, citations and actions, drawn in the browser, and what the reader
says of it there."""

import re
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from myscholar.domain.evidence import ActionId
from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.views.report_view import ReportView
from myscholar.workflows.actions.complaints import complaints_about

_JUDGED = (Subject.SECTION, Subject.EXECUTION, Subject.SPAN)


class JudgeReport(Frozen):
    """What the reader thinks of `item`: the number of a section, the id of an action, or
    `section:start:end` of a passage."""

    kind: Literal["judge"] = "judge"
    subject: Subject
    item: str = Field(max_length=200)
    liked: bool
    errors: tuple[ErrorType, ...] = ()
    comment: str = Field(default="", max_length=4000)
    words: str = Field(default="", max_length=4000)


class TakeBack(Frozen):
    """What was said about `item` is to be forgotten."""

    kind: Literal["take_back"] = "take_back"
    subject: Subject
    item: str = Field(max_length=200)


class TryAgain(Frozen):
    """Carry the action out again: it was done partly or not."""

    kind: Literal["try_again"] = "try_again"
    action_id: ActionId


class Anew(Frozen):
    """Write the section (counted from 0) anew."""

    kind: Literal["anew"] = "anew"
    section: int = Field(ge=0)


Message = JudgeReport | TakeBack | TryAgain | Anew
PART: Part[Message] = Part(
    "report_view",
    Message,
    scripts=(
        "report_reading",
        "report_text",
        "report_card",
        "report_table",
        "report_actions",
        "judging",
        "report_feedback",
        "report_passage",
    ),
    styles=("report_text", "report_reading", "judging"),
)


def show(
    view: ReportView,
    *,
    feedback: Mapping[str, Feedback],
    read_only: bool = False,
    at_end: bool = False,
    key: str | None = None,
) -> Mail[Message]:
    """`feedback` is what was said before, by `subject:item`. Read only, nothing can be said or
    changed; `at_end` it begins in sight of its last section."""
    data = as_data(view, feedback, read_only=read_only) | {"at_end": at_end}
    said = PART.show(data, key=key or key_of(view))
    fitting = () if read_only else tuple(m for m in said.messages if _fits(m, view))
    return Mail(fitting, said.take)


def as_data(
    view: ReportView, feedback: Mapping[str, Feedback], *, read_only: bool = False
) -> dict[str, Any]:
    """What the browser draws."""
    fields = {"liked", "errors", "comment", "words"}
    return {
        "report": view.model_dump(mode="json"),
        "feedback": {
            name: given.model_dump(mode="json", include=fields) for name, given in feedback.items()
        },
        "errors": {
            s.value: [c.model_dump(mode="json") for c in complaints_about(s)] for s in _JUDGED
        },
        "read_only": read_only,
    }


def key_of(view: ReportView) -> str:
    return f"report-{view.report_id}"


def _fits(message: Message, view: ReportView) -> bool:
    """Whether it concerns something that the report has; anything else was made by hand."""
    match message:
        case Anew(section=section):
            return section < len(view.sections)
        case TryAgain(action_id=action_id):
            return any(a.action_id == action_id for a in view.actions)
        case JudgeReport(subject=subject, item=item, errors=errors):
            return _is_there(subject, item, view) and set(errors) <= set(subject.error_types)
        case TakeBack(subject=subject, item=item):
            return _is_there(subject, item, view)


def _is_there(subject: Subject, item: str, view: ReportView) -> bool:
    match subject:
        case Subject.EXECUTION:
            return any(a.action_id == item for a in view.actions)
        case Subject.SECTION | Subject.SPAN:
            numbers = [int(part) for part in item.split(":") if re.fullmatch(r"[0-9]{1,9}", part)]
            section, *span = numbers or [len(view.sections)]
            is_whole = len(numbers) == item.count(":") + 1 and section < len(view.sections)
            return is_whole and (
                not span if subject is Subject.SECTION else len(span) == 2 and span[0] < span[1]
            )
        case _:
            return False
