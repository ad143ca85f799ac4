"""A run while this process carries it out."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from myscholar.domain.runs import Progress, RunId, RunStatus, ignore
from myscholar.errors import RunCancelled, StorageError
from myscholar.gateways.storage.runs import RunRecords
from myscholar.runs.stored_run import OnText, StoredRun, to_the_end

BEAT_S = 0.5
"""So often a run that is carried out gives a sign of life, and looks whether it is to stop."""


@dataclass
class Carried:
    """A run that this process carries out, or has."""

    run_id: RunId
    release: Callable[[], None]
    progress: Progress = ignore
    on_text: OnText = ignore
    ended: "Future[None]" = field(default_factory=Future)
    task: "asyncio.Task[Any] | None" = None
    run: StoredRun | None = None

    async def carry_out(
        self, records: RunRecords, story: Callable[[StoredRun], Awaitable[Any]]
    ) -> tuple[RunStatus, Any]:
        """FINISHED with the story's result, or CANCELLED. Raises what the story raises."""
        self.run = run = StoredRun(
            self.run_id, records, progress=self.progress, on_text=self.on_text
        )
        self.task = asyncio.ensure_future(story(run))
        over = asyncio.Event()
        watch = asyncio.create_task(self._watch(run, records, over))
        try:
            return RunStatus.FINISHED, await self.task
        except (asyncio.CancelledError, RunCancelled):
            if not run.cancelled:
                raise  # the process ends: the run stays unfinished
            return RunStatus.CANCELLED, None
        finally:
            over.set()
            await asyncio.wait([watch])  # a look at the database that has begun comes to its end
            await run.close()

    async def _watch(self, run: StoredRun, records: RunRecords, over: asyncio.Event) -> None:
        is_asked = False
        while not is_asked:
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), BEAT_S)
                return
            await run.beat()
            with suppress(StorageError):  # if it lasts, the run's next write raises it
                is_asked = await to_the_end(partial(records.cancel_asked, self.run_id))
        await self.cancel()

    async def cancel(self) -> None:
        if self.run and self.task:
            self.run.cancelled = True
            self.task.cancel()

    def end(self, error: BaseException | None = None) -> None:
        """Frees the run for others, then tells whoever waits."""
        release, self.release = self.release, lambda: None
        release()
        self.task = self.run = None
        if not self.ended.done():
            self.ended.set_exception(error) if error else self.ended.set_result(None)
