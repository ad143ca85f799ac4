"""Carries stories out so that they survive the process."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

from myscholar import logs
from myscholar.domain.runs import Progress, RunId, RunKind, RunStatus, ignore
from myscholar.errors import (
    RunBusy,
    RunCancelled,
    RunExists,
    RunNotResumable,
    RunStopped,
    RunTaken,
    StorageError,
    UnknownName,
    UnreadableRecord,
)
from myscholar.gateways.storage.line import Enter
from myscholar.gateways.storage.run_queries import OPEN, StoredOrder, lock_name
from myscholar.gateways.storage.runs import RunRecords
from myscholar.runs.carried import Carried
from myscholar.runs.control import (
    cancel_run,
    check_resumable,
    check_run_id,
    new_entry,
    wait_for_run,
)
from myscholar.runs.loop import LoopThread
from myscholar.runs.run import Story
from myscholar.runs.stored_run import OnText, StoredRun, to_the_end

_STOPPED = (RunStatus.CANCELLED, RunStatus.ASKING, RunStatus.WAITING)
_REMEMBERED = 100
"""Ended runs whose error is kept for those who still wait for it."""


class Runner:
    """Carries out what this process has ordered itself, `at_once` side by side, later ones wait;
    and what a `Worker` has taken from the line. Two processes never carry out the same run: whoever
    carries one out holds a lock, which the system frees when its holder dies, and writes under an
    attempt, which another one ends.
    """

    def __init__(
        self,
        records: RunRecords,
        stories: Mapping[RunKind, Story],
        *,
        at_once: int = 4,
        enter: Enter = ignore,
    ) -> None:
        self._records = records
        self._stories = stories
        self._enter = enter
        self._slots = asyncio.Semaphore(at_once)
        self._carried: dict[RunId, Carried] = {}
        self.loop = LoopThread()

    def start(
        self,
        kind: RunKind,
        title: str,
        inputs: Mapping[str, Any],
        run_id: RunId,
        *,
        steps: Mapping[str, Any] | None = None,
        progress: Progress = ignore,
        on_text: OnText = ignore,
    ) -> RunId:
        """Returns at once; the run goes on beside the caller. The listeners are called on the
        Runner's thread.

        `inputs` is plain JSON without secrets, and so are `steps`, results of steps by name that
        are not to be done. Raises RunBusy, RunError for an id that is taken, StorageError.
        """
        check_run_id(run_id)
        attempt, at = new_entry(), self._now()
        with self._holding(run_id) as release:
            if not self._records.create(
                run_id, kind, title, inputs, attempt=attempt, at=at, steps=steps
            ):
                raise RunExists(run_id)
        return self._begin(Carried(run_id, attempt, release, progress, on_text))

    def resume(
        self,
        run_id: RunId,
        *,
        anew: bool = False,
        progress: Progress = ignore,
        on_text: OnText = ignore,
    ) -> RunId:
        """Goes on with a run that was interrupted, cancelled or failed: finished steps are not done
        again, unless it begins `anew`.

        Raises UnknownName, RunBusy, RunNotResumable for a finished one.
        """
        attempt = new_entry()
        check_resumable(self._records, run_id)
        with self._holding(run_id) as release:
            check_resumable(self._records, run_id)  # a worker may have come to it meanwhile
            self._records.begin_attempt(run_id, attempt, at=self._now(), anew=anew)
        return self._begin(Carried(run_id, attempt, release, progress, on_text))

    def cancel(self, run_id: RunId) -> RunStatus:
        """Also a run of another process, within a second. The status, as of `cancel_run`."""
        status = cancel_run(self._records, run_id, at=self._now())
        if carried := self._carried.get(run_id):
            self.loop.submit(carried.cancel())
        return status

    async def wait(self, run_id: RunId) -> Any:
        """The run's result, whichever process carries it out. Stopping to wait does not stop the
        run.

        Raises what the story raised where this process carried it out, RunCancelled, RunError,
        UnknownName.
        """
        if carried := self._carried.get(run_id):
            ended = asyncio.wrap_future(carried.ended)
            # its error counts as seen also where nobody waits any more
            ended.add_done_callback(lambda done: done.cancelled() or done.exception())
            await asyncio.shield(ended)
        return await wait_for_run(self._records, run_id)

    async def carry_out(self, run_id: RunId, attempt: str) -> None:
        """For a worker that has taken the run; on the Runner's loop. What becomes of it stands in
        the record."""
        carried = self._carried[run_id] = Carried(run_id, attempt, ignore, is_workers=True)
        try:
            await self._carry_out(carried)
        finally:
            if self._carried.get(run_id) is carried:
                del self._carried[run_id]

    async def leave(self, within_s: float) -> None:
        """Hands the runs of a worker over to others: no step begins any more, and what goes on may
        take so long to come to its end. On the Runner's loop."""
        theirs = [carried for carried in self._carried.values() if carried.is_workers]
        await asyncio.gather(*(carried.leave(within_s) for carried in theirs))

    def close(self) -> None:
        """Runs that go on are left unfinished, as if the process had ended."""
        self.loop.close()
        for run_id, carried in self._carried.items():
            carried.end(RunStopped(run_id, "was interrupted"))

    def _now(self) -> str:
        now = datetime.fromtimestamp(self._records.clock(), UTC)
        return now.isoformat(timespec="seconds").replace("+00:00", "Z")

    @contextmanager
    def _holding(self, run_id: RunId) -> Iterator[Callable[[], None]]:
        """The run is held also after the block, until what it gives is called, unless something is
        raised in there. Raises RunBusy."""
        release = self._records.locks.hold(lock_name(run_id))
        if release is None:
            raise RunBusy(run_id)
        try:
            yield release
        except BaseException:
            release()
            raise

    def _begin(self, carried: Carried) -> RunId:
        for old in [i for i, c in list(self._carried.items()) if c.ended.done()][:-_REMEMBERED]:
            del self._carried[old]
        self._carried[carried.run_id] = carried
        self.loop.submit(self._in_turn(carried))
        return carried.run_id

    async def _in_turn(self, carried: Carried) -> None:
        with suppress(StorageError, RunTaken):  # whoever waits hears of it
            await self._carry_out(carried)

    async def _carry_out(self, carried: Carried) -> None:
        """Raises StorageError where what became of it can't be stored; RunTaken."""
        error: Exception | None = None
        try:
            status, result = RunStatus.FAILED, None
            try:
                if (order := await asyncio.to_thread(self._open_order, carried)) is None:
                    return
                story = partial(self._tell, order, carried)
                with logs.run(carried.run_id, attempt=carried.attempt) as ending:
                    status, result = await carried.carry_out(self._records, story)
                    ending.said = _ENDS.get(status, ending.said)
            except RunTaken:
                raise
            except Exception as failed:
                if carried.is_workers and _may_pass(failed):
                    await to_the_end(partial(self._stumble, carried, failed))
                    raise  # it goes on when the database does
                error = failed
            await to_the_end(partial(self._end, carried, status, error, result))
            error = error or (RunCancelled(carried.run_id) if status in _STOPPED else None)
        except Exception as unstored:
            error = unstored
            raise
        finally:
            carried.end(error)

    def _open_order(self, carried: Carried) -> StoredOrder | None:
        """None where others have gone on with the run meanwhile, ended or deleted it."""
        try:
            order = self._records.order(carried.run_id)
        except UnknownName:
            return None
        if order.attempt != carried.attempt:
            raise RunTaken(carried.run_id)
        return order if order.status in OPEN else None

    async def _tell(self, order: StoredOrder, carried: Carried, run: StoredRun) -> Any:
        if order.kind not in self._stories:
            reason = f"this version of myscholar does not know runs of the kind {order.kind}."
            raise RunNotResumable(run.run_id, reason)
        # a worker has taken no more than it may
        async with nullcontext() if carried.is_workers else self._slots:
            run.begin(at=self._now())
            return await self._stories[order.kind](run, order.inputs)

    def _stumble(self, carried: Carried, error: Exception) -> None:
        with suppress(StorageError):
            self._records.attempt(carried.run_id, carried.attempt).stumble(_said(error))

    def _end(
        self, carried: Carried, status: RunStatus, error: Exception | None, result: Any
    ) -> None:
        attempt = self._records.attempt(carried.run_id, carried.attempt)
        match status:
            case RunStatus.ASKING:
                attempt.wait_for_answer(new_entry(), self._enter)
            case RunStatus.WAITING:
                attempt.hand_over(new_entry(), self._enter)
            case _:
                said = _said(error) if error else None
                attempt.end(status, at=self._now(), result=result, error=said)


_ENDS = {
    RunStatus.CANCELLED: "was cancelled",
    RunStatus.ASKING: "waits for an answer",
    RunStatus.WAITING: "is handed over",
}


def _may_pass(error: Exception) -> bool:
    """Whether it is the database's, and no fault of the run."""
    return isinstance(error, StorageError) and not isinstance(error, UnreadableRecord)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
