"""All runs as a screen lists them: what each is, what it did and cost, and what can be done with
it."""

from collections import defaultdict
from collections.abc import Sequence

from myscholar.domain.model import Frozen
from myscholar.domain.runs import RunCall, RunId, RunInfo, RunKind, RunQuestion, RunStatus
from myscholar.views.run_steps import step_shown
from myscholar.views.run_watch import watch
from myscholar.workflows.services import Services

SHOWN = 200
"""So many of the newest runs are listed, until more are asked for."""


class StepLine(Frozen):
    """A step that was begun, and what its calls of models came to."""

    name: str
    seconds: float
    n_calls: int = 0
    dollars: float | None = 0.0


class RunLine(Frozen):
    """A run in the list. `created_at` is an ISO 8601 time; `seconds` that it has been worked on,
    over all attempts."""

    run_id: RunId
    kind: RunKind
    title: str
    status: RunStatus
    created_at: str
    seconds: float
    doing: str = ""
    done: int = 0
    total: int = 0
    n_calls: int = 0
    dollars: float | None = 0.0
    error: str | None = None
    can_cancel: bool = False
    can_resume: bool = False
    has_worker: bool = True
    """Whether anybody lives who can carry it out, where it waits for that."""
    questions: tuple[RunQuestion, ...] = ()
    """What it has asked so far."""
    steps: tuple[StepLine, ...] | None = None
    """None where they were not asked for."""

    @property
    def asks(self) -> bool:
        """Whether it waits for a person's answer."""
        return self.status.goes_on and any(asked.answer is None for asked in self.questions)


class RunListView(Frozen):
    """The newest first. `n_more` older ones are not listed."""

    runs: tuple[RunLine, ...]
    n_more: int = 0

    @property
    def is_going_on(self) -> bool:
        return any(run.status.goes_on for run in self.runs)


def run_list(
    services: Services, *, looked_into: frozenset[str] = frozenset(), limit: int = SHOWN
) -> RunListView:
    """The newest `limit`, with the steps of those runs that are looked into. Raises
    StorageError."""
    infos, asked = services.runs.recent(limit), defaultdict[RunId, list[RunQuestion]](list)
    for question in services.runs.questions(*(info.run_id for info in infos)):
        asked[question.run_id].append(question)
    is_waiting = any(info.status is RunStatus.WAITING for info in infos)
    has_workers = not is_waiting or services.queue.n_workers() > 0
    lines = tuple(
        _line(
            services,
            info,
            asked[info.run_id],
            with_steps=info.run_id in looked_into,
            has_worker=has_workers or info.status is not RunStatus.WAITING,
        )
        for info in infos
    )
    return RunListView(
        runs=lines, n_more=max(0, services.runs.count() - len(lines)) if len(lines) == limit else 0
    )


def _line(
    services: Services,
    info: RunInfo,
    asked: Sequence[RunQuestion],
    *,
    with_steps: bool,
    has_worker: bool,
) -> RunLine:
    is_going, event = info.status.goes_on, info.last_event
    return RunLine(
        run_id=info.run_id,
        kind=info.kind,
        title=info.title,
        status=info.status,
        created_at=info.created_at,
        error=info.error,
        seconds=info.seconds,
        doing=event.step if event and is_going else "",
        done=event.done if event else 0,
        total=event.total if event else 0,
        n_calls=info.n_calls,
        dollars=info.dollars,
        can_cancel=is_going,
        can_resume=not (is_going or info.status is RunStatus.FINISHED),
        has_worker=has_worker,
        questions=tuple(asked),
        steps=_steps(services, info) if with_steps else None,
    )


def _steps(services: Services, info: RunInfo) -> tuple[StepLine, ...]:
    """As they stood on the page where one waited for it; what models were asked for is counted with
    the step that asked."""
    watched = watch(services, info.run_id)
    asked: dict[str, list[RunCall]] = {}
    for call in services.runs.trace(info.run_id, with_results=False).calls:
        if not call.replayed:
            asked.setdefault(step_shown(call.step), []).append(call)
    begun = [step for step in watched.steps if step.state != "waiting"]
    return tuple(
        StepLine(name=s.name, seconds=s.seconds, n_calls=len(calls), dollars=_dollars(calls))
        for s in begun
        for calls in [asked.get(s.name, [])]
    )


def _dollars(calls: list[RunCall]) -> float | None:
    prices = [c.dollars for c in calls if c.dollars is not None]
    return sum(prices) if len(prices) == len(calls) else None
