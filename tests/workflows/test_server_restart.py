"""The server is killed in the middle of a report and comes back."""

import signal
import subprocess
import sys
from pathlib import Path

from myscholar.domain.orders import ReportOrder
from myscholar.domain.runs import RunId, RunStatus
from myscholar.settings import Settings
from myscholar.views.run_watch import watch
from myscholar.workflows.jobs import carry_out, open_services
from myscholar.workflows.report.reports import get_report
from myscholar.workflows.sample import SAMPLE_QUESTION

RUN = RunId("report1")


def server(home: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [
        sys.executable,
        str(Path(__file__).with_name("web_server.py")),
        str(home),
        *arguments,
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


async def test_a_report_that_a_killed_server_was_writing_is_finished_when_the_server_comes_back(
    tmp_path,
) -> None:
    assert server(tmp_path, "begin", "Searching").returncode == -signal.SIGKILL
    services = open_services(Settings(home=tmp_path, scholar_url="http://127.0.0.1:9"))
    seen = watch(services, RUN)
    assert (seen.status, seen.is_over, seen.can_resume) == (RunStatus.INTERRUPTED, True, True)
    searched = services.runs.steps(RUN)

    back = server(tmp_path, "come_back")
    assert back.returncode == 0, back.stderr
    assert services.runs.steps(RUN) == searched, (
        "what was found before the kill was not searched again"
    )
    direct = await carry_out(services, ReportOrder(question=SAMPLE_QUESTION, sources=("sample",)))
    assert get_report(services, RUN).sections == direct.sections
    services.store.close()
