"""A run outlives the page, and the server: reloaded, or killed with `kill -9` and started again,
the page comes back to it and it finishes."""

import re
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .conftest import Server, served
from .replay_server import Replay

ASPECT = "aspect_reply"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, replay: Replay) -> Iterator[Server]:
    """The app with a model that gives the kept answers."""
    with served(tmp_path_factory.mktemp("restart"), settings=replay.settings()) as running:
        yield running
    replay.flow()


def begin(page: Page, server: Server) -> str:
    """Has the profile of the sample inferred, by answers that are not kept from before; its
    address."""
    shutil.rmtree(server.home / "cache" / "answers", ignore_errors=True)
    page.goto(f"{server.address}/profile?profile=new")
    page.get_by_role("button", name="Try the sample").click()
    expect(page.get_by_role("heading", name="Inferring the profile")).to_be_visible()
    assert re.search(r"profile=(?!new)\w+$", page.url)
    return page.url


def test_a_reload_in_the_middle_of_a_run_comes_back_to_it(
    page: Page, server: Server, replay: Replay
) -> None:
    replay.hold(ASPECT)
    address = begin(page, server)
    page.reload()
    second_tab = page.context.new_page()
    second_tab.goto(address)
    for tab in (page, second_tab):
        expect(tab.get_by_role("heading", name="Inferring the profile")).to_be_visible()
        assert tab.url == address
    replay.flow()
    for tab in (page, second_tab):
        expect(tab.get_by_role("switch").first).to_be_visible()


def test_a_run_goes_on_after_its_server_was_killed_at_once(
    page: Page, server: Server, replay: Replay
) -> None:
    """A kill in the middle is part of `test_in_browser`."""
    replay.hold(ASPECT)
    address = begin(page, server)
    server.kill()
    server.start()
    replay.flow()
    expect(page.get_by_role("switch").first).to_be_visible()
    assert page.url == address
