"""The steps of a run as a person sees them, from what the run told and stored."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from myscholar.domain.runs import RunEvent, RunKind, RunSpan, RunStep, worked_s
from myscholar.workflows.runs.run_facts import RunFacts

_SECTION = re.compile(r"^Writing (?:section (\d+)|the report).*$")
_READ_TOGETHER = re.compile(r"^Reading papers \d+$")
_DIALOGUE = re.compile(r"^(?:Question \d+|Reply to .+)$")
_OF_A_TREE = re.compile(
    r"^(?:(?:Research so far|Exploring|Proposals at|Directions at|Whether to ask at|Coverage"
    r"|Persona after(?: change)?) [\d.]+(?: after [\d.]+)?|Estimating who asks)$"
)
_RESEARCHING = "Researching"
_WRITING = "Writing"
_ASKING = "Finding what to ask"
_LOOKING = "Looking in the sources"
_SEARCH = ("Planning the search", "Searching", "Reading papers", "Outlining")
_BY_STEPS = (
    RunKind.REPORT,
    RunKind.HEAD_START,
    RunKind.REWRITE,
    RunKind.FOLLOW_UP,
    RunKind.ANSWER,
)
_STORED = {
    *_SEARCH,
    "Taking over the head start",
    "Planning for the actions",
    "Searching for the actions",
    "Reading more papers",
    "Searching for what is missing",
    "Planning the change",
    "Answering",
    "Carrying out what is missing",
    "Reading again what was rewritten",
    "Reading again what was added",
}
"""Steps of a language model's runs of these kinds that end when their result is stored: neither
work beside them nor their own count tells that."""
_EXTRACTIVE = (
    "Opening sources",
    "Searching",
    "Selecting sentences",
    "Grouping into sections",
    _WRITING,
)


@dataclass
class Stretch:
    """A step from its first sign to its last. Times are seconds since 1970."""

    name: str
    began: float
    last: float
    message: str = ""
    done: int = 0
    total: int = 0
    ended: bool = False
    is_stored: bool = False
    """It ends when its result is stored."""
    seconds: float = field(default=0.0, init=False)

    @property
    def is_done(self) -> bool:
        return self.ended or (not self.is_stored and 0 < self.total <= self.done)


def expected_steps(facts: RunFacts) -> tuple[str, ...]:
    """What a run of this kind does at any rate, in order."""
    by_model = facts.engine.is_model
    match facts.kind:
        case RunKind.REPORT | RunKind.REWRITE if facts.research:
            planning = ("Planning the search",) if facts.kind is RunKind.REPORT else ()
            reading = ("Reading papers", "Outlining")
            if by_model:
                return (*planning, _RESEARCHING, *reading, _WRITING, "Checking")
            return (_RESEARCHING, *_EXTRACTIVE[2:])
        case RunKind.PAPERS:
            wanted = (
                ("Reading papers", facts.has_files),
                ("Fetching papers", facts.has_lines),
                ("Storing papers", True),
            )
            return tuple(name for name, is_asked in wanted if is_asked)
        case RunKind.PROFILE | RunKind.PROFILE_UPDATE:
            return ("Reading papers", "Inferring", "Checking")
        case RunKind.ACTIONS:
            return ("Looking at the literature", "Proposing actions")
        case RunKind.CLARIFY:
            return (_ASKING, "Summarizing")
        case RunKind.HEAD_START:
            return _SEARCH
        case RunKind.ANSWER:
            search = (_SEARCH if by_model else _EXTRACTIVE)[: 2 * facts.searches]
            written = ("Answering", "Checking") if by_model else ()
            return ("Earlier questions", *search, _LOOKING, *written)
        case RunKind.TABLE:
            return ("Finding papers", "Reading papers")
        case RunKind.FOLLOW_UP if not (by_model and facts.is_planned):
            return ("Changing the report",)
        case _ if not by_model:
            return _EXTRACTIVE[1:] if facts.kind.is_change else _EXTRACTIVE
        case RunKind.REPORT:
            begun = (
                ("Taking over the head start", _WRITING)
                if facts.head_start
                else (*_SEARCH, _WRITING)
            )
            return (*begun, "Checking")
        case _:
            return (*(("Planning the change",) if facts.is_planned else ()), _WRITING, "Checking")


def begun_steps(
    events: Sequence[RunEvent],
    stored: Sequence[RunStep],
    facts: RunFacts,
    *,
    spans: Sequence[RunSpan],
    finished: bool,
) -> tuple[Stretch, ...]:
    """In the order in which they began, each with the seconds of the run's `spans` that it took."""
    found: dict[str, Stretch] = {}
    for event in events:
        _hear(found, event)
    for stretch in found.values():
        stretch.is_stored = _ends_when_stored(stretch.name, facts)
    for step in stored:
        _meet(found, step)
    _count_sections(found.get(_WRITING), stored)
    begun = sorted(found.values(), key=lambda s: s.began)
    for place, stretch in enumerate(begun):
        later = [s.began for s in begun[place + 1 :]]
        by_itself = stretch.is_stored or (facts.engine.is_model and stretch.name == _WRITING)
        is_uncounted = not stretch.total or stretch.name == _RESEARCHING  # it may find less
        if not stretch.is_done and (finished or (later and is_uncounted and not by_itself)):
            stretch.ended = True
            stretch.last = max(stretch.last, min(later, default=math.inf))
        until = stretch.last if stretch.is_done else math.inf
        stretch.seconds = worked_s(spans, stretch.began, until)
    return tuple(begun)


def step_shown(name: str) -> str:
    """The step as which one of this name is shown."""
    if _READ_TOGETHER.match(name):
        return "Reading papers"
    if _DIALOGUE.match(name):
        return _ASKING
    if _OF_A_TREE.match(name):
        return _RESEARCHING
    return _WRITING if _SECTION.match(name) else name


def _hear(found: dict[str, Stretch], event: RunEvent) -> None:
    name = step_shown(event.step)
    stretch = found.setdefault(name, Stretch(name, event.at, event.at))
    stretch.last, stretch.message = event.at, event.message
    if event.total:
        stretch.done, stretch.total = event.done, event.total


def _meet(found: dict[str, Stretch], step: RunStep) -> None:
    """A stored step. Sections are stored one by one and shown as one step, whose events count them,
    as other counted steps' do."""
    ended = step.started_at + step.seconds
    name = step_shown(step.name)
    stretch = found.setdefault(name, Stretch(name, step.started_at, ended))
    if stretch.is_stored or not stretch.is_done:
        stretch.began, stretch.last = min(stretch.began, step.started_at), max(stretch.last, ended)
    stretch.ended = stretch.ended or name == step.name


def _ends_when_stored(name: str, facts: RunFacts) -> bool:
    return facts.engine.is_model and facts.kind in _BY_STEPS and name in _STORED


def _count_sections(writing: Stretch | None, stored: Sequence[RunStep]) -> None:
    """With those that an earlier attempt stored; one that was written again counts once."""
    if writing and writing.total:
        numbers = {found[1] for step in stored if (found := _SECTION.match(step.name)) and found[1]}
        writing.done = min(writing.total, max(writing.done, len(numbers)))
