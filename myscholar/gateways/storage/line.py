"""The line in which runs stand that workers carry out.

Owners take turns: with each run that an owner has open, the turn of the next one is later by one,
and nobody's turn is before that of the first in line, so that whoever comes anew does not wait for
all that another has ordered, nor passes those who wait already (start-time fair queueing, Goyal et
al. 1997, with runs of equal length).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, Select, func, select, tuple_, update

from myscholar.domain.runs import RunId, RunPlace, RunStatus, Ticket, Urgency
from myscholar.gateways.storage import tables as t
from myscholar.gateways.storage.connecting import Records, reading

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
    """A run that had its turn already keeps it: those who came later have later ones."""
    query = select(_R.owner, _R.urgency, _R.turn).where(_R.run_id == run_id)
    before = connection.execute(query).mappings().one()
    now = Urgency(before["urgency"]) if urgency is None else urgency
    stand_in_line(connection, InLine(run_id, entry, before["owner"], now, before["turn"]), enter)


def end_cancelled(connection: Connection, run_id: RunId) -> bool:
    """Whether somebody wants it cancelled, and so it is: whoever stops carrying it out, or is about
    to begin, asks."""
    asked = update(t.runs).where(_R.run_id == run_id, _R.cancel_asked)
    return bool(connection.execute(asked.values(status=RunStatus.CANCELLED)).rowcount)


class WaitingLine(Records):
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
        """The first `n` in line, of each owner no more than may go on beside what does."""
        places = _places().where(*_IS_WAITING)
        if per_owner:
            ahead = func.row_number().over(
                partition_by=_R.owner, order_by=(_R.urgency, _R.turn, _R.id)
            )
            numbered = places.add_columns(ahead.label("number"), _R.id).subquery()
            going = _going().group_by(_R.owner).subquery()
            together = numbered.c.number + func.coalesce(going.c.n, 0)
            places = (
                select(*(numbered.c[name] for name in InLine._fields))
                .outerjoin(going, going.c.owner == numbered.c.owner)
                .where((numbered.c.owner == "") | (together <= per_owner))
            )
            order = (numbered.c.urgency, numbered.c.turn, numbered.c.id)
        else:
            order = (_R.urgency, _R.turn, _R.id)
        return self._fetch(places.order_by(*order).limit(n), lambda row: InLine(**row))

    def running(self) -> tuple[InLine, ...]:
        """What workers carry out, or did when they died."""
        going = (_R.place == RunPlace.WORKER, _R.status == RunStatus.RUNNING)
        return self._fetch(_places().where(*going).order_by(_R.id), lambda row: InLine(**row))

    def scalar(self, query: Select[Any]) -> Any:
        """What the tables of an engine say."""
        return self._fetch_value(query)

    def column(self, query: Executable) -> tuple[Any, ...]:
        """The first column of what the tables of an engine say."""
        with reading(self._engine) as connection:
            return tuple(connection.execute(query).scalars())


def _places() -> Select[Any]:
    return select(_R.run_id, _R.attempt.label("entry"), _R.owner, _R.urgency, _R.turn)


def _going() -> Select[Any]:
    """How many runs of each owner workers carry out."""
    going = (_R.place == RunPlace.WORKER, _R.status == RunStatus.RUNNING)
    return select(_R.owner, func.count().label("n")).where(*going)


def has_room(connection: Connection, run_id: RunId, per_owner: int) -> bool:
    """Whether the run's owner has fewer others going on than may."""
    owner = connection.execute(select(_R.owner).where(_R.run_id == run_id)).scalar()
    others = _going().where(_R.owner == owner, _R.run_id != run_id).group_by(_R.owner)
    found = connection.execute(others).mappings().first()
    return not owner or found is None or found["n"] < per_owner
