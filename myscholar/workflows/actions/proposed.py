"""Actions chosen by their number on the list that a question was last given."""

from typing import NamedTuple

from myscholar.domain.actions import Action, ActionList, Stage
from myscholar.domain.profile import Profile
from myscholar.domain.runs import RunKind
from myscholar.text.question import check_question
from myscholar.workflows.actions.choose_actions import choose_only, recheck
from myscholar.workflows.actions.learned import remember_choices
from myscholar.workflows.jobs import made_by
from myscholar.workflows.numbered import numbers_in
from myscholar.workflows.services import Services

_NEWEST = 50
"""So many runs are looked at."""


class Proposed(NamedTuple):
    """A list, and when it was proposed as an ISO 8601 time."""

    actions: ActionList
    at: str


def in_order(actions: ActionList) -> tuple[Action, ...]:
    """As they are numbered from 1: by where they take hold."""
    stages = tuple(Stage)
    return tuple(sorted(actions.actions, key=lambda action: stages.index(action.stage)))


def last_proposed(services: Services, question: str, profile: Profile | None) -> Proposed | None:
    """What was last proposed for this question and profile. Raises EmptyQuestion,
    QuestionTooLong."""
    asked = check_question(question)
    for head in services.runs.finished((RunKind.ACTIONS,), _NEWEST):
        if head.title == asked:
            made: ActionList = made_by(services, head.run_id)
            if made.profile_id == (profile.profile_id if profile else None):
                return Proposed(made, head.created_at)
    return None


def choose_numbers(services: Services, actions: ActionList, said: str) -> ActionList:
    """Those of these numbers are switched on ("1,4,7", "2-5", "all", "none"), with fresh doubts;
    the choice is remembered. Raises InputError."""
    listed = in_order(actions)
    wanted = {listed[n - 1].action_id for n in numbers_in(said, len(listed))}
    chosen = recheck(choose_only(actions, wanted))
    remember_choices(services, chosen, [action.action_id for action in actions.chosen])
    return chosen
