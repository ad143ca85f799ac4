"""How runs are changed: by any process, and by the one that carries a run out."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import case, delete, insert, null, select, update

from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, ModelCall, RunId, RunKind, RunStatus, RunStep
from myscholar.errors import UnknownName
from myscholar.gateways.storage import tables as t
from myscholar.gateways.storage.connecting import writing
from myscholar.gateways.storage.run_queries import RunQueries, row_of

_OF_A_RUN = (t.run_spans, t.run_steps, t.run_events, t.run_calls, t.run_parts, t.run_questions)


class Batch(Frozen):
    """What a run has to store at once. A call stands with the step that made it; times are seconds
    since 1970 in UTC."""

    events: tuple[tuple[float, Event], ...] = ()
    calls: tuple[tuple[str, ModelCall], ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    step: RunStep | None = None


class RunRecords(RunQueries):
    # Done by any process

    def answer(self, run_id: RunId, question_id: str, answer: str) -> None:
        """The first answer counts. Raises UnknownName for a question that was not asked."""
        q = t.run_questions.c
        with writing(self._engine) as connection:
            row_of(connection, run_id, "id")
            asked = select(q.question_id).where(q.run_id == run_id)
            known: tuple[str, ...] = tuple(connection.execute(asked).scalars())
            if question_id not in known:
                raise UnknownName("question", question_id, known)
            connection.execute(
                update(t.run_questions)
                .where(q.run_id == run_id, q.question_id == question_id, q.answer.is_(None))
                .values(answer=answer)
            )

    def summarize(self, run_id: RunId, summary: str) -> None:
        """What a list shows of a result that would be long to read."""
        self._set(run_id, summary=summary)

    def swap_result(self, run_id: RunId, before: Any, after: Any) -> bool:
        """Whether `after`, what a finished run left as a person has changed it since, now stands in
        the place of `before`: not where somebody else has changed or deleted it meanwhile."""
        mine = t.runs.c.run_id == run_id
        with writing(self._engine) as connection:
            found = connection.execute(select(t.runs.c.result).where(mine).with_for_update())
            if found.scalar() != before:
                return False
            connection.execute(update(t.runs).where(mine).values(result=after))
            return True

    def ask_to_cancel(self, run_id: RunId) -> None:
        """Whoever carries the run out stops it soon."""
        self._row(run_id, "id")
        self._set(run_id, cancel_asked=True)

    def delete(self, run_id: RunId) -> None:
        with writing(self._engine) as connection:
            row_of(connection, run_id, "id")
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
        row = _row(run_id, kind, title, inputs, at) | {
            "attempt": attempt,
            "status": RunStatus.WAITING,
        }
        with writing(self._engine) as connection:
            if connection.execute(select(t.runs.c.id).where(t.runs.c.run_id == run_id)).first():
                return False
            connection.execute(insert(t.runs).values(row))
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
        done = {"attempt": "", "status": RunStatus.FINISHED, "result": result}
        self._change(insert(t.runs).values(_row(run_id, kind, title, inputs, at) | done))

    def begin_attempt(self, run_id: RunId, attempt: str, *, at: str, anew: bool = False) -> None:
        """From now on only this attempt may carry the run out; an earlier wish to cancel is
        forgotten, `anew` also all that it did before."""
        values: dict[str, Any] = {"created_at": at} if anew else {}
        values |= {"attempt": attempt, "status": RunStatus.WAITING, "cancel_asked": False}
        values |= {"error": None, "result": null(), "updated_at": at}
        with writing(self._engine) as connection:
            for table in _OF_A_RUN if anew else ():
                connection.execute(delete(table).where(table.c.run_id == run_id))
            connection.execute(update(t.runs).where(t.runs.c.run_id == run_id).values(values))

    def wait_again(self, run_id: RunId) -> None:
        """It waits for its turn: the process that it was running in is gone."""
        self._set(run_id, status=RunStatus.WAITING)

    def running(self, run_id: RunId, *, at: str) -> int:
        """Its work begins, or goes on, now. The number of the span that `beat` makes longer."""
        now = self.clock()
        with writing(self._engine) as connection:
            connection.execute(
                update(t.runs)
                .where(t.runs.c.run_id == run_id)
                .values(status=RunStatus.RUNNING, updated_at=at)
            )
            span = insert(t.run_spans).values(run_id=run_id, began=now, last=now, is_open=True)
            made = connection.execute(span).inserted_primary_key
        assert made is not None
        return int(made[0])

    def beat(self, span: int, *, is_last: bool = False) -> None:
        """A sign of life of the process that carries the run out, the last one or not. A clock
        that was set back takes nothing away."""
        w = t.run_spans.c
        with writing(self._engine) as connection:  # whoever writes is waited for: then it is later
            now = self.clock()
            last = case((w.last > now, w.last), else_=now)
            change = update(t.run_spans).where(w.id == span)
            connection.execute(change.values(last=last, is_open=not is_last))

    def end(
        self,
        run_id: RunId,
        status: RunStatus,
        *,
        at: str,
        result: Any = None,
        error: str | None = None,
    ) -> None:
        stored = result if status is RunStatus.FINISHED else null()
        self._set(run_id, status=status, result=stored, error=error, updated_at=at)

    def store(self, run_id: RunId, batch: Batch) -> None:
        """In one transaction, so that a finished step and what it spent are stored together or not
        at all."""
        events = [
            {"run_id": run_id, "at": at, "event": event.model_dump(mode="json")}
            for at, event in batch.events
        ]
        calls = []
        for step, call in batch.calls:
            row = {"run_id": run_id, "step": step, "dollars": _dollars(call)}
            calls.append(row | {"call": call.model_dump(mode="json")})
        p = t.run_parts.c
        with writing(self._engine) as connection:
            if batch.step:
                row = batch.step.model_dump(include={"name", "started_at", "seconds"})
                connection.execute(
                    insert(t.run_steps).values(run_id=run_id, result=batch.step.result, **row)
                )
            if events:
                connection.execute(insert(t.run_events), events)
            if calls:
                connection.execute(insert(t.run_calls), calls)
            for part, text in batch.parts:
                known = update(t.run_parts).where(p.run_id == run_id, p.part == part)
                if not connection.execute(known.values(text=text)).rowcount:
                    connection.execute(
                        insert(t.run_parts).values(run_id=run_id, part=part, text=text)
                    )

    def ask(self, run_id: RunId, question_id: str, question: str) -> None:
        """Puts the question, unless it was put before."""
        q = t.run_questions.c
        with writing(self._engine) as connection:
            known = select(q.id).where(q.run_id == run_id, q.question_id == question_id)
            if connection.execute(known).first() is None:
                row = {"run_id": run_id, "question_id": question_id, "question": question}
                connection.execute(insert(t.run_questions).values(row))

    def _set(self, run_id: RunId, **values: Any) -> None:
        self._change(update(t.runs).where(t.runs.c.run_id == run_id).values(values))


def _row(
    run_id: RunId, kind: RunKind, title: str, inputs: Mapping[str, Any], at: str
) -> dict[str, Any]:
    return {
        "run_id": run_id,
        "kind": kind,
        "title": title,
        "inputs": inputs,
        "cancel_asked": False,
        "created_at": at,
        "updated_at": at,
    }


def _dollars(call: ModelCall) -> float | None:
    """What it adds to the run. A call that failed before a token was read cost nothing."""
    n_tokens = call.input_tokens + call.output_tokens
    if call.replayed or (call.dollars is None and call.error and not n_tokens):
        return 0.0
    return call.dollars
