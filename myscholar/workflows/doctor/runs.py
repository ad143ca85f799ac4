"""What is being worked on: runs that go on, wait, or that nobody carries out any more."""

from collections import Counter
from collections.abc import Iterable

from myscholar.domain.runs import RunStatus
from myscholar.errors import StorageError
from myscholar.gateways.storage.condition import HEAD, database_file, schema_of
from myscholar.workflows.doctor.finding import Finding, Machine, State

_NEWEST = 200


def check_runs(machine: Machine) -> Iterable[Finding]:
    """Of a database that need not be made or migrated for it."""
    assert machine.services
    url = machine.services.settings.library_url
    file = database_file(url)
    if file and not file.exists():
        return [Finding("Runs", State.OK, "There are none yet.")]
    try:
        if schema_of(url) != HEAD:
            return [Finding("Runs", State.UNCHECKED, "The database is of another version.")]
        counted = Counter(run.status for run in machine.services.runs.recent(_NEWEST))
    except StorageError:
        return [Finding("Runs", State.UNCHECKED, "They need the database.")]
    listed = ", ".join(f"{n} {status}" for status, n in counted.items())
    said = f"Of the newest {_NEWEST}: {listed}." if listed else "There are none yet."
    if counted[RunStatus.INTERRUPTED]:
        mend = "Go on with what was interrupted: myscholar runs list, then runs resume RUN"
        return [Finding("Runs", State.WARNING, said, mend)]
    return [Finding("Runs", State.OK, said)]
