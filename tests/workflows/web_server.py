"""A process of the web app's server, without a screen: python web_server.py HOME begin|come_back
[KILL_AT]."""

import os
import signal
import sys
import time
from pathlib import Path

from myscholar.domain.orders import ReportOrder
from myscholar.domain.runs import RunId, RunStatus
from myscholar.gateways.storage.runs import RunRecords
from myscholar.settings import Settings
from myscholar.views.run_watch import watch
from myscholar.workflows.jobs import open_services, start
from myscholar.workflows.sample import SAMPLE_QUESTION

RUN = RunId("report1")


def die_after(step: str) -> None:
    """The process is killed at once when the result of the step is stored."""
    store = RunRecords.store

    def stored(self: RunRecords, run_id: RunId, batch) -> None:
        store(self, run_id, batch)
        if batch.step and batch.step.name == step:
            os.kill(os.getpid(), signal.SIGKILL)

    RunRecords.store = stored


def main(home: Path, action: str, kill_at: str = "") -> None:
    services = open_services(
        Settings(home=home, scholar_url="http://127.0.0.1:9"), new_id=lambda: RUN, server="web"
    )
    if kill_at:
        die_after(kill_at)
    if action == "begin":
        start(services, ReportOrder(question=SAMPLE_QUESTION, sources=("sample",)))
    else:
        assert not watch(services, RUN).is_over, (
            "a screen goes on looking at it from the first moment on"
        )
        services.runner.recover()
    until = time.monotonic() + 100
    while not (seen := watch(services, RUN)).is_over and time.monotonic() < until:
        time.sleep(0.05)
    print(seen.status, [step.name for step in seen.steps])
    services.runner.close()
    assert seen.status is RunStatus.FINISHED


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
