"""How many requests a provider gets at once and a minute, over all runs of the process."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from myscholar.gateways.llm.config import Provider
from myscholar.gateways.pacing import Clock, Limiter, Sleep


class ModelLimiter:
    """Places for requests to one provider. It belongs to one event loop."""

    def __init__(
        self,
        max_concurrency: int,
        requests_per_minute: int | None = None,
        *,
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._places = asyncio.Semaphore(max_concurrency)
        interval_s, n_starts = (60.0, requests_per_minute) if requests_per_minute else (0.0, 1)
        self._turns = Limiter(interval_s=interval_s, n_starts=n_starts, clock=clock, sleep=sleep)

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Held from before the request is sent until its answer is whole."""
        async with self._places:
            await self._turns.turn()
            yield


class Limits:
    """One limiter for each provider and event loop. Share one value among all gateways of the
    process."""

    def __init__(self) -> None:
        self._limiters: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, ModelLimiter]] = (
            WeakKeyDictionary()
        )

    def of(self, provider: Provider) -> ModelLimiter:
        here = self._limiters.setdefault(asyncio.get_running_loop(), {})
        if provider.name not in here:
            here[provider.name] = ModelLimiter(
                provider.max_concurrency, provider.requests_per_minute
            )
        return here[provider.name]
