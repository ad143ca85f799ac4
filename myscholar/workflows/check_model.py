"""One tiny call, to see that a model answers: how fast, and for how much."""

import asyncio
from typing import NamedTuple

from myscholar.domain.runs import ModelCall
from myscholar.errors import LLMUnavailable
from myscholar.gateways.llm.llm import Role
from myscholar.gateways.llm.prompts import render
from myscholar.settings import RoleName
from myscholar.workflows.services import Services

PATIENCE_S = 30.0


class Checked(NamedTuple):
    """`dollars` None: no price is known."""

    model: str
    seconds: float
    dollars: float | None


async def check_model(services: Services, role: RoleName) -> Checked:
    """Asks the role's first model. Raises EngineUnavailable when none is set, LLMError and its children."""
    calls: list[ModelCall] = []
    async with services.llm(on_call=calls.append) as llm:
        model = llm.model(Role(role))
        prompt = render("models/check", at=services.now())  # the time makes it new: no answer of before is given again
        try:
            async with asyncio.timeout(PATIENCE_S):
                answer = await llm.write(Role(role), prompt)
        except TimeoutError:
            raise LLMUnavailable(model, f"no answer came within {PATIENCE_S:.0f} seconds") from None
    prices = [call.dollars for call in calls if call.dollars is not None]
    paid = sum(prices) if len(prices) == len(calls) else None
    return Checked(answer.model, calls[-1].seconds if calls else 0.0, paid)
