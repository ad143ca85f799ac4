"""The line in which runs stand that workers carry out.

Owners take turns: with each run that an owner has open, the turn of the next one is later by one,
and nobody's turn is before that of the first in line, so that whoever comes anew does not wait for
all that another has ordered, nor passes those who wait already (start-time fair queueing, Goyal et
al. 1997, with runs of equal length).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, select, tuple_, update

from myscholar.domain.runs import RunId, RunPlace, RunStatus, Ticket, Urgency
from myscholar.gateways.storage import tables as t
from myscholar.gateways.storage.connecting import Records

_R = t.runs.c
_IS_WAITING = (_R.place == RunPlace.WORKER, _R.status == RunStatus.WAITING)


class InLine(NamedTuple):
    """A run's place in line. `entry` names this standing in line: an attempt begins with it."""

    run_id: RunId
    entry: str
    owner: str
    urgency: Urgency
    turn: int


Enter = Callable[[Connection, InLine], None]
"""Tells the workers' engine, in the transaction that makes the run stand in line."""


def turn_of(connection: Connection, ticket: Ticket) -> int:
    """When it is the turn of a run that is ordered now, among those as urgent."""
    first = select(func.min(_R.turn)).where(*_IS_WAITING, _R.urgency == ticket.urgency)
    own = select(func.max(_R.turn)).where(
        _R.owner == ticket.owner,
        _R.status.in_((RunStatus.WAITING, RunStatus.RUNNING)),
        _R.place == RunPlace.WORKER,
        _R.urgency == ticket.urgency,
    )
    last: int | None = connection.execute(own).scalar()
    return max(connection.execute(first).scalar() or 0, 0 if last is None else last + 1)


def stand_in_line(connection: Connection, place: InLine, enter: Enter) -> None:
    values: dict[str, Any] = {
        "place": RunPlace.WORKER,
        "status": RunStatus.WAITING,
        "attempt": place.entry,
    }
    values |= {"owner": place.owner, "urgency": place.urgency, "turn": place.turn}
    connection.execute(update(t.runs).where(_R.run_id == place.run_id).values(values))
    enter(connection, place)


def stand_again(
    connection: Connection,
    run_id: RunId,
    entry: str,
    enter: Enter,
    *,
    urgency: Urgency | None = None,
) -> None:
    """A run that had its turn already is the first of those as urgent."""
    query = select(_R.owner, _R.urgency).where(_R.run_id == run_id)
    before = connection.execute(query).mappings().one()
    now = Urgency(before["urgency"]) if urgency is None else urgency
    stand_in_line(connection, InLine(run_id, entry, before["owner"], now, 0), enter)


class Line(Records):
    """What stands in line, read by whoever serves it or waits."""

    def n_before(self, run_id: RunId) -> int:
        """How many are served before it; 0 for one that does not wait."""
        mine = (
            select(_R.urgency, _R.turn, _R.id).where(_R.run_id == run_id, *_IS_WAITING).subquery()
        )
        m = mine.c
        is_before = tuple_(_R.urgency, _R.turn, _R.id) < tuple_(m.urgency, m.turn, m.id)
        query = select(func.count()).select_from(t.runs).join(mine, is_before).where(*_IS_WAITING)
        return int(self._fetch_value(query))

    def next(self, n: int, per_owner: int | None) -> tuple[InLine, ...]:
        """The first `n` in line, without those of owners who have `per_owner` runs going on."""
        query = _places().where(*_IS_WAITING).order_by(_R.urgency, _R.turn, _R.id).limit(n)
        if per_owner:
            query = query.where(_R.owner.not_in(_busy(per_owner)))
        return self._fetch(query, lambda row: InLine(**row))

    def running(self) -> tuple[InLine, ...]:
        """What workers carry out, or did when they died."""
        going = (_R.place == RunPlace.WORKER, _R.status == RunStatus.RUNNING)
        return self._fetch(_places().where(*going).order_by(_R.id), lambda row: InLine(**row))

    def scalar(self, query: Select[Any]) -> Any:
        """What the tables of an engine say."""
        return self._fetch_value(query)

    def count(self) -> int:
        return int(self._fetch_value(select(func.count()).select_from(t.runs).where(*_IS_WAITING)))

    def waits_since(self) -> str | None:
        """When the one that has waited longest was ordered, or went on last; None: nobody waits."""
        since: str | None = self._fetch_value(select(func.min(_R.updated_at)).where(*_IS_WAITING))
        return since


def _places() -> Select[Any]:
    return select(_R.run_id, _R.attempt.label("entry"), _R.owner, _R.urgency, _R.turn)


def _busy(per_owner: int) -> Select[tuple[str]]:
    going = (_R.place == RunPlace.WORKER, _R.status == RunStatus.RUNNING, _R.owner != "")
    many: ColumnElement[bool] = func.count() >= per_owner
    return select(_R.owner).where(*going).group_by(_R.owner).having(many)
