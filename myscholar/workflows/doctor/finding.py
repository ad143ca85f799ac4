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


class Finding(NamedTuple):
    """`said` is what was seen and `mend` what to do, a sentence each; what is well needs none."""

    name: str
    state: State
    said: str
    mend: str = ""


class Machine(NamedTuple):
    """`services` None: the settings can't be used, for the reasons in `faults`. `port` is where the
    web app is wanted."""

    home: Path
    port: int
    services: Services | None = None
    faults: tuple[BadSettings, ...] = ()


Check = Callable[[Machine], Iterable[Finding]]
