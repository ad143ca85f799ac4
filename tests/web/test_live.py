"""What a run of another process does comes to all pages that follow it, and to no other."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.gateways.storage.attempts import Batch
from myscholar.settings import Settings
from myscholar.surfaces.web.components.part import DOCUMENTS
from myscholar.surfaces.web.components.runs import run_list, run_progress
from myscholar.surfaces.web.live import ROUTE, Live
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services

from .conftest import Server, served, until, watched_page

RUN = RunId("r1")
OWN = {"origin": "http://127.0.0.1:8501", "host": "127.0.0.1:8501"}
PROGRESS, RUNS = f"/live/run_progress/{RUN}", "/live/run_list/200"
N_TABS = 10
assert {"run_progress", "run_list"} <= set(DOCUMENTS), f"{run_progress}, {run_list} say so"


@pytest.fixture
def services(url: str, tmp_path: Path) -> Iterator[Services]:
    """With a run that somebody carries out."""
    made = open_services(Settings(home=tmp_path / "home", database_url=url))
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
    other.runs.attempt(RUN, "a").store(Batch(parts=(("section 1", f"## Dance\n\n{text}"),)))
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


def test_what_nobody_draws_can_not_be_followed(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/live/settings/all", headers=OWN) as page,
    ):
        page.receive_text()


@pytest.fixture
def server(services: Services, url: str) -> Iterator[Server]:
    """The app on the same database, of which a test is the worker."""
    settings, no_worker = f'database_url = "{url}"\n', ["--no-worker"]
    with served(services.settings.home, settings=settings, options=no_worker) as running:
        yield running


@pytest.fixture
def report(browser: Browser, server: Server, services: Services) -> Iterator[Page]:
    """Its page while it is written."""
    with watched_page(browser, server.address) as page:
        page.goto(f"{server.address}/report?run={RUN}")
        write(services, "They waggle.")
        expect(page.locator("article.live")).to_contain_text("They waggle.")
        yield page


def test_what_another_process_writes_stands_on_the_page_without_a_run_of_the_page(
    browser: Browser, server: Server, services: Services
) -> None:
    asked: list[str] = []

    def note(socket: WebSocket) -> None:
        if "/_stcore/" in socket.url:
            socket.on("framesent", lambda _: asked.append("sent"))
            socket.on("framereceived", lambda _: asked.append("received"))

    with watched_page(browser, server.address) as page:
        page.on("websocket", note)
        page.goto(f"{server.address}/report?run={RUN}")
        write(services, "They waggle.")
        growing = page.locator("article.live")
        expect(growing).to_contain_text("They waggle.")
        expect(page.locator("[data-test-script-state=notRunning]")).to_be_visible()
        del asked[:]
        for text in ("They waggle. They turn.", "They waggle. They turn. They fly."):
            write(services, text)
            expect(growing).to_contain_text(text)
        assert asked == []
        services.runs.attempt(RUN, "a").end(RunStatus.CANCELLED, at="2026-01-01T00:00:00Z")
        expect(page.get_by_role("button", name="Resume")).to_be_visible()
        until(lambda: "sent" in asked, page)  # the page has something to decide


def test_a_page_finds_its_server_again_and_says_that_it_is_gone_if_that_lasts(
    report: Page, server: Server, services: Services
) -> None:
    server.kill()
    write(services, "They waggle. They turn.")
    expect(report.get_by_text("The connection to the server is lost.")).to_be_visible()
    expect(report.get_by_role("dialog")).to_have_count(0)
    expect(report.locator("article.live")).to_contain_text("They waggle.")
    server.start("--no-worker")
    expect(report.locator("article.live")).to_contain_text("They turn.")
    expect(report.get_by_text("The connection to the server is lost.")).to_have_count(0)
    write(services, "They waggle. They turn. They fly.")
    expect(report.locator("article.live")).to_contain_text("They fly.")


def test_a_tab_out_of_sight_follows_nothing_and_has_all_when_it_is_seen_again(
    report: Page, services: Services
) -> None:
    show = """(is) => {
      Object.defineProperty(document, "hidden", { value: !is, configurable: true });
      document.dispatchEvent(new Event("visibilitychange")); }"""
    address = report.url
    report.goto("about:blank")  # of a page that is left nobody hears that its socket has closed
    with report.expect_event(
        "websocket", lambda socket: "/live/run_progress/" in socket.url
    ) as live:
        report.goto(address)
    expect(report.locator("article.live")).to_contain_text("They waggle.")
    report.evaluate(show, False)
    until(live.value.is_closed, report)
    write(services, "They waggle. They turn.")
    assert "turn" not in report.locator("article.live").inner_text()
    report.evaluate(show, True)
    expect(report.locator("article.live")).to_contain_text("They turn.")
