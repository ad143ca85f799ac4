"""How many requests a provider gets at once and a minute, over all runs of all processes."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from weakref import WeakKeyDictionary

from myscholar.gateways.llm.config import Provider
from myscholar.gateways.pacing import (
    Clock,
    Holder,
    Limiter,
    LimitUsage,
    SharedLimits,
    Sleep,
    limit_name,
)

_LOOKS = 4
"""By hand: who has let so many looks pass is stuck, and keeps nobody from a place."""


class ModelLimiter(Limiter):
    """Places for requests to one provider. It belongs to one event loop.

    Among those that wait, a free place goes to who has the fewest, then to who has waited longest:
    so a process with much to do does not keep others from getting any.
    """

    def __init__(
        self,
        max_concurrency: int,
        requests_per_minute: int | None = None,
        *,
        shared: SharedLimits | None = None,
        name: str = "",
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        interval_s, n_starts = (60.0, requests_per_minute) if requests_per_minute else (0.0, 1)
        super().__init__(
            interval_s=interval_s,
            n_starts=n_starts,
            shared=shared,
            name=name,
            clock=clock,
            sleep=sleep,
        )
        self._id, self._max = uuid.uuid4().hex, max_concurrency
        self._held = self._looking = 0
        self._granted = False
        """A place is told to the others and not counted here yet: what is shared is changed on
        another thread."""
        self._line, self._freed = asyncio.Lock(), asyncio.Event()
        self._leave: Callable[[], None] | None = None
        self._beating: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Held from before the request is sent until its answer is whole."""
        await self._enter()
        try:
            yield
        finally:
            self._held -= 1
            self._freed.set()
            await self._tell_all()

    async def _enter(self) -> None:
        self._looking += 1
        try:
            self._join()
            async with self._line:
                try:
                    while (wait_s := await self._look()) != 0:
                        await self._wait(wait_s)
                    self._held += 1
                finally:
                    self._granted = False
        except BaseException:
            self._looking -= 1
            await self._tell_all()
            raise
        self._looking -= 1
        if self._shared and self._shared.beat_s and self._beating is None:
            self._beating = asyncio.create_task(self._beat(self._shared.beat_s))

    async def _look(self) -> float | None:
        self._freed.clear()
        return await self._change(self._take_place)

    async def _wait(self, wait_s: float | None) -> None:
        """Until there is a turn; for None until there may be a place, which is known at once where
        this event loop had it."""
        if wait_s is not None:
            await self._sleep(wait_s)
            return
        with suppress(TimeoutError):
            recheck_s = self._shared.recheck_s if self._shared else None
            await asyncio.wait_for(self._freed.wait(), recheck_s)

    def _take_place(self, usage: LimitUsage, now: float) -> float | None:
        """0 for a place and a turn, how long there is no turn, or None where there is no place."""
        self._granted = False
        before = usage.holders.get(self._id)
        me = usage.holders[self._id] = Holder(places=self._held, seen=now)
        if (wait_s := self._turn_wait_s(usage, now)) > 0:
            return wait_s
        since = before.waiting_since if before and before.waiting_since else now
        if before is None or self._n_free(usage, now, since) <= 0:
            self._forget_gone(usage, now)
        if self._n_free(usage, now, since) <= 0:
            me.waiting_since = since
            return None
        me.places += 1
        self._granted = True
        return self._take_turn(usage, now)

    def _n_free(self, usage: LimitUsage, now: float, since: float) -> int:
        """Less one for each who comes first."""
        others = [holder for i, holder in usage.holders.items() if i != self._id]
        silent_s = _LOOKS * self._shared.recheck_s if self._shared else 0.0
        first = [
            holder
            for holder in others
            if holder.waiting_since is not None
            and now - holder.seen < silent_s
            and (holder.places, holder.waiting_since) < (self._held, since)
        ]
        return self._max - self._held - sum(holder.places for holder in others) - len(first)

    def _forget_gone(self, usage: LimitUsage, now: float) -> None:
        for i, holder in [*usage.holders.items()]:
            if i != self._id and self._shared and self._shared.is_gone(i, now - holder.seen):
                del usage.holders[i]

    def _join(self) -> None:
        if self._shared and self._leave is None:
            with suppress(OSError):  # then nothing can be shared either, which is told
                self._leave = self._shared.join(self._id)

    async def _tell_all(self) -> None:
        try:
            await self._change(self._tell)
        finally:
            if not (self._held or self._looking):
                self._rest()

    def _rest(self) -> None:
        if self._beating:
            self._beating.cancel()
        if self._leave:
            self._leave()
        self._beating = self._leave = None

    def _tell(self, usage: LimitUsage, now: float) -> None:
        before = usage.holders.pop(self._id, None)
        if self._held or self._looking:
            since = before.waiting_since if before and self._looking else None
            places = self._held + self._granted
            usage.holders[self._id] = Holder(places=places, waiting_since=since, seen=now)

    async def _beat(self, beat_s: float) -> None:
        while True:
            await asyncio.sleep(beat_s)
            await self._change(self._tell)


class Limits:
    """One limiter for each provider, by its address and key, and event loop. Share one value among
    all gateways of the process, and give it what all processes share."""

    def __init__(
        self,
        shared: SharedLimits | None = None,
        *,
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._shared, self._clock, self._sleep = shared, clock, sleep
        self._limiters: WeakKeyDictionary[
            asyncio.AbstractEventLoop, dict[tuple[str, int, int | None], ModelLimiter]
        ] = WeakKeyDictionary()

    def of(self, provider: Provider) -> ModelLimiter:
        here = self._limiters.setdefault(asyncio.get_running_loop(), {})
        name = limit_name(provider.name, provider.base_url, provider.key)
        limits = provider.max_concurrency, provider.requests_per_minute
        if (name, *limits) not in here:
            here[name, *limits] = ModelLimiter(
                *limits, shared=self._shared, name=name, clock=self._clock, sleep=self._sleep
            )
        return here[name, *limits]
