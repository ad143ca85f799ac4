"""Processes that this one begins, and what others left when they were killed."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import IO, Any

OWN_GROUP: dict[str, Any] = (
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if sys.platform == "win32"
    else {"process_group": 0}
)
"""For `Popen`: Ctrl-C at the terminal is for this process alone, which tells the other."""
_AT_WORK_S = 3600.0
_PART = ".myscholar-part-"
"""No person names a folder so: those that are left are removed."""
_LOCK = ".lock"


@contextmanager
def temporary_folder(place: Path | None = None) -> Iterator[Path]:
    """A folder for this block, in this place or the system's. What a killed process leaves of it
    goes when the next one is made there."""
    place = place or Path(gettempdir())
    remove_leftovers(place, f"{_PART}*")
    with (
        TemporaryDirectory(dir=place, prefix=_PART) as name,
        (Path(name) / _LOCK).open("wb") as lock,
    ):
        _take(lock)
        yield Path(name)


def remove_leftovers(folder: Path, pattern: str) -> None:
    """Of these names, which nobody else may give, not of the last hour, in which somebody may still
    be at work (nor of the next, by a clock that was set back), and no temporary folder of a process
    that lives, as one that was asleep for long."""
    for path in folder.glob(pattern):
        with suppress(OSError):
            if abs(time.time() - path.stat().st_mtime) <= _AT_WORK_S:
                continue
            if not path.is_dir():
                path.unlink()
            elif not _is_held(path):
                shutil.rmtree(path)


def _is_held(folder: Path) -> bool:
    try:
        with (folder / _LOCK).open("rb+") as lock:
            return not _take(lock)
    except FileNotFoundError:
        return False


def _take(lock: IO[bytes]) -> bool:
    """Whether nobody else has it: it is ours then, until it is closed. Where the system has no
    locks, age must do."""
    from filelock import lock_descriptor

    with suppress(OSError):
        return lock_descriptor(lock.fileno(), blocking=False)
    return True
