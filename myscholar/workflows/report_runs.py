"""The stories of runs around reports: plain JSON in and out, every step done once. Source: MySQA §2.3; the head start is our own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import UnknownName
from myscholar.report.llm.shown import Visibility
from myscholar.runs.run import Run
from myscholar.workflows.budgets import spent_so_far
from myscholar.workflows.report_finish import finish
from myscholar.workflows.report_material import HEAD_START_REQUESTS, Desk, gather_material
from myscholar.workflows.report_orders import Material, ReportOrder, Work
from myscholar.workflows.report_writing import write_after_head_start, write_at_once, write_from_nothing
from myscholar.workflows.services import Services

HEAD_START_USD = 0.5
"""What a head start may cost, where a run's budget is not smaller still."""
_POLL_S = 0.2


async def report_story(services: Services, run: Run, inputs: dict[str, Any]) -> Any:
    """A `ReportOrder` becomes a `Work`."""
    order = ReportOrder.model_validate(inputs)
    started = services.clock().timestamp()
    async with desk_for(services, run, order) as desk:
        head = await _head_start_of(services, run, order.head_start)
        if order.visibility is Visibility.ONE_PROMPT:
            material, checked = await write_at_once(desk)
        elif head is None:
            material, checked = await write_from_nothing(desk)
        else:
            material, checked = await write_after_head_start(desk, head)
        work = await finish(desk, material, checked, started=started)
    return work.model_dump(mode="json")


async def head_start_story(services: Services, run: Run, inputs: dict[str, Any]) -> Any:
    """A `ReportOrder` without actions becomes the `Material` that a report on the question needs anyway."""
    order = ReportOrder.model_validate(inputs)
    limit = min(HEAD_START_USD, services.settings.budget_usd or HEAD_START_USD)
    async with desk_for(services, run, order, limit_usd=limit) as desk:
        material = await gather_material(desk, n_requests=HEAD_START_REQUESTS)
    return material.model_dump(mode="json")


@asynccontextmanager
async def desk_for(services: Services, run: Run, order: ReportOrder, *, limit_usd: float | None = None) -> AsyncIterator[Desk]:
    """With a gateway whose budget knows what the run has spent already."""
    budget = await spent_so_far(services, run, limit_usd=limit_usd)
    async with services.llm(on_call=run.spent, budget=budget) as llm:
        yield Desk(services, run, llm, order)


async def _head_start_of(services: Services, run: Run, head_start: RunId | None) -> Material | None:
    """What the head start left, once it has ended. Without it, or when it failed, the report starts from nothing."""
    if head_start is None:
        return None
    taken: Material | None = await run.step("Taking over the head start", Material | None, lambda: _awaited(services, head_start))
    return taken


async def _awaited(services: Services, head_start: RunId) -> Material | None:
    records = services.runs
    try:
        while (status := (await asyncio.to_thread(records.info, head_start)).status) in (RunStatus.WAITING, RunStatus.RUNNING):
            await asyncio.sleep(_POLL_S)
        if status is not RunStatus.FINISHED:
            return None
        return Material.model_validate(await asyncio.to_thread(records.result, head_start))
    except UnknownName:
        return None


def work_of(services: Services, run_id: RunId) -> Work:
    """The work that a finished run of a report left. Raises UnknownName."""
    return Work.model_validate(services.runs.result(run_id))
