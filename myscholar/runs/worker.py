"""A process that carries out what others have ordered."""

import asyncio
import logging

from myscholar.errors import MyScholarError
from myscholar.gateways.storage.runs import RunRecords
from myscholar.runs.control import new_entry
from myscholar.runs.queue import Queue
from myscholar.runs.runner import Runner

LEAVE_S = 20.0
"""How long steps that go on may take to their end when the worker is told to stop; by hand: longer
than a section of a report is written."""
_LEAVES_S = 0.1
_DECIDES_S = 1.0
"""So often it is looked whether a question's time to answer is over."""
_PAUSE_S = 5.0
"""After a failure of the database."""
_log = logging.getLogger(__name__)


async def serve(
    queue: Queue,
    records: RunRecords,
    runner: Runner,
    *,
    at_once: int,
    stop: asyncio.Event,
    leave_s: float = LEAVE_S,
) -> None:
    """Until told to stop; then hands over what goes on. On the Runner's loop."""
    deciding = asyncio.create_task(_decide(queue, records))
    serving = asyncio.create_task(queue.serve(runner.carry_out, at_once, stop))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([serving, stopping], return_when=asyncio.FIRST_COMPLETED)
    await runner.leave(leave_s)
    while (await asyncio.wait([serving], timeout=_LEAVES_S))[1]:
        await runner.leave(leave_s)  # it may have been about to take one
    for task in (deciding, stopping):
        task.cancel()
    await serving


async def _decide(queue: Queue, records: RunRecords) -> None:
    while True:
        try:
            await asyncio.to_thread(records.decide_overdue, new_entry=new_entry, enter=queue.enter)
        except MyScholarError as error:
            _log.warning("Questions whose time is over can't be looked for: %s", error)
            await asyncio.sleep(_PAUSE_S)
        await asyncio.sleep(_DECIDES_S)
