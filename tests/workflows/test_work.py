"""A worker carries out what others have ordered."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from myscholar.domain.orders import ReportOrder
from myscholar.domain.runs import RunId, RunKind, RunStatus, Ticket, ignore
from myscholar.runs.control import order_run, wait_for_run
from myscholar.runs.run import Run, Story
from myscholar.settings import Settings, load_settings
from myscholar.views.run_watch import watch
from myscholar.workflows import jobs
from myscholar.workflows.jobs import carry_out, open_services, start, wait
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services
from myscholar.workflows.work import work

AT = "2026-11-21T10:00:00Z"
ORDER = ReportOrder(question=SAMPLE_QUESTION, sources=("sample",))


@pytest.fixture
def services(searched_before: None, tmp_path: Path) -> Iterator[Services]:
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
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
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


def test_a_worker_says_whether_it_can_do_its_work(tmp_path: Path) -> None:
    port = free_port()
    options = ("-m", "myscholar.surfaces.cli", "worker", "--health-port", str(port))
    with worker(tmp_path, *options) as process:
        assert process.stdout
        process.stdout.readline()
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=60) as answer:
            told = json.load(answer)
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"http://127.0.0.1:{port}/other", timeout=60)
    assert (told["is_well"], told["workers"], told["waiting"]) == (True, 1, 0)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def working(stop: threading.Event, prepare: Callable[[Services], None]) -> Iterator[Thread]:
    """A worker in this process, over the home folder of the environment."""
    worker = Thread(target=work, args=(load_settings(), stop), kwargs={"prepare": prepare})
    worker.start()
    try:
        yield worker
    finally:
        stop.set()
        worker.join()


def test_a_model_that_is_set_later_is_loaded_ahead_and_holds_for_the_next_run(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(worker: Services, run: Run, inputs: dict[str, Any]) -> str:
        return worker.settings.models.default or "none"

    def stories(worker: Services) -> dict[RunKind, Story]:
        return {RunKind.ACTIONS: partial(story, worker)}

    def told(run_id: str) -> Any:
        order_run(services.runs, RunKind.ACTIONS, "?", {}, RunId(run_id), at=AT, ticket=Ticket())
        return asyncio.run(wait_for_run(services.runs, RunId(run_id)))

    monkeypatch.setattr(jobs, "stories", stories)
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path))
    prepared = Queue[Services]()
    with working(threading.Event(), prepared.put):
        assert not prepared.get(timeout=60).settings.has_models
        assert told("before") == "none"
        (tmp_path / "settings.toml").write_text('[models]\ndefault = "ollama:small"\n')
        assert prepared.get(timeout=60).settings.models.default == "ollama:small"
        assert told("after") == "ollama:small"


TOLD_IN_THE_MIDST = """
import os, signal, sys
from myscholar.surfaces.cli import worker_command
from myscholar.surfaces.cli.main import main

def work(settings, stop, **options):
    with stop._cond:  # the lock that each wait for it holds for a moment
        os.kill(os.getpid(), signal.SIGTERM)
    stop.wait()

worker_command.work = work
sys.argv = ["myscholar", "worker"]
main()
"""


def test_a_worker_stops_also_where_it_is_told_to_while_it_looks_whether_it_was(
    tmp_path: Path,
) -> None:
    with worker(tmp_path, "-c", TOLD_IN_THE_MIDST) as told:
        assert told.wait(120) == 0


def test_a_worker_ends_when_the_settings_name_another_database(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever keeps it starts it again, over that one."""
    assert services.store
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path))
    with working(threading.Event(), ignore) as worker:
        another = f"sqlite:///{tmp_path / 'another.sqlite'}"
        (tmp_path / "settings.toml").write_text(f'database_url = "{another}"\n')
        worker.join(60)
        assert not worker.is_alive()
