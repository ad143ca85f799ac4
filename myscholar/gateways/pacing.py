"""What every door to the outside needs: patience with what fails, turns that keep requests apart,
answers kept on disk."""

import asyncio
import fcntl
import json
import logging
import math
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, Any, TextIO
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from tenacity import AsyncRetrying, RetryCallState

Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]

_MARGIN = 1.1
"""What leaves a second apart may arrive closer, since the first request opens the connection."""
_LONGEST_HOLD_S = 60.0
"""By hand: longer than any pause that is waited for. What lies further ahead was never meant."""
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


class Limiter:
    """At most `n_starts` requests begin in any `interval_s` seconds, from start to start. Shared by
    all tasks (and threads) that use one key; answers may overlap.

    With a file `shared`, also by all processes that name it: starts are written there, under a lock
    that the system frees with its holder, so that a process that dies takes no turn with it. Where
    the file can't be written, the process keeps to itself.
    """

    def __init__(
        self,
        *,
        interval_s: float = interval_for(1),
        n_starts: int = 1,
        shared: Path | None = None,
        clock: Clock | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._interval_s, self._n_starts, self._sleep = interval_s, n_starts, sleep
        self._clock = clock or (time.time if shared else time.monotonic)
        self._turns = [0.0]
        self._lock, self._shared = Lock(), shared
        self._queues: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = (
            WeakKeyDictionary()
        )

    async def turn(self) -> None:
        """Returns when the caller may send one request. Who comes first to an event loop goes
        first, and sleeps until a turn is free: longer if another loop or process was faster."""
        queue = self._queues.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with queue:
            while (wait_s := self._take()) > 0:
                await self._sleep(wait_s)

    def _take(self) -> float:
        """0 for a turn, or how long none is free."""
        with self._lock_turns() as turns:
            now, (held_until, *starts) = self._clock(), turns
            is_full = len(starts) >= self._n_starts
            free = starts[-self._n_starts] + self._interval_s if is_full else now
            wait_s = max(free, held_until) - now
            if wait_s <= 0:
                turns[1:] = [*starts, now][-self._n_starts :]
            return wait_s

    def mark_sent(self) -> None:
        """The request of the last turn leaves now, since it had to open a connection first: the
        next one keeps its distance from this."""
        with self._lock_turns() as turns:
            turns[1:] = [*turns[1:-1], self._clock()]

    def hold(self, seconds: float) -> None:
        """Nobody gets a turn for so long: the service has asked for a pause."""
        with self._lock_turns() as turns:
            turns[0] = max(turns[0], self._clock() + seconds)

    @contextmanager
    def _lock_turns(self) -> Iterator[list[float]]:
        """Until when nobody gets a turn, then when the last ones were, to be changed by one at a
        time."""
        # a disk that is full shows when the file is closed
        with self._lock, suppress(OSError), ExitStack() as stack:
            file = None
            with suppress(OSError):
                file = self._shared and stack.enter_context(_lock_file(self._shared))
            latest = self._clock() + (_LONGEST_HOLD_S if self._shared else math.inf)
            known = [_turns_of(file.read()) if file else [], self._turns, [0.0]]
            # none where the file is damaged; too late where the clock was set back
            self._turns = next(turns for turns in known if turns and max(turns) <= latest)
            yield self._turns
            if file:
                file.truncate(0)
                json.dump(self._turns, file)


@contextmanager
def _lock_file(path: Path) -> Iterator[TextIO]:
    """The file for this holder alone, also among threads. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="ascii", errors="replace") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        try:
            yield file
            file.flush()
        finally:
            # closing leaves it locked while a process forked meanwhile has the file open
            fcntl.flock(file, fcntl.LOCK_UN)


def _turns_of(text: str) -> list[float]:
    """None where the file is new or damaged."""
    try:
        turns = [float(time) for time in json.loads(text)]
    except (ValueError, TypeError, RecursionError):
        return []
    return turns if all(map(math.isfinite, turns)) else []


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
