"""Carries stories out so that they survive the process."""

import asyncio
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any

from myscholar.domain.runs import Progress, RunId, RunKind, RunStatus, RunStep, ignore
from myscholar.errors import (
    RunBusy,
    RunCancelled,
    RunExists,
    RunNotResumable,
    RunStopped,
    UnknownName,
)
from myscholar.gateways.storage.run_queries import StoredOrder, lock_name
from myscholar.gateways.storage.runs import Batch, RunRecords
from myscholar.runs import durable
from myscholar.runs.carried import Carried
from myscholar.runs.control import ENDED, cancel_run, check_run_id
from myscholar.runs.loop import LoopThread
from myscholar.runs.run import Story
from myscholar.runs.stored_run import OnText, StoredRun

WAIT_POLL_S = 0.3
_REMEMBERED = 100
"""Ended runs whose error is kept for those who still wait for it."""


class Runner:
    """With `server` (3-40 of a-z0-9-) the process is a server, which can `recover` its own runs
    that an earlier process of the name left unfinished: DBOS knows of them, and is launched when
    the first run is started or resumed; all Runners of a process use the same database. Without, it
    carries out what it is told to and nothing else, and needs no DBOS. Two processes never carry
    out the same run: each run has a lock, which the system frees when its holder dies. `at_once`
    runs go on side by side, later ones wait.
    """

    def __init__(
        self,
        records: RunRecords,
        stories: Mapping[RunKind, Story],
        *,
        database_url: str,
        server: str | None = None,
        at_once: int = 4,
    ) -> None:
        self._records = records
        self._stories = stories
        self._database_url = database_url
        self._server = server
        self._loop = LoopThread()
        self._slots = asyncio.Semaphore(at_once)
        self._launched = False
        self._carried: dict[RunId, Carried] = {}
        self._left_behind: dict[RunId, str] | None = {} if server is None else None
        """Own runs that an earlier process left unfinished, with their attempts; None: not looked
        for yet."""

    def recover(self) -> None:
        """Has the runs that this server left unfinished begin again. Raises StorageError."""
        found: dict[RunId, str] = {}
        try:
            if self._server:
                found = {
                    run_id: attempt
                    for run_id, attempt in self._records.open_attempts()
                    if attempt.startswith(self._attempts_of(run_id))
                }
                if found:
                    self._loop.submit(self._take_up(self._server, found)).result()
        except BaseException:
            found = {}
            raise
        finally:
            self._left_behind = found

    async def _take_up(self, server: str, attempts: Mapping[RunId, str]) -> None:
        """DBOS begins those again that it knows of. Where the process died before DBOS had recorded
        an attempt, it never knew."""
        self._launch(server)
        for run_id, attempt in attempts.items():
            if await durable.status_of(attempt) is None and (release := self._try_to_hold(run_id)):
                self._begin(attempt, Carried(run_id, release))

    def is_taking_up(self, run_id: RunId) -> bool:
        """Whether an interrupted run begins again by itself, as this server has just come back."""
        if self._left_behind is None:
            return True
        attempt = self._left_behind.get(run_id)
        if attempt is None:
            return False
        return self._loop.submit(durable.status_of(attempt)).result() in ("PENDING", "ENQUEUED")

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
        attempt, now = self._new_attempt(run_id), self._records.clock()
        with self._holding(run_id) as release:
            at = self._now()
            if not self._records.create(run_id, kind, title, inputs, attempt=attempt, at=at):
                raise RunExists(run_id)
            for name, result in (steps or {}).items():
                done = RunStep(name=name, started_at=now, seconds=0.0, result=result)
                self._records.store(run_id, Batch(step=done))
        return self._begin(attempt, Carried(run_id, release, progress, on_text))

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
        attempt = self._new_attempt(run_id)
        with self._holding(run_id) as release:
            if self._records.order(run_id).status is RunStatus.FINISHED:
                raise RunNotResumable(run_id, "it has finished.")
            self._records.begin_attempt(run_id, attempt, at=self._now(), anew=anew)
        return self._begin(attempt, Carried(run_id, release, progress, on_text))

    def cancel(self, run_id: RunId) -> RunStatus:
        """Also a run of another process, within a second. The status, as of `cancel_run`."""
        status = cancel_run(self._records, run_id, at=self._now())
        if carried := self._carried.get(run_id):
            self._loop.submit(carried.cancel())
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
        over = (*ENDED, RunStatus.INTERRUPTED)
        while (info := await asyncio.to_thread(self._records.info, run_id)).status not in over:
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
            durable.leave(self._carry_out)
        for run_id, carried in self._carried.items():
            carried.end(RunStopped(run_id, "was interrupted"))

    def _attempts_of(self, run_id: RunId) -> str:
        """How the ids of the attempts begin that this server makes at the run."""
        return f"{run_id}.{self._server}." if self._server else f"{run_id}."

    def _new_attempt(self, run_id: RunId) -> str:
        return f"{self._attempts_of(run_id)}{uuid.uuid4().hex[:12]}"

    def _now(self) -> str:
        now = datetime.fromtimestamp(self._records.clock(), UTC)
        return now.isoformat(timespec="seconds").replace("+00:00", "Z")

    def _try_to_hold(self, run_id: RunId) -> Callable[[], None] | None:
        return self._records.locks.hold(lock_name(run_id))

    @contextmanager
    def _holding(self, run_id: RunId) -> Iterator[Callable[[], None]]:
        """The run is held also after the block, until what it gives is called, unless something is
        raised in there. Raises RunBusy."""
        release = self._try_to_hold(run_id)
        if release is None:
            raise RunBusy(run_id)
        try:
            yield release
        except BaseException:
            release()
            raise

    def _begin(self, attempt: str, carried: Carried) -> RunId:
        for old in [i for i, c in list(self._carried.items()) if c.ended.done()][:-_REMEMBERED]:
            del self._carried[old]
        self._carried[carried.run_id] = carried
        self._loop.submit(self._enter(attempt, carried))
        return carried.run_id

    async def _enter(self, attempt: str, carried: Carried) -> None:
        if self._server is None:
            await self._carry_out(carried.run_id, attempt)
            return
        try:
            self._launch(self._server, attempt)
            await durable.begin(carried.run_id, attempt)
        except Exception as error:
            self._end(carried, RunStatus.FAILED, error)

    def _launch(self, server: str, attempt: str | None = None) -> None:
        """On the loop."""
        self._launched = True
        durable.launch(
            self._database_url,
            server=server,
            locks=self._records.locks,
            carry_out=self._carry_out,
            attempt=attempt,
        )

    async def _carry_out(self, run_id: str, attempt: str) -> str:
        """The attempt: where DBOS begins it again, others may have gone on with the run, ended or
        deleted it."""
        known = RunId(run_id)
        carried = self._carried.get(known)
        if carried is None or carried.ended.done():
            release = self._try_to_hold(known)
            if release is None:
                return "carried out by another process"
            carried = self._carried[known] = Carried(known, release)
        try:
            order = self._open_order(known, attempt)
            if order is None:
                return "nothing left to do"
            story = partial(self._tell, order)
            status, result = await carried.carry_out(self._records, story)
            cancelled = RunCancelled(known) if status is RunStatus.CANCELLED else None
            return self._end(carried, status, cancelled, result)
        except Exception as error:
            return self._end(carried, RunStatus.FAILED, error)
        finally:
            carried.end()

    def _open_order(self, run_id: RunId, attempt: str) -> StoredOrder | None:
        try:
            order = self._records.order(run_id)
        except UnknownName:
            return None
        return order if order.attempt == attempt and order.status not in ENDED else None

    async def _tell(self, order: StoredOrder, run: StoredRun) -> Any:
        if order.kind not in self._stories:
            reason = f"this version of myscholar does not know runs of the kind {order.kind}."
            raise RunNotResumable(run.run_id, reason)
        if order.status is RunStatus.RUNNING:
            self._records.wait_again(run.run_id)
        async with self._slots:
            run.begin(at=self._now())
            return await self._stories[order.kind](run, order.inputs)

    def _end(
        self, carried: Carried, status: RunStatus, error: Exception | None, result: Any = None
    ) -> str:
        said = f"{type(error).__name__}: {error}" if status is RunStatus.FAILED else None
        try:
            self._records.end(carried.run_id, status, at=self._now(), result=result, error=said)
        finally:
            carried.end(error)
        return status.value
