"""The settings file and the variables of the environment."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path

from myscholar.environment import known_variables
from myscholar.settings import FILE, Settings, own_variables
from myscholar.workflows.doctor.diagnosis import Diagnosis, Machine, State

_TABLE = re.compile(r"\s*\[([^\[\]]+)\]")
_KEY = re.compile(r"\s*([A-Za-z0-9_\-.\"']+)\s*=")
_OTHERS = 0o077
"""Rights of anybody but the owner."""
_MENDED = "What may stand there: docs/models.md."


def check_settings(machine: Machine) -> Iterator[Diagnosis]:
    file = machine.home / FILE
    for fault in machine.faults:
        line = _line_of(fault.setting, file) if fault.setting in fault.message else 0
        said = fault.message + (f" It is line {line}." if line else "")
        yield Diagnosis("Settings", State.FAULT, said, _MENDED)
    if machine.services is None:
        return
    if not file.is_file():
        said = f"There is no {file}: what is not in the environment is as by default."
        yield Diagnosis("Settings", State.OK, said)
        return
    yield Diagnosis("Settings", State.OK, f"{file} can be read, and every name in it is known.")
    if _holds_keys(machine.services.settings) and file.stat().st_mode & _OTHERS:
        said = "It holds a key, and others on this machine may read it."
        yield Diagnosis("Settings", State.WARNING, said, f"Close it: chmod 600 {file}")


def check_environment(machine: Machine) -> Iterable[Diagnosis]:
    settings = machine.services.settings if machine.services else None
    named = {p.key_env for p in settings.providers.values()} if settings else set()
    known = known_variables()
    set_here = own_variables()
    odd = [name for name in set_here if name not in known and name not in named]
    for name in odd:
        close = get_close_matches(name, known, n=1)
        mend = f"Is it {close[0]}?" if close else f"Known: {', '.join(known)}."
        yield Diagnosis("Environment", State.WARNING, f"{name} is set, and nobody reads it.", mend)
    used = [name for name in set_here if name not in odd]
    said = f"Set: {', '.join(used)}." if used else "No variable of ours is set."
    yield Diagnosis("Environment", State.OK, said)


def _holds_keys(settings: Settings) -> bool:
    names = [f"providers.{name}.key" for name in settings.providers]
    return any(settings.origin(n).in_file for n in ("scholar_key", "embedder_key", *names))


def _line_of(dotted: str, file: Path) -> int:
    """Where the file sets it, counted from 1; 0 where that is not found, as in a table within a
    line."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return 0
    table = ""
    for number, line in enumerate(lines, 1):
        if begins := _TABLE.match(line):
            table = f"{begins[1].strip()}."
            if table == f"{dotted}.":
                return number
        elif (key := _KEY.match(line)) and f"{table}{key[1]}".replace('"', "") == dotted:
            return number
    return 0
