"""What every door to the outside needs: patience with what fails, turns that keep requests apart,
answers kept on disk."""

import asyncio
import hashlib
import json
import logging
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

from pydantic import BaseModel, FiniteFloat, SecretStr

from myscholar.processes import remove_leftovers

if TYPE_CHECKING:
    from tenacity import AsyncRetrying, RetryCallState

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]

_MARGIN = 1.1
"""What leaves a second apart may arrive closer, since the first request opens the connection."""
_LONGEST_HOLD_S = 60.0
"""By hand: longer than any pause that is waited for. What lies further ahead was never meant."""
_ALONE_S = 5.0
"""By hand: so long nothing is tried to be shared again after it could not be."""
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
    total_s: float = float("inf")
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
            next_s = state.upcoming_sleep
            return (
                state.attempt_number >= self.tries
                or next_s > self.longest_wait_s
                or clock() - started + next_s > self.total_s
            )

        return AsyncRetrying(
            retry=retry_if_exception(is_passing),
            wait=wait_s,
            stop=is_over,
            before_sleep=_tell_retry,
            sleep=sleep,
            reraise=True,
        )


def _tell_retry(state: "RetryCallState") -> None:
    error = state.outcome.exception() if state.outcome else None
    n, wait_s = state.attempt_number, state.upcoming_sleep
    _log.info("try %d ended with %s, the next in %.1f s", n, type(error).__name__, wait_s)


def interval_for(requests_a_second: float) -> float:
    """Seconds from one request to the next at this rate (> 0), with a margin."""
    return _MARGIN / requests_a_second


class Holder(BaseModel):
    """What one of those who share a limit has of it. Times are seconds."""

    places: int = 0
    waiting_since: FiniteFloat | None = None
    """Since when it has found no place free, while it looks for one."""
    seen: FiniteFloat = 0.0


class LimitUsage(BaseModel):
    """What is taken of a limit, by the clock that all who share it go by."""

    held_until: FiniteFloat = 0.0
    starts: list[FiniteFloat] = []
    """Those of the last interval."""
    holders: dict[str, Holder] = {}


class SharedLimits(Protocol):
    """Where processes tell each other what they have taken of limits, each of which has a name."""

    recheck_s: float
    """Who waits for what another process has looks so often whether it is free."""
    beat_s: float | None
    """Who has taken something says so often that it is still there; None: the system knows."""

    async def change(self, name: str, edit: Callable[[str, float], str]) -> None:
        """`edit` is given what was told last, empty at first, and the time, and gives what is told
        from now on, while nobody else does so. Raises OSError where nothing can be shared now."""

    def join(self, holder: str) -> Callable[[], None]:
        """Called before `holder` takes anything; what it returns, when it will no more. Raises
        OSError."""

    def is_gone(self, holder: str, silent_s: float) -> bool:
        """Whether the holder's process has ended, or been silent for so long that it must have."""

    def close(self) -> None: ...


def limit_name(service: str, address: str, key: SecretStr | None) -> str:
    """The same for all who send requests to a service with the same key, which can't be read off
    it."""
    parts = service, address, key.get_secret_value() if key else ""
    return hashlib.blake2b("\0".join(parts).encode(errors="replace"), digest_size=16).hexdigest()


class Limiter:
    """At most `n_starts` requests begin in any `interval_s` seconds, from start to start. Shared by
    all tasks (and threads) that use one key; answers may overlap.

    With `shared`, also by all processes that give the limit the same `name` there. One that dies
    takes no turn with it. While nothing can be shared, the process keeps to itself what it knows.
    """

    def __init__(
        self,
        *,
        interval_s: float = interval_for(1),
        n_starts: int = 1,
        shared: SharedLimits | None = None,
        name: str = "",
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._interval_s, self._n_starts = interval_s, n_starts
        self._shared, self._name = shared, name
        self._clock, self._sleep = clock, sleep
        self._lock, self._usage, self._ahead_s = Lock(), LimitUsage(), 0.0
        self._alone_until: float | None = None
        """Set from when nothing could be shared until it can be again."""
        self._queues: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = (
            WeakKeyDictionary()
        )

    async def turn(self) -> None:
        """Returns when the caller may send one request. Who comes first to an event loop goes
        first, and sleeps until a turn is free: longer if another loop or process was faster."""
        queue = self._queues.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with queue:
            while (wait_s := await self._change(self._take_turn)) > 0:
                await self._sleep(wait_s)

    async def mark_sent(self) -> None:
        """The request of the last turn leaves now, since it had to open a connection first: the
        next one keeps its distance from this."""

        def move(usage: LimitUsage, now: float) -> None:
            usage.starts = [*usage.starts[:-1], now]

        await self._change(move)

    async def hold(self, seconds: float) -> None:
        """Nobody gets a turn for so long, a minute at most: the service has asked for a pause."""

        def hold(usage: LimitUsage, now: float) -> None:
            usage.held_until = max(usage.held_until, now + min(seconds, _LONGEST_HOLD_S))

        await self._change(hold)

    def _take_turn(self, usage: LimitUsage, now: float) -> float:
        """0 for a turn, or how long none is free."""
        wait_s = self._turn_wait_s(usage, now)
        if wait_s == 0:
            lasting = [start for start in usage.starts if start > now - self._interval_s]
            usage.starts = [*lasting, now][-self._n_starts :]
        return wait_s

    def _turn_wait_s(self, usage: LimitUsage, now: float) -> float:
        is_full = len(usage.starts) >= self._n_starts
        free = usage.starts[-self._n_starts] + self._interval_s if is_full else now
        return max(free - now, usage.held_until - now, 0.0)

    async def _change(self, edit: Callable[[LimitUsage, float], T]) -> T:
        """What `edit` makes of what is taken, and of the time; it may change the former."""
        if self._shared and self._clock() >= (self._alone_until or 0.0):
            try:
                made = await self._change_shared(self._shared, edit)
            except OSError as error:
                if self._alone_until is None:
                    _log.warning("For now this process keeps to a service's limit alone: %s", error)
                self._alone_until = self._clock() + _ALONE_S
                self._usage.holders = {}
            else:
                self._alone_until = None
                return made
        with self._lock:
            return edit(self._usage, self._clock() + self._ahead_s)

    async def _change_shared(
        self, shared: SharedLimits, edit: Callable[[LimitUsage, float], T]
    ) -> T:
        made: list[tuple[T, LimitUsage, float]] = []

        def rewrite(told: str, now: float) -> str:
            usage = self._told(told, now)
            made[:] = [(edit(usage, now), usage, now - self._clock())]
            return usage.model_dump_json()

        await shared.change(self._name, rewrite)
        [(result, self._usage, self._ahead_s)] = made
        return result

    def _told(self, told: str, now: float) -> LimitUsage:
        """What this process knows itself where the others' word is lost or damaged; no turns of
        before the clock was set back."""
        try:
            usage = LimitUsage.model_validate_json(told)
        except ValueError:
            usage = self._usage.model_copy(deep=True)
        if max(usage.held_until, *usage.starts, 0.0) > now + _LONGEST_HOLD_S:
            usage.held_until, usage.starts = 0.0, []
        return usage


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
    _tidied: set[Path] = field(default_factory=set, compare=False, repr=False)

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
            if path.parent not in self._tidied:
                self._tidied.add(path.parent)
                remove_leftovers(path.parent, "*.part")
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
