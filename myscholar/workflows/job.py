"""What a run of one kind is; `jobs` holds one for each kind."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from myscholar.domain.model import Frozen
from myscholar.domain.orders import OrderT
from myscholar.runs.run import Run
from myscholar.workflows.services import Services

M = TypeVar("M")


@dataclass(frozen=True)
class Job(Generic[OrderT, M]):
    """An order is checked and named, a run carries it out, and what it left is read."""

    check: Callable[[Services, OrderT], OrderT]
    """The order as a run is given it: what does the work is decided. Raises InputError,
    EngineUnavailable, NotRecorded for what can't be done."""
    title: Callable[[Services, OrderT], str]
    """What a list of runs shows."""
    carry_out: Callable[[Services, Run, OrderT], Awaitable[Frozen]]
    """Every step done once. It makes clients and gateways itself, on the loop that it is on."""
    read: Callable[[Any], M]
    """What was made, of the JSON that the run left. Raises ValidationError."""
