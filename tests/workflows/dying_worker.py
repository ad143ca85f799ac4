"""A worker that is killed at once when the result of a step is stored: python dying_worker.py HOME
STEP."""

import os
import signal
import sys
import threading
from pathlib import Path

from myscholar.gateways.storage.attempts import Batch, RunAttempt
from myscholar.settings import Settings
from myscholar.workflows.work import work


def die_after(step: str) -> None:
    store = RunAttempt.store

    def stored(self: RunAttempt, batch: Batch) -> None:
        store(self, batch)
        if batch.step and batch.step.name == step:
            os.kill(os.getpid(), signal.SIGKILL)

    RunAttempt.store = stored


if __name__ == "__main__":
    die_after(sys.argv[2])
    work(Settings(home=Path(sys.argv[1]), scholar_url="http://127.0.0.1:9"), threading.Event())
