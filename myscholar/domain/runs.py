"""What a run is, what it did, and what it tells a screen."""

from collections.abc import Callable, Iterable
from enum import IntEnum, StrEnum
from typing import Any, NewType

from pydantic import Field

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.interaction import TreeChange
from myscholar.domain.model import Frozen

RunId = NewType("RunId", str)


class Event(Frozen):
    """`step` is in plain words; `done` of `total` parts are finished (total 0: unknown). `part` is
    the name of one that is finished now."""

    step: str
    message: str = ""
    part: str = ""
    done: int = Field(default=0, ge=0)
    total: int = Field(default=0, ge=0)


Progress = Callable[[Event], None]
OnText = Callable[[str, str], None]
"""Told the name of a part (`section 2`) and its text so far, under `## ` and its title."""


def ignore(*_: object) -> None:
    """A listener, or a check, that has nothing to say."""


class RunKind(StrEnum):
    PAPERS = "papers"
    """Files read and names looked up, into a library."""
    PROFILE = "profile"
    PROFILE_UPDATE = "profile_update"
    """A profile after papers were added or removed."""
    ACTIONS = "actions"
    CLARIFY = "clarify"
    """A question asked about before research."""
    REPORT = "report"
    HEAD_START = "head_start"
    """What a report needs of the question alone, done while the user still edits actions."""
    REWRITE = "rewrite"
    """A report again, with changed actions or one section anew."""
    FOLLOW_UP = "follow_up"
    """A report edited by an instruction."""
    ANSWER = "answer"
    """A question to a finished report, which stays as it is."""
    TABLE = "table"
    """Papers set side by side, or a table that grows."""

    @property
    def is_change(self) -> bool:
        """Whether a report that is there becomes another one."""
        return self in (RunKind.REWRITE, RunKind.FOLLOW_UP)


class RunStatus(StrEnum):
    WAITING = "waiting"
    """It stands in line."""
    RUNNING = "running"
    ASKING = "asking"
    """It waits for a person's answer, and nobody carries it out meanwhile."""
    INTERRUPTED = "interrupted"
    """Its process is gone; `runs resume` goes on where it was."""
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def goes_on(self) -> bool:
        """By itself, or when a person has answered."""
        return self in (RunStatus.WAITING, RunStatus.RUNNING, RunStatus.ASKING)

    @property
    def has_ended(self) -> bool:
        return self in (RunStatus.FINISHED, RunStatus.FAILED, RunStatus.CANCELLED)


class RunPlace(StrEnum):
    OWN = "own"
    """The process that ordered it carries it out: a command, a script."""
    WORKER = "worker"
    """Any worker does, and another one goes on with it where that one dies."""


class Urgency(IntEnum):
    """Who is served first."""

    ANSWERED = 0
    """A person has just answered what the run asked."""
    INTERACTIVE = 1
    """A person waits for it."""
    BATCH = 2
    """Nobody looks at it: an evaluation."""


class Ticket(Frozen):
    """What decides a run's place in the line of the workers."""

    owner: str = ""
    """Who ordered it. Owners take turns, however many runs each has in line."""
    urgency: Urgency = Urgency.INTERACTIVE


class ModelCall(Frozen):
    """One call of a language model. Times are seconds; `started_at` since 1970 in UTC."""

    call_id: str
    """Content hash of what was asked; the same request has the same id."""
    role: str
    prompt: str
    """Name and version, for example `report/section@1`."""
    model: str
    """As the user names it, `provider:name`."""
    started_at: float
    first_byte_s: float | None = None
    seconds: float = Field(ge=0)
    input_tokens: int = Field(default=0, ge=0)
    """All tokens read, those from the vendor's prompt cache among them."""
    cached_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    dollars: float | None = None
    """None when no price is known."""
    replayed: bool = False
    """Answered from this machine's own store: nothing was sent and nothing paid."""
    attempt: int = Field(default=0, ge=0)
    """0, or 1 for the one repair."""
    error: str | None = None
    """Name of the error that ended it."""


class RunSpan(Frozen):
    """A time in which a process carried a run out, until its last sign of life. Seconds since 1970
    in UTC. An open one goes on as long as the process lives."""

    began: float
    last: float
    is_open: bool = False


def worked_s(
    spans: Iterable[RunSpan], since: float = float("-inf"), until: float = float("inf")
) -> float:
    """Seconds that a run was worked on between two times: what lies between its spans counts for
    nothing."""
    return sum(max(0.0, min(span.last, until) - max(span.began, since)) for span in spans)


class RunInfo(Frozen):
    """A run as a list shows it. Times are ISO 8601; `dollars` None: some price is unknown."""

    run_id: RunId
    kind: RunKind
    title: str
    status: RunStatus
    created_at: str
    updated_at: str
    place: RunPlace = RunPlace.OWN
    owner: str = ""
    """Who ordered it; empty where nobody said."""
    steps: tuple[str, ...] = ()
    """Names of the finished steps, in the order in which they finished."""
    last_event: Event | None = None
    error: str | None = None
    n_calls: int = Field(default=0, ge=0)
    dollars: float | None = 0.0
    spans: tuple[RunSpan, ...] = ()
    """When it was worked on; of one that goes on, the last one lasts until now."""
    seconds: float = Field(default=0.0, ge=0)
    """That it was worked on, over all attempts: pauses and waiting for its turn do not count."""


class RunEvent(Event):
    """An event as it was stored. `n` grows within a run; `at` is seconds since 1970 in UTC."""

    n: int
    at: float


class RunCall(ModelCall):
    """A call and the step that made it, empty outside of any step."""

    step: str = ""


class RunStep(Frozen):
    """A finished step. `started_at` is seconds since 1970 in UTC."""

    name: str
    started_at: float
    seconds: float = Field(ge=0)
    result: Any = None
    """What it gave, as plain JSON; None where results were not asked for."""


class RunPart(Frozen):
    """The text of a part so far."""

    part: str
    text: str


class RunQuestion(Frozen):
    """Times are seconds since 1970 in UTC."""

    run_id: RunId
    question_id: str
    question: Question
    asked_at: float
    decides_at: float | None = None
    """When the tool decides where nobody has answered."""
    answer: Answer | None = None


class Exchange(Frozen):
    """What a call asked and was answered. A repair asks with the first answer and its faults."""

    call_id: str
    model: str
    prompt: str
    system: str
    user: str
    text: str


class RunTrace(Frozen):
    """Everything that is known of a run, for a screen and for whoever looks for a fault. In the
    order in which it was stored."""

    run: RunInfo
    inputs: dict[str, Any] | None = None
    """What the run was given, as plain JSON; None where results were not asked for."""
    steps: tuple[RunStep, ...] = ()
    events: tuple[RunEvent, ...] = ()
    calls: tuple[RunCall, ...] = ()
    parts: tuple[RunPart, ...] = ()
    questions: tuple[RunQuestion, ...] = ()
    changes: tuple[TreeChange, ...] = ()
    """What people did to its tree by hand."""
    exchanges: tuple[Exchange, ...] = ()
    """Prompts and answers of the calls, where they are still kept; only in an exported trace."""
