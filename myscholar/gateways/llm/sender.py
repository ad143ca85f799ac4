"""Gets one whole answer of one model: kept ones first, then patiently, within limits and budget.
Every try is recorded."""

import asyncio
import json
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from random import Random
from typing import Any

from myscholar.domain.runs import ModelCall
from myscholar.errors import (
    LLMBudgetSpent,
    LLMContextTooLong,
    LLMEmptyAnswer,
    LLMError,
    LLMRateLimited,
    LLMRequestRejected,
    LLMTruncated,
    LLMUnavailable,
)
from myscholar.gateways.llm.budget import (
    LEAST_TOKENS,
    USUAL_PART,
    Budget,
    is_free,
    price,
    tokens_for,
    worst_case,
)
from myscholar.gateways.llm.cache import AnswerCache
from myscholar.gateways.llm.config import Provider
from myscholar.gateways.llm.limits import Limits
from myscholar.gateways.llm.providers import Models
from myscholar.gateways.llm.request import Heard, Listener, Reply, Request
from myscholar.gateways.pacing import Patience, Sleep

_log = logging.getLogger(__name__)


@dataclass
class Sender:
    """See ModelGateway for what the fields mean."""

    models: Models
    most_tokens: int | None
    on_call: Callable[[ModelCall], None]
    cache: AnswerCache | None
    budget: Budget
    limits: Limits
    patience: Patience
    sleep: Sleep
    chance: Random
    _flights: dict[str, asyncio.Future[Reply]] = field(default_factory=dict)
    _places: dict[str, asyncio.Semaphore] = field(default_factory=dict)

    async def answer(self, request: Request, listener: Listener) -> Reply:
        """One whole answer. Two identical requests at once are sent once. Raises LLMError."""
        while (flight := self._flights.get(request.key)) is not None:
            await asyncio.wait({flight})
            if not flight.cancelled():
                return self._replay(request, flight.result(), listener)
        if self.cache and (kept := self.cache.read(request.key)) is not None:
            return self._replay(request, kept, listener)
        return await self._first(request, lambda: self._fresh(request, listener))

    async def _first(self, request: Request, fetch: Callable[[], Awaitable[Reply]]) -> Reply:
        """The answer that others who ask the same meanwhile get too. If this task is cancelled, one
        of them goes on."""
        flight = self._flights[request.key] = asyncio.get_running_loop().create_future()
        try:
            reply = await fetch()
        except asyncio.CancelledError:
            flight.cancel()
            raise
        except BaseException as error:
            flight.set_exception(error)
            flight.exception()  # so that it counts as seen when nobody else waits
            raise
        else:
            flight.set_result(reply)
            return reply
        finally:
            del self._flights[request.key]

    async def _fresh(self, request: Request, listener: Listener) -> Reply:
        """An empty answer, and one that is cut off, is asked for once more, the latter with twice
        the longest's room; where money is scarce with twice what it had, or half of that room."""
        max_tokens = request.prompt.max_tokens
        if self.patience.tries == 1:
            return await self._retry(request, max_tokens, listener)
        try:
            return await self._retry(request, max_tokens, listener)
        except LLMEmptyAnswer:
            return await self._retry(request, max_tokens, listener)
        except LLMTruncated as truncated:
            try:
                return await self._retry(request, 2 * max_tokens, listener, had=truncated.limit)
            except (LLMRequestRejected, LLMContextTooLong):
                # the model has no more room; some servers count it with what the model reads
                raise truncated from None

    async def _retry(
        self, request: Request, max_tokens: int, listener: Listener, *, had: int = 0
    ) -> Reply:
        retrying = self.patience.retrying(_is_passing, chance=self.chance, sleep=self.sleep)
        reply: Reply = await retrying(self._try, request, max_tokens, listener, had)
        return reply

    async def _try(self, request: Request, max_tokens: int, listener: Listener, had: int) -> Reply:
        """One request on the wire, when there is a place and money for it. `had`: so many tokens
        were too few."""
        try:
            await self.models.load(request.model)
            model, provider = self.models.get(request.model), self.models.provider(request.model)
        except LLMError as error:
            self._record(request, Heard(), 0.0, error)
            raise
        if self.budget.limit_usd == 0 and not is_free(request.model, provider):
            raise LLMBudgetSpent(request.model, 0.0)
        # here, since it needs much that a replayed run never does
        from myscholar.gateways.llm import wire

        limit = min(wire.output_limit(model, request, max_tokens), self.most_tokens or sys.maxsize)
        usual = most = None
        if self.budget.limit_usd is not None:
            likely = min(2 * had, limit // 2) if had else limit // USUAL_PART
            usual, most = (
                worst_case(request.n_bytes, n, request.model, provider)
                for n in (max(LEAST_TOKENS, likely), limit)
            )
        limiter = self.limits.of(provider)
        async with (
            self._place(request),
            limiter.place(),
            self.budget.reserved(usual, most, request.model) as granted,
        ):
            if granted is not None:
                paid = tokens_for(granted, request.n_bytes, request.model, provider)
                limit = min(limit, paid or limit)
            heard = Heard()
            try:
                reply = await wire.send(
                    model, request, limit, heard, listener, structured=provider.structured
                )
            except BaseException as error:
                self._record(request, heard, self._price(request, heard, provider), error)
                if (pause_s := self._asked_pause_s(error)) is not None:
                    await limiter.hold(pause_s)
                raise
            if self.cache and (request.reply is None or _is_json(reply.text)):
                self.cache.write(request.key, reply, request=request)
            self._record(request, heard, self._price(request, heard, provider))
            return reply

    def _asked_pause_s(self, error: BaseException) -> float | None:
        """None where the provider asks for none, or for a longer one than is waited for."""
        asked = error.retry_after_s if isinstance(error, LLMRateLimited) else None
        return None if asked is None or asked > self.patience.longest_wait_s else asked

    def _price(self, request: Request, heard: Heard, provider: Provider) -> float | None:
        if not (heard.usage.input_tokens or heard.usage.output_tokens):
            return 0.0
        return price(heard.usage, request.model, provider)

    def _place(self, request: Request) -> AbstractAsyncContextManager[object]:
        if (limit := request.settings.max_concurrency) is None:
            return nullcontext()
        return self._places.setdefault(request.role, asyncio.Semaphore(limit))

    def _replay(self, request: Request, kept: Reply, listener: Listener) -> Reply:
        listener.begin()
        if request.reply is None:
            listener.on_text(kept.text)
        self.on_call(replayed_call(request))
        return kept

    def _record(
        self,
        request: Request,
        heard: Heard,
        dollars: float | None,
        error: BaseException | None = None,
    ) -> None:
        self.budget.spend(dollars)
        call = call_of(
            request,
            started_at=heard.started_at,
            first_byte_s=heard.first_byte_s,
            seconds=heard.seconds,
            input_tokens=heard.usage.input_tokens,
            cached_tokens=heard.usage.cache_read_tokens,
            output_tokens=heard.usage.output_tokens,
            dollars=dollars,
            error=type(error).__name__ if error else None,
        )
        _tell(call)
        self.on_call(call)


def _is_passing(error: BaseException) -> bool:
    return isinstance(error, LLMRateLimited | LLMUnavailable)


def call_of(request: Request, **told: Any) -> ModelCall:
    return ModelCall(
        call_id=request.key,
        role=request.role,
        prompt=request.prompt.label,
        model=request.model,
        attempt=1 if request.repair else 0,
        **({"started_at": time.time(), "seconds": 0.0} | told),
    )


def replayed_call(request: Request, **told: Any) -> ModelCall:
    return call_of(request, first_byte_s=0.0, dollars=0.0, replayed=True, **told)


def _tell(call: ModelCall) -> None:
    facts = {
        "model": call.model,
        "prompt": call.prompt,
        "seconds": call.seconds,
        "input_tokens": call.input_tokens,
        "output_tokens": call.output_tokens,
        "dollars": call.dollars,
        "error": call.error,
    }
    came = f"failed ({call.error})" if call.error else f"gave {call.output_tokens} tokens"
    level = logging.WARNING if call.error else logging.INFO
    said = "%s %s in %.1f s (%s)"
    _log.log(level, said, call.model, came, call.seconds, call.prompt, extra=facts)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):  # the latter for thousands of brackets in each other
        return False
    return True
