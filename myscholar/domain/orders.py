"""What a person can ask for, one value each: a surface builds one, and a run is given it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import BeforeValidator, Field

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.answers import ReportAnswer
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import ActionId, SearchFilters
from myscholar.domain.interaction import (
    MOST_TURNS,
    Clarification,
    ResearchPlan,
    TreeChange,
    UserSpec,
)
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId, Relation
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunKind
from myscholar.domain.tables import MOST_ROWS, PaperTable

Made = TypeVar("Made")
OrderT = TypeVar("OrderT", bound="Order[Any]")


class Order(Frozen, Generic[Made]):
    """One thing that a run of its kind can make a `Made` of."""

    kind: ClassVar[RunKind]


class SentFile(Frozen):
    """An upload that waits to be read: `file` is its path below the run's folder of uploads."""

    name: str
    file: str


class PapersRead(Frozen):
    """What became of an order: the papers as they are called in the library, and what could not be
    read."""

    library: str
    paper_ids: tuple[PaperId, ...] = ()
    n_new: int = 0
    problems: tuple[str, ...] = ()


class ReadPapersOrder(Order[PapersRead]):
    """What is read into which library. `lines` are links, ids, DOIs and titles; never files of this
    machine."""

    kind = RunKind.PAPERS
    library: str
    relation: Relation
    lines: tuple[str, ...] = ()
    files: tuple[SentFile, ...] = ()
    years: dict[PaperId, int] = Field(default_factory=dict)
    """Of papers that come without one, as the user knows it."""


class ProfileOrder(Order[Profile]):
    """What a profile is inferred from; the same paper twice counts once."""

    kind = RunKind.PROFILE
    papers: tuple[Paper, ...]
    name: str = "My profile"
    engine: Engine = Engine.AUTO


class UpdateProfileOrder(Order[Profile]):
    """A profile that is to rest on these papers from now on: the edits by hand and what still holds
    stay."""

    kind = RunKind.PROFILE_UPDATE
    profile: Profile
    papers: tuple[Paper, ...]
    is_kept: bool = False
    """Whether the saved profile of this id is meant, with what was done to it since, and is saved
    again; else a profile of a file or a script."""
    engine: Engine = Engine.AUTO
    """What reads them; `auto`: the engine that made the profile, where it is at hand. Nothing is
    asked of a model where papers are only removed."""


class ActionsOrder(Order[ActionList]):
    """What actions are proposed for: generic ones, and personalized ones if there is a profile."""

    kind = RunKind.ACTIONS
    question: str
    profile: Profile | None = None
    sources: tuple[str, ...] = ()
    """Only local ones are looked at, by default all."""
    more: ActionList | None = None
    """A list that further ones are asked for."""
    like: Action | None = None
    """One of them that the further ones should be like."""
    engine: Engine = Engine.AUTO


class ClarifyOrder(Order[Clarification]):
    """A question asked about before research, and rewritten with what was said."""

    kind = RunKind.CLARIFY
    question: str
    profile: Profile | None = None
    sources: tuple[str, ...] = ()
    """Only local ones are looked at, by default all."""
    filters: SearchFilters = SearchFilters()
    user: UserSpec = UserSpec()
    max_turns: int = Field(default=MOST_TURNS, ge=1, le=MOST_TURNS)
    engine: Engine = Engine.AUTO
    asker: str = ""
    """Folder of a trained asker, which asks in the place of the engine; empty: none."""


class Visibility(StrEnum):
    """Where actions are shown. `all` is the best variant of the paper's ablation and the
    product's."""

    ALL = "all"
    """Every action in every prompt."""
    RELEVANT = "relevant"
    """Each action only where it takes hold: those about the search in planning and quoting, and so
    on."""
    INCREMENTAL = "incremental"
    """Each action where it takes hold and in all later prompts."""
    ONE_PROMPT = "one_prompt"
    """Every action in the search plan and in the one prompt that writes the whole report."""


class AskedReport(Frozen):
    """Everything that a report is to be. Of the actions only enabled ones are carried out."""

    question: str
    actions: tuple[Action, ...] = ()
    profile: Profile | None = None
    sources: tuple[str, ...] = ()
    filters: SearchFilters = SearchFilters()
    visibility: Visibility = Visibility.ALL
    """Which actions each step of a language model is shown. Source: MySQA A.5, Table 6."""
    with_tables: bool = True
    head_start: RunId | None = None
    """The run that went ahead with the question alone."""
    engine: Engine = Engine.AUTO


class ReportOrder(AskedReport, Order[Report]):
    """A report, written."""

    kind = RunKind.REPORT
    research: ResearchPlan | None = None
    """How it is researched beyond one search: a tree, a team."""

    @property
    def ahead(self) -> "HeadStartOrder":
        """What can be done of it before its actions are chosen."""
        return HeadStartOrder(
            question=self.question,
            profile=self.profile,
            sources=self.sources,
            filters=self.filters,
            engine=self.engine,
        )


class HeadStartOrder(AskedReport, Order[None]):
    """The report's question, sources and filters: what it needs of them is done ahead, and taken
    over from the run. A language model's; it makes nothing to read."""

    kind = RunKind.HEAD_START

    @property
    def report(self) -> ReportOrder:
        """What it goes ahead of."""
        return ReportOrder.model_validate(self.model_dump())


class RewriteOrder(Order[Report]):
    """A report again: with other actions, with one section (counted from 0) written anew, with an
    action tried once more, or from its tree changed by hand."""

    kind = RunKind.REWRITE
    base: RunId
    actions: tuple[Action, ...] | None = None
    section: int | None = None
    again: int = 1
    """Which new version of the section this is: another number gives another text."""
    retry: ActionId | None = None
    tree: tuple[TreeChange, ...] = ()
    """The tree goes on from where it ended, with these changes; what it found stays found."""
    engine: Engine | None = None
    """What makes the change; None: the engine that wrote the report."""


class FollowUpOrder(Order[Report]):
    """A report edited as the instruction says, or with an answer about it taken in."""

    kind = RunKind.FOLLOW_UP
    base: RunId
    instruction: str = ""
    answer: RunId | None = None
    """The answer that becomes the last section, as it stands."""
    engine: Engine | None = None
    """As for a rewrite."""


class AnswerOrder(Order[ReportAnswer]):
    """A question to a finished report."""

    kind = RunKind.ANSWER
    base: RunId
    question: str
    search: bool = False
    """Whether papers are searched beyond those that the report's run kept."""
    engine: Engine = Engine.AUTO


class TableOrder(Order[PaperTable]):
    """Papers side by side in columns of the reader's own words; with a `base`, that table with
    these columns and papers besides, of which only the new cells are asked.

    The rows are a report's papers, else the best `limit` of the sources for the question, else all
    of the one library that is named.
    """

    kind = RunKind.TABLE
    columns: tuple[str, ...] = ()
    """Empty: the usual ones; of a table that grows, none."""
    title: str = ""
    report: RunId | None = None
    with_found: bool = False
    """Of a report also the papers that it found and does not cite."""
    question: str = ""
    sources: tuple[str, ...] = ()
    limit: int = Field(default=40, ge=1, le=MOST_ROWS)
    base: RunId | None = None
    engine: Engine = Engine.AUTO


ORDERS: dict[RunKind, type[Order[Any]]] = {
    order.kind: order
    for order in (
        ReadPapersOrder,
        ProfileOrder,
        UpdateProfileOrder,
        ActionsOrder,
        ClarifyOrder,
        ReportOrder,
        HeadStartOrder,
        RewriteOrder,
        FollowUpOrder,
        AnswerOrder,
        TableOrder,
    )
}


def read_order(kind: type[OrderT], inputs: Mapping[str, Any]) -> OrderT:
    """An order as it was stored. Raises ValidationError."""
    return kind.model_validate(_with_engine(inputs) if "engine" in kind.model_fields else inputs)


def _with_engine(stored: Any) -> Any:
    """Stored orders say who does the work; those from before there was a choice are a language
    model's, and a change's is its report's."""
    if not isinstance(stored, Mapping) or "engine" in stored or "base" in stored:
        return stored
    return {**stored, "engine": Engine.LLM}


StoredReportOrder = Annotated[ReportOrder, BeforeValidator(_with_engine)]
"""What a report that is kept was ordered as."""
