"""axe-core on every page, light and dark: nothing serious, neither in what we draw ourselves nor in
what Streamlit 1.67 draws around it."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from .axe import findings
from .conftest import Furnished, Server, furnish, served, watched_page


class Screen(NamedTuple):
    """`opened`: what is pressed before axe looks."""

    address: str
    standing: str
    opened: tuple[str, ...] = ()


SCREENS = {
    "choosing papers": Screen("profile?profile=new", "text=Try the sample"),
    "the profile": Screen("profile?profile={profile}", ".aspect", (".row .chip",)),
    "what is wrong": Screen(
        "profile?profile={profile}",
        ".aspect",
        ("[data-k^='thumb_down'][aria-pressed='false']", ".why"),
    ),
    "a profile's papers": Screen("profile?profile={profile}&papers=change", ".papers li"),
    "the question": Screen("ask?inquiry={inquiry}", "text=Write the report"),
    "the report": Screen(
        "report?run={report}",
        ".answer .cite",
        (".action .pick", "text=Expand all", ".sources", ".answer summary", ".answer .cite"),
    ),
    "a new table": Screen("tables?table=new&report={report}", "text=Make the table"),
    "a table": Screen(
        "tables?table={table}",
        ".home td",
        ("text=Change columns", ".home td .words:not(.soft)", "text=Remove this paper"),
    ),
    "a table's cell": Screen(
        "tables?table={table}", ".home td", ("tbody td:nth-child(3)", "text=Put it into your words")
    ),
    "the runs": Screen("runs", ".part h2:visible"),
    "the settings": Screen("settings", "h1"),
    "the shared report": Screen("shared?key={key}", "article h1", (".action .pick",)),
}


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Furnished:
    return furnish(tmp_path_factory.mktemp("furnished"))


@pytest.fixture(scope="module")
def server(furnished: Furnished) -> Iterator[Server]:
    with served(furnished.home) as running:
        yield running


@pytest.fixture(scope="module", params=["light", "dark"])
def page(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    with watched_page(browser, server.address, color_scheme=request.param) as opened:
        yield opened


@pytest.mark.parametrize("name", SCREENS)
def test_a_page_has_no_grave_finding(
    page: Page, server: Server, furnished: Furnished, name: str
) -> None:
    screen = SCREENS[name]
    page.goto(f"{server.address}/{screen.address.format(**furnished._asdict())}")
    expect(page.locator(screen.standing).first).to_be_visible()
    for control in screen.opened:
        page.locator(control).first.click()
    assert findings(page) == []


def test_every_page_fits_a_phone(browser: Browser, server: Server, furnished: Furnished) -> None:
    with watched_page(browser, server.address, viewport={"width": 390, "height": 844}) as phone:
        wide = {}
        for name, screen in SCREENS.items():
            phone.goto(f"{server.address}/{screen.address.format(**furnished._asdict())}")
            expect(phone.locator(screen.standing).first).to_be_visible()
            wide[name] = phone.evaluate("document.documentElement.scrollWidth")
        assert {name: width for name, width in wide.items() if width > 390} == {}
        phone.goto(f"{server.address}/tables")
        phone.locator(".st-key-ways").get_by_role("link", name="Runs").click()
        expect(phone.locator(SCREENS["the runs"].standing).first).to_be_visible()
