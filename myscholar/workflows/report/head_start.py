"""What a head start has done of a report, taken over. It is our own addition to the paper."""

import asyncio
import time

from pydantic import ValidationError

from myscholar.domain.orders import HeadStartOrder, ReportOrder, read_order
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.errors import UnknownName
from myscholar.gateways.storage.runs import RunRecords
from myscholar.runs.run import Run
from myscholar.workflows.report.records import ReportMaterial
from myscholar.workflows.services import Services

HEAD_START_REQUESTS = 3
"""Requests to Semantic Scholar; the rest of a report's is for what its actions ask."""
_MOST_USD = 0.5
_POLL_S = 0.2
_BEGINS_S = 10.0
"""How long a report waits for its head start to begin."""


def limit_usd(services: Services) -> float:
    """What a head start may cost: little, and never more than a run may."""
    limit = services.settings.budget_usd
    return _MOST_USD if limit is None else min(_MOST_USD, limit)


async def take_over(services: Services, run: Run, order: ReportOrder) -> ReportMaterial | None:
    """What the head start left, once it has ended. Without one that fits the order, or when it
    failed, the report starts from nothing."""
    if order.head_start is None:
        return None
    head_start = order.head_start
    taken: ReportMaterial | None = await run.step(
        "Taking over the head start",
        ReportMaterial | None,
        lambda: _await_material(services, head_start, order),
    )
    return taken


async def _await_material(
    services: Services, head_start: RunId, order: ReportOrder
) -> ReportMaterial | None:
    records = services.runs
    try:
        given = await asyncio.to_thread(records.order, head_start)
        if given.kind is not RunKind.HEAD_START or not _is_for(
            read_order(HeadStartOrder, given.inputs), order
        ):
            return None
        await _await_end(records, head_start)
        return ReportMaterial.model_validate(await asyncio.to_thread(records.result, head_start))
    except (UnknownName, ValidationError):  # deleted, not finished, or of another version
        return None


def _is_for(head: HeadStartOrder, order: ReportOrder) -> bool:
    return (head.question, head.sources, head.filters) == (
        order.question,
        order.sources,
        order.filters,
    )


async def _await_end(records: RunRecords, run_id: RunId) -> None:
    """Waits until the run has ended. One that nobody carries out is not waited for: it may stand
    in line behind the very report that waits."""
    until = time.monotonic() + _BEGINS_S
    while (status := (await asyncio.to_thread(records.info, run_id)).status).goes_on:
        if time.monotonic() > until and not (
            status is RunStatus.RUNNING
            and await asyncio.to_thread(records.signs_of_life, run_id, _BEGINS_S)
        ):
            return
        await asyncio.sleep(_POLL_S)
