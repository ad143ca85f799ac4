"""What a change of actions means for a report that is written already."""

from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.actions import Action, Stage, Verb

_SEARCHING = {Verb.SEARCH, Verb.EXCLUDE, Verb.LIMIT}


@dataclass(frozen=True)
class Changes:
    """Actions that came and went between two choices. One that was reworded did both."""

    added: tuple[Action, ...]
    removed: tuple[Action, ...]

    @property
    def all(self) -> tuple[Action, ...]:
        return (*self.added, *self.removed)

    @property
    def touch_the_search(self) -> bool:
        return any(changes_the_search(a) for a in self.all)


def changes_the_search(action: Action) -> bool:
    """Whether other papers are found for the action's sake, or fewer."""
    return (
        action.stage in (Stage.SEARCH_ADD, Stage.SEARCH_REFINE)
        or action.directive.verb in _SEARCHING
    )


def changes_between(before: Sequence[Action], after: Sequence[Action]) -> Changes:
    """By what a writer sees of an action: its words, its emphasis, what it does to the search."""
    seen_before, seen_after = {_as_written(a) for a in before}, {_as_written(a) for a in after}
    return Changes(
        added=tuple(a for a in after if _as_written(a) not in seen_before),
        removed=tuple(a for a in before if _as_written(a) not in seen_after),
    )


def _as_written(action: Action) -> tuple[object, ...]:
    return (action.action_id, action.text, action.stage, action.emphasis, action.directive)
