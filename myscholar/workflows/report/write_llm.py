"""Reports by a language model, every step done once. Source: MySQA §2.3; the head start is our
own."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pydantic import ValidationError

from myscholar.domain.orders import HeadStartOrder, ReportOrder, Visibility, read_order
from myscholar.domain.runs import Event, RunId, RunKind, RunStatus
from myscholar.errors import UnknownName
from myscholar.gateways.storage.runs import RunRecords
from myscholar.runs.run import Run
from myscholar.workflows.engines import gateway_of
from myscholar.workflows.report.finish import finish
from myscholar.workflows.report.material import HEAD_START_REQUESTS, ReportContext, gather_material
from myscholar.workflows.report.records import LlmReportRecord, ReportMaterial
from myscholar.workflows.report.writing import (
    write_after_head_start,
    write_at_once,
    write_from_nothing,
)
from myscholar.workflows.runs.budgets import spent_so_far
from myscholar.workflows.services import Services

HEAD_START_USD = 0.5
"""What a head start may cost, where a run's budget is not smaller still."""
_POLL_S = 0.2
_BEGINS_S = 10.0
"""How long a report waits for its head start to begin."""


async def write_report(services: Services, run: Run, order: ReportOrder) -> LlmReportRecord:
    started = services.clock().timestamp()
    head = await _head_start_of(services, run, order)  # first, since what it spent counts
    if order.head_start and head is None:
        run.tell(
            Event(
                step="Taking over the head start",
                message="it can't be used; the report starts from the question",
            )
        )
    async with desk_for(services, run, order) as desk:
        if order.visibility is Visibility.ONE_PROMPT:
            material, checked = await write_at_once(desk)
        elif head is None:
            material, checked = await write_from_nothing(desk)
        else:
            material, checked = await write_after_head_start(desk, head)
        return await finish(desk, material, checked, started=started)


async def go_ahead(services: Services, run: Run, order: ReportOrder) -> ReportMaterial:
    """While the user still chooses actions: what a report needs of the question alone, with a small
    budget."""
    limit = min(HEAD_START_USD, services.settings.budget_usd or HEAD_START_USD)
    async with desk_for(services, run, order, limit_usd=limit) as desk:
        return await gather_material(desk, n_requests=HEAD_START_REQUESTS)


@asynccontextmanager
async def desk_for(
    services: Services, run: Run, order: ReportOrder, *, limit_usd: float | None = None
) -> AsyncIterator[ReportContext]:
    """With a gateway whose budget knows what the run has spent already."""
    budget = await spent_so_far(services, run, limit_usd=limit_usd, ahead=order.head_start)
    async with gateway_of(services, order.engine, on_call=run.spent, budget=budget) as llm:
        yield ReportContext(services, run, llm, order)


async def _head_start_of(services: Services, run: Run, order: ReportOrder) -> ReportMaterial | None:
    """What the head start left, once it has ended. Without one that fits the order, or when it
    failed, the report starts from nothing."""
    if order.head_start is None:
        return None
    head_start = order.head_start
    taken: ReportMaterial | None = await run.step(
        "Taking over the head start",
        ReportMaterial | None,
        lambda: _awaited(services, head_start, order),
    )
    return taken


async def _awaited(
    services: Services, head_start: RunId, order: ReportOrder
) -> ReportMaterial | None:
    records = services.runs
    try:
        given = await asyncio.to_thread(records.order, head_start)
        if given.kind is not RunKind.HEAD_START or not _is_for(
            read_order(HeadStartOrder, given.inputs), order
        ):
            return None
        await _ended(records, head_start)
        return ReportMaterial.model_validate(await asyncio.to_thread(records.result, head_start))
    except (UnknownName, ValidationError):  # deleted, not finished, or of another version
        return None


def _is_for(head: ReportOrder, order: ReportOrder) -> bool:
    return (head.question, head.sources, head.filters) == (
        order.question,
        order.sources,
        order.filters,
    )


async def _ended(records: RunRecords, run_id: RunId) -> None:
    """Waits until the run has ended. One that does not begin is not waited for: it may stand in
    line behind the very report that waits."""
    until = time.monotonic() + _BEGINS_S
    while (status := (await asyncio.to_thread(records.info, run_id)).status) in (
        RunStatus.WAITING,
        RunStatus.RUNNING,
    ):
        if status is RunStatus.WAITING and time.monotonic() > until:
            return
        await asyncio.sleep(_POLL_S)
