"""What a run of another process does comes to all pages that follow it, and to no other."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack

import psycopg
import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from myscholar.domain.runs import RunId, RunKind
from myscholar.gateways.storage.runs import Batch
from myscholar.settings import Settings
from myscholar.surfaces.web.components.runs import run_list, run_progress
from myscholar.surfaces.web.live import ROUTE, Live
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services

RUN = RunId("r1")
OWN = {"origin": "http://testserver"}
PROGRESS, RUNS = f"/live/run_progress/{RUN}", "/live/run_list/200"
N_TABS = 10
assert run_progress.PART and run_list.PART  # they say what can be followed


@pytest.fixture
def services(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """With a run that somebody carries out."""
    made = open_services(Settings(home=tmp_path_factory.mktemp("home"), database_url=url))
    inputs = {"question": "How do bees dance?", "engine": "extractive"}
    made.runs.create(RUN, RunKind.REPORT, "Bees", inputs, attempt="a", at="2026-01-01T00:00:00Z")
    release = made.runs.locks.hold(f"run-{RUN}")
    assert release
    yield made
    release()
    made.close()


@pytest.fixture
def live(services: Services) -> Live:
    return Live(lambda: services)


@pytest.fixture
def client(live: Live) -> Iterator[TestClient]:
    with TestClient(Starlette(routes=[WebSocketRoute(ROUTE, live.follow)])) as client:
        yield client


def write(services: Services, text: str) -> None:
    """As another process does."""
    other = open_services(services.settings)
    other.runs.store(RUN, Batch(parts=(("section 1", f"## Dance\n\n{text}"),)))
    other.close()


def listeners() -> int:
    return sum(thread.name == "database changes" for thread in threading.enumerate())


def test_ten_tabs_hear_what_another_process_writes_and_share_who_listens(
    client: TestClient, services: Services, url: str
) -> None:
    before = listeners()
    with ExitStack() as opened:
        tabs = [
            opened.enter_context(client.websocket_connect(PROGRESS, headers=OWN))
            for _ in range(N_TABS)
        ]
        assert {tab.receive_json()["stage"] for tab in tabs} == {"going on"}
        write(services, "They waggle.")
        for tab in tabs:
            while "They waggle." not in tab.receive_text():
                pass
        assert listeners() == before + 1
        if url.startswith("postgres"):
            with psycopg.connect(url) as connection:
                found = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
                assert connection.execute(found).fetchone() == (1,)


def test_who_comes_later_is_told_all_that_stands(client: TestClient, services: Services) -> None:
    write(services, "They waggle.")
    for _ in range(2):
        with client.websocket_connect(PROGRESS, headers=OWN) as tab:
            assert tab.receive_json()["live_report"]["sections"][0]["title"] == "Dance"


def test_a_run_that_was_deleted_is_gone_and_the_list_goes_on(
    client: TestClient, services: Services
) -> None:
    with (
        client.websocket_connect(PROGRESS, headers=OWN) as page,
        client.websocket_connect(RUNS, headers=OWN) as runs,
    ):
        assert page.receive_json()["run"] == RUN
        assert [run["id"] for run in runs.receive_json()["runs"]] == [RUN]
        services.runs.delete(RUN)
        while page.receive_json()["stage"] != "gone":
            pass
        while runs.receive_json()["runs"]:
            pass


@pytest.mark.parametrize("origin", [None, "http://evil.example", "http://testserver:81"])
def test_pages_of_other_addresses_can_read_nothing(client: TestClient, origin: str | None) -> None:
    headers = {"origin": origin} if origin else {}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(PROGRESS, headers=headers) as page,
    ):
        page.receive_text()


def test_what_nobody_draws_can_not_be_followed(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/live/settings/all", headers=OWN) as page,
    ):
        page.receive_text()
