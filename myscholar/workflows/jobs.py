"""The one door: whoever wants something builds an order, starts its run, and waits for it."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

from pydantic import ValidationError

from myscholar.domain.dialogue import Answer
from myscholar.domain.engine import Engine
from myscholar.domain.orders import ORDERS, Order, OrderT, ReportOrder, read_order
from myscholar.domain.runs import (
    OnText,
    Progress,
    RunId,
    RunKind,
    RunQuestion,
    RunStatus,
    Ticket,
    ignore,
)
from myscholar.errors import (
    EvidenceMismatch,
    InputError,
    LLMError,
    RunCancelled,
    RunError,
    RunNotResumable,
    RunUnfinished,
    UnknownName,
)
from myscholar.runs.control import (
    cancel_run,
    new_entry,
    order_again,
    order_run,
    wait_for_run,
)
from myscholar.runs.run import Run, Story
from myscholar.settings import Settings, load_settings
from myscholar.workflows.job import Job
from myscholar.workflows.runs.waiting import Ask, put_questions, tell_place, with_beside
from myscholar.workflows.services import Services, login_name, random_id, random_key, utc_now

M = TypeVar("M")
STOP_S = 5.0
"""How long a run that is being stopped may take to store what it has."""
_JOBS = {
    RunKind.PAPERS: "library.gather_papers:JOB",
    RunKind.PROFILE: "profile.infer_profile:JOB",
    RunKind.PROFILE_UPDATE: "profile.update_profile:JOB",
    RunKind.ACTIONS: "actions.propose_actions:JOB",
    RunKind.CLARIFY: "ask.clarify:JOB",
    RunKind.HEAD_START: "report.write_report:HEAD_START",
    RunKind.REPORT: "report.write_report:JOB",
    RunKind.REWRITE: "report.change_report:REWRITE",
    RunKind.FOLLOW_UP: "report.change_report:FOLLOW_UP",
    RunKind.ANSWER: "report.answer_report:JOB",
    RunKind.TABLE: "tables.make_table:JOB",
}
"""What does each kind of work, by name: a command that only lists runs loads no engine."""


def job_of(kind: RunKind) -> Job[Any, Any]:
    """Loaded when first asked for."""
    module, _, name = _JOBS[kind].partition(":")
    job: Job[Any, Any] = getattr(import_module(f"myscholar.workflows.{module}"), name)
    return job


def open_services(
    settings: Settings | None = None,
    *,
    clock: Callable[[], datetime] = utc_now,
    new_id: Callable[[], str] = random_id,
    new_key: Callable[[], str] = random_key,
    by_worker: bool = False,
    ticket: Ticket | None = None,
    for_whom: Callable[[], Ticket] | None = None,
) -> Services:
    """By default with the settings of this machine, for who is logged in to it; `for_whom` says
    who orders where that is not always the same."""
    own = ticket or Ticket(owner=login_name())
    return Services(
        settings=settings or load_settings(),
        clock=clock,
        new_id=new_id,
        new_key=new_key,
        by_worker=by_worker,
        for_whom=for_whom or (lambda: own),
        stories=stories,
    )


def check(services: Services, order: OrderT) -> OrderT:
    """The order as its run is given it. Raises InputError, EngineUnavailable, NotRecorded."""
    checked: OrderT = job_of(order.kind).check(services, order)
    return checked


def start(
    services: Services,
    order: Order[Any],
    *,
    run_id: RunId | None = None,
    steps: Mapping[str, Any] | None = None,
    progress: Progress = ignore,
    on_text: OnText = ignore,
) -> RunId:
    """Begins the order's run and returns its id, which is that of what it makes.

    `steps` are results, in plain JSON, of steps that are not to be done. The listeners are called
    on another thread; of what workers carry out, `wait` tells them. Raises what `check` raises,
    RunError for an id that is taken, StorageError.
    """
    checked = _with_recorded_start(services, check(services, order))
    title, inputs = job_of(checked.kind).title(services, checked), checked.model_dump(mode="json")
    run_id = run_id or RunId(services.new_id())
    if services.by_worker:
        at, ticket, enter = services.now(), services.ticket, services.queue.enter
        put = partial(order_run, services.runs, at=at, ticket=ticket, steps=steps, enter=enter)
        return put(checked.kind, title, inputs, run_id)
    return services.runner.start(
        checked.kind, title, inputs, run_id, steps=steps, progress=progress, on_text=on_text
    )


async def carry_out(
    services: Services,
    order: Order[M],
    *,
    run_id: RunId | None = None,
    steps: Mapping[str, Any] | None = None,
    progress: Progress = ignore,
    on_text: OnText = ignore,
    ask: Ask | None = None,
) -> M:
    """Starts the order's run and waits for what it makes. Raises what `start` and `wait` raise."""
    begun = start(services, order, run_id=run_id, steps=steps, progress=progress, on_text=on_text)
    made: M = await wait(services, begun, progress=progress, on_text=on_text, ask=ask)
    return made


async def wait(
    services: Services,
    run_id: RunId,
    *,
    progress: Progress = ignore,
    on_text: OnText = ignore,
    ask: Ask | None = None,
) -> Any:
    """What the run makes, whichever process carries it out; the listeners are told of what workers
    do, and of its place in line. What it asks is put to `ask`; None: somebody answers elsewhere.
    When the waiting is cancelled (Ctrl-C), so is the run, and where `ask` raises something.

    Raises RunCancelled, which says how to resume; what the work raised, an LLMError with the run's
    id; UnknownName; what `ask` raises.
    """
    left = await wait_for_end(services, run_id, progress=progress, on_text=on_text, ask=ask)
    return job_of(services.runs.standing(run_id)[0]).read(left)


async def wait_for_end(
    services: Services,
    run_id: RunId,
    *,
    progress: Progress = ignore,
    on_text: OnText = ignore,
    ask: Ask | None = None,
) -> Any:
    """As `wait`; what the run left, in plain JSON."""
    beside = [put_questions(services, run_id, partial(_put, ask))] if ask else []
    try:
        if services.by_worker:
            waiting = wait_for_run(services.runs, run_id, progress=progress, on_text=on_text)
            return await with_beside(waiting, tell_place(services, run_id, progress), *beside)
        return await with_beside(services.runner.wait(run_id), *beside)
    except asyncio.CancelledError:
        await _stop(services, run_id)
        raise RunCancelled(run_id) from None
    except _NotPut as failed:
        await _stop(services, run_id)
        raise failed.__cause__ or failed from None
    except LLMError as error:
        error.run_id = run_id
        raise


class _NotPut(Exception):
    """Nobody waits any more for a run whose question can't be put."""


async def _put(ask: Ask, asked: RunQuestion) -> None:
    try:
        await ask(asked)
    except Exception as error:
        raise _NotPut from error


async def _stop(services: Services, run_id: RunId) -> None:
    """Cancels the run, and gives it a while to store what it has."""
    cancel(services, run_id)
    with contextlib.suppress(RunError, TimeoutError):
        await asyncio.wait_for(wait_for_run(services.runs, run_id), STOP_S)


def resume(
    services: Services,
    run_id: RunId,
    *,
    anew: bool = False,
    progress: Progress = ignore,
    on_text: OnText = ignore,
) -> RunId:
    """Goes on with a run that stopped; `anew`, from its beginning: what it had finished is gone.

    Raises UnknownName, RunBusy, RunNotResumable for a finished one.
    """
    if services.by_worker:
        at, ticket, enter = services.now(), services.ticket, services.queue.enter
        return order_again(services.runs, run_id, at=at, ticket=ticket, anew=anew, enter=enter)
    return services.runner.resume(run_id, anew=anew, progress=progress, on_text=on_text)


def cancel(services: Services, run_id: RunId) -> RunStatus:
    """The status afterwards: RUNNING where the process that carries it out stops within a second.
    Raises UnknownName."""
    if services.is_carrying_out:
        return services.runner.cancel(run_id)
    return cancel_run(services.runs, run_id, at=services.now())


def answer(services: Services, run_id: RunId, question_id: str, said: Answer | str) -> Answer:
    """Answers a question that a run waits with, which goes on then; the first answer counts. What
    was typed is read by `Question.read`. Gives the answer as it is kept.

    Raises UnknownName, UnfitAnswer; QuestionOver where somebody was faster, or the run is over.
    """
    if isinstance(said, str):
        question = asked_by(services, run_id, question_id).question
        said = question.read(said, by=services.ticket.owner)
    entry, enter = new_entry(), services.queue.enter
    services.runs.answer(run_id, question_id, said, entry=entry, enter=enter)
    return said


def asked_by(services: Services, run_id: RunId, question_id: str) -> RunQuestion:
    """Raises UnknownName."""
    asked = {each.question_id: each for each in services.runs.questions(run_id)}
    if question_id not in asked:
        raise UnknownName("question", question_id, tuple(asked))
    return asked[question_id]


def made_by(services: Services, run_id: RunId) -> Any:
    """What a finished run made. Raises UnknownName; InputError for a run that has not finished, and
    for a head start, which makes nothing to read."""
    kind, result = services.runs.info(run_id).kind, services.runs.result(run_id)
    if result is None:
        raise RunUnfinished(run_id)
    if kind is RunKind.HEAD_START:
        raise InputError(f"Run {run_id} is a head start: its result goes into a report.")
    try:
        return job_of(kind).read(result)
    except (ValidationError, EvidenceMismatch) as error:
        raise InputError(
            f"What run {run_id} left comes from another version of myscholar. Start anew."
        ) from error


def _with_recorded_start(services: Services, order: OrderT) -> OrderT:
    """A recorded report rests on its search ahead: where there is none, or it was stopped or
    deleted, one is begun now. Other orders stay as they are."""
    if (
        not isinstance(order, ReportOrder)
        or order.engine is not Engine.RECORDED
        or not services.recording.of_kind(RunKind.HEAD_START)
        or _is_at_hand(services, order.head_start)
    ):
        return order
    return order.model_copy(update={"head_start": start(services, order.ahead)})


def _is_at_hand(services: Services, head_start: RunId | None) -> bool:
    try:
        if head_start is None:
            return False
        status = services.runs.info(head_start).status
        return status.goes_on or status is RunStatus.FINISHED
    except UnknownName:
        return False


def stories(services: Services) -> Mapping[RunKind, Story]:
    return {kind: partial(_carry_out_stored, services, kind) for kind in RunKind}


async def _carry_out_stored(
    services: Services, kind: RunKind, run: Run, inputs: dict[str, Any]
) -> Any:
    """Plain JSON in and out. What is made becomes JSON on another thread: a report has papers
    enough to keep all other runs waiting. Raises RunNotResumable."""
    try:
        order = read_order(ORDERS[kind], inputs)
    except ValidationError as error:
        raise RunNotResumable(
            run.run_id, "what it was given comes from another version of myscholar. Start anew."
        ) from error
    made = await job_of(kind).carry_out(services, run, order)
    return await asyncio.to_thread(made.model_dump, mode="json")
