"""What a run tells a screen."""

from collections.abc import Callable

from pydantic import Field

from myscholar.domain.model import Frozen


class Event(Frozen):
    """`step` is the name of the step in plain words; `done` of `total` parts are finished (total 0: unknown)."""

    step: str
    message: str = ""
    done: int = Field(default=0, ge=0)
    total: int = Field(default=0, ge=0)


Progress = Callable[[Event], None]


def silent(event: Event) -> None:
    """A Progress that nobody watches."""
