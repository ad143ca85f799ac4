"""A run while this process carries it out."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from myscholar.domain.runs import Progress, RunId, RunStatus, ignore
from myscholar.errors import RunCancelled, RunTaken, StorageError
from myscholar.gateways.storage.run_queries import lock_name
from myscholar.gateways.storage.runs import RunRecords
from myscholar.runs.stored_run import OnText, StoredRun, to_the_end

BEAT_S = 0.5
"""So often a run that is carried out gives a sign of life, and looks whether it is to stop."""
GIVES_WAY_S = 2.0
"""A worker's run that does nothing but wait for an answer makes room for others after so long; by
hand: a person who sits there and answers at once waits for nobody's turn."""


@dataclass
class Carried:
    """A run that this process carries out, or has."""

    run_id: RunId
    attempt: str
    release: Callable[[], None]
    progress: Progress = ignore
    on_text: OnText = ignore
    is_workers: bool = False
    """Another worker can go on with it."""
    ended: "Future[None]" = field(default_factory=Future)
    is_leaving: bool = False
    task: "asyncio.Task[Any] | None" = None
    run: StoredRun | None = None

    async def carry_out(
        self, records: RunRecords, story: Callable[[StoredRun], Awaitable[Any]]
    ) -> tuple[RunStatus, Any]:
        """FINISHED with the story's result; CANCELLED; of a worker's run ASKING, or WAITING where
        another worker is to go on with it. Raises what the story raises, RunTaken."""
        self.run = run = StoredRun(
            records,
            records.attempt(self.run_id, self.attempt),
            progress=self.progress,
            on_text=self.on_text,
        )
        run.stopped = RunStatus.WAITING if self.is_leaving else None
        self.task = asyncio.ensure_future(story(run))
        over = asyncio.Event()
        watch = asyncio.create_task(self._watch(run, records, over))
        try:
            return RunStatus.FINISHED, await self.task
        except (asyncio.CancelledError, RunCancelled):
            if run.stopped is None:
                raise  # the process ends: the run stays unfinished
            if run.stopped is RunStatus.INTERRUPTED:
                raise RunTaken(self.run_id) from None
            return run.stopped, None
        finally:
            over.set()
            await asyncio.wait([watch])  # a look at the database that has begun comes to its end
            await run.close()

    async def _watch(self, run: StoredRun, records: RunRecords, over: asyncio.Event) -> None:
        n_asking = 0
        while run.stopped is not RunStatus.CANCELLED:
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), BEAT_S)
                return
            try:
                await run.beat()
                # what lasts, the run's next write raises
                with suppress(StorageError):
                    if await to_the_end(partial(self._look, records)):
                        self._stop(RunStatus.CANCELLED)
            except RunTaken:
                self._stop(RunStatus.INTERRUPTED)
                return
            n_asking = n_asking + 1 if run.only_asks else 0
            if self.is_workers and n_asking * BEAT_S >= GIVES_WAY_S:
                self._stop(RunStatus.ASKING)

    def _look(self, records: RunRecords) -> bool:
        """Whether it is to stop. A lock that a database's restart has freed is taken again."""
        name = lock_name(self.run_id)
        if not (self.is_workers or records.locks.is_held(name)):
            self.release()
            self.release = records.locks.hold(name) or ignore
        return records.cancel_asked(self.run_id)

    async def cancel(self) -> None:
        self._stop(RunStatus.CANCELLED)

    async def leave(self, within_s: float) -> None:
        """No step begins any more, and another worker goes on with the run; what goes on may take
        so long to come to its end."""
        self.is_leaving = True
        if self.run and not self.run.stopped:
            self.run.stopped = RunStatus.WAITING
        ended = asyncio.wrap_future(self.ended)
        ended.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait([ended], timeout=0 if self.run and self.run.only_asks else within_s)
        if not self.ended.done():
            self._stop(RunStatus.WAITING)
            await asyncio.wait([ended])

    def _stop(self, status: RunStatus) -> None:
        if self.run and self.task:
            self.run.stopped = status
            self.task.cancel()

    def end(self, error: BaseException | None = None) -> None:
        """Frees the run for others, then tells whoever waits."""
        release, self.release = self.release, lambda: None
        release()
        self.task = self.run = None
        if not self.ended.done():
            self.ended.set_exception(error) if error else self.ended.set_result(None)
