"""Lists of actions made one: no near-duplicates. Rules and models propose side by side. Source:
MySQA §2.2."""

from collections.abc import Sequence

from myscholar.actions.checks import by_model
from myscholar.actions.conflicts import near_duplicates, say_the_same
from myscholar.domain.actions import Action
from myscholar.text.similarity import overlap

SAME_WORDING = 0.9
"""Share of the shorter tldr's content words in the other, from which two actions with the same verb
read alike."""


def merge(*lists: Sequence[Action]) -> tuple[Action, ...]:
    """All actions in order, each proposal once; earlier lists win, and the user's own actions win
    over all.

    A dropped double passes on that it was switched on, emphasized or, if the kept one has none, its
    inference. Ids that occur twice get a number appended.
    """
    everything = list(enumerate(a for actions in lists for a in actions))
    kept: dict[int, Action] = {}
    for place, action in sorted(everything, key=lambda placed: placed[1].origin != "user"):
        twin = next((at for at, other in kept.items() if same(action, other)), None)
        if twin is None:
            kept[place] = action
        else:
            kept[twin] = _with_what_is_lost(kept[twin], action)
    return _with_own_ids([kept[place] for place in sorted(kept)])


def same(a: Action, b: Action) -> bool:
    """Whether a reader would see one proposal twice."""
    if by_model(a) or by_model(b):
        return say_the_same(a, b)
    if near_duplicates(a.directive, b.directive):
        return True
    return (
        a.directive.verb is b.directive.verb
        and a.directive.filters == b.directive.filters
        and overlap(a.tldr, b.tldr) >= SAME_WORDING
    )


def _with_what_is_lost(kept: Action, dropped: Action) -> Action:
    return kept.model_copy(
        update={
            "enabled": kept.enabled or dropped.enabled,
            "emphasis": kept.emphasis or dropped.emphasis,
            "inference_id": kept.inference_id or dropped.inference_id,
        }
    )


def _with_own_ids(actions: Sequence[Action]) -> tuple[Action, ...]:
    seen: set[str] = set()
    result = []
    for action in actions:
        action_id, n = str(action.action_id), 2
        while action_id in seen:
            action_id, n = f"{action.action_id}-{n}", n + 1
        seen.add(action_id)
        result.append(
            action
            if action_id == action.action_id
            else action.model_copy(update={"action_id": action_id})
        )
    return tuple(result)
