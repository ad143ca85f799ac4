"""Every page, over a home in which all has been done: axe-core finds nothing serious on it, light
and dark, neither in what we draw ourselves nor in what Streamlit 1.67 draws around it; it fits a
phone; and what serves it loads no vendor's client and no scientific library, whatever is done on
it: that is the workers' part."""

import ast
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from myscholar.surfaces import web
from myscholar.surfaces.web.navigation import PAGES, RESEARCH_PAGE, SHARED_PAGE, START

from .axe import findings
from .conftest import ROOT, Furnished, Server, furnish, served, until, watched_page
from .light_server import IMPORTED, ONLY_IN_WORKERS, READS_WORDS

OWN = "Add a section on human evaluation"
IMPORTING = """
import importlib, sys
from myscholar.domain.runs import RunKind
from myscholar.workflows.jobs import job_of
for name in sys.argv[1:]:
    importlib.import_module(name)
for kind in RunKind:
    job_of(kind)
print(*sys.modules)
"""


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
    with served(furnished.home, module="tests.web.light_server") as running:
        yield running


@pytest.fixture(scope="module", params=["light", "dark"])
def page(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    with watched_page(browser, server.address, color_scheme=request.param) as opened:
        yield opened


@pytest.mark.parametrize("name", SCREENS)
def test_a_page_has_no_grave_finding_and_fits_a_phone(
    page: Page, server: Server, furnished: Furnished, name: str
) -> None:
    screen = SCREENS[name]
    page.set_viewport_size({"width": 1280, "height": 900})
    open_screen(page, server, furnished, name)
    for control in screen.opened:
        page.locator(control).first.click()
    assert findings(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    until(lambda: page.evaluate("document.documentElement.scrollWidth") <= 390, page)


def test_on_a_phone_the_ways_to_all_pages_are_there(browser: Browser, server: Server) -> None:
    with watched_page(browser, server.address, viewport={"width": 390, "height": 844}) as phone:
        phone.goto(f"{server.address}/tables")
        phone.locator(".st-key-ways").get_by_role("link", name="Runs").click()
        expect(phone.locator(SCREENS["the runs"].standing).first).to_be_visible()


def open_screen(page: Page, server: Server, furnished: Furnished, name: str) -> None:
    screen = SCREENS[name]
    page.goto(f"{server.address}/{screen.address.format(**furnished._asdict())}")
    expect(page.locator(screen.standing).first).to_be_visible()


def modules_of_pages() -> list[str]:
    """All modules of the web app; of a page, which runs when it is imported, those it imports."""
    parts = [m.name for m in pkgutil.walk_packages(web.__path__, f"{web.__name__}.")]
    pages = [page.file for page in (*PAGES, RESEARCH_PAGE, SHARED_PAGE)] + [START, ROOT / "app.py"]
    imported = {
        node.module
        for page in pages
        for node in ast.walk(ast.parse(page.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    return [*(name for name in parts if ".pages." not in name), *sorted(imported)]


def test_pages_and_the_orders_they_give_import_nothing_that_only_workers_may() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTING, *modules_of_pages()],
        capture_output=True,
        text=True,
        check=True,
    )
    assert (ONLY_IN_WORKERS | READS_WORDS) & {*done.stdout.split()} == set()


def imported(server: Server) -> set[str]:
    """The listed modules that it has looked for; each with the chain that led to it, to be read."""
    file = server.home / IMPORTED
    return {*file.read_text(encoding="utf-8").splitlines()} if file.is_file() else set()


def test_no_page_above_and_nothing_that_is_done_on_it_loads_what_only_workers_may(
    browser: Browser, server: Server, furnished: Furnished, model_host, tmp_path: Path
) -> None:
    with watched_page(browser, server.address) as page:
        opened = partial(open_screen, page, server, furnished)
        opened("the profile")
        edit_the_profile(page)
        opened("the question")
        change_the_actions(page)
        opened("the report")
        judge_export_and_share(page, tmp_path)
        opened("a table")
        change_and_export_the_table(page, tmp_path)
        take_the_sample(page, server)
        ask_another_question(page, server)
        opened("the settings")
        set_a_budget_and_test_a_model(page, server, model_host)
    assert {line for line in imported(server) if line.split()[0] not in READS_WORDS} == set()


def edit_the_profile(page: Page) -> None:
    row = page.locator(".row").first
    row.get_by_role("button", name="Edit").click()
    page.get_by_label("The inference in your words").fill("My papers count birds.")
    page.keyboard.press("Enter")
    expect(row.locator(".text")).to_have_text("My papers count birds.")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


def change_the_actions(page: Page) -> None:
    page.get_by_role("checkbox", name="Look into").first.check()
    page.get_by_label("What else should the report do?").fill(OWN)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name=f"Emphasize: {OWN}").click()
    expect(page.get_by_text(re.compile("chosen, 1 emphasized$"))).to_be_visible()


def judge_export_and_share(page: Page, folder: Path) -> None:
    page.get_by_role("button", name="Expand all").click()
    judged = page.get_by_role("group", name="Is this section good?").first
    judged.get_by_role("button", name="Not good").click()
    judged.get_by_role("button", name="Done").click()
    for name in ("Markdown", "HTML", "BibTeX", "JSON"):
        page.get_by_role("button", name="Export").click()
        save(page, name, folder)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_test_id("stCode")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("radio", name="Change the actions").click()
    page.get_by_role("checkbox", name="Look into").first.check()
    expect(page.get_by_text("1 action changed.")).to_be_visible()


def change_and_export_the_table(page: Page, folder: Path) -> None:
    page.locator("tbody td:nth-child(3)").first.click()
    page.get_by_text("Put it into your words").click()
    page.get_by_role("button", name="Keep").click()
    for name in ("Excel", "CSV"):
        page.get_by_role("button", name="Export").click()
        save(page, name, folder)
        page.keyboard.press("Escape")


def save(page: Page, name: str, folder: Path) -> None:
    with page.expect_download() as downloading:
        page.get_by_role("button", name=name).first.click()
    downloading.value.save_as(folder / "file")
    assert (folder / "file").stat().st_size


def take_the_sample(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/profile?profile=new")
    page.get_by_role("button", name="Try the sample").click()
    expect(page.get_by_role("switch").first).to_be_visible()


def ask_another_question(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/ask?inquiry=new")
    page.get_by_label("Your question").fill("What is known about hallucinations?")
    page.get_by_label("Your question").blur()
    page.get_by_role("button", name="Propose actions anyway").click()  # a hint stands above it
    page.get_by_role("button", name="Write the report").click()
    expect(page.locator("article h1")).to_be_visible()
    page.get_by_role("textbox", name="Your question, or what to change").fill(OWN)
    page.get_by_role("button", name="Make a new version").click()
    expect(page.get_by_role("button", name="Back to version 1")).to_be_visible()


def set_a_budget_and_test_a_model(page: Page, server: Server, model_host) -> None:
    page.get_by_role("textbox", name="Most that one run may cost").fill("2")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text(re.compile("Saved: Most that one run"))).to_be_visible()
    model_host.fills = "tool"
    (server.home / "settings.toml").write_text(
        f'[models]\ndefault = "ollama:small"\n[providers.ollama]\nbase_url = "{model_host.url}"\n'
    )
    page.reload()
    page.get_by_role("button", name="Test the model").click()
    expect(page.get_by_text("Keeps a form:")).to_be_visible()
    assert model_host.asked
