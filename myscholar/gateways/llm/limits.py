"""How many requests a provider gets at once and a minute, over all runs of the process."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from myscholar.gateways.llm.config import Provider

Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]

_MINUTE_S = 60.0


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
        self._per_minute = requests_per_minute
        self._starts: deque[float] = deque()
        self._clock, self._sleep = clock, sleep

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Held from before the request is sent until its answer is whole."""
        async with self._places:
            await self._turn()
            yield

    async def _turn(self) -> None:
        """No more than so many starts in any sixty seconds."""
        if self._per_minute is None:
            return
        now = self._clock()
        start = (
            max(now, self._starts[0] + _MINUTE_S) if len(self._starts) == self._per_minute else now
        )
        if len(self._starts) == self._per_minute:
            self._starts.popleft()
        self._starts.append(start)
        if start > now:
            await self._sleep(start - now)


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
