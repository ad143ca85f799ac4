"""Procrastinate, which dispatches runs to workers of any machine on PostgreSQL: the only file that
imports it.

What it does: it keeps the line in order of priority, hands each run to one worker, tells idle ones
at once (NOTIFY), hears the workers' heartbeats and finds what a dead one has left. What it does not
know: owners, who take turns by the priority that their runs are given (`gateways.storage.line`) and
keep to a number of runs at once by as many locks an owner; and whether a worker that it takes for
dead still lives. So nobody goes on with a run that has given a sign of life within seconds, and
whoever was passed over can't write any more (`RunTaken`).
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, column, func, select, table, text
from sqlalchemy.engine import make_url

from myscholar.domain.runs import RunId, Urgency
from myscholar.errors import MyScholarError
from myscholar.gateways.storage.line import InLine, WaitingLine
from myscholar.gateways.storage.run_queries import SILENT_S
from myscholar.gateways.storage.runs import RunRecords
from myscholar.runs.control import new_entry
from myscholar.runs.queue import CarryOut

if TYPE_CHECKING:
    from procrastinate import App, BaseRetryStrategy

BEAT_S = 2.0
"""So often a worker gives a sign of life."""
_POLL_S, _PAUSE_S, _CONNECT_S = 1.0, 2.0, 5.0
_AGAIN_S, _OUTAGE_S = 3.0, 20.0
"""After a failure of a run's own; and after one of the database, since when all look dead."""
_FINDS_S = 60.0
_QUEUE = _TASK = "runs"
_URGENCY = 500_000_000
_DEFER = text(
    "SELECT unnest(procrastinate_defer_jobs_v1(ARRAY[ROW(CAST(:queue AS varchar), CAST(:task AS "
    "varchar), CAST(:priority AS integer), CAST(:lock AS text), NULL, CAST(:args AS jsonb), NULL)]"
    "::procrastinate_job_to_defer_v1[]))"
)
_LOST = text(
    "SELECT runs.run_id FROM runs LEFT JOIN (SELECT args->>'run_id' AS run_id FROM "
    "procrastinate_jobs) AS jobs ON jobs.run_id = runs.run_id WHERE runs.place = 'worker' AND "
    "runs.status IN ('waiting', 'running') AND jobs.run_id IS NULL"
)
_WORKERS = table("procrastinate_workers", column("last_heartbeat"))
_log = logging.getLogger(__name__)


class _StillGoing(Exception):
    pass


class PostgresQueue:
    def __init__(
        self, records: RunRecords, line: WaitingLine, url: str, *, per_owner: int | None = None
    ) -> None:
        self.line = line
        self._records, self._url, self._per_owner = records, url, per_owner
        self._going: dict[str, asyncio.Task[None]] = {}
        """By entry: a run may stand in line anew while its last entry comes to its end."""
        self._places = asyncio.Semaphore(1)

    def n_workers(self) -> int:
        living = _WORKERS.c.last_heartbeat > func.now() - timedelta(seconds=SILENT_S)
        return int(self.line.scalar(select(func.count()).select_from(_WORKERS).where(living)))

    def enter(self, connection: Connection, place: InLine) -> None:
        row: dict[str, Any] = {"queue": _QUEUE, "task": _TASK, "lock": self._lock_of(place)}
        row["priority"] = -(place.urgency * _URGENCY + place.turn)
        row["args"] = json.dumps({"run_id": place.run_id, "entry": place.entry})
        connection.execute(_DEFER, row)

    def _lock_of(self, place: InLine) -> str | None:
        """Runs of one lock go on one after the other. Whoever has just answered waits for no other
        run of their own."""
        if not (self._per_owner and place.owner) or place.urgency is Urgency.ANSWERED:
            return None
        return f"{place.owner}#{place.turn % self._per_owner}"

    async def serve(self, carry_out: CarryOut, at_once: int, stop: asyncio.Event) -> None:
        from procrastinate.exceptions import ProcrastinateException
        from psycopg import Error

        self._places = asyncio.Semaphore(at_once)
        while not stop.is_set():
            try:
                await self._serve(carry_out, at_once, stop)
            except (ProcrastinateException, Error, OSError) as error:
                reason = str(error.__cause__ or error).strip() or "no answer"
                _log.warning("The line of runs can't be read, and is tried again: %s", reason)
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), _PAUSE_S)
        await asyncio.gather(*self._going.values(), return_exceptions=True)

    async def _serve(self, carry_out: CarryOut, at_once: int, stop: asyncio.Event) -> None:
        """Until told to stop, or until a connection breaks: then Procrastinate's worker ends, and
        what this process carries out goes on."""
        async with _opened(self._app(carry_out)) as app:
            worker = app.run_worker_async(
                queues=[_QUEUE],
                concurrency=at_once,
                fetch_job_polling_interval=_POLL_S,
                update_heartbeat_interval=BEAT_S,
                stalled_worker_timeout=SILENT_S,
                shutdown_graceful_timeout=_PAUSE_S,
                install_signal_handlers=False,
                delete_jobs="always",
            )
            working = asyncio.create_task(worker)
            finding = self._find_lost()
            beside = [asyncio.create_task(w) for w in (_take_up(app), finding, stop.wait())]
            try:
                await asyncio.wait([working, *beside], return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (working, *beside):
                    task.cancel()
                await asyncio.wait([working, *beside])
        if not working.cancelled() and (error := working.exception()):
            raise error

    def _app(self, carry_out: CarryOut) -> "App":
        from procrastinate import App, PsycopgConnector

        url = make_url(self._url).set(drivername="postgresql")
        conninfo = url.render_as_string(hide_password=False)
        app = App(
            connector=PsycopgConnector(conninfo=conninfo, min_size=1, max_size=4, timeout=_PAUSE_S)
        )

        @app.task(name=_TASK, queue=_QUEUE, retry=_back_in_line())
        async def runs(run_id: str, entry: str) -> None:
            await self._once(carry_out, RunId(run_id), entry)

        # while something is to be done at times, a worker that listens to nobody any more ends
        # (procrastinate 3.10: its monitor waits for the first of its side tasks to end)
        @app.periodic(cron="0 0 1 1 *")
        @app.task(queue="never")
        async def keeps_the_monitor(timestamp: int) -> None:  # noqa: ARG001
            return

        return app

    async def _find_lost(self) -> None:
        """Puts in line again what no job is for, for ever: one may be lost with what the engine
        could not write down."""
        while True:
            await asyncio.sleep(_FINDS_S)
            try:
                lost = await asyncio.to_thread(self.line.column, _LOST)
                for run_id in lost:
                    if not await asyncio.to_thread(self._records.signs_of_life, run_id, SILENT_S):
                        again = partial(self._records.stand_again, run_id, new_entry(), self.enter)
                        await asyncio.to_thread(again)
            except MyScholarError as error:
                _log.warning("Lost runs can't be looked for: %s", error)

    async def _once(self, carry_out: CarryOut, run_id: RunId, entry: str) -> None:
        if (going := self._going.get(entry)) is None:
            going = asyncio.create_task(self._carry_out(carry_out, run_id, entry))
            self._going[entry] = going
            going.add_done_callback(lambda _: self._going.pop(entry, None))
        await asyncio.shield(going)

    async def _carry_out(self, carry_out: CarryOut, run_id: RunId, entry: str) -> None:
        async with self._places:
            if await asyncio.to_thread(self._records.signs_of_life, run_id, SILENT_S):
                raise _StillGoing(f"run {run_id} is carried out by a worker that lives")
            attempt = f"{entry}.{new_entry()}"
            if await asyncio.to_thread(self._records.take, run_id, entry, attempt):
                await carry_out(run_id, attempt)


@asynccontextmanager
async def _opened(app: "App") -> AsyncIterator["App"]:
    """Raises TimeoutError: a pool would try more and more seldom to connect, and keep who is told
    to stop waiting."""
    try:
        async with asyncio.timeout(_CONNECT_S):
            await app.open_async()
        yield app
    finally:
        await app.close_async()


async def _take_up(app: "App") -> None:
    """Puts in line again what dead workers have left, for ever."""
    from procrastinate.exceptions import ProcrastinateException
    from psycopg import Error

    pause_s = BEAT_S
    while True:
        await asyncio.sleep(pause_s)
        try:
            stalled = await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=SILENT_S)
            pause_s = BEAT_S
        except (ProcrastinateException, Error):
            pause_s = _OUTAGE_S
            continue
        for job in stalled:
            with suppress(ProcrastinateException, Error):  # another worker was faster
                await app.job_manager.retry_job(job)


def _back_in_line() -> "BaseRetryStrategy":
    from procrastinate import BaseRetryStrategy, RetryDecision

    class Again(BaseRetryStrategy):
        """A run is never given up: what became of it stands in its record."""

        def get_retry_decision(self, **_: Any) -> RetryDecision:
            return RetryDecision(retry_in={"seconds": int(_AGAIN_S)})

    return Again()
