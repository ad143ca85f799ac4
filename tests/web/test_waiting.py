"""What a person can do while a run goes on, in a real browser."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .axe import findings
from .conftest import Server, served, watched_page

SCRIPT = Path(__file__).with_name("waiting_app.py")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("waiting"), script=SCRIPT) as running:
        yield running


@pytest.fixture
def end_the_run(server: Server) -> Iterator[Callable[[], None]]:
    ready = server.home / "ready"
    yield ready.touch
    ready.unlink(missing_ok=True)


def wait_for_looks(page: Page) -> None:
    """Until the page has looked at the run a few times more, and so has heard of what was done."""
    page.evaluate("window.from = performance.now()")
    page.wait_for_function("performance.now() - window.from > 1500")


def test_time_goes_on_and_texts_stay_texts(page: Page, server: Server) -> None:
    page.goto(server.address)
    expect(page.locator(".run .time")).to_have_text(re.compile(r"^0:0[2-9] · about 20 s left$"))
    expect(page.locator(".run .about")).to_have_text(re.compile(r"^<img src=x onerror"))
    expect(page.get_by_role("progressbar", name="Reading papers")).to_have_attribute("value", "12")
    expect(page.locator(".run [aria-current=step]")).to_contain_text("Reading papers (running)")
    assert page.locator(".run img, .run a").count() == 0


def test_jokes_and_facts_turn_round_without_taking_the_focus(page: Page, server: Server) -> None:
    page.goto(server.address)
    words = page.locator(".diversions .words")
    expect(words).not_to_be_empty()
    assert page.evaluate("document.activeElement === document.body")
    first = words.inner_text()
    page.get_by_role("button", name="Next joke").click()
    expect(words).not_to_have_text(first)
    page.get_by_role("button", name="Previous joke").click()
    expect(words).to_have_text(first)
    page.get_by_role("button", name="History").click()
    expect(page.locator(".diversions .year")).to_have_text(re.compile(r"^\d{4}$"))
    page.reload()
    expect(page.get_by_role("button", name="History")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Nothing").click()
    expect(page.locator(".diversions .panel")).to_be_hidden()


def test_the_result_comes_by_itself_to_those_who_do_not_play(
    page: Page, server: Server, end_the_run: Callable[[], None]
) -> None:
    page.goto(server.address)
    expect(page.locator(".diversions")).to_be_visible()
    end_the_run()
    expect(page.get_by_text("The result is here.")).to_be_visible()


def test_a_game_is_played_by_keyboard_and_not_torn_away(
    page: Page, server: Server, end_the_run: Callable[[], None]
) -> None:
    page.goto(server.address)
    page.get_by_role("button", name="Game").click()
    page.get_by_role("button", name="Start").press("Enter")
    expect(page.get_by_role("button", name="Drop the sheet")).to_be_focused()
    page.keyboard.press("p")
    expect(page.get_by_role("status").get_by_text("Paused.")).to_be_visible()
    page.keyboard.press("p")
    wait_for_looks(page)
    end_the_run()
    expect(page.get_by_text("Ready. Finish your game first, if you like.")).to_be_visible()
    while page.get_by_role("button", name="Drop the sheet").count():
        page.keyboard.press("Space")
    expect(page.get_by_text("The result is here.")).to_be_visible()
    assert int(page.evaluate("localStorage.getItem('myscholar-stack-best') ?? '0'")) >= 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_waiting_has_no_grave_finding(browser: Browser, server: Server, theme: str) -> None:
    with watched_page(browser, server.address, color_scheme=theme) as page:
        page.goto(server.address)
        for kind in ("Jokes", "History", "Game"):
            page.get_by_role("button", name=kind).click()
            assert findings(page) == []


def test_a_run_can_be_watched_on_a_phone(browser: Browser, server: Server) -> None:
    with watched_page(browser, server.address, viewport={"width": 390, "height": 844}) as page:
        page.goto(server.address)
        page.get_by_role("button", name="Game").click()
        page.get_by_role("button", name="Start").click()
        expect(page.get_by_role("button", name="Drop the sheet")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= 390")
