"""How runs are changed by any process; by the one that carries a run out, see `attempts`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, case, delete, func, insert, null, select, update

from myscholar.domain.dialogue import Answer, AnswerKind
from myscholar.domain.interaction import TreeChange
from myscholar.domain.runs import (
    RunId,
    RunKind,
    RunPlace,
    RunQuestion,
    RunStatus,
    Ticket,
    Urgency,
    ignore,
)
from myscholar.errors import QuestionOver, TreeOver, UnknownName, UnreadableRecord
from myscholar.gateways.storage import tables as t
from myscholar.gateways.storage.attempts import RunAttempt
from myscholar.gateways.storage.connecting import wait_for_others, writing
from myscholar.gateways.storage.line import (
    Enter,
    InLine,
    end_cancelled,
    has_room,
    stand_again,
    stand_in_line,
    turn_of,
)
from myscholar.gateways.storage.run_queries import (
    ENDED,
    OPEN,
    RunQueries,
    changes_of,
    questions,
    row_of,
)

_OF_A_RUN = (
    *(t.run_spans, t.run_steps, t.run_events, t.run_calls, t.run_parts),
    *(t.run_questions, t.run_changes),
)
MOST_LOST = 5
"""By hand: what ends so many workers in a row before a step of a run ends is the run."""
_ENDS_ITS_WORKER = (
    f"RunStopped: {MOST_LOST} times in a row a worker ended, or its database failed, before a step "
    "of the run had come to its end."
)


class RunRecords(RunQueries):
    def attempt(self, run_id: RunId, attempt: str) -> RunAttempt:
        """What the process writes that carries the run out in this attempt."""
        return RunAttempt(self._engine, run_id, attempt, self.clock)

    def create(
        self,
        run_id: RunId,
        kind: RunKind,
        title: str,
        inputs: Mapping[str, Any],
        *,
        attempt: str,
        at: str,
        steps: Mapping[str, Any] | None = None,
        ticket: Ticket | None = None,
        enter: Enter = ignore,
    ) -> bool:
        """Whether it is new; a run that exists stays as it is. With a ticket it stands in line for
        the workers, and `enter` tells their engine, in one transaction. `steps` are results of
        steps that are not to be done."""
        row = _row(run_id, kind, title, inputs, at)
        row |= {"attempt": attempt, "status": RunStatus.WAITING}
        now = self.clock()
        given = [
            {"run_id": run_id, "name": name, "started_at": now, "seconds": 0.0, "result": result}
            for name, result in (steps or {}).items()
        ]
        with writing(self._engine) as connection:
            if connection.execute(select(t.runs.c.id).where(t.runs.c.run_id == run_id)).first():
                return False
            connection.execute(insert(t.runs).values(row))
            if given:
                connection.execute(insert(t.run_steps), given)
            if ticket:
                _take_a_place(connection, run_id, attempt, ticket, enter)
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

    def begin_attempt(
        self,
        run_id: RunId,
        attempt: str,
        *,
        at: str,
        anew: bool = False,
        ticket: Ticket | None = None,
        enter: Enter = ignore,
    ) -> None:
        """From now on only this attempt may carry the run out, or, with a ticket, the worker whose
        turn it is; an earlier wish to cancel is forgotten, `anew` also all that it did before."""
        values: dict[str, Any] = {"created_at": at} if anew else {}
        values |= {"attempt": attempt, "status": RunStatus.WAITING, "cancel_asked": False}
        values |= {"error": None, "result": null(), "updated_at": at}
        values |= {"place": RunPlace.OWN, "n_lost": 0}
        with writing(self._engine) as connection:
            # first: whoever writes to the run is waited for, and writes nothing any more
            connection.execute(update(t.runs).where(t.runs.c.run_id == run_id).values(values))
            for table in _OF_A_RUN if anew else ():
                connection.execute(delete(table).where(table.c.run_id == run_id))
            if ticket:
                _take_a_place(connection, run_id, attempt, ticket, enter)

    def take(
        self, run_id: RunId, entry: str, attempt: str, *, per_owner: int | None = None
    ) -> bool:
        """Whether a worker may carry the run out, in this attempt: not where it stands in line
        anew meanwhile, has ended or was deleted. Whoever carried it out before can't write to it
        any more. One that ended its worker again and again fails instead."""
        r = t.runs.c
        is_it = (r.attempt == entry) | r.attempt.startswith(f"{entry}.", autoescape=True)
        mine = (r.run_id == run_id, is_it, r.status.in_(OPEN), r.place == RunPlace.WORKER)
        is_lost = case(((r.status == RunStatus.RUNNING) | r.error.is_not(None), 1), else_=0)
        taken = {"attempt": attempt, "n_lost": r.n_lost + is_lost, "status": RunStatus.RUNNING}
        with writing(self._engine) as connection:
            if per_owner and not has_room(connection, run_id, per_owner):
                return False
            if not connection.execute(update(t.runs).where(*mine).values(taken)).rowcount:
                return False
            too_often = (r.run_id == run_id, r.n_lost >= MOST_LOST)
            why = func.coalesce(r.error, _ENDS_ITS_WORKER)
            failed = {"status": RunStatus.FAILED, "error": why}
            if connection.execute(update(t.runs).where(*too_often).values(failed)).rowcount:
                return False
            return not end_cancelled(connection, run_id)

    def stand_again(self, run_id: RunId, entry: str, enter: Enter) -> None:
        """What the workers' engine has lost."""
        with writing(self._engine) as connection:
            if _locked_status(connection, run_id) in OPEN:
                stand_again(connection, run_id, entry, enter)

    def answer(
        self,
        run_id: RunId,
        question_id: str,
        answer: Answer,
        *,
        entry: str,
        enter: Enter = ignore,
    ) -> None:
        """The first answer counts. A run that nobody carries out meanwhile stands in line again,
        before those that nobody has answered.

        Raises UnknownName for a question that was not asked, UnfitAnswer, QuestionOver.
        """
        q = t.run_questions.c
        with writing(self._engine) as connection:
            status = _locked_status(connection, run_id)
            asked = questions().where(q.run_id == run_id)
            rows = connection.execute(asked).mappings()
            known = {row["question_id"]: RunQuestion.model_validate(dict(row)) for row in rows}
            if question_id not in known:
                raise UnknownName("question", question_id, tuple(known))
            found = known[question_id]
            found.question.check(answer)
            if found.answer:
                raise QuestionOver(question_id, f"it was answered before, {found.answer.in_words}.")
            if status in ENDED:
                raise QuestionOver(question_id, f"the run is over ({status}).")
            mine = (q.run_id == run_id, q.question_id == question_id)
            connection.execute(update(t.run_questions).where(*mine).values(answer=answer))
            if status is RunStatus.ASKING:
                stand_again(connection, run_id, entry, enter, urgency=Urgency.ANSWERED)

    def decide_overdue(
        self,
        run_id: RunId | None = None,
        *,
        new_entry: Callable[[], str] = str,
        enter: Enter = ignore,
    ) -> None:
        """Leaves questions to the tool whose time to answer is over: those of a run that this
        process carries out, or of all. One that can't be read keeps no other: UnreadableRecord is
        raised at the end."""
        q, r = t.run_questions.c, t.runs.c
        query = select(q.run_id, q.question_id).join(t.runs, r.run_id == q.run_id)
        query = query.where(
            q.decides_at <= self.clock(), q.answer.is_(None), r.status.not_in(ENDED)
        )
        query = query.where(q.run_id == run_id) if run_id else query
        decided = Answer(kind=AnswerKind.DECIDE, in_time=False)
        unreadable: UnreadableRecord | None = None
        for row in self._fetch(query, dict):
            try:
                self.answer(
                    row["run_id"], row["question_id"], decided, entry=new_entry(), enter=enter
                )
            except (QuestionOver, UnknownName):
                pass  # somebody was faster
            except UnreadableRecord as error:
                unreadable = error
        if unreadable:
            raise unreadable

    def tell_changes(self, run_id: RunId, changes: Sequence[TreeChange]) -> None:
        """What a person changes by hand of what the run grows; all of it or nothing. One that was
        told before is not told again. Raises UnknownName, TreeOver."""
        with writing(self._engine) as connection:
            status = _locked_status(connection, run_id)
            told = changes_of(connection, run_id)
            if told.is_over or status in ENDED:
                raise TreeOver(run_id, status)
            known = {change.change_id for change in told.changes}
            for change in changes:
                if change.change_id not in known:
                    row = {"run_id": run_id, "change_id": change.change_id, "change": change}
                    connection.execute(insert(t.run_changes).values(row))

    def summarize(self, run_id: RunId, summary: str) -> None:
        """What a list shows of a result that would be long to read."""
        self._change(update(t.runs).where(t.runs.c.run_id == run_id).values(summary=summary))

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

    def cancel(self, run_id: RunId, *, at: str) -> bool:
        """Whether it is over with that: one that nobody carries out. Another one is stopped by
        whoever does, soon. Raises UnknownName."""
        r = t.runs.c
        with writing(self._engine) as connection:
            status = _locked_status(connection, run_id)
            place = row_of(connection, run_id, "place")["place"]
            is_free = status is RunStatus.ASKING or (
                status is RunStatus.WAITING and place == RunPlace.WORKER
            )
            ended = {"status": RunStatus.CANCELLED, "updated_at": at, "attempt": ""}
            change = ended if is_free else {"cancel_asked": True}
            connection.execute(update(t.runs).where(r.run_id == run_id).values(change))
        return is_free

    def delete(self, run_id: RunId) -> None:
        with writing(self._engine) as connection:
            _locked_status(connection, run_id)
            for table in (*_OF_A_RUN, t.runs):
                connection.execute(delete(table).where(table.c.run_id == run_id))


def _locked_status(connection: Connection, run_id: RunId) -> RunStatus:
    """Nobody else changes the run until the transaction ends. Raises UnknownName."""
    row_of(connection, run_id, "id")
    query = select(t.runs.c.status).where(t.runs.c.run_id == run_id).with_for_update()
    return RunStatus(connection.execute(query).scalar_one())


def _take_a_place(
    connection: Connection, run_id: RunId, entry: str, ticket: Ticket, enter: Enter
) -> None:
    wait_for_others(connection, "line")  # of two that are ordered at once each has its own turn
    turn = turn_of(connection, ticket)
    stand_in_line(connection, InLine(run_id, entry, ticket.owner, ticket.urgency, turn), enter)


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
        "place": RunPlace.OWN,
        "owner": "",
        "urgency": Urgency.INTERACTIVE,
        "turn": 0,
        "n_lost": 0,
    }
