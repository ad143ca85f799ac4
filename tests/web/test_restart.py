"""A run outlives the page, and the server: reloaded, or killed with `kill -9` and started again, the page comes back to it and it finishes."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import Server, served, watched_page
from .replay_server import Replay

ASPECT = "aspect_reply"


@pytest.fixture
def server(tmp_path: Path, replay: Replay) -> Iterator[Server]:
    """The app with a model that gives the kept answers; its home is new."""
    with served(tmp_path / "home", settings=replay.settings()) as running:
        yield running
    replay.flow()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    with watched_page(browser, server.address) as opened:
        yield opened


def test_a_reload_in_the_middle_of_a_run_comes_back_to_it(page: Page, server: Server, replay: Replay) -> None:
    replay.hold(ASPECT)
    page.goto(server.address)
    page.get_by_role("button", name="Try the sample").click()
    expect(page.get_by_role("heading", name="Inferring the profile")).to_be_visible()
    address = page.url
    page.reload()
    expect(page.get_by_role("heading", name="Inferring the profile")).to_be_visible()
    assert page.url == address
    second_tab = page.context.new_page()
    second_tab.goto(address)
    expect(second_tab.get_by_role("heading", name="Inferring the profile")).to_be_visible()
    replay.flow()
    for tab in (page, second_tab):
        expect(tab.get_by_role("switch").first).to_be_visible()


@pytest.mark.parametrize("moment", ["at once", "in the middle"])
def test_a_run_goes_on_after_its_server_was_killed(page: Page, server: Server, replay: Replay, moment: str) -> None:
    replay.hold(ASPECT)
    page.goto(server.address)
    page.get_by_role("button", name="Try the sample").click()
    expect(page.get_by_role("heading", name="Inferring the profile")).to_be_visible()
    address = page.url
    assert re.search(r"profile=\w+$", address)
    if moment == "in the middle":
        expect(page.get_by_role("listitem").filter(has_text="Reading papers (done)")).to_be_visible()
    server.kill()
    server.start()
    replay.flow()
    expect(page.get_by_role("switch").first).to_be_visible(timeout=30_000)
    assert page.url == address
