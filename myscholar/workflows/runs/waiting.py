"""What goes on beside waiting for a run: its questions are put to whoever waits, and its place in
line is told."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from myscholar.domain.runs import Event, Progress, RunId, RunQuestion, RunStatus
from myscholar.workflows.services import Services

Ask = Callable[[RunQuestion], Awaitable[object]]
"""Has somebody answer a question that a run waits with, or leaves it to others."""

LOOK_S = 0.3
IN_LINE = "In line"
NO_WORKER = "no worker lives: myscholar worker starts one"


async def put_questions(services: Services, run_id: RunId, ask: Ask) -> None:
    """Each once, one after the other, until it is cancelled. What `ask` does is cancelled where
    somebody else answers meanwhile, or the run is over. Raises what `ask` raises."""
    put = set[str]()
    while True:
        for asked in await _open(services, run_id):
            if asked.question_id not in put:
                put.add(asked.question_id)
                await _put(services, asked, ask)
        await asyncio.sleep(LOOK_S)


async def _put(services: Services, asked: RunQuestion, ask: Ask) -> None:
    asking = asyncio.ensure_future(ask(asked))
    try:
        while asked.question_id in [q.question_id for q in await _open(services, asked.run_id)]:
            await asyncio.wait([asking], timeout=LOOK_S)
            if asking.done():
                await asking
                return
    finally:
        asking.cancel()
        await asyncio.wait([asking])


async def _open(services: Services, run_id: RunId) -> tuple[RunQuestion, ...]:
    return await asyncio.to_thread(services.runs.open_questions, run_id)


async def tell_place(services: Services, run_id: RunId, progress: Progress) -> None:
    """Tells how many stand in line before the run, until it is cancelled."""
    told = None
    while True:
        place = await asyncio.to_thread(_place, services, run_id)
        if place != told and (place or told):
            progress(Event(step=IN_LINE, message=place or ""))
        told = place
        await asyncio.sleep(LOOK_S)


def _place(services: Services, run_id: RunId) -> str | None:
    """None for a run that does not wait for its turn."""
    if services.runs.info(run_id).status is not RunStatus.WAITING:
        return None
    if not services.queue.n_workers():
        return NO_WORKER
    n_before = services.queue.line.n_before(run_id)
    return f"{n_before:,} before you" if n_before else "you are next"


async def with_beside(waiting: Awaitable[Any], *beside: Coroutine[Any, Any, None]) -> Any:
    """What is waited for, while the others go on. Raises what one of them raises."""
    awaited = asyncio.ensure_future(waiting)
    others = [asyncio.create_task(each) for each in beside]
    try:
        await asyncio.wait([awaited, *others], return_when=asyncio.FIRST_COMPLETED)
        for other in others:
            if other.done():
                await other
        return await awaited
    finally:
        for task in (awaited, *others):
            task.cancel()
        await asyncio.gather(awaited, *others, return_exceptions=True)
