"""What a check finds, and what it knows before."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from myscholar.errors import BadSettings
from myscholar.workflows.services import Services


class State(StrEnum):
    OK = "ok"
    WARNING = "warning"
    """It works, and will not always."""
    FAULT = "fault"
    """What needs it does not work."""
    UNCHECKED = "not checked"


class Command(StrEnum):
    """What may be done next; a surface says what is typed for it."""

    SET_UP_MODEL = "set up a model"
    TEST_MODEL = "test the model"
    LIST_MODELS = "list the models of the provider"
    RESUME_RUN = "resume a run"
    START_WORKER = "start a worker"
    ADD_WORKER = "add a worker"
    START_APP = "start the app at the port"
    INSTALL = "install the packages"
    INSTALL_AGAIN = "install the package again"
    MAKE_DATABASE = "make the database"
    MAKE_USER = "make the database's user"


class Diagnosis(NamedTuple):
    """`said` is what was seen and `mend` what to do, a sentence each; what is well needs none.
    `command` does it, to `subject`."""

    name: str
    state: State
    said: str
    mend: str = ""
    command: Command | None = None
    subject: str = ""


class Machine(NamedTuple):
    """`services` None: the settings can't be used, for the reasons in `faults`. `port` is where the
    web app is wanted."""

    home: Path
    port: int
    services: Services | None = None
    faults: tuple[BadSettings, ...] = ()


Check = Callable[[Machine], Iterable[Diagnosis]]
