"""DBOS, launched when a server has something to carry out: the only file that imports it.

What DBOS does: it knows which attempts of which process are not at their end, and begins those of a
server again when the server comes back. What it does not do here is to keep the results of steps.
It numbers steps in the order in which they begin, which differs between attempts as soon as two
chains of steps run side by side (tried: 5 orders in 12 runs of two chains of three), and it keeps a
step's error as its result for good. So steps are kept under their names in our own tables, an
attempt is one workflow without steps, and all that DBOS stores of it are two ids.

Processes of one application name take each other's work from the queue that recovered workflows
stand in. So each server has a name of its own. A version belongs to one name. A command's runs are
begun again by nobody but a person, so DBOS never hears of them.
"""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

# DBOS brings it along. Here, before there are threads: while it is half imported in one, no other
# can ask a database
import sqlalchemy.orm  # noqa: F401

from myscholar.errors import StorageError
from myscholar.gateways.storage.locks import Locks

CarryOut = Callable[[str, str], Awaitable[str]]
"""A run and its attempt -> what became of the attempt."""

_VERSION = "1"
"""Of the workflow below. DBOS recovers only what was begun under the same version; by default it is
a hash of the source."""
_MAX_RECOVERIES = 3
"""A run that ends its server so often is not begun again by itself."""
_SERVERS = 64
"""So many processes of one server's name may run side by side."""
_UNUSABLE = "The database of running work can't be used ({reason})."


@dataclass
class _Launch:
    """DBOS is one a process: all its runs are kept in one database."""

    database_url: str
    server: str
    carry_out: CarryOut
    release: Callable[[], None]
    going_on: dict[str, CarryOut] = field(default_factory=dict)


_launch: _Launch | None = None
_lock = threading.RLock()


class _Library(NamedTuple):
    dbos: Any
    attempt: Callable[[str, str], Awaitable[str]]
    """The one workflow."""


def load() -> _Library:
    """DBOS, which takes two seconds of CPU time once."""
    with _lock:
        return _import()


@cache
def _import() -> _Library:
    import dbos

    log = logging.getLogger("dbos")
    # so that DBOS adds none of its own: what goes wrong in a run stands in its record
    log.addHandler(logging.NullHandler())
    log.propagate = False
    workflow = dbos.DBOS.workflow(name="attempt", max_recovery_attempts=_MAX_RECOVERIES)
    return _Library(dbos, workflow(_attempt))


async def _attempt(run_id: str, attempt: str) -> str:
    """What became of the attempt; what became of the run stands in our own tables."""
    assert _launch is not None
    carry_out = _launch.going_on.setdefault(attempt, _launch.carry_out)
    try:
        return await carry_out(run_id, attempt)
    finally:
        _launch.going_on.pop(attempt, None)


def launch(
    database_url: str,
    *,
    server: str,
    locks: Locks,
    carry_out: CarryOut,
    attempt: str | None = None,
) -> None:
    """Called on an event loop, which carries out what is recovered. Launched already for the same
    database, it stays so. `attempt` is about to begin.

    Raises StorageError, also when runs in another database are going on.
    """
    asyncio.get_running_loop()
    with _lock:
        if _launch and (_launch.database_url, _launch.server) != (database_url, server):
            if _launch.going_on:
                raise StorageError(
                    "Runs in another database are going on in this process. Wait until they have "
                    "ended."
                )
            _destroy()
        launched = _launch or _launch_in(database_url, server, locks, carry_out)
        if attempt:
            launched.going_on[attempt] = carry_out


def _launch_in(database_url: str, server: str, locks: Locks, carry_out: CarryOut) -> _Launch:
    global _launch
    name, executor_id, release = _place(server, locks)
    _launch = _Launch(database_url, server, carry_out, release)
    dbos = load().dbos
    try:
        dbos.DBOS(
            config={
                "name": name,
                "system_database_url": database_url,
                "application_version": f"{name}-{_VERSION}",
                "executor_id": executor_id,
                "serializer": dbos.DBOSPortableJSONSerializer(),
                "log_level": "CRITICAL",
                "max_executor_threads": 32,
                # nothing is listened to, but closing waits for it
                "notification_listener_polling_interval_sec": 0.1,
            }
        )
        dbos.DBOS.launch()
    except Exception as error:
        _destroy()
        said = _UNUSABLE.format(reason=str(error).strip().split("\n")[0])
        file = database_url.removeprefix("sqlite:///")
        if file != database_url:  # ours, and what runs did stands in the library's database
            said += f" Move {file} away: no run is lost with it."
        raise StorageError(said) from error
    return _launch


def _place(server: str, locks: Locks) -> tuple[str, str, Callable[[], None]]:
    """Name and executor id. Of several processes of one server each has a place of its own, the
    same one after a restart."""
    for number in range(1, _SERVERS + 1):
        executor_id = f"{server}-{number}"
        if release := locks.hold(f"server-{executor_id}"):
            return f"myscholar-{executor_id}", executor_id, release
    raise StorageError(f"{_SERVERS} processes of the server {server} are running already.")


async def begin(run_id: str, attempt: str) -> None:
    """Begins an attempt that was named at the launch, beside the caller and on its event loop."""
    assert _launch is not None
    dbos, workflow = load()
    try:
        with dbos.SetWorkflowID(attempt):
            await dbos.DBOS.start_workflow_async(workflow, run_id, attempt)
    except BaseException:
        _launch.going_on.pop(attempt, None)
        raise


async def status_of(attempt: str) -> str | None:
    """In DBOS's words: PENDING or ENQUEUED while it is not at its end; None where DBOS does not
    know of it, or is not launched."""
    known = _launch and await load().dbos.DBOS.get_workflow_status_async(attempt)
    return str(known.status) if known else None


def leave(carry_out: CarryOut) -> None:
    """Ends DBOS unless others in this process still carry something out. What was begun for
    `carry_out` goes no further, also what DBOS had not come to yet."""
    with _lock:
        if _launch:
            others = {a: whose for a, whose in _launch.going_on.items() if whose != carry_out}
            _launch.going_on = others
            if not others:
                _destroy()


def _destroy() -> None:
    global _launch
    load().dbos.DBOS.destroy()
    if _launch:
        _launch.release()
    _launch = None
