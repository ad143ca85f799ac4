"""The folder of a corpus. A new state is written beside the old one and then switched to, so that a
kill at any point loses nothing.

FOLDER/CURRENT          the name of the state in use
FOLDER/lock.sqlite      held by the one writer; the system frees it when a process dies
FOLDER/000001/          a state: lexical/ papers.sqlite vectors.f32 embedder.bin columns.npz
                        info.json
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from myscholar.errors import CorpusCorrupt, CorpusLocked, StorageError

_CURRENT = "CURRENT"
_APPENDED = ("papers.sqlite", "vectors.f32")
"""Files that a new state changes in place: these are copied, all others are written once and can be
shared by hard links."""


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Holds the folder for one writer. Raises CorpusLocked; StorageError where nothing can be
    written there."""
    try:
        with _holding(folder):
            yield
    except (OSError, sqlite3.Error) as error:
        raise StorageError(
            f"The corpus can't be written in {folder} ({getattr(error, 'strerror', None) or error})"
            ". See whose the folder is and whether there is room, or name another home folder in "
            "MYSCHOLAR_HOME."
        ) from error


@contextmanager
def _holding(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    lock = sqlite3.connect(folder / "lock.sqlite", timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as held:
        lock.close()
        if held.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise CorpusLocked(folder.name) from held
    try:
        yield
    finally:
        lock.close()


def current(folder: Path) -> Path | None:
    """The state in use; None where nothing has been built. Raises CorpusCorrupt."""
    try:
        name = (folder / _CURRENT).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as bad:
        raise CorpusCorrupt(folder.name, "its state can't be read") from bad
    if not name.isdecimal() or not (folder / name).is_dir():
        raise CorpusCorrupt(folder.name, "its current state is missing")
    return folder / name


def corpus_names(folder: Path) -> tuple[str, ...]:
    """Names of the corpora that lie in the folder, in alphabetical order."""
    return tuple(sorted(p.parent.name for p in folder.glob(f"*/{_CURRENT}")))


def remove(folder: Path) -> None:
    """The corpus and its folder; what has it open can go on reading where the system lets it.
    Raises CorpusLocked while one writes to it."""
    with writing(folder):
        (folder / _CURRENT).unlink(missing_ok=True)  # first: a kill leaves no half of a corpus
        shutil.rmtree(folder, ignore_errors=True)


def new_state(folder: Path, base: Path | None) -> Path:
    """An empty folder for the next state, or one that begins as a copy of `base`. Leftovers of
    killed writers go."""
    used = current_or_none(folder)
    for leftover in _states(folder):
        if leftover != used:
            shutil.rmtree(leftover, ignore_errors=True)
    fresh = folder / f"{max((int(s.name) for s in _states(folder)), default=0) + 1:06d}"
    if base is None:
        fresh.mkdir()
    else:
        shutil.copytree(base, fresh, copy_function=_share)
    return fresh


def switch(folder: Path, state: Path) -> None:
    """Makes `state` the one in use, in one step, and removes the others."""
    name = folder / f"{_CURRENT}.new"
    with name.open("w", encoding="utf-8") as file:
        file.write(state.name)
        file.flush()
        os.fsync(file.fileno())
    name.replace(folder / _CURRENT)
    for other in _states(folder):
        if other != state:
            shutil.rmtree(other, ignore_errors=True)


def current_or_none(folder: Path) -> Path | None:
    """The state in use, or None where it is damaged too: what a rebuild starts from."""
    try:
        return current(folder)
    except CorpusCorrupt:
        return None


def sizes(state: Path) -> dict[str, int]:
    """Bytes of every file of the state but its `info.json` and lock files, by relative path."""
    files = (
        p
        for p in sorted(state.rglob("*"))
        if p.is_file() and p.name != "info.json" and not p.name.endswith(".lock")
    )
    return {p.relative_to(state).as_posix(): p.stat().st_size for p in files}


def _states(folder: Path) -> list[Path]:
    return [p for p in folder.iterdir() if p.name.isdecimal() and p.is_dir()]


def _share(source: str, target: str) -> None:
    if Path(source).name in _APPENDED:
        shutil.copyfile(source, target)
        return
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
