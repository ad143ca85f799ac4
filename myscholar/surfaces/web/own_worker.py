"""The worker beside the web app: a process of its own, started again when it dies."""

import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime

STOP_S = 5.0
"""What has begun may take so long when the app is stopped: somebody waits at a terminal."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 30.0
_LASTED_S = 60.0
"""A worker that lived so long did not fail at its start."""


@dataclass
class OwnWorker:
    at_once: int
    deaths: list[datetime] = field(default_factory=list)
    """When a worker ended that nobody had told to, by the clock of this machine."""
    _stopped: threading.Event = field(default_factory=threading.Event)
    _process: "subprocess.Popen[bytes] | None" = None
    _watch: threading.Thread | None = None

    def start(self) -> None:
        self._watch = threading.Thread(target=self._keep, name="own worker", daemon=True)
        self._watch.start()

    def stop(self) -> None:
        """It hands over what goes on, and is ended where that takes too long."""
        self._stopped.set()
        if self._process and self._process.stdin:
            self._process.stdin.close()
        if self._watch:
            self._watch.join(STOP_S * 2)
        if self._process and self._process.poll() is None:
            self._process.kill()

    def _keep(self) -> None:
        pause_s = _FIRST_PAUSE_S
        while not self._stopped.is_set():
            began = time.monotonic()
            self._process = self._begin()
            self._process.wait()
            if self._stopped.is_set():
                return
            self.deaths.append(datetime.now().astimezone())
            lasted = time.monotonic() - began > _LASTED_S
            pause_s = _FIRST_PAUSE_S if lasted else min(pause_s * 2, _LONGEST_PAUSE_S)
            self._stopped.wait(pause_s)

    def _begin(self) -> "subprocess.Popen[bytes]":
        """It ends when its input does, however this process ends."""
        command = [sys.executable, "-m", "myscholar.surfaces.cli", "worker", "--with-parent"]
        command += ["--concurrency", str(self.at_once), "--leave-within", str(STOP_S)]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)


_here: list[OwnWorker] = []


def begin(at_once: int) -> OwnWorker:
    """The one of this process."""
    _here[:] = [OwnWorker(at_once)]
    _here[0].start()
    return _here[0]


def last_death() -> datetime | None:
    """When the worker of this process ended last that nobody had told to, and was started again."""
    return _here[0].deaths[-1] if _here and _here[0].deaths else None
