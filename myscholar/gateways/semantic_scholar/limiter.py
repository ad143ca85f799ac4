"""Turns: requests start a set time apart, whoever makes them."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from threading import Lock

Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]

MARGIN = 1.1
"""What leaves a second apart may arrive closer, since the first request opens the connection."""
POLITE_INTERVAL_S = 1.1
"""One request a second, with the margin."""


def interval_for(requests_a_second: float) -> float:
    """Seconds from one request to the next that keep to the rate, with the margin. The rate is >
    0."""
    return MARGIN / requests_a_second


class Limiter:
    """Shared by all tasks (and threads) that use one key. The interval is counted from start to
    start, so answers may overlap."""

    def __init__(
        self,
        *,
        interval_s: float = POLITE_INTERVAL_S,
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._interval_s, self._clock, self._sleep = interval_s, clock, sleep
        self._free_at = self._held_until = float("-inf")
        self._lock = Lock()

    async def turn(self) -> None:
        """Returns when the caller may send one request."""
        while True:
            wait_s = self._reserve()
            if wait_s > 0:
                await self._sleep(wait_s)
            if self._clock() >= self._held_until:
                return

    def hold(self, seconds: float) -> None:
        """Nobody gets a turn for so long: the service has asked for a pause."""
        with self._lock:
            self._held_until = max(self._held_until, self._clock() + seconds)
            self._free_at = max(self._free_at, self._held_until)

    def _reserve(self) -> float:
        with self._lock:
            now = self._clock()
            start = max(self._free_at, now)
            self._free_at = start + self._interval_s
            return start - now
