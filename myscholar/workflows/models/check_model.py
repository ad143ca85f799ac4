"""One small call, to see that a model answers: how fast, and for how much. It costs a cent at
most."""

import asyncio
import time
from typing import NamedTuple

from myscholar.domain.runs import ModelCall
from myscholar.errors import LLMEmptyAnswer, LLMTruncated, LLMUnavailable
from myscholar.gateways.llm.config import Provider
from myscholar.gateways.llm.llm import Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.settings import RoleName
from myscholar.workflows.services import Services

PATIENCE_S = 30.0
MOST_USD = 0.01
_FEW = 20
"""Tokens that say nothing yet about a speed."""


class CheckedModel(NamedTuple):
    """`dollars` None: no price is known. `tokens_per_s` None: too few came to tell."""

    model: str
    seconds: float
    dollars: float | None
    tokens_per_s: float | None = None
    first_word_s: float | None = None
    n_pieces: int = 1
    """In how many the answer was seen to come."""


def check_prompt(services: Services) -> Prompt:
    """Always a new one: no answer of before is given again."""
    return render("models/check", at=f"{services.now()} ({services.new_id()})")


def limited(prompt: Prompt, model: str, provider: Provider | None) -> int:
    """Tokens that an answer may have, so that it costs a cent at most."""
    from myscholar.gateways.llm.budget import tokens_for

    n_read = 2 * len(prompt.system + prompt.text)
    most = tokens_for(MOST_USD, n_read, model, provider) if provider else None
    return min(most or prompt.max_tokens, 2 * prompt.max_tokens)


async def check_model(
    services: Services, role: RoleName, *, patience_s: float = PATIENCE_S
) -> CheckedModel:
    """Asks the role's first model. Raises NoModel when none is set, LLMError and its children.

    The budget of runs does not count here. An answer that the limit on tokens cut off, or that went
    into thoughts, is an answer.
    """
    from myscholar.gateways.llm.budget import Budget
    from myscholar.gateways.pacing import Patience

    calls: list[ModelCall] = []
    seen: list[float] = []
    prompt, config = check_prompt(services), services.settings.models_config
    model = config.chain(role)[0] if role in config.chains else ""
    async with services.llm(
        on_call=calls.append,
        budget=Budget(None),
        patience=Patience(tries=1),
        most_tokens=limited(prompt, model, config.provider(model) if model else None),
    ) as llm:
        try:
            async with asyncio.timeout(patience_s):
                heard = llm.write(Role(role), prompt, on_text=lambda _: seen.append(time.time()))
                model = (await heard).model
        except TimeoutError:
            raise LLMUnavailable(model, f"no answer came within {patience_s:.0f} seconds") from None
        except (LLMTruncated, LLMEmptyAnswer):
            if not any(call.output_tokens for call in calls):
                raise
    prices = [call.dollars for call in calls if call.dollars is not None]
    paid = sum(prices) if len(prices) == len(calls) else None
    first = seen[0] - calls[-1].started_at if seen else None
    return CheckedModel(model, calls[-1].seconds, paid, _speed(calls[-1]), first, max(1, len(seen)))


def _speed(call: ModelCall) -> float | None:
    writing_s = call.seconds - (call.first_byte_s or 0.0)
    return call.output_tokens / writing_s if call.output_tokens > _FEW and writing_s > 0 else None
