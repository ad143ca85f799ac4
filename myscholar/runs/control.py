"""What any process may do with a run without carrying it out."""

import re

from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import RunBusy
from myscholar.gateways.storage.run_queries import lock_name
from myscholar.gateways.storage.runs import RunRecords

ENDED = (RunStatus.FINISHED, RunStatus.FAILED, RunStatus.CANCELLED)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,90}")


def check_run_id(run_id: str) -> None:
    """Ids stand in file names. Raises ValueError."""
    if not _NAME.fullmatch(run_id):
        raise ValueError(f"a run's id consists of at most 90 letters, digits, - and _: {run_id!r}")


def cancel_run(records: RunRecords, run_id: RunId, *, at: str) -> RunStatus:
    """The status afterwards: RUNNING where another process stops it within a second. A run that has
    ended stays as it is.

    Raises UnknownName.
    """
    status = records.info(run_id).status
    if status in ENDED:
        return status
    records.ask_to_cancel(run_id)
    release = records.locks.hold(lock_name(run_id))
    if release is None:
        return RunStatus.RUNNING
    try:
        if (status := records.order(run_id).status) not in ENDED:
            records.end(run_id, RunStatus.CANCELLED, at=at)
            return RunStatus.CANCELLED
        return status
    finally:
        release()


def delete_run(records: RunRecords, run_id: RunId) -> None:
    """With everything it stored. Raises UnknownName, and RunBusy while a process carries it out."""
    records.info(run_id)
    release = records.locks.hold(lock_name(run_id))
    if release is None:
        raise RunBusy(run_id)
    try:
        records.delete(run_id)
    finally:
        release()
