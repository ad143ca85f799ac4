"""What a report could do for this reader and question. Source: MySQA §2.2, D.3-D.5."""

from collections.abc import Collection
from enum import StrEnum
from typing import NewType

from pydantic import Field

from myscholar.domain.evidence import ActionId, SearchFilters
from myscholar.domain.flags import Flag
from myscholar.domain.model import Document, Frozen
from myscholar.domain.profile import InferenceId, ProfileId

ActionListId = NewType("ActionListId", str)


class Stage(StrEnum):
    """Where in the making of the report the action takes hold. Source: MySQA D.3, D.5."""

    SEARCH_ADD = "search_add"
    SEARCH_REFINE = "search_refine"
    ORGANIZATION = "organization"
    GENERATION = "generation"


class Category(StrEnum):
    """What the reader will notice. Source: MySQA §2.2, D.4 (there: content, explanation style,
    specificity, usefulness)."""

    CONTENT = "content"
    STYLE = "style"
    SPECIFICITY = "specificity"
    RESEARCH_IDEAS = "research_ideas"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ").capitalize()


class Verb(StrEnum):
    """What the report writer does with the directive's terms."""

    SEARCH = "search"
    """Also search for the terms."""
    FOCUS = "focus"
    """Read the question in the sense of the terms: passages about them rank first, nothing is shut
    out."""
    EXCLUDE = "exclude"
    """Leave out papers about the terms."""
    LIMIT = "limit"
    """Apply the filters."""
    ADD_SECTION = "add_section"
    """A section on the terms."""
    SKIP_SECTION = "skip_section"
    """No section on the terms (background, definitions, history ...)."""
    COMPARE = "compare"
    """A table that sets papers or methods side by side."""
    LIST = "list"
    """Bullet points instead of prose."""
    ORDER_BY_YEAR = "order_by_year"
    """Oldest first within sections, so that the development shows."""
    BRIEF = "brief"
    """Fewer, shorter sections."""
    DEFINE = "define"
    """Explain the terms where they first occur, by quoted definitions."""
    SKIP_DEFINITIONS = "skip_definitions"
    """No sentences that only define terms."""
    NUMBERS = "numbers"
    """Prefer sentences with measured results."""
    LIMITATIONS = "limitations"
    """Say what the cited work can't do: prefer sentences that state limits, failures, caveats."""
    CONNECT = "connect"
    """Relate findings to the reader's own papers, which are named."""
    NEXT_STEPS = "next_steps"
    """A section of open questions that could be a next study, drawn from the cited papers."""
    FREE = "free"
    """Nothing above fits: the words are used as a search and a focus, and the outcome says so."""


class Wish(StrEnum):
    """What an action's words ask for beside its verb: forms of the report, a place in it, what it
    draws on, and conditions on papers (named as the filters that they may become)."""

    TABLE = "table"
    FIGURE = "figure"
    CODE = "code"
    HEADINGS = "headings"
    FORMULAS = "formulas"
    LIST = "list"
    FIRST = "first"
    """Something is to stand first: "put papers with code first"."""
    LAST = "last"
    """Something is to stand at the end: "end with open questions"."""
    SIDE_BY_SIDE = "side_by_side"
    """Speaks of a table or the like, be it as a form or as the place where something is to go."""
    OWN_WORK = "own_work"
    """Speaks of the reader's own papers, methods or results."""
    IDEAS = "ideas"
    """Speaks of experiments, hypotheses, directions: what no source can bear out."""
    VENUE = "venue"
    FIELD = "field"
    MIN_CITATIONS = "min_citations"
    OPEN_ACCESS = "open_access"
    YEAR_MIN = "year_min"
    YEAR_MAX = "year_max"


class Directive(Frozen):
    """An action in the form that the report writer executes."""

    verb: Verb
    terms: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """What is denied: "reference answers" of "put papers without reference answers first". Whatever
    serves the terms must not be about these."""
    filters: SearchFilters = SearchFilters()


class Action(Frozen):
    """One thing the report can do. `tldr` < 15 words; `text` < 30 words, "I can ..., which might
    help you ...". Source: MySQA D.3."""

    action_id: ActionId
    tldr: str = Field(min_length=1, max_length=2000)
    text: str = Field(min_length=1, max_length=4000)
    stage: Stage
    category: Category
    personalized: bool
    inference_id: InferenceId | None = None
    directive: Directive
    wishes: tuple[Wish, ...] | None = None
    """Read from the words when they were written; None in actions stored before that."""
    enabled: bool = False
    """Whether it is carried out. A proposal marks its defaults so."""
    emphasis: bool = False
    saves_time: bool = False
    wild_card: bool = False
    """Deliberately outside the reader's habits, against filter bubbles. Source: MySQA §5, Lesson
    1."""
    origin: str = "extractive"
    wording: str = ""
    """Fingerprint of `tldr` and `text` as a model proposed them with this directive; empty where
    words are read by rules. Tells an edited file."""
    flags: tuple[Flag, ...] = ()

    @property
    def is_own(self) -> bool:
        """Added by the researcher, not proposed."""
        return self.action_id.startswith("u")

    def has_wish(self, wish: Wish) -> bool:
        return wish in (self.wishes or ())


class Omission(StrEnum):
    """Why a model's proposal is not on the list."""

    REPEATS = "repeats"
    """It asks for the same as another action."""
    BEYOND = "beyond"
    """The tool can't carry it out."""
    NO_PAPERS = "no_papers"
    """It speaks of the reader's own papers, and there are none."""
    UNREADABLE = "unreadable"
    """It says nothing, or more than anyone would read."""
    WITHHELD = "withheld"
    """It is on who the reader is, or holds an address: its words are shown to nobody."""
    TOO_MANY = "too_many"
    """Its stage had as many as were asked for."""


class LeftOut(Frozen):
    """A model's proposal that is not on the list, and why: nothing vanishes silently."""

    tldr: str
    reason: Omission
    detail: str = ""
    """The short line of the action that it repeats, or the words that ask too much."""
    near: ActionId | None = None
    """The action that it repeats."""
    action: Action | None = None
    """What `with_left_out` brings back, switched off; None for what nobody could read."""


class ActionList(Document):
    """The actions proposed for one question."""

    question: str
    actions: tuple[Action, ...]
    profile_id: ProfileId | None = None
    engine: str = "extractive"
    hints: tuple[str, ...] = ()
    """What is doubtful about the question itself: vague, or two questions in one."""
    topics: tuple[str, ...] = ()
    """What the question is about, the most telling first."""
    left_out: tuple[LeftOut, ...] = ()

    @property
    def chosen(self) -> tuple[Action, ...]:
        return tuple(a for a in self.actions if a.enabled)

    def with_left_out(self, wanted: Collection[str]) -> "ActionList":
        """Those of what was left out that have these ids stand at the end, switched on."""
        back = [o.action for o in self.left_out if o.action and o.action.action_id in wanted]
        on = (a.model_copy(update={"enabled": True}) for a in back)
        still = tuple(o for o in self.left_out if o.action not in back)
        return self.model_copy(update={"actions": (*self.actions, *on), "left_out": still})
