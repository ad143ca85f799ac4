"""What a researcher does with proposed actions: pick, edit, emphasize, add. Source: MySQA §2.2."""

from myscholar.actions.interpret import edit_action, emphasize, new_action
from myscholar.domain.actions import Action, ActionList
from myscholar.domain.evidence import ActionId
from myscholar.errors import InputError, UnknownAction
from myscholar.workflows.services import Services


def switched(actions: ActionList, action_id: str, *, on: bool) -> ActionList:
    """Raises UnknownAction. An action that is switched off is not emphasized any more."""
    action = _find(actions, action_id)
    return _with(actions, action.model_copy(update={"enabled": on, "emphasis": action.emphasis and on}))


def emphasized(actions: ActionList, action_id: str, *, on: bool) -> ActionList:
    """An emphasized action is also switched on. Raises UnknownAction."""
    return _with(actions, emphasize(_find(actions, action_id), on=on))


def reworded(actions: ActionList, action_id: str, text: str) -> ActionList:
    """The action in the user's words, read anew. Raises UnknownAction, InputError for an empty text."""
    _require_words(text)
    return _with(actions, edit_action(_find(actions, action_id), text))


def with_own_action(services: Services, actions: ActionList, text: str) -> ActionList:
    """One more action in the user's words, switched on. Raises InputError for an empty text."""
    _require_words(text)
    added = new_action(text, action_id=f"u{services.new_id()}", question=actions.question)
    return actions.model_copy(update={"actions": (*actions.actions, added)})


def without_action(actions: ActionList, action_id: str) -> ActionList:
    gone = _find(actions, action_id)
    return actions.model_copy(update={"actions": tuple(a for a in actions.actions if a != gone)})


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
