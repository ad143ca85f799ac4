"""Where processes tell each other what they have taken of limits: in files, or in PostgreSQL."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TextIO

from filelock import lock_descriptor, unlock_descriptor
from sqlalchemy import Connection, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from myscholar.domain.runs import ignore
from myscholar.errors import StorageError
from myscholar.gateways.pacing import Clock
from myscholar.gateways.storage import tables as t
from myscholar.gateways.storage.connecting import close_for_good, open_engine
from myscholar.gateways.storage.locks import FileLocks

_PATIENCE_S = 3.0
"""By hand: whoever changes something needs milliseconds for it."""
_PAUSE_S = 0.002
_SILENT_S = 8.0
"""Who has not said for so long that it is there is gone: four times `beat_s`, by hand."""


class FileLimits:
    """For processes of one machine. Each holder has a lock, which the system frees with its
    process."""

    recheck_s = 0.05
    beat_s: float | None = None

    def __init__(self, folder: Path, *, clock: Clock = time.time) -> None:
        self._folder, self._clock = folder, clock
        self._holders = FileLocks(folder / "holders")

    async def change(self, name: str, edit: Callable[[str, float], str]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{name}.json"
        async with _locked(path) as file:
            told = file.read()
            edited = edit(told, self._clock())
            if edited != told:  # written over: emptied first, a file goes to the disk each time
                file.seek(0)
                file.write(edited)
                file.truncate()

    def join(self, holder: str) -> Callable[[], None]:
        try:
            leave = self._holders.hold(holder)
        except StorageError as error:
            raise OSError(str(error)) from error
        return leave or ignore

    def is_gone(self, holder: str, silent_s: float) -> bool:  # noqa: ARG002
        return not self._holders.is_held(holder)

    def close(self) -> None: ...


@asynccontextmanager
async def _locked(path: Path) -> AsyncIterator[TextIO]:
    """The file for this holder alone, also among threads. Raises OSError, also where another holds
    it for long."""
    deadline = time.monotonic() + _PATIENCE_S
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "r+", encoding="utf-8", errors="replace") as file:
        while not lock_descriptor(file.fileno(), blocking=False):
            if time.monotonic() > deadline:
                raise TimeoutError(f"another process holds {path}")
            await asyncio.sleep(_PAUSE_S)
        try:
            yield file
            file.flush()
        finally:
            # closing leaves it locked while a process forked meanwhile has the file open
            unlock_descriptor(file.fileno())


class DatabaseLimits:
    """For processes of several machines on one PostgreSQL, whose clock they go by. What was told
    need not outlive a crash of the server, so nothing waits for its disk."""

    recheck_s = 0.25
    beat_s: float | None = 2.0

    def __init__(self, url: str) -> None:
        patience_s = int(_PATIENCE_S)
        self._engine = open_engine(
            url,
            connect_timeout=patience_s,
            keepalives_idle=patience_s,
            keepalives_interval=1,
            keepalives_count=patience_s,
            tcp_user_timeout=1000 * patience_s,
        )
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="limits")

    async def change(self, name: str, edit: Callable[[str, float], str]) -> None:
        loop = asyncio.get_running_loop()
        try:
            changing = loop.run_in_executor(self._thread, self._change, name, edit)
        except RuntimeError as error:
            raise ConnectionError("these limits are closed.") from error
        try:
            await asyncio.wait_for(changing, _PATIENCE_S)
        except TimeoutError as error:
            raise TimeoutError("the database does not answer.") from error

    def join(self, holder: str) -> Callable[[], None]:  # noqa: ARG002
        return ignore

    def is_gone(self, holder: str, silent_s: float) -> bool:  # noqa: ARG002
        return silent_s > _SILENT_S

    def close(self) -> None:
        with suppress(TimeoutError, RuntimeError):  # it does not answer, or is closed already
            self._thread.submit(self._disconnect).result(_PATIENCE_S)
        self._thread.shutdown(wait=False)  # else a late change connects again
        close_for_good(self._engine)

    def _change(self, name: str, edit: Callable[[str, float], str]) -> None:
        """On the thread."""
        try:
            try:
                self._change_row(name, edit)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                self._disconnect()  # from a server that has been restarted
                self._change_row(name, edit)
        except SQLAlchemyError as error:
            self._disconnect()
            reason = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
            raise ConnectionError(f"the database can't be used ({reason}).") from error

    def _change_row(self, name: str, edit: Callable[[str, float], str]) -> None:
        connection, c = self._connected(), t.limits.c
        now = func.extract("epoch", func.clock_timestamp()).label("now")
        query = select(c.usage, now).where(c.name == name).with_for_update()
        with connection.begin():
            row = connection.execute(query).one_or_none()
            if row is None:
                fresh = insert(t.limits).values(name=name, usage="")
                connection.execute(fresh.on_conflict_do_nothing())
                row = connection.execute(query).one()
            edited = edit(row.usage, float(row.now))
            if edited != row.usage:
                connection.execute(update(t.limits).where(c.name == name).values(usage=edited))

    def _connected(self) -> Connection:
        """Who stops in the middle is waited for by nobody."""
        if self._connection is None:
            most = f"'{_PATIENCE_S / 2}s'"
            connection = self._engine.connect()
            connection.exec_driver_sql(
                f"SET synchronous_commit = off; SET lock_timeout = {most}; "
                f"SET idle_in_transaction_session_timeout = {most}"
            )
            connection.commit()
            self._connection = connection
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            with suppress(SQLAlchemyError):
                connection.close()
