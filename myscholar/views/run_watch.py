"""How a run goes, for a screen that looks twice a second."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, NamedTuple

from myscholar.domain.runs import RunId, RunInfo, RunKind, RunPart, RunStatus
from myscholar.errors import EngineUnavailable, UnknownName
from myscholar.views.run_steps import Stretch, begun_steps, expected_steps
from myscholar.workflows.runs.estimates import estimate_actions, estimate_profile, estimate_report
from myscholar.workflows.runs.kept import Kept
from myscholar.workflows.runs.run_facts import RunFacts, facts_of
from myscholar.workflows.services import Services

PAUSE_S = 120.0
"""A longer silence counts as no more than this: the process was gone."""
_GOING = (RunStatus.WAITING, RunStatus.RUNNING)
_WRITING = (RunKind.REPORT, RunKind.REWRITE, RunKind.FOLLOW_UP)
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
    """`seconds` it has been worked on; `estimate_s` remaining, None where there is nothing to judge
    by. `dollars` None: a price is unknown."""

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
    is_queued: bool = False
    """Others go on, and it waits for its turn."""

    @property
    def is_over(self) -> bool:
        return self.status not in _GOING


def watch(services: Services, run_id: RunId) -> Watched:
    """Raises UnknownName, StorageError."""
    records = services.runs
    info, facts = records.info(run_id), facts_of(services, run_id)
    status = _status(services, info)
    events, stored = records.events(run_id), records.steps(run_id)
    now = services.clock().timestamp()
    begun = begun_steps(
        events,
        stored,
        facts,
        now=now if status in _GOING else None,
        finished=status is RunStatus.FINISHED,
    )
    names, texts = _texts(records.parts(run_id)) if info.kind in _WRITING else ((), ())
    n_calls, dollars = _spent(services, info, facts)
    seconds = _seconds(
        info, status, [e.at for e in events] + [s.started_at + s.seconds for s in stored], now
    )
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
        seconds=seconds,
        estimate_s=_left(services, facts, run_id, seconds) if status is RunStatus.RUNNING else None,
        n_calls=n_calls,
        dollars=dollars,
        error=info.error,
        can_cancel=status in _GOING,
        can_resume=status in (RunStatus.INTERRUPTED, RunStatus.FAILED, RunStatus.CANCELLED),
        base=facts.base,
        is_queued=status is RunStatus.WAITING and services.runner.is_full,
    )


def _status(services: Services, info: RunInfo) -> RunStatus:
    """A run that this server is about to take up again is not over."""
    if info.status is RunStatus.INTERRUPTED and services.runner.is_taking_up(info.run_id):
        return RunStatus.WAITING
    return info.status


def _steps(
    begun: Sequence[Stretch], expected: Sequence[str], *, going: bool, finished: bool
) -> tuple[WatchedStep, ...]:
    """What was begun stands in its place among what is expected, or behind what was begun before
    it."""
    names = list(expected)
    place = 0
    for stretch in begun:
        if stretch.name not in names:
            names.insert(place, stretch.name)
        place = names.index(stretch.name) + 1
    known = {stretch.name: stretch for stretch in begun}
    steps = tuple(
        WatchedStep(
            s.name, s.message, s.done, s.total, "done" if s.is_done else "running", s.seconds
        )
        if (s := known.get(name))
        else WatchedStep(name, "", 0, 0, "waiting", 0.0)
        for name in names
        if name in known or not finished
    )
    return _with_one_going_on(steps) if going else steps


def _with_one_going_on(steps: tuple[WatchedStep, ...]) -> tuple[WatchedStep, ...]:
    """Between two steps the next one is what is worked on, though it has told nothing yet."""
    place = max((n for n, step in enumerate(steps, 1) if step.state != "waiting"), default=0)
    if any(step.state == "running" for step in steps) or place == len(steps):
        return steps
    return (*steps[:place], replace(steps[place], state="running"), *steps[place + 1 :])


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


def _seconds(info: RunInfo, status: RunStatus, signs: list[float], now: float) -> float:
    """From sign to sign of life; the time since the last one counts whole while the run goes on."""
    began, changed = _stamp(info.created_at), _stamp(info.updated_at)
    marks = sorted(
        t for t in (*signs, *([] if status is RunStatus.INTERRUPTED else [changed])) if t >= began
    )
    worked, last = 0.0, began
    for mark in marks:
        worked, last = worked + min(mark - last, PAUSE_S), mark
    return worked + max(0.0, now - last) if status in _GOING else worked


def _left(services: Services, facts: RunFacts, run_id: RunId, seconds: float) -> float | None:
    """Of what was expected when it was first looked at; None once it has taken longer than that."""
    expected = _expected.get(
        (services.settings.library_url, run_id), lambda: _estimate(services, facts)
    )
    return None if expected is None or seconds >= expected else expected - seconds


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
            case RunKind.REPORT:
                head_start = facts.head_start is not None
                return estimate_report(
                    services,
                    n_actions=facts.size,
                    with_tables=facts.with_tables,
                    engine=facts.engine,
                    head_start=head_start,
                ).seconds
            case _:
                return None
    except EngineUnavailable:
        return None


def _stamp(iso: str) -> float:
    return datetime.fromisoformat(iso).timestamp()
