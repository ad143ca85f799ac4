"""What a run may still spend."""

from typing import TYPE_CHECKING

from myscholar.runs.run import Run
from myscholar.workflows.services import Services

if TYPE_CHECKING:
    from myscholar.gateways.llm.budget import Budget


async def spent_so_far(services: Services, run: Run, *, limit_usd: float | None = None) -> "Budget":
    """The run's budget (by default the settings'), which knows what the run has spent before a resume."""
    from myscholar.gateways.llm.budget import Budget

    limit = limit_usd or services.settings.budget_usd
    return Budget(limit, spent_usd=sum(call.dollars or 0.0 for call in await run.calls()))
