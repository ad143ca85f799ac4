"""Whether a process that serves can do its work, for whoever watches over it."""

import logging
from typing import NamedTuple

import myscholar
from myscholar.errors import MyScholarError
from myscholar.workflows.services import Services

_log = logging.getLogger(__name__)


class Health(NamedTuple):
    """`database`: it answers. `workers` that live and runs that are `waiting`: None while it does
    not. No secrets, and nothing of what is worked on."""

    myscholar: str
    is_well: bool
    database: bool
    workers: int | None = None
    waiting: int | None = None


ILL = Health(myscholar.__version__, is_well=False, database=False)


def look(services: Services) -> Health:
    """Well, if the database answers and somebody carries out what is ordered. Raises nothing of
    ours; why the database does not answer stands in the log."""
    try:
        workers, waiting = services.queue.n_workers(), services.runs.waiting().n
    except MyScholarError as error:
        _log.warning("The database does not answer: %s", error)
        return ILL
    return Health(myscholar.__version__, workers > 0, True, workers, waiting)
