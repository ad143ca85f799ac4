"""The settings in the words of the screen: what each is called, and what to enter where something
can't be used."""

from collections.abc import Sequence

from myscholar.errors import BadSettings
from myscholar.surfaces.web.remedies import explain
from myscholar.workflows.models.edit_settings import SettingsChange
from myscholar.workflows.models.model_keys import OWN_SERVER

ROLES = {
    "profile": "Profiles",
    "actions": "Actions",
    "quotes": "Quotes",
    "report": "Reports",
    "judge": "Checks",
}
ENGINE, MODEL, BUDGET = (
    "Profiles, actions and reports are made by",
    "Language model",
    "Most that one run may cost, in dollars",
)
ADDRESS, KEY, RATE = "Address", "Variable that holds the key", "Requests a second"
OTHERS = "Other providers and servers of your own"
_LABELS = {
    "engine": ENGINE,
    "models.default": MODEL,
    "budget_usd": BUDGET,
    "scholar_rate": RATE,
    "scholar_url": f"{ADDRESS} (Semantic Scholar)",
}
_ENTER = {
    "budget_usd": "enter a number from 0 to 10,000, for example 2.50; empty is no limit.",
    "scholar_rate": "enter a number above 0, for example 1.",
    "scholar_url": "enter an address that begins with http:// or https://.",
    "base_url": "begin it with http:// or https://.",
}


def label(name: str) -> str:
    """What the field of a setting is called on screen, with whose it is."""
    table, _, rest = name.partition(".")
    of, _, last = rest.rpartition(".")
    if table == "providers":
        return f"{ADDRESS if last == 'base_url' else KEY} ({of})"
    return _LABELS.get(name) or ROLES.get(rest, name)


def fault(error: BadSettings, changes: Sequence[SettingsChange]) -> tuple[str, str]:
    """Which of the settings an error is about, and what the screen says of it."""
    of_model = (
        change.name
        for change in changes
        if change.name.startswith("models.") and error.model and error.model in str(change.value)
    )
    name = error.setting or next(of_model, changes[0].name)
    return name, f"{label(name)}: {_enter(error, name)}"


def _enter(error: BadSettings, name: str) -> str:
    """What to enter, or else what was said, without the names that stand in the file."""
    if error.model.startswith(f"{OWN_SERVER}:"):
        return (
            f"“{error.model}” needs the address of your server. Enter it first, below under "
            f"“{OTHERS}”, at {OWN_SERVER}."
        )
    known = _ENTER.get(name) or _ENTER.get(name.rpartition(".")[2])
    if known and error.is_value:
        return known
    rest = explain(error).replace(f"{name}: ", "").replace(f"The setting {name} ", "It ")
    return rest[:1].lower() + rest[1:]
