"""A run deleted, with what it left."""

from contextlib import suppress

from myscholar.domain.runs import RunId, RunKind
from myscholar.errors import UnknownName
from myscholar.workflows.profile.profiles import delete_profile
from myscholar.workflows.runs.delete_runs import delete_run
from myscholar.workflows.services import Services


def remove_run(services: Services, run_id: RunId) -> None:
    """With what it left: a profile or a report goes too. Raises UnknownName, RunBusy,
    StorageError."""
    if services.runs.info(run_id).kind is RunKind.PROFILE:
        with suppress(UnknownName):  # it was not inferred, or nobody has looked at it yet
            delete_profile(services, run_id)
    with suppress(UnknownName):  # its profile took it along
        delete_run(services, run_id)
