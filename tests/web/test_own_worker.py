"""`myscholar app` and the worker beside it begin and end together, and whatever dies, what was
ordered is carried out."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from myscholar.domain.orders import ProfileOrder
from myscholar.domain.runs import RunId, RunStatus
from myscholar.settings import load_settings
from myscholar.workflows.jobs import open_services, start
from myscholar.workflows.profile.profiles import list_profiles
from myscholar.workflows.sample import sample_papers
from myscholar.workflows.services import Services

from .conftest import NOWHERE, ROOT, Server, served, until, waited, watched_page
from .replay_server import Replay

ASPECT = "aspect_reply"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, replay: Replay) -> Iterator[Server]:
    """The app with a model that gives the kept answers."""
    with served(tmp_path_factory.mktemp("own"), settings=replay.settings()) as running:
        yield running


@pytest.fixture
def app(server: Server, replay: Replay) -> Iterator[Server]:
    """It serves, with its worker."""
    if not server.answers():
        server.start()
    yield server
    replay.flow()


@pytest.fixture
def services(app: Server) -> Iterator[Services]:
    """As the app's pages use them."""
    environment = {"MYSCHOLAR_HOME": str(app.home), "MYSCHOLAR_S2_URL": NOWHERE}
    services = open_services(load_settings(environment), by_worker=True)
    yield services
    services.close()


@pytest.fixture
def going(app: Server, services: Services, replay: Replay) -> RunId:
    """The run of a profile whose model is in the middle of its answers."""
    shutil.rmtree(app.home / "cache" / "answers", ignore_errors=True)
    replay.asked.clear()
    replay.hold(ASPECT)
    run_id = start(services, ProfileOrder(papers=sample_papers().papers, name="Mira"))
    until(lambda: ASPECT in replay.asked)
    return run_id


def worker_of(app: Server) -> int:
    return until(lambda: app.workers)[0]


def has_ended(process: int) -> bool:
    said = subprocess.run(["ps", "-o", "stat=", str(process)], capture_output=True, text=True)
    return said.stdout.strip()[:1] in ("", "Z")


def goes_on_once(services: Services, run_id: RunId, replay: Replay) -> bool:
    replay.flow()
    waited(services, run_id)
    steps = [step.name for step in services.runs.steps(run_id)]
    return len(steps) == len(set(steps)) and run_id in {
        p.profile_id for p in list_profiles(services)
    }


@pytest.mark.parametrize(
    ("end", "status"), [(Server.press_control_c, 130), (Server.stop, -signal.SIGTERM)]
)
def test_app_and_worker_end_together_and_what_goes_on_goes_on_at_the_next_start(
    app: Server,
    services: Services,
    going: RunId,
    replay: Replay,
    end: Callable[[Server], object],
    status: int,
) -> None:
    worker = worker_of(app)
    end(app)
    assert app.wait() == status
    assert has_ended(worker)
    assert services.runs.info(going).status is RunStatus.WAITING, "it is handed over"
    assert "Traceback" not in app.log
    assert "Fatal" not in app.log
    app.start()
    assert goes_on_once(services, going, replay)


PATIENT = """
import sys
from myscholar.surfaces.cli.main import main
from myscholar.surfaces.web import own_worker

own_worker.STOP_S = 10_000.0
sys.argv = ["myscholar", *sys.argv[1:]]
main()
"""


def test_a_second_control_c_ends_both_at_once(app: Server, services: Services) -> None:
    """Of an app that would wait for its worker for hours."""
    app.stop()
    app.start(program=("-c", PATIENT))
    worker = worker_of(app)
    until(lambda: services.queue.n_workers() == 1)
    os.kill(worker, signal.SIGSTOP)  # it hears nothing
    app.press_control_c()
    until(lambda: not app.answers())
    app.press_control_c()
    assert app.wait() == 130
    assert has_ended(worker)


def test_the_worker_of_an_app_that_was_killed_ends_by_itself_and_the_next_one_goes_on(
    app: Server, services: Services, going: RunId, replay: Replay
) -> None:
    worker = worker_of(app)
    app.kill()
    app.start()
    assert goes_on_once(services, going, replay)
    until(lambda: has_ended(worker))
    assert services.queue.n_workers() == 1


def test_a_worker_that_was_killed_is_started_again_and_the_page_of_runs_says_so(
    app: Server, services: Services, going: RunId, replay: Replay, browser: Browser
) -> None:
    worker = worker_of(app)
    os.kill(worker, signal.SIGKILL)
    until(lambda: app.workers not in ([], [worker]))
    assert goes_on_once(services, going, replay)
    with watched_page(browser, app.address) as page:
        page.goto(f"{app.address}/runs")
        said = page.get_by_text("was started again: its runs go on.")
        expect(said).to_be_visible()


def test_a_worker_that_does_not_start_is_told_with_what_it_said_and_starts_once_that_is_mended(
    app: Server, services: Services, browser: Browser
) -> None:
    locks = app.home / "runs"
    app.stop()
    for lock in locks.glob("*"):
        lock.unlink()
    locks.rmdir()
    locks.touch()
    app.start()
    with watched_page(browser, app.address) as page:
        said = page.get_by_text("The worker does not start")
        page.goto(f"{app.address}/runs")
        expect(said).to_contain_text("can't hold the locks of runs")
        locks.unlink()
        expect(said).to_have_count(0)
    assert services.queue.n_workers() == 1


def test_without_a_worker_the_page_says_that_nobody_carries_out_what_is_ordered(
    app: Server, services: Services, browser: Browser
) -> None:
    app.stop()
    run_id = start(services, ProfileOrder(papers=sample_papers().papers, name="Mira"))
    app.start("--no-worker")
    with watched_page(browser, app.address) as page:
        page.goto(f"{app.address}/profile?profile={run_id}")
        nobody = page.get_by_text("Nobody is there to carry it out")
        expect(nobody).to_be_visible()
        page.goto(f"{app.address}/runs")
        expect(nobody).to_be_visible()
        command = [sys.executable, "-m", "myscholar.surfaces.cli", "worker"]
        worker = subprocess.Popen(command, cwd=ROOT, env=app.environment)
        try:
            expect(nobody).to_have_count(0)
            page.goto(f"{app.address}/profile?profile={run_id}")
            expect(page.get_by_role("switch").first).to_be_visible()
        finally:
            worker.terminate()
            assert worker.wait() == 0
    app.stop()
