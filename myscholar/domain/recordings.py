"""A recording: what language models answered in some runs, so that the runs can be played again
without a model."""

from typing import Any, Literal

from pydantic import Field

from myscholar.domain.model import Frozen
from myscholar.domain.runs import RunKind

FORMAT: Literal["myscholar recording"] = "myscholar recording"
VERSION: Literal[1] = 1
"""Of the file. Another one can't be played."""


class RecordedAnswer(Frozen):
    """A model's answer; `prompt` is name and version of what was asked, as `report/section@3`."""

    prompt: str
    text: str


class RecordedRole(Frozen):
    """How a role's models were asked, as far as an answer depends on it."""

    chains: tuple[tuple[str, ...], ...]
    temperature: float | None = None
    thinking: bool | str | None = None


class RecordedRun(Frozen):
    """What a run was to do, and what its steps gave that need more than models: its searches."""

    run: str
    """How the other runs of the recording refer to it."""
    kind: RunKind
    title: str
    inputs: dict[str, Any]
    steps: dict[str, Any] = Field(default_factory=dict)


class Recording(Frozen):
    """Runs in the order in which they were made, a run before those that rest on it. Nothing in it
    is secret: no keys, no addresses, no paths."""

    format: Literal["myscholar recording"] = FORMAT
    version: Literal[1] = VERSION
    made_with: str
    """The version of myscholar that recorded it."""
    by: str
    """Who answered, in a sentence: it stands on everything that is made from the answers."""
    year: int
    """The year in which it was made, which prompts tell."""
    roles: dict[str, RecordedRole]
    runs: tuple[RecordedRun, ...] = Field(min_length=1)
    answers: dict[str, RecordedAnswer]
    """By the hash of all that was asked: the `call_id` of a ModelCall."""

    def of_kind(self, kind: RunKind) -> tuple[RecordedRun, ...]:
        return tuple(run for run in self.runs if run.kind is kind)
