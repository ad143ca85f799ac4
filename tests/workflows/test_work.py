"""A worker carries out what others have ordered."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from myscholar.domain.orders import ReportOrder
from myscholar.domain.runs import RunStatus
from myscholar.settings import Settings
from myscholar.views.run_watch import watch
from myscholar.workflows.jobs import carry_out, open_services, start, wait
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services

ORDER = ReportOrder(question=SAMPLE_QUESTION, sources=("sample",))


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    settings = Settings(home=tmp_path, scholar_url="http://127.0.0.1:9")
    made = open_services(settings, by_worker=True)
    yield made
    made.close()


@contextmanager
def worker(home: Path, *script: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, *(script or ("-m", "myscholar.surfaces.cli", "worker"))]
    environment = os.environ | {
        "MYSCHOLAR_HOME": str(home),
        "MYSCHOLAR_S2_URL": "http://127.0.0.1:9",
    }
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(120)
        assert process.stderr
        said = process.stderr.read()
        assert process.returncode in (0, -signal.SIGKILL), said
        assert "Traceback" not in said


async def test_a_report_that_a_killed_worker_was_writing_is_finished_by_the_next_one(
    services: Services, tmp_path: Path
) -> None:
    run_id = start(services, ORDER)
    dying = Path(__file__).with_name("dying_worker.py")
    with worker(tmp_path, str(dying), str(tmp_path), "Searching") as process:
        process.wait(120)
    seen = watch(services, run_id)
    assert (seen.status, seen.is_over) == (RunStatus.RUNNING, False)
    searched = services.runs.steps(run_id)
    with worker(tmp_path):
        report = await wait(services, run_id)
    assert services.runs.steps(run_id) == searched, (
        "what was found before the kill was not searched again"
    )
    settings = services.settings.model_copy(update={"home": tmp_path / "another"})
    alone = open_services(settings)
    direct = await carry_out(alone, ORDER)
    assert report.sections == direct.sections
    alone.close()
