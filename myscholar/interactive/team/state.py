"""What the agents of a team hand each other. Source: IDRBench §3.1, figure 2."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Self

from pydantic import Field, field_validator, model_validator

from myscholar.domain.dialogue import Question
from myscholar.domain.interaction import (
    ROOT,
    AspectOrigin,
    CoverageAt,
    Learning,
    NodeId,
    NodeOrigin,
    NodeStatus,
    Persona,
    PersonaAspect,
    ResearchNode,
    Turn,
    section_wish,
)
from myscholar.domain.model import Frozen
from myscholar.domain.papers import PaperId
from myscholar.domain.profile import Profile
from myscholar.domain.report import QueryResult
from myscholar.domain.text import fold, one_line, shorten
from myscholar.interactive.team.budget import MOST_QUESTIONS
from myscholar.text.terms import content_stems

_RESEARCHED = frozenset({NodeStatus.EXPLORED, NodeStatus.EMPTY})
SAME_DIRECTION = 0.75
"""Share of the content words of two directions that both have, from which they are one; by hand."""
PARTLY = 0.5
"""Share of an aspect's content words up to which it is not found; by hand."""
LONGEST = 120
"""Characters of a direction's name, and of its query; by hand."""


class Dimension(Frozen):
    """One side of a question that can be researched for itself."""

    name: str = Field(min_length=1)
    """As a person reads it."""
    query: str = Field(min_length=1)
    """As a search engine takes it."""
    reason: str = ""

    @field_validator("name", "query", mode="before")
    @classmethod
    def _is_short(cls, said: str) -> str:
        return shorten(one_line(said), LONGEST)


class Brief(Frozen):
    """What the whole team works towards. Source: IDRBench §3.1.1, Planner."""

    scope: str = Field(min_length=1)
    objectives: tuple[str, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    """The most important first."""


class ResearchTask(Frozen):
    """What the supervisor gives to one researcher."""

    task_id: NodeId
    dimension: Dimension
    origin: NodeOrigin = NodeOrigin.PROPOSED

    @property
    def name(self) -> str:
        return self.dimension.name


class Reflection(Frozen):
    """What a researcher makes of what its searches found so far."""

    learnings: tuple[Learning, ...] = ()
    gaps: tuple[str, ...] = ()
    """What the task asks for and no paper found speaks of, a few words each."""
    next_query: str = ""
    """Empty: there is no need to search on."""
    n_papers: int = Field(default=0, ge=0)
    """That speak of the task."""
    read: tuple[PaperId, ...] = ()
    """Papers that a model was shown for it."""


class TaskReport(Frozen):
    """What a researcher hands back."""

    task: ResearchTask
    results: tuple[QueryResult, ...] = ()
    reflection: Reflection = Reflection()
    n_searches: int = Field(default=0, ge=0)

    @property
    def is_empty(self) -> bool:
        return not self.reflection.learnings


class Evaluation(Frozen):
    """Whether to ask, and why. Source: IDRBench §3.1.2, figure 4."""

    should_ask: bool
    reason: str


class Option(Frozen):
    """What choosing one of a question's choices changes."""

    wanted: tuple[Dimension, ...] = ()
    refused: tuple[str, ...] = ()
    wish: str = ""
    """As words that become an action."""
    is_enough: bool = False
    """Nothing more is researched."""


class StageQuestion(Frozen):
    """A question and, where the engine knows them beforehand, what its choices change."""

    question: Question
    options: tuple[Option, ...] = ()
    """One a choice, in their order; none where a reply is read as a whole."""

    @model_validator(mode="after")
    def _one_a_choice(self) -> Self:
        if self.options and len(self.options) != len(self.question.choices):
            raise ValueError("a question has as many options as choices, or none")
        return self


class Consultation(Frozen):
    """Why a person is asked, or not, and what."""

    evaluation: Evaluation
    summary: str = ""
    """Where the research stands, to be read before the questions."""
    questions: tuple[StageQuestion, ...] = Field(default=(), max_length=MOST_QUESTIONS)


class TeamChange(Frozen):
    """What a reply changes."""

    wanted: tuple[Dimension, ...] = ()
    """Chosen of what was offered."""
    added: tuple[Dimension, ...] = ()
    """In the person's own words."""
    left: tuple[Dimension, ...] = ()
    """Offered and not chosen."""
    refused: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    is_enough: bool = False
    notes: tuple[str, ...] = ()


class TeamState(Frozen):
    """All that is known so far. What changes it gives a new one."""

    question: str
    persona: Persona = Persona()
    profile: Profile | None = None
    brief: Brief | None = None
    reports: tuple[TaskReport, ...] = ()
    """The first look at the question, then the tasks; none that was refused afterwards."""
    nodes: tuple[ResearchNode, ...] = ()
    coverage: tuple[CoverageAt, ...] = ()
    turns: tuple[Turn, ...] = ()
    offered: tuple[str, ...] = ()
    """Names of directions that some question offered, whatever was replied."""
    wanted: tuple[Dimension, ...] = ()
    """Asked for by the person and not researched yet."""
    own: tuple[str, ...] = ()
    """Names of directions in the person's own words."""
    left: tuple[str, ...] = ()
    """Names of what the person did not choose."""
    refused: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    n_rounds: int = 0
    n_kept: int = 0
    """States that others may see."""
    is_enough: bool = False

    @property
    def dimensions(self) -> tuple[Dimension, ...]:
        return self.brief.dimensions if self.brief else ()

    @property
    def done(self) -> tuple[TaskReport, ...]:
        """The tasks alone."""
        return tuple(r for r in self.reports if r.task.task_id != ROOT)

    @property
    def results(self) -> tuple[QueryResult, ...]:
        return tuple(result for report in self.reports for result in report.results)

    @property
    def learnings(self) -> tuple[Learning, ...]:
        return tuple(each for report in self.reports for each in report.reflection.learnings)

    @property
    def sections_wanted(self) -> tuple[str, ...]:
        """What the person asked to be looked into and papers speak of, as wishes for the report."""
        asked = {fold(a.text) for a in self.persona.wanted if a.origin is AspectOrigin.REPLY}
        found = (r.task.name for r in self.done if not r.is_empty and fold(r.task.name) in asked)
        return tuple(map(section_wish, found))

    @property
    def choices_made(self) -> tuple[object, ...]:
        """What the person said about what is researched."""
        return self.wanted, self.left, self.refused, self.is_enough

    def is_settled(self, name: str) -> bool:
        """Whether it was researched already, or the person turned it down."""
        begun = (n for n in self.nodes if n.node_id != ROOT and n.status is not NodeStatus.LEFT)
        settled = (*(node.direction for node in begun), *self.refused)
        return any(is_same_direction(name, other) for other in settled)

    def is_open(self, name: str) -> bool:
        """Whether it is neither settled nor was passed over."""
        return not (
            self.is_settled(name) or any(is_same_direction(name, other) for other in self.left)
        )

    def with_brief(self, brief: Brief) -> Self:
        return self.model_copy(update={"brief": brief})

    def with_reports(self, reports: Iterable[TaskReport]) -> Self:
        """The next round, or the first look."""
        new = tuple(reports)
        named = {fold(report.task.name) for report in new}
        state = self.model_copy(
            update={
                "reports": (*self.reports, *new),
                "nodes": (*self._without_left(named), *map(_node_of, new)),
                "left": tuple(name for name in self.left if fold(name) not in named),
                "n_rounds": self.n_rounds + all(r.task.task_id != ROOT for r in new),
                "wanted": tuple(d for d in self.wanted if all(d.name != r.task.name for r in new)),
            }
        )
        aspects = tuple(
            a.model_copy(update={"coverage": covered(a.text, state.learnings)})
            for a in state.persona.aspects
        )
        at = CoverageAt(
            node_id=new[-1].task.task_id,
            aspects=tuple(a.text for a in aspects),
            coverage=tuple(a.coverage for a in aspects),
        )
        persona = state.persona.model_copy(update={"aspects": aspects})
        update = {"persona": persona, "coverage": (*state.coverage, at)}
        return state.model_copy(update=update)

    def with_turns(self, asked: Iterable[StageQuestion], turns: Iterable[Turn]) -> Self:
        offered = (d.name for each in asked for option in each.options for d in option.wanted)
        update = {"turns": (*self.turns, *turns), "offered": (*self.offered, *offered)}
        return self.model_copy(update=update)

    def with_note(self, note: str) -> Self:
        return self.model_copy(update={"notes": (*self.notes, note)})

    def changed(self, change: TeamChange) -> Self:
        """With what a reply said: what was asked for is researched next, what was refused counts no
        more, and both become aspects of the persona."""
        known = [n.direction for n in self.nodes if n.status in _RESEARCHED and n.node_id != ROOT]

        def is_known(name: str) -> bool:
            return any(is_same_direction(name, other) for other in known)

        every = _distinct((*change.added, *change.wanted))
        asked = tuple(d for d in every if not is_known(d.name))
        again = (f"“{d.name}” was looked into already." for d in every if is_known(d.name))
        stays = {fold(d.name) for d in asked}
        refused = tuple(r for r in change.refused if fold(r) not in stays)
        before = {fold(name) for name in self.left}
        left = tuple(d for d in change.left if fold(d.name) not in stays | before)
        gone = (*self.refused, *refused)

        def is_gone(name: str) -> bool:
            return any(share_held(other, name) == 1 or fold(other) == fold(name) for other in gone)

        waiting = _distinct((*asked, *(d for d in self.wanted if not is_gone(d.name))))
        out = {r.task.task_id for r in self.done if is_gone(r.task.name)}
        return self.model_copy(
            update={
                "wanted": waiting,
                "own": (*self.own, *(d.name for d in change.added)),
                "left": (
                    *(name for name in self.left if fold(name) not in stays),
                    *(d.name for d in left),
                ),
                "refused": gone,
                "wishes": tuple(dict.fromkeys((*self.wishes, *change.wishes))),
                "notes": (*self.notes, *change.notes, *again),
                "is_enough": self.is_enough or change.is_enough,
                "persona": self._with_aspects(asked, refused),
                "reports": tuple(r for r in self.reports if r.task.task_id not in out),
                "nodes": (
                    *(
                        _cut(node) if node.node_id in out else node
                        for node in self._without_left(stays)
                    ),
                    *self._left_nodes(left),
                ),
            }
        )

    def _with_aspects(self, asked: Iterable[Dimension], refused: Iterable[str]) -> Persona:
        said = [(d.name, False) for d in asked] + [(name, True) for name in refused]
        names = {fold(name) for name, _ in said}
        before = tuple(a for a in self.persona.aspects if fold(a.text) not in names)
        new = tuple(
            PersonaAspect(
                text=name,
                origin=AspectOrigin.REPLY,
                coverage=covered(name, self.learnings),
                refused=is_refused,
            )
            for name, is_refused in said
        )
        return self.persona.model_copy(update={"aspects": (*before, *new)})

    def _without_left(self, taken_up: Collection[str]) -> Iterator[ResearchNode]:
        """The nodes without those that were passed over and are looked into after all."""
        for node in self.nodes:
            if node.status is not NodeStatus.LEFT or fold(node.direction) not in taken_up:
                yield node

    def _left_nodes(self, left: Iterable[Dimension]) -> tuple[ResearchNode, ...]:
        ids = next_ids(self)
        return tuple(
            ResearchNode(node_id=ids(), direction=d.name, reason=d.reason, status=NodeStatus.LEFT)
            for d in left
        )


def next_ids(state: TeamState) -> Callable[[], NodeId]:
    """Gives the ids that no node has yet, counting on."""
    n = max((int(node.node_id) for node in state.nodes), default=0)

    def next_id() -> NodeId:
        nonlocal n
        n += 1
        return NodeId(str(n))

    return next_id


def is_same_direction(one: str, other: str) -> bool:
    """Whether they are the same but for a word, in any order."""
    if fold(one) == fold(other):
        return True
    first, second = set(content_stems(one)), set(content_stems(other))
    return len(first & second) >= SAME_DIRECTION * max(1, len(first | second))


def share_held(phrase: str, text: str) -> float:
    """Share of the phrase's content words that the text holds, in [0, 1]; 0 without any."""
    wanted = set(content_stems(phrase))
    return len(wanted & set(content_stems(text))) / len(wanted) if wanted else 0.0


def covered(aspect: str, learnings: Iterable[Learning]) -> float:
    """The largest share of the aspect's content words that one learning holds, in [0, 1]; 0 where
    none holds more than half, so that a lone shared word counts for nothing."""
    held = (share_held(aspect, f"{each.title}. {each.text}") for each in learnings)
    most = max(held, default=0.0)
    return most if most > PARTLY else 0.0


def _distinct(dimensions: Iterable[Dimension]) -> tuple[Dimension, ...]:
    found: dict[str, Dimension] = {}
    for dimension in dimensions:
        found.setdefault(fold(dimension.name), dimension)
    return tuple(found.values())


def _cut(node: ResearchNode) -> ResearchNode:
    return node.model_copy(update={"status": NodeStatus.CUT})


def _node_of(report: TaskReport) -> ResearchNode:
    task, found = report.task, report.reflection
    return ResearchNode(
        node_id=task.task_id,
        direction=task.name,
        reason=task.dimension.reason,
        origin=task.origin,
        status=NodeStatus.EMPTY if report.is_empty else NodeStatus.EXPLORED,
        tags=tuple(dict.fromkeys(r.record.query.text for r in report.results)),
        n_papers=found.n_papers,
        learnings=found.learnings,
    )
