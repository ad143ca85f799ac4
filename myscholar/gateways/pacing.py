"""What every door to the outside needs: patience with what fails, turns that keep requests apart,
answers kept on disk."""

import asyncio
import json
import logging
import os
import tempfile
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenacity import AsyncRetrying, RetryCallState

Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]

_MARGIN = 1.1
"""What leaves a second apart may arrive closer, since the first request opens the connection."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Patience:
    """How often, and how long, one request is tried. Waits are seconds.

    The n-th wait is first_wait_s * growth^(n-1), varied by the part `jitter` so that requests
    refused together do not come back together; or what the service asks for.
    """

    tries: int = 4
    first_wait_s: float = 1.5
    growth: float = 2.5
    jitter: float = 0.25
    longest_wait_s: float = 60.0
    """A service that asks for more is not waited for."""
    in_all_s: float = float("inf")
    """From the first try to the start of the last one."""

    def retrying(
        self,
        is_passing: Callable[[BaseException], bool],
        *,
        chance: Random,
        sleep: Sleep,
        clock: Clock = time.monotonic,
    ) -> "AsyncRetrying":
        """Calls what it is given until that succeeds, and raises its last error. What the service
        asks for is the error's `retry_after_s`."""
        from tenacity import AsyncRetrying, retry_if_exception

        started = clock()

        def wait_s(state: "RetryCallState") -> float:
            error = state.outcome.exception() if state.outcome else None
            asked: float | None = getattr(error, "retry_after_s", None)
            if asked is not None:
                return asked
            backoff = self.first_wait_s * self.growth ** (state.attempt_number - 1)
            varied = backoff * (1 + chance.uniform(-self.jitter, self.jitter))
            return min(varied, self.longest_wait_s)

        def is_over(state: "RetryCallState") -> bool:
            wait_s, passed_s = state.upcoming_sleep, clock() - started
            return (
                state.attempt_number >= self.tries
                or wait_s > self.longest_wait_s
                or passed_s + wait_s > self.in_all_s
            )

        return AsyncRetrying(
            retry=retry_if_exception(is_passing),
            wait=wait_s,
            stop=is_over,
            sleep=sleep,
            reraise=True,
        )


def interval_for(requests_a_second: float) -> float:
    """Seconds from one request to the next at this rate (> 0), with a margin."""
    return _MARGIN / requests_a_second


class Limiter:
    """At most `n_starts` requests begin in any `interval_s` seconds, from start to start. Shared by
    all tasks (and threads) that use one key; answers may overlap."""

    def __init__(
        self,
        *,
        interval_s: float = interval_for(1),
        n_starts: int = 1,
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._interval_s, self._clock, self._sleep = interval_s, clock, sleep
        self._starts: deque[float] = deque(maxlen=n_starts)
        self._held_until = float("-inf")
        self._lock = Lock()

    async def turn(self) -> None:
        """Returns when the caller may send one request."""
        while True:
            with self._lock:
                now = self._clock()
                start = max(now, self._held_until)
                if len(self._starts) == self._starts.maxlen:
                    start = max(start, self._starts[0] + self._interval_s)
                self._starts.append(start)
            if start > now:
                await self._sleep(start - now)
            if self._clock() >= self._held_until:
                return

    def hold(self, seconds: float) -> None:
        """Nobody gets a turn for so long: the service has asked for a pause."""
        with self._lock:
            self._held_until = max(self._held_until, self._clock() + seconds)


@dataclass(frozen=True)
class AnswerFiles:
    """Answers as JSON files under `folder`, which several processes may share.

    A damaged file counts as absent and is written anew. A folder that can't be written is no error:
    the log says so once, and answers are then not kept.
    """

    folder: Path
    service: str
    """Whose answers they are, for the log."""
    _unwritable: set[str] = field(default_factory=set, compare=False, repr=False)

    def read(self, name: str) -> Any:
        """None where there is none."""
        try:
            return json.loads((self.folder / name).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None

    def write(self, name: str, stored: Mapping[str, object]) -> None:
        """The file appears whole or not at all."""
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    # in ASCII: an answer may hold half characters, which UTF-8 can't
                    json.dump(stored, file)
                Path(temporary).replace(path)
            except OSError:
                Path(temporary).unlink()
                raise
        except OSError as error:
            reason = error.strerror or type(error).__name__
            if reason not in self._unwritable:
                self._unwritable.add(reason)
                _log.warning(
                    "Answers of %s can't be kept in %s: %s", self.service, self.folder, reason
                )
