"""Writes a model that was tried into the settings and its key into the keyring: all or nothing,
with what else decides said."""

import math
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from myscholar.errors import KeyringUnavailable
from myscholar.gateways.system_keyring import forget_key, keep_key, read_key
from myscholar.settings import Settings
from myscholar.workflows.models.edit_settings import FILE, SettingsChange, change_settings
from myscholar.workflows.models.model_keys import KEYRING, export_line, find_key
from myscholar.workflows.models.set_up_model import Wanted
from myscholar.workflows.services import Services


class Saved(NamedTuple):
    """`key_place` is empty where the key could not be kept; `export` is then the line for the
    shell's profile. `notes` are sentences."""

    file: str
    key_place: str
    export: str
    notes: tuple[str, ...]


def save_model(services: Services, wanted: Wanted, *, budget_usd: float | None) -> Saved:
    """The model, its address and the budget go into the file, a typed key into the keyring, if that
    takes it. `budget_usd` None leaves the budget as it is, infinity is no limit.

    Raises BadSettings; then nothing is changed.
    """
    settings, place = services.settings, ""
    with _key_in_keyring(wanted) as trouble:
        if not wanted.key:
            place = find_key(services, wanted.provider).place
        elif not trouble:
            place = KEYRING
        changes = _changes(settings, wanted, budget_usd, place)
        change_settings(services, changes, even_shadowed=True)
    names = {change.name for change in changes}
    names |= {f"providers.{wanted.account}.key"} if wanted.key else set()
    return Saved(
        file=str(settings.home / FILE),
        key_place=place,
        export=export_line(wanted.provider) if wanted.key and trouble else "",
        notes=(*([trouble] if trouble else []), *_what_else_decides(settings, names)),
    )


def _changes(
    settings: Settings, wanted: Wanted, budget_usd: float | None, place: str
) -> list[SettingsChange]:
    table = f"providers.{wanted.account}"
    changes: dict[str, str | float | None] = {"models.default": wanted.name}
    if wanted.base_url:
        changes[f"{table}.base_url"] = wanted.base_url
    if budget_usd is not None:
        changes["budget_usd"] = None if math.isinf(budget_usd) else budget_usd
    if settings.engine == "extractive":
        changes["engine"] = "auto"
    if wanted.key or place == KEYRING:
        changes[f"{table}.keyring"] = True if place == KEYRING else None
    return [SettingsChange(name=name, value=value) for name, value in changes.items()]


@contextmanager
def _key_in_keyring(wanted: Wanted) -> Iterator[str]:
    """A key that was typed is there during the block, and as before if the block fails. Gives why
    the keyring did not take it, if so."""
    if wanted.key is None:
        yield ""
        return
    try:
        before = read_key(wanted.account)
        keep_key(wanted.account, wanted.key.get_secret_value())
    except KeyringUnavailable as error:
        yield str(error)
        return
    try:
        yield ""
    except BaseException:
        with suppress(KeyringUnavailable):
            keep_key(wanted.account, before) if before else forget_key(wanted.account)
        raise


def _what_else_decides(settings: Settings, names: set[str]) -> Iterator[str]:
    """Beside what these settings say now."""
    for variable in dict.fromkeys(settings.origin(name).variable for name in sorted(names)):
        if variable:
            yield (
                f"{variable} in the environment wins over what is written here. Unset it to use "
                "this."
            )
    roles = ("profile", "actions", "quotes", "report")
    if own := ", ".join(role for role in roles if getattr(settings.models, role)):
        yield f"Models of their own are set for {own}; they stay as they are."
