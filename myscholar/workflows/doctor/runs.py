"""What is being worked on: runs that go on, wait, or that nobody carries out any more."""

from collections import Counter
from collections.abc import Iterable

from myscholar.domain.runs import RunStatus
from myscholar.gateways.storage.condition import HEAD, database_file, schema_of
from myscholar.workflows.doctor.finding import Finding, Machine, State

_NEWEST = 200


def check_runs(machine: Machine) -> Iterable[Finding]:
    """Of a database that need not be made or migrated for it."""
    assert machine.services
    url = machine.services.settings.library_url
    file = database_file(url)
    if (file and not file.exists()) or schema_of(url) != HEAD:
        return [Finding("Runs", State.OK, "None yet, or none that this version has seen.")]
    counted = Counter(run.status for run in machine.services.runs.recent(_NEWEST))
    listed = ", ".join(f"{n} {status}" for status, n in counted.items()) or "none yet"
    said = f"Of the newest {_NEWEST}: {listed}."
    if counted[RunStatus.INTERRUPTED]:
        mend = "Go on with what was interrupted: myscholar runs list, then runs resume RUN"
        return [Finding("Runs", State.WARNING, said, mend)]
    return [Finding("Runs", State.OK, said)]
