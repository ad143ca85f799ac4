"""One question with everything a person set for it: what a screen shows again after a reload."""

from typing import NewType

from myscholar.domain.actions import ActionList
from myscholar.domain.evidence import ActionId, SearchFilters
from myscholar.domain.interaction import ResearchPlan
from myscholar.domain.model import Frozen
from myscholar.domain.profile import ProfileId
from myscholar.domain.runs import RunId

InquiryId = NewType("InquiryId", str)


class Inquiry(Frozen):
    """`sources` empty: everything there is. `actions` are the proposal as the person changed it."""

    inquiry_id: InquiryId
    question: str
    sources: tuple[str, ...] = ()
    filters: SearchFilters = SearchFilters()
    with_tables: bool = True
    with_actions: bool = True
    """False: the report is written at once, without looking at actions."""
    research: ResearchPlan | None = None
    """How it is researched beyond one search, and how the person takes part in that."""
    profile_id: ProfileId | None = None
    recorded: bool = False
    """Recorded answers are played for it, as long as question, reader and sources stay those of the
    recording."""
    actions: ActionList | None = None
    defaults: tuple[ActionId, ...] = ()
    """Those of the actions that the proposal had switched on."""
    newest: tuple[ActionId, ...] = ()
    """Those that came last, when more were asked for."""
    exhausted: bool = False
    """More were asked for, and there were none."""
    clarifying: RunId | None = None
    """The run that asks about the question, until what it made is taken or put aside."""
    rephrased: str = ""
    """What that run made of the question, as the person edits it; empty: as the run made it."""
    other_wording: str = ""
    """The question as it was before a summary took its place, or that summary, to be gone back
    to."""
    proposing: RunId | None = None
    """The run that proposes actions, or more of them, while it goes on."""
    head_start: RunId | None = None
    reports: tuple[RunId, ...] = ()
    """Reports written for it, the oldest first."""
    created_at: str = ""
    """ISO 8601 time."""
