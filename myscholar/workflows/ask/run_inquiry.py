"""From a run back to the question that it was begun for."""

from myscholar.domain.inquiry import InquiryId
from myscholar.domain.runs import RunId, RunKind
from myscholar.workflows.ask.inquiries import list_inquiries
from myscholar.workflows.services import Services

_QUESTIONS = (RunKind.ACTIONS, RunKind.CLARIFY, RunKind.HEAD_START)
"""Runs whose result lives with the question that was asked."""


def inquiry_of(services: Services, run_id: RunId) -> InquiryId | None:
    """The question that a run asked about, proposed actions for or searched ahead for, while it is
    kept."""
    order = services.runs.order(run_id)
    asked = order.inputs.get("question") if order.kind in _QUESTIONS else None
    inquiries = list_inquiries(services) if asked else ()
    by_run = (i for i in inquiries if run_id in (i.clarifying, i.proposing, i.head_start))
    by_words = (i for i in inquiries if i.question == asked)
    chosen = next(by_run, None) or next(by_words, None)
    return chosen.inquiry_id if chosen else None
