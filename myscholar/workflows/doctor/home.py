"""The folder of all state, and what is kept there only to save time and money."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from myscholar.workflows.doctor.diagnosis import Diagnosis, Machine, State
from myscholar.workflows.services import login_name

_NAME = "Home folder"
_LITTLE, _TOO_LITTLE = 2_000_000_000, 100_000_000
"""Bytes that are free: a corpus of 100,000 papers takes one of these billions, a run a few
millions. By hand."""
_OTHER = "Or set MYSCHOLAR_HOME to another folder."


def check_home(machine: Machine) -> Iterator[Diagnosis]:
    home = machine.home
    if home.exists() and not home.is_dir():
        mend = f"Move it away. {_OTHER}"
        yield Diagnosis(_NAME, State.FAULT, f"{home} is a file, not a folder.", mend)
        return
    there = next(folder for folder in (home, *home.parents) if folder.is_dir())
    reason = _refused(there)
    if reason and there != home:
        said = f"{home} is not there and can't be made ({reason})."
        yield Diagnosis(_NAME, State.FAULT, said, f"Make it, for your user. {_OTHER}")
        return
    if there != home:
        yield Diagnosis(_NAME, State.OK, f"{home} is not there yet: it is made at first use.")
    elif reason:
        mend = f"See who may write there, and whether there is room: ls -ld {home}. {_OTHER}"
        yield Diagnosis(_NAME, State.FAULT, f"{home} can't be written ({reason}).", mend)
    else:
        yield Diagnosis(_NAME, State.OK, f"{home} can be written.")
        yield from _owned(home)
    yield _room(there)


def check_kept_answers(machine: Machine) -> Iterable[Diagnosis]:
    """Without them, models and Semantic Scholar are asked again."""
    assert machine.services
    folder = machine.services.settings.cache_folder
    name, mend = "Kept answers", f"See who may write there: ls -ld {folder}"
    if not folder.is_dir():
        if folder.exists():
            said = f"{folder} is a file: nothing is kept, and what was answered is paid for again."
            return [Diagnosis(name, State.WARNING, said, "Move it away.")]
        return [Diagnosis(name, State.OK, "None yet.")]
    if reason := _refused(folder):
        said = f"{folder} can't be written ({reason}): what was answered is paid for again."
        return [Diagnosis(name, State.WARNING, said, mend)]
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    said = f"{len(sizes):,} in {folder}, {_gigabytes(sum(sizes))}. The folder may be deleted."
    return [Diagnosis(name, State.OK, said)]


def _refused(folder: Path) -> str:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x" * 4096)
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


def _owned(home: Path) -> Iterator[Diagnosis]:
    if hasattr(os, "geteuid") and home.stat().st_uid != os.geteuid():
        owner = _owner(home)
        said = f"It belongs to {owner}, and you are {login_name()}."
        mend = f"What is made now {owner} may not be able to change: work as that user."
        yield Diagnosis(_NAME, State.WARNING, said, mend)


def _owner(home: Path) -> str:
    try:
        return home.owner()
    except KeyError:
        return f"user {home.stat().st_uid}"


def _room(folder: Path) -> Diagnosis:
    free = shutil.disk_usage(folder).free
    said = f"{_gigabytes(free)} are free at {folder}."
    if free >= _LITTLE:
        return Diagnosis("Disk", State.OK, said)
    state = State.FAULT if free < _TOO_LITTLE else State.WARNING
    return Diagnosis("Disk", state, said, f"Free some: runs and papers are stored there. {_OTHER}")


def _gigabytes(n_bytes: int) -> str:
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 1e8 else f"{n_bytes / 1e6:.0f} MB"
