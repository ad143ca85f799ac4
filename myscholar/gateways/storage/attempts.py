"""What the process writes that carries a run out."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, case, insert, null, select, update

from myscholar.domain.dialogue import Question
from myscholar.domain.interaction import TreeChange
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, ModelCall, RunId, RunStatus, RunStep
from myscholar.errors import RunTaken
from myscholar.gateways.storage import tables as t
from myscholar.gateways.storage.connecting import Records, writing
from myscholar.gateways.storage.line import Enter, end_cancelled, stand_again
from myscholar.gateways.storage.run_queries import changes_of


class Batch(Frozen):
    """What a run has to store at once. A call stands with the step that made it; times are seconds
    since 1970 in UTC."""

    events: tuple[tuple[float, Event], ...] = ()
    calls: tuple[tuple[str, ModelCall], ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    step: RunStep | None = None


class RunAttempt(Records):
    """One attempt at a run. When another one has begun meanwhile, nothing is written any more: all
    raise RunTaken, and StorageError when the database fails."""

    def __init__(
        self, engine: Engine, run_id: RunId, attempt: str, clock: Callable[[], float]
    ) -> None:
        super().__init__(engine)
        self.run_id, self.attempt, self.clock = run_id, attempt, clock
        self._mine = (t.runs.c.run_id == run_id, t.runs.c.attempt == attempt)

    def wait_again(self) -> None:
        """It waits for its turn: the process that it was running in is gone."""
        with writing(self._engine) as connection:
            self._set(connection, status=RunStatus.WAITING)

    def running(self, *, at: str) -> int:
        """Its work begins, or goes on, now. The number of the span that `beat` makes longer."""
        now = self.clock()
        with writing(self._engine) as connection:
            self._set(connection, status=RunStatus.RUNNING, updated_at=at)
            span = insert(t.run_spans)
            span = span.values(run_id=self.run_id, began=now, last=now, is_open=True)
            made = connection.execute(span).inserted_primary_key
        assert made is not None
        return int(made[0])

    def beat(self, span: int, *, is_last: bool = False) -> None:
        """A sign of life, the last one or not. A clock that was set back takes nothing away."""
        w = t.run_spans.c
        with self._holding() as connection:  # whoever writes is waited for: then it is later
            now = self.clock()
            last = case((w.last > now, w.last), else_=now)
            change = update(t.run_spans).where(w.id == span)
            connection.execute(change.values(last=last, is_open=not is_last))

    def store(self, batch: Batch) -> None:
        """In one transaction, so that a finished step and what it spent are stored together or not
        at all."""
        events = [
            {"run_id": self.run_id, "at": at, "event": event.model_dump(mode="json")}
            for at, event in batch.events
        ]
        calls = []
        for step, call in batch.calls:
            row = {"run_id": self.run_id, "step": step, "dollars": _dollars(call)}
            calls.append(row | {"call": call.model_dump(mode="json")})
        with self._holding() as connection:
            if batch.step:
                row = batch.step.model_dump(include={"name", "started_at", "seconds"})
                row |= {"run_id": self.run_id, "result": batch.step.result}
                connection.execute(insert(t.run_steps).values(row))
                self._went_on(connection)
            if events:
                connection.execute(insert(t.run_events), events)
            if calls:
                connection.execute(insert(t.run_calls), calls)
            for part, text in batch.parts:
                self._show(connection, part, text)

    def _went_on(self, connection: Connection) -> None:
        r = t.runs.c
        was_lost = (r.run_id == self.run_id, r.n_lost > 0)
        connection.execute(update(t.runs).where(*was_lost).values(n_lost=0, error=None))

    def _show(self, connection: Connection, part: str, text: str) -> None:
        p = t.run_parts.c
        known = update(t.run_parts).where(p.run_id == self.run_id, p.part == part)
        if not connection.execute(known.values(text=text)).rowcount:
            new = insert(t.run_parts).values(run_id=self.run_id, part=part, text=text)
            connection.execute(new)

    def ask(self, question_id: str, question: Question) -> None:
        """Puts the question, unless it was put before: then its time has begun already."""
        q, now = t.run_questions.c, self.clock()
        after = question.decides_after_s
        row = {"run_id": self.run_id, "question_id": question_id, "question": question}
        row |= {"asked_at": now, "decides_at": None if after is None else now + after}
        with self._holding() as connection:
            known = select(q.id).where(q.run_id == self.run_id, q.question_id == question_id)
            if connection.execute(known).first() is None:
                connection.execute(insert(t.run_questions).values(row))

    def last_changes(self, after: int) -> tuple[TreeChange, ...]:
        """Changes by hand beyond the first `after`; where there are none, the run takes no more of
        them from anybody."""
        with self._holding() as connection:
            told = changes_of(connection, self.run_id)
            if not told.is_over and len(told.changes) == after:
                row = {"run_id": self.run_id, "change_id": "", "change": None}
                connection.execute(insert(t.run_changes).values(row))
            return told.changes[after:]

    def wait_for_answer(self, entry: str, enter: Enter) -> None:
        """Nobody carries it out until somebody answers. Where that has just happened it stands in
        line again."""
        q = t.run_questions.c
        with writing(self._engine) as connection:
            self._set(connection, status=RunStatus.ASKING)
            if end_cancelled(connection, self.run_id):
                return
            is_open = (q.run_id == self.run_id, q.answer.is_(None))
            if connection.execute(select(q.id).where(*is_open)).first() is None:
                stand_again(connection, self.run_id, entry, enter)

    def hand_over(self, entry: str, enter: Enter) -> None:
        """This process ends: another worker goes on with it."""
        with writing(self._engine) as connection:
            self._set(connection, status=RunStatus.WAITING)
            if not end_cancelled(connection, self.run_id):
                stand_again(connection, self.run_id, entry, enter)

    def stumble(self, error: str) -> None:
        """It is to go on, and fails with this where that happens again and again."""
        with writing(self._engine) as connection:
            self._set(connection, error=error)

    def end(
        self, status: RunStatus, *, at: str, result: Any = None, error: str | None = None
    ) -> None:
        stored = result if status is RunStatus.FINISHED else null()
        with writing(self._engine) as connection:
            self._set(connection, status=status, result=stored, error=error, updated_at=at)

    @contextmanager
    def _holding(self) -> Iterator[Connection]:
        """No other attempt begins until the transaction ends."""
        with writing(self._engine) as connection:
            held = select(t.runs.c.id).where(*self._mine).with_for_update(read=True)
            if connection.execute(held).first() is None:
                raise RunTaken(self.run_id)
            yield connection

    def _set(self, connection: Connection, **values: Any) -> None:
        if not connection.execute(update(t.runs).where(*self._mine).values(values)).rowcount:
            raise RunTaken(self.run_id)


def _dollars(call: ModelCall) -> float | None:
    """What it adds to the run. A call that failed before a token was read cost nothing."""
    n_tokens = call.input_tokens + call.output_tokens
    if call.replayed or (call.dollars is None and call.error and not n_tokens):
        return 0.0
    return call.dollars
