"""Carries stories out so that they survive the process."""

import asyncio
import contextlib
import time
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from myscholar.domain.runs import Progress, RunId, RunKind, RunStatus, RunStep, ignore
from myscholar.errors import (
    RunBusy,
    RunCancelled,
    RunExists,
    RunNotResumable,
    RunStopped,
    StorageError,
    UnknownName,
)
from myscholar.gateways.storage.run_queries import StoredOrder, lock_name
from myscholar.gateways.storage.runs import Batch, RunRecords
from myscholar.runs.control import ENDED, cancel_run, check_run_id
from myscholar.runs.loop import LoopThread
from myscholar.runs.run import Story
from myscholar.runs.stored_run import OnText, StoredRun

CANCEL_POLL_S = 0.5
WAIT_POLL_S = 0.3
LAUNCH_S = 20.0
"""A server that has not taken up its runs after so long won't."""
RECOVER_S = 5.0
"""How long it takes at most until a recovered run begins."""
_REMEMBERED = 100
"""Ended runs whose error is kept for those who still wait for it."""


@dataclass
class _Carried:
    """A run that this process carries out, or has."""

    release: Callable[[], None]
    progress: Progress = ignore
    on_text: OnText = ignore
    ended: "Future[None]" = field(default_factory=Future)
    task: "asyncio.Task[Any] | None" = None
    run: StoredRun | None = None

    def end(self, error: BaseException | None = None) -> None:
        """Frees the run for others, then tells whoever waits."""
        release, self.release = self.release, lambda: None
        release()
        self.task = self.run = None
        if not self.ended.done():
            self.ended.set_exception(error) if error else self.ended.set_result(None)


class Runner:
    """DBOS is imported and launched when the first run is started or resumed; all Runners of a
    process use the same database.

    With `server` (3-40 of a-z0-9-) the process is a server: at its launch it goes on with its own
    runs that an earlier process of the name left unfinished. Without, it carries out what it is
    told to and nothing else. Two processes never carry out the same run: each run has a lock, which
    the system frees when its holder dies. `at_once` runs go on side by side, later ones wait.
    """

    def __init__(
        self,
        records: RunRecords,
        stories: Mapping[RunKind, Story],
        *,
        database_url: str,
        server: str | None = None,
        at_once: int = 4,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._records = records
        self._stories = stories
        self._database_url = database_url
        self._server = server
        self._clock = clock
        self._loop = LoopThread()
        self._slots = asyncio.Semaphore(at_once)
        self._launched = False
        self._carried: dict[RunId, _Carried] = {}
        self._taking_up_until = time.monotonic() + LAUNCH_S if server else 0.0

    def recover(self) -> None:
        """Has the runs of this server that were left unfinished begin again, within about a second.
        Raises StorageError."""
        self._loop.submit(self._launch()).result()
        self._taking_up_until = time.monotonic() + RECOVER_S
        for run_id, attempt in self._records.open_attempts():
            if self._server and attempt.startswith(_attempts_of(run_id, self._server)):
                self._loop.submit(self._begin_unrecorded(run_id, attempt)).result()

    async def _begin_unrecorded(self, run_id: RunId, attempt: str) -> None:
        """An attempt whose process died before DBOS had recorded it: DBOS itself can't recover what
        it never knew."""
        from myscholar.runs import durable

        if not await durable.is_recorded(attempt) and (
            release := self._records.locks.hold(lock_name(run_id))
        ):
            self._begin(run_id, attempt, _Carried(release))

    @property
    def is_taking_up(self) -> bool:
        """Whether an interrupted run may still begin again by itself, since this server has only
        just come back."""
        return time.monotonic() < self._taking_up_until

    @property
    def is_full(self) -> bool:
        """Whether as many runs go on here as may at once, so that others wait for their turn."""
        return self._slots.locked()

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
        release = self._hold(run_id)
        attempt = self._new_attempt(run_id)
        try:
            if not self._records.create(
                run_id, kind, title, inputs, attempt=attempt, at=self._now()
            ):
                raise RunExists(run_id)
            for name, result in (steps or {}).items():
                done = RunStep(
                    name=name, started_at=self._clock().timestamp(), seconds=0.0, result=result
                )
                self._records.store(run_id, Batch(step=done))
        except BaseException:
            release()
            raise
        return self._begin(run_id, attempt, _Carried(release, progress, on_text))

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
        self._records.info(run_id)
        release = self._hold(run_id)
        attempt = self._new_attempt(run_id)
        try:
            order = self._records.order(run_id)
            if order.status is RunStatus.FINISHED:
                raise RunNotResumable(run_id, "it has finished.")
            self._records.begin_attempt(run_id, attempt, at=self._now(), anew=anew)
        except BaseException:
            release()
            raise
        return self._begin(run_id, attempt, _Carried(release, progress, on_text))

    def cancel(self, run_id: RunId) -> RunStatus:
        """Also a run of another process, which stops within a second. The status afterwards, as of
        `cancel_run`."""
        status = cancel_run(self._records, run_id, at=self._now())
        if carried := self._carried.get(run_id):
            self._loop.submit(_stop(carried))
        return status

    async def wait(self, run_id: RunId) -> Any:
        """The run's result, whichever process carries it out. Stopping to wait does not stop the
        run.

        Raises what the story raised where this process carried it out, RunCancelled, RunError,
        UnknownName.
        """
        if carried := self._carried.get(run_id):
            await asyncio.shield(asyncio.wrap_future(carried.ended))
        while (info := await asyncio.to_thread(self._records.info, run_id)).status not in (
            *ENDED,
            RunStatus.INTERRUPTED,
        ):
            await asyncio.sleep(WAIT_POLL_S)
        if info.status is RunStatus.FINISHED:
            return await asyncio.to_thread(self._records.result, run_id)
        if info.status is RunStatus.CANCELLED:
            raise RunCancelled(run_id)
        how = f"failed ({info.error})" if info.status is RunStatus.FAILED else "was interrupted"
        raise RunStopped(run_id, how)

    def close(self) -> None:
        """Runs that go on are left unfinished, as if the process had ended."""
        self._loop.close()
        if self._launched:
            from myscholar.runs import durable

            durable.leave(self._carry_out)
        for run_id, carried in self._carried.items():
            carried.end(RunStopped(run_id, "was interrupted"))

    def _new_attempt(self, run_id: RunId) -> str:
        return f"{_attempts_of(run_id, self._server)}{uuid.uuid4().hex[:12]}"

    def _now(self) -> str:
        return self._clock().isoformat(timespec="seconds").replace("+00:00", "Z")

    def _hold(self, run_id: RunId) -> Callable[[], None]:
        release = self._records.locks.hold(lock_name(run_id))
        if release is None:
            raise RunBusy(run_id)
        return release

    def _begin(self, run_id: RunId, attempt: str, carried: _Carried) -> RunId:
        for old in [i for i, c in list(self._carried.items()) if c.ended.done()][:-_REMEMBERED]:
            del self._carried[old]
        self._carried[run_id] = carried
        self._loop.submit(self._enter(run_id, attempt, carried))
        return run_id

    async def _enter(self, run_id: RunId, attempt: str, carried: _Carried) -> None:
        try:
            await self._launch(attempt)
            from myscholar.runs import durable

            await durable.begin(run_id, attempt)
        except Exception as error:
            self._end(run_id, carried, RunStatus.FAILED, error)

    async def _launch(self, attempt: str | None = None) -> None:
        from myscholar.runs import durable

        self._launched = True
        durable.launch(
            self._database_url,
            server=self._server,
            locks=self._records.locks,
            carry_out=self._carry_out,
            attempt=attempt,
        )

    async def _carry_out(self, run_id: str, attempt: str) -> str:
        """The attempt, from DBOS. One that was recovered finds a run that others may have gone on
        with, ended or deleted."""
        known = RunId(run_id)
        carried = self._carried.get(known)
        if carried is None or carried.ended.done():
            release = self._records.locks.hold(lock_name(run_id))
            if release is None:
                return "carried out by another process"
            carried = self._carried[known] = _Carried(release)
        try:
            order = self._open_order(known, attempt)
            return (
                "nothing left to do"
                if order is None
                else await self._attempt(known, order, carried)
            )
        except Exception as error:
            return self._end(known, carried, RunStatus.FAILED, error)
        finally:
            carried.end()

    def _open_order(self, run_id: RunId, attempt: str) -> StoredOrder | None:
        try:
            order = self._records.order(run_id)
        except UnknownName:
            return None
        return order if order.attempt == attempt and order.status not in ENDED else None

    async def _attempt(self, run_id: RunId, order: StoredOrder, carried: _Carried) -> str:
        carried.run = run = StoredRun(
            run_id, self._records, progress=carried.progress, on_text=carried.on_text
        )
        carried.task = asyncio.create_task(self._tell(run, order))
        watch = asyncio.create_task(self._watch(run_id, carried))
        result, error = None, None
        try:
            result = await carried.task
        except (asyncio.CancelledError, RunCancelled):
            if not run.cancelled:
                raise  # the process ends: the run stays unfinished
            error = RunCancelled(run_id)
        finally:
            watch.cancel()
            await run.close()
        return self._end(
            run_id, carried, RunStatus.CANCELLED if error else RunStatus.FINISHED, error, result
        )

    async def _tell(self, run: StoredRun, order: StoredOrder) -> Any:
        if order.kind not in self._stories:
            raise RunNotResumable(
                run.run_id,
                f"this version of myscholar does not know runs of the kind {order.kind}.",
            )
        async with self._slots:
            self._records.running(run.run_id, at=self._now())
            return await self._stories[order.kind](run, order.inputs)

    def _end(
        self,
        run_id: RunId,
        carried: _Carried,
        status: RunStatus,
        error: Exception | None,
        result: Any = None,
    ) -> str:
        said = f"{type(error).__name__}: {error}" if status is RunStatus.FAILED else None
        try:
            self._records.end(run_id, status, at=self._now(), result=result, error=said)
        finally:
            carried.end(error)
        return status.value

    async def _watch(self, run_id: RunId, carried: _Carried) -> None:
        is_asked = False
        while not is_asked:
            await asyncio.sleep(CANCEL_POLL_S)
            with contextlib.suppress(StorageError):  # if it lasts, the run's next write raises it
                is_asked = await asyncio.to_thread(self._records.cancel_asked, run_id)
        await _stop(carried)


async def _stop(carried: _Carried) -> None:
    if carried.run and carried.task:
        carried.run.cancelled = True
        carried.task.cancel()


def _attempts_of(run_id: RunId, server: str | None) -> str:
    """How the ids of the attempts begin that this server makes at the run."""
    return f"{run_id}.{server}." if server else f"{run_id}."
