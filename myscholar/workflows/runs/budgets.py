"""What a run has spent, and what it may still spend."""

import asyncio

from myscholar.domain.runs import ModelCall, RunId
from myscholar.errors import UnknownName
from myscholar.gateways.llm.budget import Budget
from myscholar.runs.run import Run
from myscholar.workflows.services import Services


async def calls_of(
    services: Services, run: Run, ahead: RunId | None = None
) -> tuple[ModelCall, ...]:
    """Every call for the run so far: its own, those before a resume, and those of a head start
    (`ahead`) that it took over."""
    own = await run.calls()
    try:
        return (*await asyncio.to_thread(services.runs.calls, ahead), *own) if ahead else own
    except UnknownName:
        return own


async def spent_so_far(
    services: Services, run: Run, *, limit_usd: float | None = None, ahead: RunId | None = None
) -> Budget:
    """The run's budget (by default the settings'), which knows what was spent already."""
    limit = limit_usd or services.settings.budget_usd
    return Budget(
        limit, spent_usd=sum(call.dollars or 0.0 for call in await calls_of(services, run, ahead))
    )
