"""What runs did, told, showed, spent and asked, as any process may read it."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Column, Connection, Engine, delete, func, insert, select, update

from myscholar.domain.model import Frozen
from myscholar.domain.runs import (
    Event,
    ModelCall,
    RunCall,
    RunEvent,
    RunId,
    RunInfo,
    RunKind,
    RunPart,
    RunQuestion,
    RunStatus,
    RunStep,
    RunTrace,
)
from myscholar.errors import UnknownName
from myscholar.gateways.storage import tables as t
from myscholar.gateways.storage.connecting import reading, writing
from myscholar.gateways.storage.locks import Locks

_OPEN = (RunStatus.WAITING, RunStatus.RUNNING)
_HEAD = tuple(
    t.runs.c[name]
    for name in ("run_id", "kind", "title", "status", "created_at", "updated_at", "error")
)
"""Without what went in and what came out, which may be long."""
_OF_A_RUN = (t.run_steps, t.run_events, t.run_calls, t.run_parts, t.run_questions)


class Order(Frozen):
    """What a run was asked to do, and the attempt that may do it."""

    kind: RunKind
    title: str
    inputs: dict[str, Any]
    status: RunStatus
    attempt: str


class RunHead(Frozen):
    """A run as far as it takes one row to know. `summary` is what `summarize` was given for its
    result, None before."""

    run_id: RunId
    kind: RunKind
    title: str
    created_at: str
    summary: str | None


class Batch(Frozen):
    """What a run has to store at once. A call stands with the step that made it; times are seconds
    since 1970 in UTC."""

    events: tuple[tuple[float, Event], ...] = ()
    calls: tuple[tuple[str, ModelCall], ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    step: RunStep | None = None


class RunRecords:
    """All methods raise StorageError when the database fails, and UnknownName for a run that does
    not exist."""

    def __init__(self, engine: Engine, locks: Locks) -> None:
        self._engine = engine
        self.locks = locks

    # Read by any process

    def recent(self, limit: int = 50) -> tuple[RunInfo, ...]:
        """Newest first."""
        with reading(self._engine) as connection:
            rows = (
                connection.execute(select(*_HEAD).order_by(t.runs.c.id.desc()).limit(limit))
                .mappings()
                .all()
            )
            found = _infos(connection, rows)
        return tuple(info if self._is_current(info) else self.info(info.run_id) for info in found)

    def count(self) -> int:
        with reading(self._engine) as connection:
            return connection.execute(select(func.count()).select_from(t.runs)).scalar_one()

    def info(self, run_id: RunId) -> RunInfo:
        with reading(self._engine) as connection:
            info = _infos(connection, [_row(connection, run_id, *_HEAD)])[0]
        if self._is_current(info):
            return info
        with reading(
            self._engine
        ) as connection:  # it may have ended between the first look and the look at its lock
            info = _infos(connection, [_row(connection, run_id, *_HEAD)])[0]
        return (
            info.model_copy(update={"status": RunStatus.INTERRUPTED})
            if info.status in _OPEN
            else info
        )

    def standing(self, run_id: RunId) -> tuple[RunKind, RunStatus]:
        """Its kind, and its status as stored: whether its process is still there is not looked
        at."""
        with reading(self._engine) as connection:
            row = _row(connection, run_id, t.runs.c.kind, t.runs.c.status)
        return RunKind(row["kind"]), RunStatus(row["status"])

    def finished(self, kinds: Collection[RunKind], limit: int) -> tuple[RunHead, ...]:
        """Those of these kinds that have a result, the newest first."""
        r = t.runs
        wanted = (
            r.c.kind.in_([kind.value for kind in kinds]),
            r.c.status == RunStatus.FINISHED.value,
        )
        query = select(r.c.run_id, r.c.kind, r.c.title, r.c.created_at, r.c.summary).where(*wanted)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(r.c.id.desc()).limit(limit)).mappings().all()
        return tuple(RunHead.model_validate(dict(row)) for row in rows)

    def order(self, run_id: RunId) -> Order:
        with reading(self._engine) as connection:
            names = ("kind", "title", "status", "attempt")
            row = _row(connection, run_id, *(t.runs.c[n] for n in (*names, "inputs")))
            return Order.model_validate(
                {n: row[n] for n in names} | {"inputs": json.loads(row["inputs"])}
            )

    def trace(self, run_id: RunId, *, with_results: bool = True) -> RunTrace:
        return RunTrace(
            run=self.info(run_id),
            inputs=self.order(run_id).inputs if with_results else None,
            steps=self.steps(run_id, with_results=with_results),
            events=self.events(run_id),
            calls=self.calls(run_id),
            parts=self.parts(run_id),
            questions=self.questions(run_id),
        )

    def steps(self, run_id: RunId, *, with_results: bool = False) -> tuple[RunStep, ...]:
        """The finished ones, in the order in which they finished."""
        s = t.run_steps
        columns = [s.c.name, s.c.started_at, s.c.seconds, *([s.c.result] if with_results else [])]
        with reading(self._engine) as connection:
            rows = (
                connection.execute(select(*columns).where(s.c.run_id == run_id).order_by(s.c.id))
                .mappings()
                .all()
            )
            return tuple(
                RunStep.model_validate(
                    dict(r) | {"result": json.loads(r["result"]) if with_results else None}
                )
                for r in rows
            )

    def events(self, run_id: RunId, since: int = 0) -> tuple[RunEvent, ...]:
        """Those whose `n` is greater than `since`."""
        e = t.run_events
        query = select(e).where(e.c.run_id == run_id, e.c.id > since).order_by(e.c.id)
        with reading(self._engine) as connection:
            rows = connection.execute(query).mappings().all()
            return tuple(
                RunEvent.model_validate(json.loads(r["event"]) | {"n": r["id"], "at": r["at"]})
                for r in rows
            )

    def calls(self, run_id: RunId) -> tuple[RunCall, ...]:
        c = t.run_calls
        with reading(self._engine) as connection:
            rows = (
                connection.execute(select(c).where(c.c.run_id == run_id).order_by(c.c.id))
                .mappings()
                .all()
            )
            return tuple(
                RunCall.model_validate(json.loads(r["call"]) | {"step": r["step"]}) for r in rows
            )

    def parts(self, run_id: RunId) -> tuple[RunPart, ...]:
        """In the order in which they were begun."""
        p = t.run_parts
        with reading(self._engine) as connection:
            rows = (
                connection.execute(
                    select(p.c.part, p.c.text).where(p.c.run_id == run_id).order_by(p.c.id)
                )
                .mappings()
                .all()
            )
        return tuple(RunPart.model_validate(dict(r)) for r in rows)

    def result(self, run_id: RunId) -> Any:
        """Plain JSON; None while there is none."""
        with reading(self._engine) as connection:
            row = _row(connection, run_id, t.runs.c.result)
            return None if row["result"] is None else json.loads(row["result"])

    def questions(self, run_id: RunId) -> tuple[RunQuestion, ...]:
        q = t.run_questions
        query = (
            select(q.c.question_id, q.c.question, q.c.answer)
            .where(q.c.run_id == run_id)
            .order_by(q.c.id)
        )
        with reading(self._engine) as connection:
            rows = connection.execute(query).mappings().all()
        return tuple(RunQuestion.model_validate(dict(r)) for r in rows)

    def open_attempts(self) -> tuple[tuple[RunId, str], ...]:
        """Runs that have not ended, each with the attempt that may carry it out; the oldest
        first."""
        query = (
            select(t.runs.c.run_id, t.runs.c.attempt)
            .where(t.runs.c.status.in_(_OPEN))
            .order_by(t.runs.c.id)
        )
        with reading(self._engine) as connection:
            return tuple((RunId(row.run_id), str(row.attempt)) for row in connection.execute(query))

    # Done by any process

    def answer(self, run_id: RunId, question_id: str, answer: str) -> None:
        """The first answer counts. Raises UnknownName for a question that was not asked."""
        q = t.run_questions
        asked = (q.c.run_id == run_id, q.c.question_id == question_id)
        with writing(self._engine) as connection:
            _row(connection, run_id, t.runs.c.id)
            known = tuple(
                map(
                    str,
                    connection.execute(
                        select(q.c.question_id).where(q.c.run_id == run_id)
                    ).scalars(),
                )
            )
            if question_id not in known:
                raise UnknownName("question", question_id, known)
            connection.execute(
                update(q).where(*asked, q.c.answer.is_(None)).values(answer=_storable(answer))
            )

    def summarize(self, run_id: RunId, summary: str) -> None:
        """What a list shows of a result that would be long to read."""
        with writing(self._engine) as connection:
            connection.execute(
                update(t.runs).where(t.runs.c.run_id == run_id).values(summary=_storable(summary))
            )

    def ask_to_cancel(self, run_id: RunId) -> None:
        """Whoever carries the run out stops it soon."""
        with writing(self._engine) as connection:
            _row(connection, run_id, t.runs.c.id)
            connection.execute(
                update(t.runs).where(t.runs.c.run_id == run_id).values(cancel_asked=True)
            )

    def delete(self, run_id: RunId) -> None:
        with writing(self._engine) as connection:
            _row(connection, run_id, t.runs.c.id)
            for table in (*_OF_A_RUN, t.runs):
                connection.execute(delete(table).where(table.c.run_id == run_id))

    # Done by the process that holds the run's lock

    def create(
        self,
        run_id: RunId,
        kind: RunKind,
        title: str,
        inputs: Mapping[str, Any],
        *,
        attempt: str,
        at: str,
    ) -> bool:
        """Whether it is new; a run that exists stays as it is."""
        with writing(self._engine) as connection:
            if connection.execute(select(t.runs.c.id).where(t.runs.c.run_id == run_id)).first():
                return False
            _insert(
                connection,
                run_id,
                kind,
                title,
                inputs,
                attempt=attempt,
                at=at,
                status=RunStatus.WAITING,
                result=None,
            )
        return True

    def add_finished(
        self,
        run_id: RunId,
        kind: RunKind,
        title: str,
        inputs: Mapping[str, Any],
        result: Any,
        *,
        at: str,
    ) -> None:
        """A run of a new id that nobody carried out here, with its result."""
        left = json.dumps(result)
        with writing(self._engine) as connection:
            _insert(
                connection,
                run_id,
                kind,
                title,
                inputs,
                attempt="",
                at=at,
                status=RunStatus.FINISHED,
                result=left,
            )

    def begin_attempt(self, run_id: RunId, attempt: str, *, at: str, anew: bool = False) -> None:
        """From now on only this attempt may carry the run out; an earlier wish to cancel is
        forgotten, `anew` also all that it did before."""
        values = {
            "attempt": attempt,
            "status": RunStatus.WAITING.value,
            "cancel_asked": False,
            "error": None,
            "result": None,
        }
        with writing(self._engine) as connection:
            for table in _OF_A_RUN if anew else ():
                connection.execute(delete(table).where(table.c.run_id == run_id))
            began = {"created_at": at} if anew else {}
            connection.execute(
                update(t.runs)
                .where(t.runs.c.run_id == run_id)
                .values(updated_at=at, **values, **began)
            )

    def running(self, run_id: RunId, *, at: str) -> None:
        self._set(run_id, at, status=RunStatus.RUNNING.value)

    def end(
        self,
        run_id: RunId,
        status: RunStatus,
        *,
        at: str,
        result: Any = None,
        error: str | None = None,
    ) -> None:
        stored = json.dumps(result) if status is RunStatus.FINISHED else None
        self._set(
            run_id,
            at,
            status=status.value,
            result=stored,
            error=None if error is None else _storable(error),
        )

    def cancel_asked(self, run_id: RunId) -> bool:
        with reading(self._engine) as connection:
            return bool(
                connection.execute(
                    select(t.runs.c.cancel_asked).where(t.runs.c.run_id == run_id)
                ).scalar()
            )

    def step_names(self, run_id: RunId) -> frozenset[str]:
        """Of the finished steps."""
        with reading(self._engine) as connection:
            return frozenset(
                connection.execute(
                    select(t.run_steps.c.name).where(t.run_steps.c.run_id == run_id)
                ).scalars()
            )

    def step_result(self, run_id: RunId, name: str) -> Any:
        s = t.run_steps
        with reading(self._engine) as connection:
            query = select(s.c.result).where(s.c.run_id == run_id, s.c.name == name)
            return json.loads(connection.execute(query).scalar_one())

    def store(self, run_id: RunId, batch: Batch) -> None:
        """In one transaction, so that a finished step and what it spent are stored together or not
        at all."""
        events = [{"run_id": run_id, "at": at, "event": _json(event)} for at, event in batch.events]
        calls = [
            {"run_id": run_id, "step": step, "dollars": _dollars(c), "call": _json(c)}
            for step, c in batch.calls
        ]
        with writing(self._engine) as connection:
            if batch.step:
                row = batch.step.model_dump(include={"name", "started_at", "seconds"})
                result = json.dumps(batch.step.result)
                connection.execute(insert(t.run_steps).values(run_id=run_id, result=result, **row))
            if events:
                connection.execute(insert(t.run_events), events)
            if calls:
                connection.execute(insert(t.run_calls), calls)
            for part, text in batch.parts:
                _store_part(connection, run_id, part, _storable(text))

    def ask(self, run_id: RunId, question_id: str, question: str) -> None:
        """Puts the question, unless it was put before."""
        q = t.run_questions
        with writing(self._engine) as connection:
            known = select(q.c.id).where(q.c.run_id == run_id, q.c.question_id == question_id)
            if connection.execute(known).first() is None:
                connection.execute(
                    insert(q).values(
                        run_id=run_id, question_id=question_id, question=_storable(question)
                    )
                )

    def answer_to(self, run_id: RunId, question_id: str) -> str | None:
        q = t.run_questions
        with reading(self._engine) as connection:
            query = select(q.c.answer).where(q.c.run_id == run_id, q.c.question_id == question_id)
            found = connection.execute(query).scalar()
        return None if found is None else str(found)

    def _set(self, run_id: RunId, at: str, **values: Any) -> None:
        with writing(self._engine) as connection:
            connection.execute(
                update(t.runs).where(t.runs.c.run_id == run_id).values(updated_at=at, **values)
            )

    def _is_current(self, info: RunInfo) -> bool:
        return info.status not in _OPEN or self.locks.is_held(lock_name(info.run_id))


def lock_name(run_id: str) -> str:
    """Of the lock that a process holds while it carries the run out."""
    return f"run-{run_id}"


def _insert(
    connection: Connection,
    run_id: RunId,
    kind: RunKind,
    title: str,
    inputs: Mapping[str, Any],
    *,
    attempt: str,
    at: str,
    status: RunStatus,
    result: str | None,
) -> None:
    connection.execute(
        insert(t.runs).values(
            run_id=run_id,
            kind=kind.value,
            title=_storable(title),
            inputs=json.dumps(inputs),
            status=status.value,
            attempt=attempt,
            cancel_asked=False,
            result=result,
            created_at=at,
            updated_at=at,
        )
    )


def _row(connection: Connection, run_id: RunId, *columns: Column[Any]) -> Mapping[Any, Any]:
    found = connection.execute(select(*columns).where(t.runs.c.run_id == run_id)).mappings().first()
    if found is None:
        newest = select(t.runs.c.run_id).order_by(t.runs.c.id.desc()).limit(5)
        raise UnknownName("run", run_id, tuple(map(str, connection.execute(newest).scalars())))
    return dict(found)


def _infos(connection: Connection, rows: Sequence[Mapping[Any, Any]]) -> tuple[RunInfo, ...]:
    """With the status as stored."""
    ids = [row["run_id"] for row in rows]
    steps: dict[str, list[str]] = {run_id: [] for run_id in ids}
    s = t.run_steps
    for done in connection.execute(
        select(s.c.run_id, s.c.name).where(s.c.run_id.in_(ids)).order_by(s.c.id)
    ):
        steps[done.run_id].append(done.name)
    spent, last = _spent(connection, ids), _last_events(connection, ids)
    return tuple(
        RunInfo.model_validate(
            dict(row)
            | {"steps": tuple(steps[row["run_id"]]), "last_event": last.get(row["run_id"])}
            | spent.get(row["run_id"], {})
        )
        for row in rows
    )


def _spent(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    c = t.run_calls
    n, priced = func.count(c.c.id).label("n"), func.count(c.c.dollars).label("priced")
    total = func.coalesce(func.sum(c.c.dollars), 0.0).label("total")
    rows = connection.execute(
        select(c.c.run_id, n, priced, total).where(c.c.run_id.in_(ids)).group_by(c.c.run_id)
    )
    return {
        r.run_id: {"n_calls": r.n, "dollars": r.total if r.n == r.priced else None} for r in rows
    }


def _last_events(connection: Connection, ids: Sequence[str]) -> dict[str, Event]:
    e = t.run_events
    newest = select(func.max(e.c.id)).where(e.c.run_id.in_(ids)).group_by(e.c.run_id)
    rows = connection.execute(select(e.c.run_id, e.c.event).where(e.c.id.in_(newest)))
    return {r.run_id: Event.model_validate(json.loads(r.event)) for r in rows}


def _store_part(connection: Connection, run_id: RunId, part: str, text: str) -> None:
    p = t.run_parts
    changed = connection.execute(
        update(p).where(p.c.run_id == run_id, p.c.part == part).values(text=text)
    )
    if not changed.rowcount:
        connection.execute(insert(p).values(run_id=run_id, part=part, text=text))


def _dollars(call: ModelCall) -> float | None:
    """What it adds to the run. A call that failed before a token was read cost nothing."""
    if call.replayed or (
        call.dollars is None and call.error and not call.input_tokens + call.output_tokens
    ):
        return 0.0
    return call.dollars


def _json(value: Frozen) -> str:
    """ASCII with escapes: half characters and NUL, which databases refuse in texts, come
    through."""
    return json.dumps(value.model_dump(mode="json"))


def _storable(text: str) -> str:
    """Without NUL and half characters."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
