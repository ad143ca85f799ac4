"""What runs did, told, showed, spent and asked, as any process may read it."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Engine, Select, func, select

from myscholar.domain.dialogue import Answer
from myscholar.domain.interaction import TreeChange
from myscholar.domain.model import Frozen
from myscholar.domain.runs import (
    RunCall,
    RunEvent,
    RunId,
    RunInfo,
    RunKind,
    RunPart,
    RunPlace,
    RunQuestion,
    RunSpan,
    RunStatus,
    RunStep,
    RunTrace,
    worked_s,
)
from myscholar.errors import UnknownName
from myscholar.gateways.storage import tables as t
from myscholar.gateways.storage.connecting import Records, reading
from myscholar.gateways.storage.locks import Locks

SILENT_S = 10.0
"""So long whoever carries a run out gives no sign of life before it is taken for dead."""
OPEN = (RunStatus.WAITING, RunStatus.RUNNING)
ENDED = (RunStatus.FINISHED, RunStatus.FAILED, RunStatus.CANCELLED)
_HEAD = (
    *("run_id", "kind", "title", "status", "place", "owner"),
    *("created_at", "updated_at", "error"),
)
"""Without what went in and what came out, which may be long."""


class StoredOrder(Frozen):
    """What a run was asked to do, and the attempt that may do it."""

    kind: RunKind
    title: str
    inputs: dict[str, Any]
    status: RunStatus
    attempt: str
    place: RunPlace
    owner: str


class RunHead(Frozen):
    """A run as far as it takes one row to know. `summary` is what `summarize` was given for its
    result, None before."""

    run_id: RunId
    kind: RunKind
    title: str
    created_at: str
    summary: str | None


class WaitingRuns(NamedTuple):
    """How many, and when the one that has waited longest was ordered, or went on last."""

    n: int
    since: str | None


class ToldChanges(NamedTuple):
    """By hand, to what a run grows, in the order in which they were told. `is_over`: it takes no
    more."""

    changes: tuple[TreeChange, ...]
    is_over: bool


class RunQueries(Records):
    """All methods also raise UnknownName for a run that does not exist. `clock` tells seconds since
    1970."""

    def __init__(self, engine: Engine, locks: Locks, clock: Callable[[], float]) -> None:
        super().__init__(engine)
        self.locks, self.clock = locks, clock

    def recent(self, limit: int = 50, *, kind: RunKind | None = None) -> tuple[RunInfo, ...]:
        """Newest first; of one kind, or of all that this version knows."""
        query = select(*_runs(*_HEAD)).order_by(t.runs.c.id.desc()).limit(limit)
        query = query.where(t.runs.c.kind.in_([kind] if kind else list(RunKind)))
        with reading(self._engine) as connection:
            found = _infos(connection, connection.execute(query).mappings().all())
        return tuple(self._now(i) if self._is_current(i) else self.info(i.run_id) for i in found)

    def count(self) -> int:
        known = t.runs.c.kind.in_(list(RunKind))
        return int(self._fetch_value(select(func.count()).select_from(t.runs).where(known)))

    def info(self, run_id: RunId) -> RunInfo:
        info = self._stored_info(run_id)
        if self._is_current(info):
            return self._now(info)
        info = self._stored_info(run_id)  # it may have ended between the look at it and at its lock
        is_open = info.status in OPEN
        return info.model_copy(update={"status": RunStatus.INTERRUPTED}) if is_open else info

    def standing(self, run_id: RunId) -> tuple[RunKind, RunStatus]:
        """Its kind, and its status as stored: whether its process is still there is not looked
        at."""
        row = self._row(run_id, "kind", "status")
        return RunKind(row["kind"]), RunStatus(row["status"])

    def finished(self, kinds: Collection[RunKind], limit: int) -> tuple[RunHead, ...]:
        """Those of these kinds that have a result, the newest first."""
        r = t.runs.c
        query = (
            select(*_runs(*RunHead.model_fields))
            .where(r.kind.in_(kinds), r.status == RunStatus.FINISHED)
            .order_by(r.id.desc())
            .limit(limit)
        )
        return self._fetch(query, RunHead.model_validate)

    def order(self, run_id: RunId) -> StoredOrder:
        with reading(self._engine) as connection:
            row = row_of(connection, run_id, *StoredOrder.model_fields)
            return StoredOrder.model_validate(dict(row))

    def result(self, run_id: RunId) -> Any:
        """Plain JSON; None while there is none."""
        return self._row(run_id, "result")["result"]

    def trace(self, run_id: RunId, *, with_results: bool = True) -> RunTrace:
        return RunTrace(
            run=self.info(run_id),
            inputs=self.order(run_id).inputs if with_results else None,
            steps=self.steps(run_id, with_results=with_results),
            events=self.events(run_id),
            calls=self.calls(run_id),
            parts=self.parts(run_id),
            questions=self.questions(run_id),
            changes=self.told_changes(run_id).changes,
        )

    def steps(self, run_id: RunId, *, with_results: bool = False) -> tuple[RunStep, ...]:
        """The finished ones, in the order in which they finished."""
        s = t.run_steps.c
        columns = [s.name, s.started_at, s.seconds, *([s.result] if with_results else [])]
        query = select(*columns).where(s.run_id == run_id).order_by(s.id)
        return self._fetch(query, RunStep.model_validate)

    def step_names(self, run_id: RunId) -> frozenset[str]:
        """Of the finished steps."""
        return frozenset(step.name for step in self.steps(run_id))

    def step_result(self, run_id: RunId, name: str) -> Any:
        s = t.run_steps.c
        query = select(s.result).where(s.run_id == run_id, s.name == name)
        return self._fetch_value(query)

    def worked_s(self, run_id: RunId) -> float:
        """Seconds until the last sign of life of who carries it out."""
        w = t.run_spans.c
        query = select(w.began, w.last).where(w.run_id == run_id)
        return worked_s(self._fetch(query, RunSpan.model_validate))

    def events(self, run_id: RunId, since: int = 0) -> tuple[RunEvent, ...]:
        """Those whose `n` is greater than `since`."""
        e = t.run_events.c
        query = select(e.id, e.at, e.event).where(e.run_id == run_id, e.id > since).order_by(e.id)
        return self._fetch(
            query,
            lambda r: RunEvent.model_validate(r["event"] | {"n": r["id"], "at": r["at"]}),
        )

    def calls(self, run_id: RunId) -> tuple[RunCall, ...]:
        c = t.run_calls.c
        query = select(c.step, c.call).where(c.run_id == run_id).order_by(c.id)
        return self._fetch(query, lambda r: RunCall.model_validate(r["call"] | {"step": r["step"]}))

    def parts(self, run_id: RunId) -> tuple[RunPart, ...]:
        """In the order in which they were begun."""
        p = t.run_parts.c
        query = select(p.part, p.text).where(p.run_id == run_id).order_by(p.id)
        return self._fetch(query, RunPart.model_validate)

    def questions(self, *runs: RunId) -> tuple[RunQuestion, ...]:
        """Of these runs, in the order in which they were asked."""
        query = questions().where(t.run_questions.c.run_id.in_(runs))
        return self._fetch(query, RunQuestion.model_validate)

    def open_questions(
        self, run_id: RunId | None = None, *, owners: Collection[str] | None = None
    ) -> tuple[RunQuestion, ...]:
        """What runs that go on wait for a person to answer, the oldest first: this run, those that
        these have ordered, or all."""
        q, r = t.run_questions.c, t.runs.c
        query = questions().join(t.runs, r.run_id == q.run_id)
        query = query.where(q.answer.is_(None), r.status.not_in(ENDED))
        query = query if run_id is None else query.where(q.run_id == run_id)
        query = query if owners is None else query.where(r.owner.in_(owners))
        found = self._fetch(query, RunQuestion.model_validate)
        going = {run for run in {each.run_id for each in found} if self._goes_on(run)}
        return tuple(each for each in found if each.run_id in going)

    def _goes_on(self, run_id: RunId) -> bool:
        try:
            return self.info(run_id).status.goes_on
        except UnknownName:  # deleted at this moment
            return False

    def answer_to(self, run_id: RunId, question_id: str) -> Answer | None:
        q = t.run_questions.c
        query = select(q.answer).where(q.run_id == run_id, q.question_id == question_id)
        answer: Answer | None = self._fetch_value(query)
        return answer

    def told_changes(self, run_id: RunId) -> ToldChanges:
        with reading(self._engine) as connection:
            return changes_of(connection, run_id)

    def waiting(self) -> WaitingRuns:
        """What waits for a worker: what stands in line, and what a dead one has left."""
        r, w, now = t.runs.c, t.run_spans.c, self.clock()
        is_silent = ~w.last.between(now - SILENT_S, now + SILENT_S)
        left = select(w.id).where(w.run_id == r.run_id, w.is_open, is_silent).exists()
        waits = (r.status == RunStatus.WAITING) | ((r.status == RunStatus.RUNNING) & left)
        query = select(func.count(), func.min(r.updated_at)).where(r.place == RunPlace.WORKER)
        with reading(self._engine) as connection:
            found: Any = connection.execute(query.where(waits)).one()
        return WaitingRuns(*found)

    def unfinished(self) -> tuple[RunId, ...]:
        """Runs that have not ended; the oldest first."""
        r = t.runs.c
        query = select(r.run_id).where(r.status.not_in(ENDED)).order_by(r.id)
        return self._fetch(query, lambda row: RunId(row["run_id"]))

    def signs_of_life(self, run_id: RunId, within_s: float) -> bool:
        """Whether whoever carries it out gave one within so many seconds. One of the future is of a
        clock that goes wrong, and says nothing."""
        w, now = t.run_spans.c, self.clock()
        recent = (w.run_id == run_id, w.is_open, w.last.between(now - within_s, now + within_s))
        return self._fetch_value(select(w.id).where(*recent).limit(1)) is not None

    def cancel_asked(self, run_id: RunId) -> bool:
        query = select(t.runs.c.cancel_asked).where(t.runs.c.run_id == run_id)
        return bool(self._fetch_value(query))

    def _row(self, run_id: RunId, *names: str) -> Mapping[Any, Any]:
        with reading(self._engine) as connection:
            return row_of(connection, run_id, *names)

    def _stored_info(self, run_id: RunId) -> RunInfo:
        with reading(self._engine) as connection:
            (info,) = _infos(connection, [row_of(connection, run_id, *_HEAD)])
        return info

    def _now(self, info: RunInfo) -> RunInfo:
        """Of one that goes on: worked on until this moment. What a dead worker has left waits."""
        if info.status is not RunStatus.RUNNING or not (info.spans and info.spans[-1].is_open):
            return info
        *before, span = info.spans
        now = self.clock()
        if info.place is RunPlace.WORKER and abs(now - span.last) > SILENT_S:
            return info.model_copy(update={"status": RunStatus.WAITING})
        until_now = span.model_copy(update={"last": max(span.last, now)})
        return info.model_copy(update=_worked((*before, until_now)))

    def _is_current(self, info: RunInfo) -> bool:
        """What workers carry out another one goes on with."""
        if info.status not in OPEN or info.place is RunPlace.WORKER:
            return True
        return self.locks.is_held(lock_name(info.run_id))


def questions() -> Select[Any]:
    q = t.run_questions.c
    return select(*(q[name] for name in RunQuestion.model_fields)).order_by(q.id)


def changes_of(connection: Connection, run_id: RunId) -> ToldChanges:
    c = t.run_changes.c
    query = select(c.change).where(c.run_id == run_id).order_by(c.id)
    told: Sequence[TreeChange | None] = connection.execute(query).scalars().all()
    return ToldChanges(tuple(change for change in told if change), None in told)


def _worked(spans: Sequence[RunSpan]) -> dict[str, Any]:
    return {"spans": tuple(spans), "seconds": worked_s(spans)}


def lock_name(run_id: str) -> str:
    """Of the lock that a process holds while it carries the run out."""
    return f"run-{run_id}"


def row_of(connection: Connection, run_id: RunId, *names: str) -> Mapping[Any, Any]:
    """These columns of a run. Raises UnknownName."""
    r = t.runs.c
    query = select(*_runs(*names)).where(r.run_id == run_id)
    found = connection.execute(query).mappings().first()
    if found is None:
        newest: Select[Any] = select(r.run_id).order_by(r.id.desc()).limit(5)
        raise UnknownName("run", run_id, tuple(connection.execute(newest).scalars()))
    return found


def _runs(*names: str) -> list[Column[Any]]:
    return [t.runs.c[name] for name in names]


def _infos(connection: Connection, rows: Sequence[Mapping[Any, Any]]) -> tuple[RunInfo, ...]:
    """With the status as stored."""
    ids = [row["run_id"] for row in rows]
    s, c, e, w = t.run_steps.c, t.run_calls.c, t.run_events.c, t.run_spans.c
    steps = defaultdict[str, list[str]](list)
    done = select(s.run_id, s.name).where(s.run_id.in_(ids)).order_by(s.id)
    for row in connection.execute(done).mappings():
        steps[row["run_id"]].append(row["name"])
    spans = defaultdict[str, list[RunSpan]](list)
    times = select(w.run_id, w.began, w.last, w.is_open).where(w.run_id.in_(ids)).order_by(w.id)
    for row in connection.execute(times).mappings():
        span = RunSpan.model_validate({name: row[name] for name in RunSpan.model_fields})
        spans[row["run_id"]].append(span)
    n, n_priced = func.count(c.id).label("n"), func.count(c.dollars).label("n_priced")
    total = func.coalesce(func.sum(c.dollars), 0.0).label("total")
    sums = select(c.run_id, n, n_priced, total).where(c.run_id.in_(ids)).group_by(c.run_id)
    spent = {}
    for row in connection.execute(sums).mappings():
        dollars = row["total"] if row["n"] == row["n_priced"] else None
        spent[row["run_id"]] = {"n_calls": row["n"], "dollars": dollars}
    newest = select(func.max(e.id)).where(e.run_id.in_(ids)).group_by(e.run_id)
    events = select(e.run_id, e.event).where(e.id.in_(newest))
    last = {r["run_id"]: r["event"] for r in connection.execute(events).mappings()}
    return tuple(
        RunInfo.model_validate(
            dict(row)
            | {"steps": tuple(steps[row["run_id"]]), "last_event": last.get(row["run_id"])}
            | _worked(spans[row["run_id"]])
            | spent.get(row["run_id"], {})
        )
        for row in rows
    )
