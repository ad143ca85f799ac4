"""How a run goes, for a screen that looks twice a second."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from myscholar.domain.runs import (
    RunId,
    RunInfo,
    RunKind,
    RunPart,
    RunPlace,
    RunQuestion,
    RunStatus,
)
from myscholar.errors import EngineUnavailable, UnknownName
from myscholar.views.run_steps import Stretch, begun_steps, expected_steps
from myscholar.workflows.runs.estimates import (
    estimate_actions,
    estimate_answer,
    estimate_profile,
    estimate_report,
)
from myscholar.workflows.runs.kept import Kept
from myscholar.workflows.runs.research_estimates import estimate_research
from myscholar.workflows.runs.run_facts import RunFacts, facts_of
from myscholar.workflows.services import Services

_WRITING = (RunKind.REPORT, RunKind.REWRITE, RunKind.FOLLOW_UP, RunKind.ANSWER)
_HEADING = "## "
_expected: Kept[float | None] = Kept(400)


@dataclass(frozen=True)
class WatchedStep:
    """`done` of `total` parts are finished (total 0: not counted). `seconds` it has taken so
    far."""

    name: str
    message: str
    done: int
    total: int
    state: Literal["done", "running", "waiting"]
    seconds: float


class WatchedPart(NamedTuple):
    """A part of the text so far, for example `section 2`."""

    name: str
    text: str


@dataclass(frozen=True)
class Watched:
    """`seconds` it has been worked on, over all attempts; `estimate_s` remaining, below 0 where it
    takes longer than estimated, None where there is nothing to judge by. `dollars` None: a price is
    unknown."""

    run_id: RunId
    kind: RunKind
    title: str
    status: RunStatus
    steps: tuple[WatchedStep, ...]
    parts: tuple[WatchedPart, ...]
    titles: tuple[str, ...]
    """Of the parts, in their order; empty where it is not known yet."""
    seconds: float
    estimate_s: float | None
    n_calls: int
    dollars: float | None
    error: str | None
    can_cancel: bool
    can_resume: bool
    base: RunId | None
    """The report that this run changes."""
    n_before: int = 0
    """So many stand in line before it."""
    has_workers: bool = True
    """Whether anybody lives who can carry out what stands in line."""
    questions: tuple[RunQuestion, ...] = ()
    """What it has asked so far."""

    @property
    def is_over(self) -> bool:
        return not self.status.goes_on


def watch(services: Services, run_id: RunId) -> Watched:
    """Raises UnknownName, StorageError."""
    records = services.runs
    info, facts = records.info(run_id), facts_of(services, run_id)
    status = info.status
    is_in_line = status is RunStatus.WAITING and info.place is RunPlace.WORKER
    events, stored = records.events(run_id), records.steps(run_id)
    begun = begun_steps(
        events, stored, facts, spans=info.spans, finished=status is RunStatus.FINISHED
    )
    names, texts = _texts(records.parts(run_id)) if info.kind in _WRITING else ((), ())
    n_calls, dollars = _spent(services, info, facts)
    return Watched(
        run_id=run_id,
        kind=info.kind,
        title=info.title,
        status=status,
        steps=_steps(
            begun,
            expected_steps(facts),
            going=status is RunStatus.RUNNING,
            finished=status is RunStatus.FINISHED,
        ),
        parts=texts,
        titles=names,
        seconds=info.seconds,
        estimate_s=_left(services, facts, info) if status is RunStatus.RUNNING else None,
        n_calls=n_calls,
        dollars=dollars,
        error=info.error,
        can_cancel=status.goes_on,
        can_resume=status in (RunStatus.INTERRUPTED, RunStatus.FAILED, RunStatus.CANCELLED),
        base=facts.base,
        n_before=services.queue.line.n_before(run_id) if is_in_line else 0,
        has_workers=not is_in_line or services.queue.n_workers() > 0,
        questions=records.questions(run_id),
    )


def _steps(
    begun: Sequence[Stretch], expected: Sequence[str], *, going: bool, finished: bool
) -> tuple[WatchedStep, ...]:
    """What is done, in the order in which it began; what goes on and what is to come, in that which
    is expected."""
    known = [
        WatchedStep(
            s.name, s.message, s.done, s.total, "done" if s.is_done else "running", s.seconds
        )
        for s in begun
    ]
    names = {stretch.name for stretch in begun}
    # a step that was passed over does not come any more
    n_passed = max((n for n, name in enumerate(expected, 1) if name in names), default=0)
    coming = [
        WatchedStep(name, "", 0, 0, "waiting", 0.0) for name in expected[n_passed:] if not finished
    ]
    done = [step for step in known if step.state == "done"]
    place = {name: n for n, name in enumerate(expected)}
    running = [step for step in known if step.state == "running"]
    running.sort(key=lambda step: place.get(step.name, -1))
    if going and coming and not running:  # between two steps the next one is worked on
        running, coming = [replace(coming[0], state="running")], coming[1:]
    return (*done, *running, *coming)


def _texts(parts: Sequence[RunPart]) -> tuple[tuple[str, ...], tuple[WatchedPart, ...]]:
    """Titles and texts of the parts, by number: they are begun in another order."""
    titles, texts = [], []
    for part in sorted(parts, key=lambda p: (len(p.part), p.part)):
        title, _, rest = (
            part.text.partition("\n") if part.text.startswith(_HEADING) else ("", "", part.text)
        )
        titles.append(title.removeprefix(_HEADING))
        texts.append(WatchedPart(part.part, rest.strip()))
    return tuple(titles), tuple(texts)


def _spent(services: Services, info: RunInfo, facts: RunFacts) -> tuple[int, float | None]:
    """With what a head start spent that the run took over."""
    try:
        ahead = services.runs.info(facts.head_start) if facts.head_start else None
    except UnknownName:
        ahead = None
    if ahead is None:
        return info.n_calls, info.dollars
    known = None not in (info.dollars, ahead.dollars)
    return info.n_calls + ahead.n_calls, (info.dollars or 0.0) + (
        ahead.dollars or 0.0
    ) if known else None


def _left(services: Services, facts: RunFacts, info: RunInfo) -> float | None:
    """Of what was expected when it was first looked at."""
    expected = _expected.get(
        (services.settings.library_url, info.run_id), lambda: _estimate(services, facts)
    )
    return None if expected is None else expected - info.seconds


def _estimate(services: Services, facts: RunFacts) -> float | None:
    """Seconds from beginning to end; None for kinds that nobody estimates."""
    try:
        match facts.kind:
            case RunKind.PROFILE | RunKind.PROFILE_UPDATE:
                return estimate_profile(services, facts.size, facts.engine).seconds
            case RunKind.ACTIONS:
                return estimate_actions(
                    services, with_profile=facts.has_profile, engine=facts.engine
                ).seconds
            case RunKind.REPORT if facts.research:
                researched = estimate_research(services, facts.research, facts.engine)
                return researched.seconds if researched else None
            case RunKind.REPORT:
                head_start = facts.head_start is not None
                return estimate_report(
                    services,
                    n_actions=facts.size,
                    with_tables=facts.with_tables,
                    engine=facts.engine,
                    head_start=head_start,
                ).seconds
            case RunKind.ANSWER:
                return estimate_answer(services, search=facts.searches, engine=facts.engine).seconds
            case _:
                return None
    except EngineUnavailable:
        return None
