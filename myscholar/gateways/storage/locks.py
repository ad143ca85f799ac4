"""Who carries out what: locks that a process holds while it lives, freed by the system however it
ends."""

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Protocol

from filelock import lock_descriptor
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from myscholar.errors import StorageError
from myscholar.gateways.storage.connecting import translate_errors

_LOCK_CLASS = 7_161_204
"""First half of the key of PostgreSQL's advisory locks; the second is made from the name."""
_TRIES, _PAUSE_S = 10, 0.01


class Locks(Protocol):
    """Named locks. Names consist of letters, digits and `-_.`. Raise StorageError."""

    def hold(self, name: str) -> Callable[[], None] | None:
        """Takes the lock until the returned function is called or the process ends; None when
        someone holds it, also this process."""

    def is_held(self, name: str) -> bool: ...


class FileLocks:
    """A locked file for each name. For processes of one machine.

    Whoever lets go of a lock removes its file, and whoever looks at one of a process that has died
    does: so a look, which takes the lock for a moment, hardly ever meets one who wants it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def hold(self, name: str) -> Callable[[], None] | None:
        path = self._folder / f"{name}.lock"
        for left in reversed(range(_TRIES)):
            with _name_errors(self._folder):
                try:
                    self._folder.mkdir(parents=True, exist_ok=True)
                    descriptor = _lock(path, os.O_RDWR | os.O_CREAT)
                except PermissionError:  # on Windows also while somebody removes the file
                    descriptor = None
                    if not left:
                        raise
            if descriptor is not None:
                return partial(_release, path, descriptor)
            if left:
                time.sleep(_PAUSE_S)  # somebody may just be looking at it
        return None

    def is_held(self, name: str) -> bool:
        path = self._folder / f"{name}.lock"
        with _name_errors(self._folder):
            try:
                descriptor = _lock(path, os.O_RDWR)
            except FileNotFoundError:
                return False
            except PermissionError:
                if sys.platform != "win32":
                    raise
                return False  # it is just being removed
            if descriptor is not None:
                _release(path, descriptor)
            return descriptor is None


@contextlib.contextmanager
def _name_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"The folder {folder} can't hold the locks of runs ({error.strerror})."
        ) from error


def _lock(path: Path, flags: int) -> int | None:
    """The open file, which is locked and at the path; None while somebody else has locked it.
    Raises OSError."""
    while True:
        descriptor = os.open(path, flags, 0o600)
        try:
            if not lock_descriptor(descriptor, blocking=False):
                os.close(descriptor)
                return None
            if _is_at(path, descriptor):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _is_at(path: Path, descriptor: int) -> bool:
    """Whether the locked file is still the one at the path: whoever had it before has removed
    it."""
    if sys.platform == "win32":  # which removes no file that is open
        return True
    try:
        return os.fstat(descriptor).st_ino == path.stat().st_ino
    except FileNotFoundError:
        return False


def _release(path: Path, descriptor: int) -> None:
    if sys.platform == "win32":
        os.close(descriptor)
        with contextlib.suppress(OSError):
            path.unlink()
    else:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(descriptor)


class DatabaseLocks:
    """PostgreSQL's advisory locks, each on a connection of its own. For processes of several
    machines on one database.

    They belong to a session: a pooler between us and the database must not hand sessions on
    (PgBouncer: `pool_mode = session`).
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def hold(self, name: str) -> Callable[[], None] | None:
        with translate_errors(self._engine.url):
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            connection.detach()
            for _ in range(_TRIES):
                if connection.execute(
                    text("SELECT pg_try_advisory_lock(:one, :two)"), _key(name)
                ).scalar():
                    return partial(_let_go, connection)
                time.sleep(_PAUSE_S)  # the server may just be noticing that the holder is gone
            connection.close()
        return None

    def is_held(self, name: str) -> bool:
        query = (
            "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = "
            "pg_locks.database WHERE locktype = 'advisory' "
            "AND datname = current_database() AND classid = :one AND objid = :two AND objsubid = "
            "2 AND granted"
        )
        one, two = _key(name).values()
        with translate_errors(self._engine.url), self._engine.connect() as connection:
            return bool(connection.execute(text(query), {"one": one, "two": two % 2**32}).scalar())


def _let_go(connection: Connection) -> None:
    with contextlib.suppress(SQLAlchemyError):  # the server has let go when it broke
        connection.close()


def _key(name: str) -> dict[str, int]:
    digest = hashlib.blake2b(name.encode(), digest_size=4).digest()
    return {"one": _LOCK_CLASS, "two": int.from_bytes(digest, "big", signed=True)}
