"""How a person takes part while a report is researched: what is asked, when, and what it changed.
Sources: STEER §2 and appendix H (tree, pauses, live persona), IDRBench §3.1 (team), IntentRL §3.4
(simulated users)."""

from enum import StrEnum
from typing import NewType, Protocol, Self

from pydantic import Field, model_validator

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.evidence import Evidence
from myscholar.domain.model import Document, Frozen
from myscholar.domain.papers import PaperId

NodeId = NewType("NodeId", str)
ROOT = NodeId("0")
MOST_TURNS = 9
"""Clarifying questions before research. Source: IntentRL A.3."""
MOST_NODES = 60
"""Nodes of one tree. By hand: the widest setting would give thousands."""


class ResearchMode(StrEnum):
    TREE = "tree"
    """Directions branch, and a person is asked where that is worth the interruption."""
    TEAM = "team"
    """A planner, a supervisor, researchers and a reporter, with questions at three stages."""


class UserKind(StrEnum):
    """Who answers."""

    LIVE = "live"
    """A person, wherever the run's questions are answered."""
    NOBODY = "nobody"
    """Nothing is asked: the tool decides."""
    SCRIPTED = "scripted"
    """Replies given beforehand, one a question; afterwards the tool decides."""
    PERSONA = "persona"
    """Simulated from a persona and its aspects. Source: STEER appendix N."""
    INTENTS = "intents"
    """Simulated from intents that it reveals when asked. Source: IntentRL §3.4, A.3."""
    REFERENCE = "reference"
    """Simulated from a text that it wants to see written. Source: IDRBench §3.1.2."""


class UserSpec(Frozen):
    """Raises ValidationError for a simulated user of whom nothing is known."""

    kind: UserKind = UserKind.LIVE
    text: str = ""
    """Of a persona, its description; of a reference, the text."""
    items: tuple[str, ...] = ()
    """Of a script, its replies in order; of a persona, its aspects; else the intents."""
    seed: int = 0

    @model_validator(mode="after")
    def _can_reply(self) -> Self:
        needs = {
            UserKind.SCRIPTED: self.items,
            UserKind.PERSONA: self.text or self.items,
            UserKind.INTENTS: self.items,
            UserKind.REFERENCE: self.text,
        }
        if not needs.get(self.kind, True):
            raise ValueError(f"nothing is said of what the {self.kind} user wants")
        return self


class User(Protocol):
    """Someone who can be asked. Source: STEER appendix N, IDRBench §3.1.2."""

    async def reply(self, question_id: str, question: Question) -> Answer:
        """An answer that the question takes. `question_id` names the moment within the run."""


class TreeLimits(Frozen):
    """What a tree may grow to and when it asks. Source: STEER §2.2-2.4."""

    base_cost: float = Field(default=0.1, ge=0, le=1, allow_inf_nan=False)
    """C0: how much an interruption costs. 0 asks whenever there is anything to gain. The default is
    the better of the paper's two (Table 2), and of ours: docs/evaluation-results.md."""
    tolerance: int = Field(default=6, ge=1, le=100)
    """Tol: about how many questions the person would answer."""
    depth: int = Field(default=2, ge=0, le=5)
    """D: levels below the question. 0: the question alone is searched."""
    breadth: int = Field(default=3, ge=1, le=8)
    """K: directions followed at each node."""
    explore_weight: float = Field(default=0.5, ge=0, le=10, allow_inf_nan=False)
    """Lambda of the exploration bonus."""
    information_weight: float = Field(default=0.5, ge=0, le=10, allow_inf_nan=False)
    """Lambda of the information gain."""


class Pausing(StrEnum):
    """Who decides at a node of a tree whether the person is asked."""

    VALUE = "value"
    """A rule: the gain of asking against its cost. Source: STEER §2.4."""
    AGENT = "agent"
    """A language model. Source: STEER §3.3, appendix N (the baseline)."""


class ResearchPlan(Frozen):
    """How a report is researched beyond one search."""

    mode: ResearchMode = ResearchMode.TREE
    persona: str = ""
    """Who asks and what they care about, in their own words."""
    user: UserSpec = UserSpec()
    tree: TreeLimits = TreeLimits()
    pausing: Pausing = Pausing.VALUE
    ahead: bool = True
    """While a question waits, the likeliest direction is explored."""


class AspectOrigin(StrEnum):
    STATED = "stated"
    """In the question or the persona's words."""
    PROFILE = "profile"
    ESTIMATED = "estimated"
    """By a model, from the question, the persona's words and the profile."""
    REPLY = "reply"


class PersonaAspect(Frozen):
    """Something the person expects the report to cover. `coverage` in [0, 1]: how far what was
    found speaks of it. Source: STEER §2.5."""

    text: str = Field(min_length=1)
    origin: AspectOrigin
    coverage: float = Field(default=0.0, ge=0, le=1)
    refused: bool = False
    """The person turned it down."""
    brought_by: tuple[NodeId, ...] = ()
    """The directions, chosen by the person, that showed that it is wanted."""


class Persona(Frozen):
    """The live estimate of who asks, within one run. Source: STEER §2.1, 2.5."""

    text: str = ""
    aspects: tuple[PersonaAspect, ...] = ()

    @property
    def wanted(self) -> tuple[PersonaAspect, ...]:
        return tuple(aspect for aspect in self.aspects if not aspect.refused)


class Learning(Frozen):
    """What a node taught. Without a model `text` is the evidence's own words; those of a `summary`
    are not the paper's."""

    text: str = Field(min_length=1)
    evidence: Evidence
    title: str
    """Of its paper."""
    year: int | None = None

    @property
    def paper_id(self) -> PaperId:
        return self.evidence.paper_id


class NodeStatus(StrEnum):
    PROPOSED = "proposed"
    """Offered, and neither followed nor left yet."""
    EXPLORED = "explored"
    EMPTY = "empty"
    """Its search found no papers."""
    LEFT = "left"
    """The person did not choose it."""
    CUT = "cut"
    """Chosen once, and turned down by a later reply or by hand."""
    MERGED = "merged"
    """What it found counts for another direction."""


class NodeOrigin(StrEnum):
    QUESTION = "question"
    PROPOSED = "proposed"
    USER = "user"


class ChangeKind(StrEnum):
    """What a person does to a direction by hand, at any time."""

    CUT = "cut"
    """It and all beneath it are followed no further and leave the report."""
    REOPEN = "reopen"
    """One that was left, cut or merged is followed after all, and what was ended with it."""
    MERGE = "merge"
    """What it and all beneath it found counts for another one, which alone branches on."""
    ADD = "add"
    """A direction beneath it, in the person's own words."""


_FITS = {
    NodeStatus.PROPOSED: (ChangeKind.CUT,),
    NodeStatus.EXPLORED: (ChangeKind.CUT, ChangeKind.MERGE, ChangeKind.ADD),
    NodeStatus.LEFT: (ChangeKind.REOPEN,),
    NodeStatus.CUT: (ChangeKind.REOPEN,),
    NodeStatus.MERGED: (ChangeKind.REOPEN,),
}


def snapshot_name(n: int) -> str:
    """The step of a run that holds its `n`th state, from 1, as an Interaction."""
    return f"Research so far {n}"


MOST_WISHES = 5
"""Sections that what a person chose on the way asks a report for; by hand."""


def section_wish(direction: str) -> str:
    """In words that become an action of the person's own."""
    return f"Add a section on {direction}"


def child_of(parent: NodeId, n: int) -> NodeId:
    """Its `n`th direction, from 1."""
    return NodeId(str(n) if parent == ROOT else f"{parent}.{n}")


def top_of(node_id: NodeId) -> NodeId:
    """The top-level direction that it belongs to; the root's own id for the root."""
    return NodeId(node_id.partition(".")[0])


class BranchValue(Frozen):
    """What is expected of a direction before it is followed. The gains and `exec_cost` lie in
    [0, 1], `confidence` too; `radius` >= 0. Source: STEER §2.4, appendix D."""

    alignment: float
    exploration: float
    information: float
    utility: float
    exec_cost: float
    confidence: float
    radius: float
    could_be_best: bool


class ResearchNode(Frozen):
    """One sub-question of the tree with what was found for it."""

    node_id: NodeId
    """ "0" is the question, "2" its second direction, "2.1" that one's first."""
    direction: str = Field(min_length=1)
    """As a person reads it."""
    reason: str = ""
    origin: NodeOrigin = NodeOrigin.PROPOSED
    is_wild_card: bool = False
    status: NodeStatus = NodeStatus.EXPLORED
    tags: tuple[str, ...] = ()
    n_papers: int = Field(default=0, ge=0)
    """That were found for it."""
    n_read: int = Field(default=0, ge=0)
    """Of these, what its learnings were looked for in; 0 also where nobody counted."""
    learnings: tuple[Learning, ...] = ()
    value: BranchValue | None = None
    """None of the root and of what a person added."""
    ended_with: NodeId | None = None
    """The direction, it or one above it, that was cut or merged by hand, and it with that one."""
    merged_into: NodeId | None = None

    @property
    def depth(self) -> int:
        return 0 if self.node_id == ROOT else self.node_id.count(".") + 1

    @property
    def parent(self) -> NodeId | None:
        if self.node_id == ROOT:
            return None
        before, dot, _ = self.node_id.rpartition(".")
        return NodeId(before) if dot else ROOT

    @property
    def top(self) -> NodeId:
        return top_of(self.node_id)

    @property
    def can_be(self) -> tuple[ChangeKind, ...]:
        """What a person may do to it by hand."""
        if self.node_id == ROOT:
            return (ChangeKind.ADD,)
        return _FITS.get(self.status, ())


class PauseDecision(Frozen):
    """Whether the person was asked at a node, and the numbers behind it: the rule's own, whoever
    decides. Source: STEER §2.4."""

    node_id: NodeId
    gain: float
    """Delta EV: cost saved less utility lost by leaving what could not be best."""
    cost: float
    """C = C0 * (1 + pauses / share of the tolerance)."""
    n_pauses: int = Field(ge=0)
    """Questions asked before in the same top-level direction."""
    tolerance_share: float = Field(gt=0)
    """Questions that this direction may take of the tolerance."""
    asked: bool
    decided_by: Pausing = Pausing.VALUE
    reason: str = ""
    """An agent's, in its own words."""
    kept: tuple[NodeId, ...] = ()
    """Directions that could be the best, by their bounds."""
    branches: tuple[NodeId, ...] = ()
    explored_ahead: NodeId | None = None
    """Explored while the question waited."""
    ahead_was_right: bool | None = None


class TreeChange(Frozen):
    """Raises ValidationError for a merge into nothing, and for nothing that is added."""

    change_id: str = Field(min_length=1)
    """Of one that is told twice, the first counts."""
    kind: ChangeKind
    node_id: NodeId
    into: NodeId | None = None
    """For MERGE alone."""
    direction: str = ""
    """For ADD alone."""
    by: str = ""
    """Who made it; empty for nobody in particular."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.into is not None) != (self.kind is ChangeKind.MERGE):
            raise ValueError("a merge, and nothing else, is into another direction")
        if bool(self.direction.strip()) != (self.kind is ChangeKind.ADD):
            raise ValueError("what is added, and nothing else, has words of its own")
        return self

    @property
    def does(self) -> tuple[ChangeKind, NodeId, NodeId | None, str]:
        """The same of two that tell the same, whoever told them and when."""
        return (self.kind, self.node_id, self.into, self.direction)


class TakenChange(Frozen):
    """A change that the tree has taken in, or could not."""

    change: TreeChange
    after: NodeId
    """The node that was done last."""
    added: NodeId | None = None
    """What the direction is called that it added."""
    refused: str = ""
    """Why nothing came of it."""


class Turn(Frozen):
    """One question with its answer. `stage` is the node's id in a tree; `planning`, `research` or
    `generation` in a team; `clarify` before research."""

    stage: str
    question: Question
    answer: Answer


class Clarification(Document):
    """A question with what its asker said about it. Source: IntentRL §3.1, E.5, E.9."""

    question: str
    turns: tuple[Turn, ...] = ()
    summary: str
    """The question again, with what was said and nothing else; the question itself where nothing
    was."""
    ended: str = ""
    """Why no more was asked."""
    engine: str = "extractive"


class CoverageAt(Frozen):
    """How far the persona's aspects were covered once a node was done; values in their order."""

    node_id: NodeId
    aspects: tuple[str, ...]
    coverage: tuple[float, ...]


class Interaction(Frozen):
    """What a person and the tool did together for one report. In the order in which it happened."""

    mode: ResearchMode
    turns: tuple[Turn, ...] = ()
    pauses: tuple[PauseDecision, ...] = ()
    nodes: tuple[ResearchNode, ...] = ()
    picked: tuple[NodeId, ...] = ()
    """Directions that a person chose, reopened or added."""
    persona: Persona = Persona()
    coverage: tuple[CoverageAt, ...] = ()
    changes: tuple[TakenChange, ...] = ()
    """What people did to the tree by hand."""
    heard: tuple[TreeChange, ...] = ()
    """While the tree grows: what they did and was not taken in when this state was kept."""
    notes: tuple[str, ...] = ()

    @property
    def taught_by(self) -> frozenset[PaperId]:
        """The papers that what was followed was learned from."""
        followed = (node for node in self.nodes if node.status is NodeStatus.EXPLORED)
        return frozenset(le.paper_id for node in followed for le in node.learnings)

    def node(self, node_id: NodeId) -> ResearchNode:
        return next(node for node in self.nodes if node.node_id == node_id)
