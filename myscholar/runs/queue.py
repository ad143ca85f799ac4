"""How workers come by the runs that stand in line."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from myscholar.domain.runs import RunId, ignore
from myscholar.errors import MyScholarError
from myscholar.gateways.storage.line import InLine, WaitingLine
from myscholar.gateways.storage.run_queries import lock_name
from myscholar.gateways.storage.runs import RunRecords
from myscholar.runs.control import new_entry

CarryOut = Callable[[RunId, str], Awaitable[None]]
"""A run and the attempt at it."""
Listen = Callable[[Callable[[], None], Callable[[], bool]], None]
"""Calls the first when something was written, until the second says no more: `Store.listen`."""

_MORE = 8
"""So many more in line are looked at than there is room for: others may be taking the first."""
_log = logging.getLogger(__name__)


class Queue(Protocol):
    line: WaitingLine

    def enter(self, connection: Connection, place: InLine) -> None:
        """Told when a run stands in line, in the transaction that makes it."""

    def n_workers(self) -> int:
        """How many live."""

    async def serve(self, carry_out: CarryOut, at_once: int, stop: asyncio.Event) -> None:
        """Carries out what stands in line, and goes on with what a dead worker has left, `at_once`
        side by side. When told to stop it takes nothing more, and returns when all that goes on
        has come to its end. What fails is logged and tried again."""


class _Taken(NamedTuple):
    run_id: RunId
    attempt: str
    release: Callable[[], None]


class LocalQueue:
    """The line as it stands in the database, for workers of one machine: whoever carries a run out
    holds its lock, so a run that is carried out and whose lock is free was left by a dead one."""

    _POLL_S = 1.0
    """So often it is looked for what a dead worker has left; what is ordered is heard at once."""
    _PAUSE_S = 5.0
    """After a failure of the database."""
    _PLACES = 64
    """So many workers may serve side by side."""

    def __init__(
        self,
        records: RunRecords,
        line: WaitingLine,
        listen: Listen,
        *,
        per_owner: int | None = None,
    ) -> None:
        self.line = line
        self._records, self._listen, self._per_owner = records, listen, per_owner
        self._going: dict[RunId, asyncio.Task[None]] = {}
        self._looked_at = -self._POLL_S
        self._news = asyncio.Event()

    def enter(self, connection: Connection, place: InLine) -> None:
        """Who serves sees it there."""

    def n_workers(self) -> int:
        return sum(self._records.locks.is_held(place) for place in self._places)

    @property
    def _places(self) -> tuple[str, ...]:
        return tuple(f"worker-{n}" for n in range(1, self._PLACES + 1))

    async def serve(self, carry_out: CarryOut, at_once: int, stop: asyncio.Event) -> None:
        loop, leave = asyncio.get_running_loop(), self._take_a_place()
        heard = partial(loop.call_soon_threadsafe, self._news.set)
        is_over = Event()
        listening = Thread(target=self._listen, args=(heard, lambda: not is_over.is_set()))
        listening.start()
        stopping = asyncio.create_task(stop.wait())
        stopping.add_done_callback(lambda _: self._news.set())
        try:
            while not stop.is_set():
                self._news.clear()
                await self._serve(carry_out, at_once - len(self._going), stop)
            await asyncio.gather(*self._going.values(), return_exceptions=True)
        finally:
            is_over.set()
            await asyncio.to_thread(listening.join)
            leave()

    async def _serve(self, carry_out: CarryOut, n_free: int, stop: asyncio.Event) -> None:
        """Takes what it can, and waits for news."""
        pause_s = self._POLL_S
        try:
            for taken in await asyncio.to_thread(self._take, n_free):
                work = self._carry_out(carry_out, taken, stop)
                self._going[taken.run_id] = asyncio.create_task(work)
        except MyScholarError as error:
            _log.warning("No run can be taken: %s", error)
            pause_s = self._PAUSE_S
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), pause_s)

    def _take_a_place(self) -> Callable[[], None]:
        """Among the workers that live, until what it gives is called."""
        return next(filter(None, map(self._records.locks.hold, self._places)), ignore)

    async def _carry_out(self, carry_out: CarryOut, taken: _Taken, stop: asyncio.Event) -> None:
        pause_s = 0.0
        try:
            await carry_out(taken.run_id, taken.attempt)
        except MyScholarError as error:
            _log.warning("Run %s is left to another worker: %s", taken.run_id, error)
            pause_s = self._PAUSE_S
        finally:
            taken.release()
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), pause_s)
            del self._going[taken.run_id]
            self._news.set()

    def _take(self, n: int) -> list[_Taken]:
        if n <= 0:
            return []
        found = list[_Taken]()
        for place in (*self._left(), *self.line.next(n + _MORE, self._per_owner)):
            try:
                taken = self._try(place)
            except MyScholarError:
                if found:
                    break  # what is taken is carried out; the next look says what is wrong
                raise
            found += [taken] if taken else []
            if len(found) == n:
                break
        return found

    def _left(self) -> tuple[InLine, ...]:
        """By workers that died; looked for seldom, as each costs a look at its lock."""
        now = time.monotonic()
        if now - self._looked_at < self._POLL_S:
            return ()
        self._looked_at = now
        is_held = self._records.locks.is_held
        left = (place for place in self.line.running() if place.run_id not in self._going)
        return tuple(place for place in left if not is_held(lock_name(place.run_id)))

    def _try(self, place: InLine) -> _Taken | None:
        release = self._records.locks.hold(lock_name(place.run_id))
        if release is None:
            return None
        entry = place.entry.partition(".")[0]
        attempt = f"{entry}.{new_entry()}"
        try:
            is_taken = self._records.take(place.run_id, entry, attempt, per_owner=self._per_owner)
        except MyScholarError:
            release()
            raise
        if is_taken:
            return _Taken(place.run_id, attempt, release)
        release()
        return None
