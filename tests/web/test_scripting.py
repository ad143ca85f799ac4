"""Cross-site scripting, tried: a home whose every text is a payload, looked at page by page with
everything opened. No dialog, no request elsewhere, no error, nothing that the page's policy refused
(`watched_page` holds these), and no payload that has become more than text."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import urlopen

import pytest
from markdown import Markdown
from markdown_it import MarkdownIt
from playwright.sync_api import Browser, Page, expect

from eval.domain.metric import Metric
from eval.domain.results import Comparison, Estimate, Results, Row
from eval.show.html import to_html as to_page
from eval.show.results import results_document
from myscholar.domain.model import Document
from myscholar.settings import load_settings
from myscholar.surfaces.notebook.looks import NotebookLook
from myscholar.surfaces.web.navigation import ID_LIMIT
from myscholar.views.report_file import save_made
from myscholar.workflows.ask.inquiries import get_inquiry
from myscholar.workflows.jobs import open_services
from myscholar.workflows.profile.profiles import get_profile
from myscholar.workflows.report.records import report_of
from myscholar.workflows.tables.tables import get_table
from tests.payloads import PAYLOADS, look_at, more_than_text, open_all, shown, type_everywhere

from .conftest import NOWHERE, Server, served, until, watched_page
from .hostile_home import SETTINGS, HostileHome, furnish_hostile

MOST = 1
"""Of what looks the same, so many are opened."""


class View(NamedTuple):
    """`n`: so many payloads come to light at least. `pressed` leads there; `form` opens fields."""

    address: str
    standing: str
    n: int
    form: tuple[str, ...] = ()
    pressed: str = ""


EDITED = ("[aria-label=Edit]", "text=Add an inference", "[aria-label='Does not fit']")
GRID = ("text=Change columns", "tbody td:nth-child(3)", "text=Put it into your words")
VIEWS = {
    "new profile": View("profile?profile=new", "text=Try the sample", 0),
    "profile": View("profile?profile={profile}", ".aspect", 40, EDITED),
    "changes": View(
        "profile?profile={profile}", ".aspect", 10, pressed="button:has-text('What changed')"
    ),
    "learned": View(
        "profile?profile={profile}", ".aspect", 10, pressed="button:has-text('Learned')"
    ),
    "papers of a profile": View("profile?profile={profile}&papers=change", ".papers li", 10),
    "question": View("ask?inquiry={inquiry}", "text=Write the report", 40),
    "report": View("report?run={report}", ".answer .cite", 60),
    "researched report": View("report?run={researched}", "article h1", 60),
    "research": View("research?run={researched}", "[role=treeitem]", 60, ("[title^=Change]",)),
    "new table": View("tables?table=new&report={report}", "text=Make the table", 4),
    "table": View("tables?table={table}", ".home td", 60, GRID),
    "runs": View("runs", ".part h2:visible", 10),
    "settings": View("settings", "text=Where things are", 4),
    "shared report": View("shared?key={key}", "article h1", 60),
    "failed report": View("report?run={report}failed", "text=Resume", 4),
    "failed profile": View("profile?profile={profile}failed", "text=Resume", 3),
}
FORMS = ("new profile", "profile", "question", "research", "table", "settings", "report")
PAGES = ("", "profile", "ask", "report", "tables", "runs", "settings", "research", "shared")
SAID = "run profile inquiry table key report library update papers reading".split()
"""What addresses say."""
PLACES = ("", "live/", "media/", "component/", "_stcore/", "_stcore/upload_file/", "app/static/")
RENDERERS: dict[str, Callable[[str], str]] = {
    "markdown-it": MarkdownIt("commonmark", {"html": True})
    .enable(["table", "strikethrough"])
    .render,
    "typographic markdown-it": MarkdownIt("js-default", {"html": True, "typographer": True}).render,
    "Python-Markdown": Markdown(extensions=["extra", "sane_lists"]).convert,
}
FILES = (
    *(f"{name}.html" for name in ("report", "table", "profile", "actions", "evaluation")),
    *(f"{name} by {renderer}" for name in ("report", "table") for renderer in RENDERERS),
    *(f"{name} in a notebook" for name in ("report", "profile", "actions")),
)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> HostileHome:
    return furnish_hostile(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def server(hostile: HostileHome) -> Iterator[Server]:
    with served(hostile.furnished.home, settings=SETTINGS) as running:
        yield running


def open_view(page: Page, server: Server, hostile: HostileHome, view: View) -> None:
    ids = hostile.furnished._asdict() | {"researched": hostile.researched}
    page.goto(f"{server.address}/{view.address.format(**ids)}")
    expect(page.locator(view.standing).first).to_be_visible()
    if view.pressed:
        page.locator(view.pressed).first.click()
        expect(page.locator(view.standing)).to_have_count(0)
        until(lambda: shown(page.locator("[data-testid=stMain]").inner_text()), page)


@pytest.mark.parametrize("name", VIEWS)
def test_a_page_shows_hostile_texts_letter_by_letter(
    page: Page, server: Server, hostile: HostileHome, name: str
) -> None:
    open_view(page, server, hostile, VIEWS[name])
    seen, _ = open_all(page, MOST)
    assert len(seen) >= VIEWS[name].n


@pytest.mark.parametrize("name", FORMS)
def test_hostile_words_are_typed_into_every_field(
    page: Page, server: Server, hostile: HostileHome, name: str
) -> None:
    open_view(page, server, hostile, VIEWS[name])
    for control in VIEWS[name].form:
        page.locator(control).first.click()
    assert type_everywhere(page)


@pytest.mark.parametrize("name", [*PAGES, "<svg onload=alert(1)>"])
def test_an_address_says_hostile_words(page: Page, server: Server, name: str) -> None:
    short = [each for each in PAYLOADS if len(each) < ID_LIMIT]
    words = {said: short[(len(name) + 3 * n) % len(short)] for n, said in enumerate(SAID)}
    page.goto(f"{server.address}/{quote(name)}?{urlencode(words)}#{quote(short[len(name)])}")
    expect(page.locator("h1, [data-testid=stAlert], [role=dialog]").first).to_be_visible()
    look_at(page)


def test_no_page_of_the_server_repeats_what_was_asked(server: Server) -> None:
    for place in PLACES:
        for payload in (PAYLOADS[0], PAYLOADS[5]):
            address = f"{server.address}/{place}{quote(payload, safe='')}"
            with suppress(HTTPError), urlopen(address) as answer:
                is_page = "html" in answer.headers["content-type"]
                assert not is_page or payload not in answer.read().decode()


@pytest.fixture(scope="module")
def exports(hostile: HostileHome, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every file that a browser can open, of the hostile home and of a hostile evaluation."""
    folder, done = tmp_path_factory.mktemp("exports"), hostile.furnished
    services = open_services(
        load_settings({"MYSCHOLAR_HOME": str(done.home), "MYSCHOLAR_S2_URL": NOWHERE})
    )
    actions = get_inquiry(services, done.inquiry).actions
    report = report_of(services.runs.result(hostile.researched) or {})
    made = {
        "report": report,
        "table": get_table(services, done.table),
        "profile": get_profile(services, done.profile),
        "actions": actions,
    }
    services.close()
    pages = {"evaluation.html": to_page(results_document([hostile_results()]))}
    for name, each in made.items():
        assert each
        saved = save_made(each, folder / f"{name}.html")
        pages[f"{name}.html"] = saved.read_text(encoding="utf-8")
        if isinstance(each, Document):
            pages[f"{name} in a notebook"] = HEAD + str(NotebookLook().html(each))
        if name in ("report", "table"):
            source = save_made(each, folder / f"{name}.md").read_text(encoding="utf-8")
            for renderer, render in RENDERERS.items():
                pages[f"{name} by {renderer}"] = HEAD + render(source)
    files = {name: folder / f"{n}.html" for n, name in enumerate(pages)}
    for name, page in pages.items():
        files[name].write_text(page, encoding="utf-8")
    return files


HEAD = "<!doctype html><meta charset=utf-8>"


def hostile_results() -> Results:
    words = iter(PAYLOADS)
    figures = Estimate(mean=0.5, low=0.4, high=0.6, n_questions=25, n_instances=50)
    rows = tuple(
        Row(system=next(words), judge=next(words), metric=metric, estimate=figures, n_scored=50)
        for metric in (Metric.WIN_RATE, Metric.CITATION_RECALL, Metric.WIN_RATE)
    )
    compared = Comparison(
        metric=Metric.CITATION_RECALL, judge=next(words), a=next(words), b=next(words),
        difference=figures, p_value=0.04,
    )  # fmt: skip
    return Results(
        dataset=next(words), seed=7, versions={next(words): next(words)}, rows=rows,
        comparisons=(compared,), failures=PAYLOADS, notes=PAYLOADS,
    )  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_an_exported_file_shows_hostile_texts_letter_by_letter(
    browser: Browser, exports: dict[str, Path], name: str
) -> None:
    with watched_page(browser, "file://") as page:
        page.goto(f"{exports[name].as_uri()}#section-{quote(PAYLOADS[5])}")
        is_framed = name == "report in a notebook"
        assert page.locator("iframe[sandbox]").count() == page.locator("iframe").count()
        assert page.locator("iframe").count() == is_framed
        seen, _ = open_all(page.frames[is_framed], MOST)
        assert len(seen) > 10 if "typographic" in name else len(seen) > 50


def test_the_look_at_a_page_sees_payloads_that_are_more_than_text(browser: Browser) -> None:
    """Written raw, or rendered from Markdown; else all of the above would say nothing."""
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    harmless = []
    for payload in PAYLOADS:
        rendered = MarkdownIt("gfm-like", {"linkify": False}).render(payload)
        found = []
        for markup in (payload, f"<i title='{payload}'>", f'<i title="{payload}">', rendered):
            page.set_content(f"<!doctype html><body>{markup}")
            found += more_than_text(page)[0]
        harmless += [payload] * (not found)
    context.close()
    assert len(harmless) <= 17, "only what templates, formulas and other renderers would take"
