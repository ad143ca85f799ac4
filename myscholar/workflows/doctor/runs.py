"""What is being worked on, what waits, and who is there to carry it out."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from myscholar.domain.runs import RunStatus
from myscholar.errors import StorageError
from myscholar.gateways.storage.condition import HEAD, database_file, schema_of
from myscholar.workflows.doctor.database import CONNECT_S
from myscholar.workflows.doctor.diagnosis import Command, Diagnosis, Machine, State
from myscholar.workflows.services import Services

_NEWEST = 200
_LONG_S = 600.0
"""A run that waits longer is noticed; by hand: longer than most reports take."""


def check_runs(machine: Machine) -> Iterator[Diagnosis]:
    """Of a database that need not be made or migrated for it."""
    assert machine.services
    url = machine.services.settings.library_url
    file = database_file(url)
    try:
        if file and not file.exists():
            yield Diagnosis("Runs", State.OK, "There are none yet.")
        elif schema_of(url, patience_s=CONNECT_S) != HEAD:
            yield Diagnosis("Runs", State.UNCHECKED, "The database is not of this version yet.")
        else:
            yield _runs(machine.services)
            yield _workers(machine.services)
    except StorageError:
        yield Diagnosis("Runs", State.UNCHECKED, "They need the database.")


def _runs(services: Services) -> Diagnosis:
    counted = Counter(run.status for run in services.runs.recent(_NEWEST))
    listed = ", ".join(f"{n} {status}" for status, n in counted.items())
    said = f"Of the newest {_NEWEST}: {listed}." if listed else "There are none yet."
    if counted[RunStatus.INTERRUPTED]:
        mend = "Go on with what was interrupted."
        return Diagnosis("Runs", State.WARNING, said, mend, Command.RESUME_RUN)
    return Diagnosis("Runs", State.OK, said)


def _workers(services: Services) -> Diagnosis:
    n, (n_waiting, since) = services.queue.n_workers(), services.runs.waiting()
    live = f"{n} {'lives' if n == 1 else 'live'}" if n else "None lives"
    if not since:
        need = "" if n else " The app brings its own, and commands need none."
        return Diagnosis("Workers", State.OK, f"{live}, and no run waits for one.{need}")
    waited_s = (services.clock() - datetime.fromisoformat(since)).total_seconds()
    minutes = f"{waited_s / 60:.0f} min" if waited_s >= 60 else "less than a minute"
    said = f"{live}; {n_waiting} waiting, the longest for {minutes}."
    if not n:
        mend = "Nobody carries these out: start one."
        return Diagnosis("Workers", State.FAULT, said, mend, Command.START_WORKER)
    if waited_s > _LONG_S:
        return Diagnosis(
            "Workers", State.WARNING, said, "Let more go on at once.", Command.ADD_WORKER
        )
    return Diagnosis("Workers", State.OK, said)
