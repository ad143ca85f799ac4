"""What stands beside a question on a screen: hints, what can be begun, how long it takes and what
it costs."""

from typing import Literal, NamedTuple

from myscholar.domain.inquiry import Inquiry
from myscholar.domain.model import Frozen
from myscholar.domain.runs import RunId, RunInfo, RunStatus
from myscholar.errors import EngineUnavailable, UnknownName
from myscholar.text.question import check_question
from myscholar.views.involving_view import asking_first_takes, research_takes
from myscholar.workflows.ask.inquiry_orders import (
    engine_of,
    no_model,
)
from myscholar.workflows.ask.question_hints import Hints, question_hints
from myscholar.workflows.engines import takes_model
from myscholar.workflows.report.head_start import limit_usd
from myscholar.workflows.runs.estimates import (
    Estimate,
    estimate_actions,
    estimate_head_start,
    estimate_report,
    money,
)
from myscholar.workflows.services import Services

_STOPPED = (RunStatus.FAILED, RunStatus.CANCELLED, RunStatus.INTERRUPTED)
First = Literal["propose", "again", "write", "choose"]


class QuestionState(Frozen):
    """`first` is what the main button begins; `stale` says why the actions on screen may not fit
    any more."""

    first: First
    hints: Hints = Hints()
    takes: str = ""
    stale: str = ""
    is_researched: bool = False
    """Beyond one search."""
    can_ask_first: bool = True
    """Questions about the question can be begun."""
    asking_first_takes: str = ""
    is_proposing: bool = False
    has_stopped: bool = False
    """The run that proposes actions did not finish."""
    can_do_without_model: bool = False
    no_key: str = ""
    """Why no model could be asked."""


def question_state(services: Services, inquiry: Inquiry | None, question: str) -> QuestionState:
    """Raises QuestionTooLong, StorageError."""
    first: First
    if inquiry is None or not any(c.isalnum() for c in question):
        first = "write" if inquiry and not inquiry.with_actions else "propose"
        return QuestionState(first=first, can_ask_first=not (inquiry and inquiry.clarifying))
    text = check_question(question)
    actions = inquiry.actions
    status = _status(services, inquiry.proposing)
    stale = _stale(inquiry, text)
    first = "write" if not inquiry.with_actions else "propose"
    if inquiry.with_actions and actions:
        first = "again" if stale else "choose"
    no_key, has_stopped = no_model(services, inquiry), status in _STOPPED
    return QuestionState(
        first=first,
        hints=Hints() if actions and actions.question == text else question_hints(text),
        takes=_takes(services, inquiry, first),
        stale=stale,
        is_researched=inquiry.research is not None,
        can_ask_first=inquiry.clarifying is None and first != "choose",
        asking_first_takes=asking_first_takes(services),
        is_proposing=status is not None and status.goes_on,
        has_stopped=has_stopped,
        can_do_without_model=takes_model(services, engine_of(services, inquiry))
        and (bool(no_key) or has_stopped),
        no_key=no_key,
    )


def is_proposing(services: Services, inquiry: Inquiry) -> bool:
    """Whether actions are being looked for. Raises StorageError."""
    status = _status(services, inquiry.proposing)
    return status is not None and status.goes_on


def report_takes(services: Services, inquiry: Inquiry) -> str:
    """How long a report with the chosen actions takes and what it costs, with what the search ahead
    takes or has taken; empty where the model that is set can't be asked. Raises EngineUnavailable,
    StorageError."""
    if _is_faulty(services, inquiry):
        return ""
    if inquiry.research:
        return research_takes(services, inquiry, inquiry.research)
    engine, ahead = engine_of(services, inquiry), _head_start(services, inquiry)
    whole = estimate_report(
        services,
        n_actions=len(inquiry.actions.chosen) if inquiry.actions and inquiry.with_actions else 0,
        with_tables=inquiry.with_tables,
        engine=engine,
        head_start=ahead is not None,
    )
    if ahead and whole.dollars and ahead.dollars is not None:
        expected = estimate_head_start(services, engine).dollars or 0.0
        spent = ahead.dollars if not ahead.status.goes_on else max(ahead.dollars, expected)
        whole = whole._replace(dollars=max(0.0, whole.dollars - expected) + spent)
    return _told(services, whole)


def _takes(services: Services, inquiry: Inquiry, first: First) -> str:
    """Of a proposal with the search that begins by itself when it is there, if none has begun."""
    with_profile, engine = inquiry.profile_id is not None, engine_of(services, inquiry)
    try:
        if first == "write":
            return report_takes(services, inquiry)
        if first == "choose" or _is_faulty(services, inquiry):
            return ""
        proposal = estimate_actions(services, with_profile=with_profile, engine=engine)
        if proposal.is_free or inquiry.head_start or inquiry.research:
            return _told(services, proposal)
        ahead = estimate_head_start(services, engine)
        part = "Part" if ahead.dollars is None else money(ahead.dollars)
        return (
            f"{_told(services, proposal.and_also(ahead))}. {part} of it is for the report's "
            f"search, which begins by itself then and ends at {money(limit_usd(services))}."
        )
    except EngineUnavailable as error:
        return str(error)


def _told(services: Services, estimate: Estimate) -> str:
    """Also that a run would stop at its budget."""
    limit = services.settings.budget_usd
    over = limit is not None and estimate.dollars is not None and estimate.dollars > limit
    return f"{estimate.spoken}{f'; more than the budget of ${limit:g} a run' if over else ''}"


def _is_faulty(services: Services, inquiry: Inquiry) -> bool:
    """Whether the model that is to do the work has a name that can't be asked."""
    return bool(services.settings.model_fault and no_model(services, inquiry))


def _stale(inquiry: Inquiry, text: str) -> str:
    if inquiry.actions is None or not inquiry.with_actions:
        return ""
    if inquiry.actions.question != text:
        return "The question has changed since these actions were proposed."
    if inquiry.actions.profile_id != inquiry.profile_id:
        return "These actions were proposed for somebody else: another profile is chosen now."
    return ""


def _status(services: Services, run_id: RunId | None) -> RunStatus | None:
    try:
        return services.runs.info(run_id).status if run_id else None
    except UnknownName:
        return None


class WrittenReport(NamedTuple):
    """A report written for a question, or being written."""

    run_id: RunId
    status: RunStatus
    created_at: str
    error: str | None


def ahead_in_words(services: Services, inquiry: Inquiry) -> str | None:
    """What a screen says of the search that has begun, beside the price that holds it; None where
    there is none, or where it failed."""
    info = _head_start(services, inquiry)
    if info is None:
        return None
    if inquiry.recorded and info.status.goes_on:
        return "The recorded search has begun already."
    spent = f": {money(info.dollars)} is spent so far" if info.dollars else ""
    how = "is done" if info.status is RunStatus.FINISHED else "has begun"
    counted = " and counts in this price" if info.dollars != 0 or info.status.goes_on else ""
    return f"The search {how} already{counted}{spent}."


def is_searching_ahead(services: Services, inquiry: Inquiry) -> bool:
    info = _head_start(services, inquiry)
    return info is not None and info.status.goes_on


def ahead_stage(services: Services, inquiry: Inquiry) -> str:
    """Another one when the search ahead has changed the price, or has ended."""
    try:
        takes = report_takes(services, inquiry)
    except EngineUnavailable:
        takes = ""
    is_on = is_searching_ahead(services, inquiry)
    return f"{takes} {ahead_in_words(services, inquiry)} {'goes on' if is_on else 'is over'}"


def _head_start(services: Services, inquiry: Inquiry) -> RunInfo | None:
    """The search ahead that a report would take over."""
    try:
        info = services.runs.info(inquiry.head_start) if inquiry.head_start else None
    except UnknownName:
        return None
    return info if info and (info.status.goes_on or info.status is RunStatus.FINISHED) else None


def reports_of(services: Services, inquiry: Inquiry) -> tuple[WrittenReport, ...]:
    """The newest first; those that were deleted are left out."""
    found = []
    for run_id in reversed(inquiry.reports):
        try:
            info = services.runs.info(run_id)
        except UnknownName:
            continue
        found.append(WrittenReport(run_id, info.status, info.created_at, info.error))
    return tuple(found)
