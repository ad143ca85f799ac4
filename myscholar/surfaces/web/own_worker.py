"""The worker beside the web app: a process of its own, started again when it dies."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import IO

from myscholar.processes import OWN_GROUP

_SOON_S, STOP_S = 0.5, 15.0
"""When the app is stopped, its worker may take so long; somebody waits at a terminal, and is told
so after a moment."""
_STOPS = "Stopping: what goes on is handed over. Ctrl-C again ends it at once.\n"
_LASTED_S = 60.0
"""A worker that lived so long did not die of its start."""
_LONGEST_PAUSE_S = 30.0
_LAST_LINES = 5
_HEARD_S = 1.0
"""So long the last words of a dead worker are waited for, which a process that it began may keep
open."""


@dataclass
class OwnWorker:
    command: Sequence[str]
    """What begins it: it tells a line when it is ready, and ends when its input does."""
    died_at: str | None = None
    """When it ended last that nobody had told to, in ISO 8601."""
    _failure: str | None = None
    _is_ready: deque[str] = field(default_factory=lambda: deque(maxlen=1))
    """The line that it writes then."""
    _is_over: threading.Event = field(default_factory=threading.Event)
    _starting: threading.Lock = field(default_factory=threading.Lock)
    _process: "subprocess.Popen[str] | None" = None
    _keeper: threading.Thread | None = None

    @property
    def failure(self) -> str | None:
        """What it said last, where it ended before it was ready for work; None once it is."""
        return None if self._is_ready else self._failure

    def start(self) -> None:
        self._keeper = threading.Thread(target=self._keep, name="own worker", daemon=True)
        self._keeper.start()

    def stop(self) -> None:
        """It hands over what goes on, and is killed where that takes too long."""
        with self._starting:
            self._is_over.set()
        if self._process and self._process.stdin:
            self._process.stdin.close()
        if self._keeper:
            self._keeper.join(_SOON_S)
            if self._keeper.is_alive():
                _say(_STOPS)
            self._keeper.join(STOP_S)
        self.kill()

    def kill(self) -> None:
        self._is_over.set()
        if self._process:
            self._process.kill()

    def _keep(self) -> None:
        n_short = 0
        while not self._is_over.is_set():
            began = time.monotonic()
            self._live()
            n_short = 1 if time.monotonic() - began > _LASTED_S else n_short + 1
            self._is_over.wait(min(2.0 ** (n_short - 2), _LONGEST_PAUSE_S) if n_short > 1 else 0)

    def _live(self) -> None:
        """From its start to its end."""
        said = deque[str](maxlen=_LAST_LINES)
        is_ready = self._is_ready = deque[str](maxlen=1)
        try:
            with self._starting:
                if self._is_over.is_set():
                    return
                process = self._process = self._begin()
        except OSError as error:
            self._failure = str(error)
            return
        _hear(process.stdout, is_ready.append)
        listening = _hear(process.stderr, said.append, _say)  # its log is the app's
        status = process.wait()
        listening.join(_HEARD_S)
        if is_ready:
            self.died_at = datetime.now(UTC).isoformat()
        self._failure = None if is_ready else "".join(said) or f"It ended with status {status}."

    def _begin(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            **OWN_GROUP,
        )


def _say(line: str) -> None:
    if sys.stderr:
        sys.stderr.write(line)


def _hear(stream: IO[str] | None, *listeners: Callable[[str], object]) -> threading.Thread:
    def hear() -> None:
        for line in stream or ():
            for listener in listeners:
                with suppress(OSError, ValueError):  # the app's own output may be gone
                    listener(line)

    thread = threading.Thread(target=hear, daemon=True)
    thread.start()
    return thread


_here: list[OwnWorker] = []


def here() -> OwnWorker | None:
    """The one of this process; None where others carry out what is ordered."""
    return _here[0] if _here else None


def begin(command: Sequence[str]) -> OwnWorker:
    """The one of this process is started, by this command."""
    _here[:] = [OwnWorker(command)]
    _here[0].start()
    return _here[0]


@asynccontextmanager
async def beside(worker: OwnWorker | None) -> AsyncIterator[None]:
    """A worker that is stopped with the app, or none. A second signal while it is stopped kills it.
    On the main thread."""
    yield
    if worker:
        for number in (signal.SIGINT, signal.SIGTERM):
            # on a thread: another signal may come while a handler holds a lock that it needs
            signal.signal(number, lambda *_: threading.Thread(target=worker.kill).start())
        await asyncio.to_thread(worker.stop)
