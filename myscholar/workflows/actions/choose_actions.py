"""What a researcher does with proposed actions: pick, edit, emphasize, order, add. Source: MySQA
§2.2."""

from collections.abc import Collection

from myscholar.actions.checks import AskedQuestion, check_actions
from myscholar.actions.own import edit_action, emphasize, new_action
from myscholar.domain.actions import Action, ActionList
from myscholar.domain.evidence import ActionId
from myscholar.errors import InputError, UnknownAction
from myscholar.workflows.services import Services


def switch(actions: ActionList, action_id: str, *, on: bool) -> ActionList:
    """Raises UnknownAction. An action that is switched off is not emphasized any more."""
    return _with(actions, _on(_find(actions, action_id), on))


def emphasize_one(actions: ActionList, action_id: str, *, on: bool) -> ActionList:
    """An emphasized action is also switched on. Raises UnknownAction."""
    return _with(actions, emphasize(_find(actions, action_id), on=on))


def reword(actions: ActionList, action_id: str, text: str) -> ActionList:
    """The action in the user's words, read anew. Raises UnknownAction, InputError for an empty
    text."""
    _require_words(text)
    return _with(actions, edit_action(_find(actions, action_id), text))


def add_own(services: Services, actions: ActionList, text: str) -> ActionList:
    """One more action in the user's words, switched on. Raises InputError for an empty text."""
    _require_words(text)
    added = new_action(text, action_id=f"u{services.new_id()}", question=actions.question)
    return actions.model_copy(update={"actions": (*actions.actions, added)})


def bring_back(actions: ActionList, action_id: str) -> ActionList:
    """A proposal that was left out stands on the list after all, switched on. Raises
    UnknownAction."""
    back = actions.with_left_out((action_id,))
    if back == actions:
        raise UnknownAction(action_id)
    return back


def remove(actions: ActionList, action_id: str) -> ActionList:
    gone = _find(actions, action_id)
    return actions.model_copy(update={"actions": tuple(a for a in actions.actions if a != gone)})


def move(actions: ActionList, action_id: str, to: int) -> ActionList:
    """A chosen action at another place among the chosen, counted from 0; others keep their places
    in the list.

    The first of the chosen are the first that a report takes up. Raises UnknownAction for one that
    is not chosen.
    """
    order = [a for a in actions.chosen if a.action_id != action_id]
    if len(order) == len(actions.chosen):
        raise UnknownAction(action_id)
    order.insert(max(0, to), _find(actions, action_id))
    following = iter(order)
    return actions.model_copy(
        update={"actions": tuple(next(following) if a.enabled else a for a in actions.actions)}
    )


def choose_only(actions: ActionList, wanted: Collection[str]) -> ActionList:
    """Exactly these are switched on: the defaults of a proposal, or none."""
    changed = [
        a if a.enabled == (a.action_id in wanted) else _on(a, a.action_id in wanted)
        for a in actions.actions
    ]
    return actions.model_copy(update={"actions": tuple(changed)})


def add_proposed(
    actions: ActionList, asked: ActionList, brought: ActionList
) -> tuple[ActionList, tuple[ActionId, ...]]:
    """The list as it is now with the new actions behind it, switched off, and their ids.

    `asked` is the list as it was when more were asked for, `brought` what came of it: in between it
    may have changed.
    """
    known = {a.action_id for a in (*asked.actions, *actions.actions)}
    new = tuple(_on(a, False) for a in brought.actions if a.action_id not in known)
    left_out = (*actions.left_out, *(o for o in brought.left_out if o not in asked.left_out))
    joined = {"actions": (*actions.actions, *new), "left_out": left_out}
    return actions.model_copy(update=joined), tuple(a.action_id for a in new)


def recheck(actions: ActionList) -> ActionList:
    """With fresh doubts: what is chosen, worded or added changes what contradicts, narrows or can't
    be done."""
    asked = AskedQuestion(actions.question, actions.topics) if actions.topics else actions.question
    return actions.model_copy(update={"actions": check_actions(actions.actions, asked)})


def _on(action: Action, on: bool) -> Action:
    return action.model_copy(update={"enabled": on, "emphasis": action.emphasis and on})


def _find(actions: ActionList, action_id: str) -> Action:
    for action in actions.actions:
        if action.action_id == ActionId(action_id):
            return action
    raise UnknownAction(action_id)


def _with(actions: ActionList, changed: Action) -> ActionList:
    kept = tuple(changed if a.action_id == changed.action_id else a for a in actions.actions)
    return actions.model_copy(update={"actions": kept})


def _require_words(text: str) -> None:
    if not any(c.isalnum() for c in text):
        raise InputError("Say in a few words what the report should do.")
