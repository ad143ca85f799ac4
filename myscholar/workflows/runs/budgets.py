"""What a run has spent, and what it may still spend."""

import asyncio
from collections.abc import Sequence

from myscholar.domain.report import Cost
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
    limit = services.settings.budget_usd if limit_usd is None else limit_usd
    return Budget(
        limit, spent_usd=sum(call.dollars or 0.0 for call in await calls_of(services, run, ahead))
    )


def cost_of(calls: Sequence[ModelCall], scholar_requests: int, seconds: float) -> Cost:
    """What a run's calls took together; what was answered from this machine's own store cost
    nothing. Dollars are None if a price is unknown."""
    sent = [call for call in calls if not call.replayed]
    prices = [call.dollars for call in sent if call.input_tokens or call.output_tokens]
    return Cost(
        seconds=round(max(0.0, seconds), 3),
        scholar_requests=scholar_requests,
        model_calls=len(sent),
        input_tokens=sum(call.input_tokens for call in sent),
        cached_tokens=sum(call.cached_tokens for call in sent),
        output_tokens=sum(call.output_tokens for call in sent),
        dollars=None if None in prices else round(sum(p for p in prices if p is not None), 6),
    )
