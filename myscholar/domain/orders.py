"""What a person can ask for, one value each: whoever asks builds one, and a run is given it."""

from enum import StrEnum

from pydantic import Field

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import ActionId, SearchFilters
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.profile import Profile
from myscholar.domain.runs import RunId, RunKind


class SentFile(Frozen):
    """An upload that waits to be read: `file` is its path below the run's folder of uploads."""

    name: str
    file: str


class ReadPapersOrder(Frozen):
    """What is read into which library. `lines` are links, ids, DOIs and titles; never files of this
    machine."""

    library: str
    relation: Relation
    lines: tuple[str, ...] = ()
    files: tuple[SentFile, ...] = ()


class ProfileOrder(Frozen):
    """What a profile is inferred from."""

    papers: tuple[Paper, ...]
    name: str
    engine: Engine = Engine.LLM


class ActionsOrder(Frozen):
    """What actions are proposed for; `more` and `like` ask for further ones."""

    question: str
    profile: Profile | None = None
    sources: tuple[str, ...] = ()
    more: ActionList | None = None
    like: Action | None = None
    engine: Engine = Engine.LLM


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


class ReportOrder(Frozen):
    """Everything that a report is to be, in one value. `actions` are the chosen ones."""

    question: str
    actions: tuple[Action, ...] = ()
    profile: Profile | None = None
    sources: tuple[str, ...] = ()
    filters: SearchFilters = SearchFilters()
    visibility: Visibility = Visibility.ALL
    """Which actions each step is shown. Source: MySQA A.5, Table 6."""
    with_tables: bool = True
    head_start: RunId | None = None
    """The run that went ahead with the question alone."""
    engine: Engine = Engine.LLM
    """Never `auto`: whoever begins a run decides. Orders from before there was a choice are a
    language model's."""


class RewriteOrder(Frozen):
    """A report again: with other actions, with one section (counted from 0) written anew, or with
    an action tried once more."""

    base: RunId
    actions: tuple[Action, ...] | None = None
    section: int | None = Field(default=None, ge=0)
    again: int = Field(default=1, ge=1)
    """Which new version of the section this is: another number gives another text."""
    retry: ActionId | None = None
    engine: Engine | None = None
    """What makes the change; None: the engine that wrote the report."""


class FollowUpOrder(Frozen):
    """A report edited as the instruction says."""

    base: RunId
    instruction: str
    engine: Engine | None = None
    """As for a rewrite."""


ORDERS: dict[RunKind, type[Frozen]] = {
    RunKind.PROFILE: ProfileOrder,
    RunKind.ACTIONS: ActionsOrder,
    RunKind.HEAD_START: ReportOrder,
    RunKind.REPORT: ReportOrder,
    RunKind.REWRITE: RewriteOrder,
    RunKind.FOLLOW_UP: FollowUpOrder,
}
"""What a run of each kind is given; papers to read lie on one machine and are no part of a
recording."""
