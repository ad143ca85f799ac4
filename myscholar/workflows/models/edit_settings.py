"""The settings file changed from a screen: whole or not at all, with its comments and order kept,
and never with a key."""

import math
import re
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from myscholar.domain.model import Frozen
from myscholar.domain.text import one_line, shorten
from myscholar.errors import BadSettings
from myscholar.processes import temporary_folder
from myscholar.settings import FILE as FILE
from myscholar.settings import Settings, settings_with
from myscholar.text.toml import read_toml
from myscholar.workflows.services import Services

_EDITABLE = re.compile(
    r"engine|budget_usd|embedder|scholar_url|scholar_rate"
    r"|models\.(?:default|profile|actions|quotes|report|judge)"
    r"|providers\.[A-Za-z0-9_-]+\.(?:base_url|key_env|keyring|structured|max_concurrency"
    r"|requests_per_minute)"
    r"|roles\.(?:profile|actions|quotes|report|judge)\.(?:temperature|thinking|max_concurrency"
    r"|timeout_s)"
)
_KEYS = re.compile(r"(?:providers\.[^.]+\.key|scholar_key|embedder_key)")
_NUMBERS = dict.fromkeys(
    ("budget_usd", "scholar_rate", "temperature", "timeout_s"), float
) | dict.fromkeys(("max_concurrency", "requests_per_minute"), int)
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{1,59}")
_SECRET = re.compile(r"^\w+://(?:[^/]*@|[^?]*\?)|(?:^|\W)(?:sk-|AIza|gsk_|hf_|xai-)[\w-]{16,}")
"""A password or a question's part of an address, where keys are put too, and a key of the kinds
that vendors give out."""
_JOINER = "\u2060"
_one_at_a_time = threading.Lock()
"""Two tabs may keep a setting each at once."""
_NO_KEYS = "Keys are never stored here; name the environment variable that holds it."


class SettingsChange(Frozen):
    """One setting by its dotted name, as in the file: `models.default`, `providers.lab.base_url`.
    Without a value it goes back to its default.

    Several models are one text, "a, b", or several texts; numbers may be texts too.
    """

    name: str
    value: str | bool | int | float | tuple[str, ...] | None = None


def change_settings(
    services: Services, changes: Sequence[SettingsChange], *, even_shadowed: bool = False
) -> None:
    """Writes all of them, or none. They hold for services made afterwards. Raises BadSettings with
    the name at fault.

    `even_shadowed`: also those that a variable of the environment sets, which wins until it is
    gone.
    """
    settings, file = services.settings, services.settings.home / FILE
    values = [(change.name, _checked(settings, change, even_shadowed)) for change in changes]
    with _one_at_a_time:
        before = _text(file)
        after = _changed(before, values)
        models = settings_with(after, settings.home).models_config
        if models.fault and models.fault != settings.models_config.fault:
            raise BadSettings(
                f"No model could be asked: {models.fault} Nothing was changed.",
                model=models.faulty,
            )
        if after != before:
            _write(file, after)


def _checked(settings: Settings, change: SettingsChange, even_shadowed: bool) -> Any:
    """The value as it stands in the file, None to take it out. What it may be is left to the
    settings themselves."""
    name, value = change.name, change.value
    if isinstance(value, str):
        # joiners that a screen puts into words come along when they are copied
        value = one_line(value.replace(_JOINER, ""))
    if _KEYS.fullmatch(name):
        raise BadSettings(f"{name}: {_NO_KEYS}", setting=name)
    if not _EDITABLE.fullmatch(name):
        raise BadSettings(
            f"The setting {shorten(name, 100)} can't be changed here. Edit {settings.home / FILE}.",
            setting=name,
        )
    if not even_shadowed and (variable := settings.origin(name).variable):
        raise BadSettings(
            f"The setting {name} is set by {variable} in the environment, which wins over the "
            "file. Change it there.",
            setting=name,
        )
    if value is None or value in ("", ()):
        return None
    if name.endswith(".key_env") and not _VARIABLE.fullmatch(str(value)):
        raise BadSettings(
            f"{name}: this is no name of an environment variable, such as LAB_KEY. {_NO_KEYS}",
            setting=name,
        )
    if any(_SECRET.search(text) for text in (value if isinstance(value, tuple) else [str(value)])):
        raise BadSettings(f"{name}: this holds a password or a key. {_NO_KEYS}", setting=name)
    return _as_stored(name, value)


def _as_stored(name: str, value: str | float | tuple[str, ...]) -> Any:
    """Several models as a list, numbers as numbers."""
    if name.startswith("models."):
        names = value if isinstance(value, tuple) else str(value).split(",")
        models = [one.strip() for one in names if one.strip()]
        return models[0] if len(models) == 1 else models
    number = _NUMBERS.get(name.rpartition(".")[2])
    if number and isinstance(value, str):
        with suppress(ValueError, OverflowError):  # the settings say what is wrong with it
            found = number(value)
            return found if math.isfinite(found) else value
    is_switch = name.endswith(".thinking")
    return {"true": True, "false": False}.get(str(value), value) if is_switch else value


def _changed(text: str, values: Sequence[tuple[str, Any]]) -> str:
    """Raises BadSettings where the file is written in a way that can't be changed without touching
    anything else."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        wanted = read_toml(text)
        document = tomlkit.parse(text)
        for name, value in values:
            _set(document, wanted, name.split("."), value)
        changed = tomlkit.dumps(document)
        same = _without_empty(read_toml(changed)) == _without_empty(wanted)
    except (TOMLKitError, ValueError, AttributeError, TypeError, KeyError, RecursionError) as error:
        raise BadSettings(
            f"{FILE} can't be changed from here ({error}). Edit it by hand. Nothing was changed."
        ) from error
    if not same:
        raise BadSettings(
            f"{FILE} can't be changed from here without touching other settings. Edit it by hand."
        )
    return changed


def _set(document: Any, plain: dict[str, Any], path: list[str], value: Any) -> None:
    """In the TOML document and, to compare with, in plain values."""
    import tomlkit

    *tables, last = path
    inner = document
    for table in tables:
        if table not in inner:
            if value is None:
                return
            inner[table] = tomlkit.table(is_super_table=table != tables[-1])
        inner, plain = inner[table], plain.setdefault(table, {})
    for place in (inner, plain):
        if value is None:
            place.pop(last, None)
        else:
            place[last] = value


def _without_empty(values: Mapping[str, Any]) -> dict[str, Any]:
    """Tables that hold nothing say nothing."""
    full = {name: _without_empty(v) if isinstance(v, Mapping) else v for name, v in values.items()}
    return {name: value for name, value in full.items() if value != {}}


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode() if file.is_file() else ""  # line ends as they are
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file} can't be read. Nothing was changed.") from error


def _write(file: Path, text: str) -> None:
    """Beside it first, then in its place, for its owner only where it is new; a link is
    followed."""
    target = file.resolve()
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
        with temporary_folder(target.parent) as folder:
            part = folder / target.name
            part.write_bytes(text.encode())
            part.chmod(mode)
            part.replace(target)
    except OSError as error:
        raise BadSettings(
            f"{file} can't be written ({error.strerror}). Nothing was changed."
        ) from error
