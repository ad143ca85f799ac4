"""Who carries out what: locks that a process holds while it lives, freed by the system however it
ends."""

import contextlib
import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from sqlalchemy import Engine, text

from myscholar.errors import StorageError
from myscholar.gateways.storage.connecting import translate_errors

_LOCK_CLASS = 7_161_204
"""First half of the key of PostgreSQL's advisory locks; the second is made from the name."""
_TRIES, _LOOKS = 5, 250
"""So often a lock is tried that is held, and one that others only look at."""
_PAUSE_S = 0.02


class Locks(Protocol):
    """Named locks. Names consist of letters, digits and `-_.`. Raise StorageError."""

    def hold(self, name: str) -> Callable[[], None] | None:
        """Takes the lock until the returned function is called or the process ends; None when
        someone holds it, also this process."""

    def is_held(self, name: str) -> bool: ...


class FileLocks:
    """`flock` on one file a name. For processes of one machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def hold(self, name: str) -> Callable[[], None] | None:
        path = self._folder / f"{name}.lock"
        n_held = 0
        for _ in range(_LOOKS):
            with _name_errors(self._folder):
                self._folder.mkdir(parents=True, exist_ok=True)
                descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
                if _flock(descriptor, fcntl.LOCK_EX):
                    if _is_at(path, descriptor):
                        return lambda: _release(path, descriptor)
                # who looks whether it is held, as pages do again and again, shares it for that time
                elif not _flock(descriptor, fcntl.LOCK_SH):
                    n_held += 1
            os.close(descriptor)
            if n_held == _TRIES:
                break
            time.sleep(_PAUSE_S)
        return None

    def is_held(self, name: str) -> bool:
        with _name_errors(self._folder):
            try:
                descriptor = os.open(self._folder / f"{name}.lock", os.O_RDONLY | os.O_CLOEXEC)
            except FileNotFoundError:
                return False
            try:
                return not _flock(descriptor, fcntl.LOCK_SH)
            finally:
                os.close(descriptor)


@contextlib.contextmanager
def _name_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"The folder {folder} can't hold the locks of runs ({error.strerror})."
        ) from error


def _flock(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_at(path: Path, descriptor: int) -> bool:
    """Whether the locked file is still the one at the path: whoever released it before has removed
    it."""
    try:
        return os.fstat(descriptor).st_ino == path.stat().st_ino
    except FileNotFoundError:
        return False


def _release(path: Path, descriptor: int) -> None:
    with contextlib.suppress(FileNotFoundError):
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
                    return connection.close
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


def _key(name: str) -> dict[str, int]:
    digest = hashlib.blake2b(name.encode(), digest_size=4).digest()
    return {"one": _LOCK_CLASS, "two": int.from_bytes(digest, "big", signed=True)}
