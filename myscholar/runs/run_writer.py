"""What a run tells, shows and spends on its way into the tables, a few writes a second."""

import asyncio
import threading
from collections.abc import Callable

from myscholar.domain.runs import Event, ModelCall, RunStep
from myscholar.errors import RunTaken, StorageError
from myscholar.gateways.storage.attempts import Batch

INTERVAL_S = 0.1
"""Texts are stored at most so often a run."""
AGAIN_S = (0.5, 1.0, 2.0, 4.0)
"""After a failure of the database; by hand: a restart of PostgreSQL takes some seconds."""


class Pending:
    """What is not stored yet; may be filled from any thread."""

    def __init__(self, clock: Callable[[], float], interval_s: float = INTERVAL_S) -> None:
        self._clock = clock
        self._interval_s = interval_s
        self._lock = threading.Lock()
        self._events: list[tuple[float, Event]] = []
        self._calls: list[tuple[str, ModelCall]] = []
        self._texts: dict[str, str] = {}
        self._texts_due = float("-inf")

    def tell(self, at: float, event: Event) -> None:
        with self._lock:
            self._events.append((at, event))

    def spent(self, step: str, call: ModelCall) -> None:
        with self._lock:
            self._calls.append((step, call))

    def show(self, part: str, text: str) -> None:
        """The latest text of a part replaces one that is not stored yet."""
        with self._lock:
            self._texts[part] = text

    def take(self, step: RunStep | None = None, *, last: bool = False) -> Batch | None:
        """What is to be stored now, with a step that has just ended; None for nothing. Texts wait
        for their time unless it is the last."""
        with self._lock:
            texts: dict[str, str] = {}
            now = self._clock()
            if self._texts and (last or now >= self._texts_due):
                self._texts_due = now + self._interval_s
                texts, self._texts = self._texts, {}
            batch = Batch(
                events=tuple(self._events),
                calls=tuple(self._calls),
                parts=tuple(texts.items()),
                step=step,
            )
            self._events, self._calls = [], []
        return batch if batch != Batch() else None


class RunWriter:
    """Stores what is pending: soon, with each step that ends, and at the end. Lives on one loop."""

    def __init__(self, pending: Pending, store: Callable[[Batch], None]) -> None:
        self.pending = pending
        self._store = store
        self._one_at_a_time = asyncio.Lock()
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._failure: StorageError | RunTaken | None = None
        self._keeping = self._loop.create_task(self._keep())

    def wake(self) -> None:
        """There is something new. May be called from any thread."""
        # a model's every few letters come by here
        if not self._wake.is_set() and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    async def write(self, step: RunStep | None = None, *, last: bool = False) -> None:
        """Raises StorageError, RunTaken, also those of an earlier write that nobody waited for."""
        async with self._one_at_a_time:
            if self._failure:
                raise self._failure
            if batch := self.pending.take(step, last=last):
                await self._store_patiently(batch)

    async def _store_patiently(self, batch: Batch) -> None:
        """A database that is started anew is waited for: what was done meanwhile is paid."""
        for pause_s in AGAIN_S:
            try:
                return await asyncio.to_thread(self._store, batch)
            except StorageError:
                await asyncio.sleep(pause_s)
        return await asyncio.to_thread(self._store, batch)

    async def close(self) -> None:
        self._keeping.cancel()
        await asyncio.wait([self._keeping])
        await self.write(last=True)

    async def _keep(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await asyncio.shield(self.write())
            except (StorageError, RunTaken) as error:
                self._failure = error
                return
            await asyncio.sleep(INTERVAL_S)
