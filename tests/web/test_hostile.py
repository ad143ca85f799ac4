"""Texts that try to be more than text, through every door of the app: shown letter by letter,
nothing carried out, nothing broken."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId
from myscholar.settings import load_settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.profile.profiles import save_profile
from myscholar.workflows.report.reports import import_report
from myscholar.workflows.report.shares import share
from myscholar.workflows.services import Services

from .conftest import HOSTILE, NOWHERE, Server, furnish_example, served, watched_page
from .replay_server import Replay

EVIL = f"{HOSTILE[0]} {HOSTILE[1]} {HOSTILE[4]}"
LONG = "<b>ten thousand</b> " * 500
JOINER = "\u2060"
MORE_THAN_TEXT = """() => {
  const bad = "img, iframe, script, object, embed, form[action], a[href^='javascript' i], "
    + "a[href*='evil.example'], [onerror], [onclick], .katex";
  const found = [];
  const look = (root) => { for (const node of root.querySelectorAll("*")) {
    if (node.matches(bad)) found.push(node.outerHTML.slice(0, 200));
    if (node.shadowRoot) look(node.shadowRoot);
  } };
  look(document.querySelector("[data-testid=stMain]"));
  return found;
}"""


def assert_only_text(page: Page) -> None:
    assert page.evaluate(MORE_THAN_TEXT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "long words break the page's width"
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module")
def services(home: Path) -> Iterator[Services]:
    opened = open_services(
        load_settings({"MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": NOWHERE})
    )
    yield opened
    opened.store.close()


@pytest.fixture(scope="module")
def server(home: Path, services: Services) -> Iterator[Server]:
    with served(home) as running:
        yield running


@pytest.fixture
def evil_report(services: Services, report: Report, tmp_path: Path) -> RunId:
    papers = [
        r.model_copy(
            update={
                "paper": r.paper.model_copy(
                    update={"title": EVIL, "url": "javascript:alert(8)", "authors": (EVIL,)}
                )
            }
        )
        for r in report.references
    ]
    sections = (
        report.sections[0].model_copy(update={"title": EVIL, "tldr": LONG}),
        *report.sections[1:],
    )
    actions = tuple(
        a.model_copy(update={"tldr": EVIL, "text": LONG[:4000]}) for a in report.actions
    )
    changes = {
        "title": EVIL,
        "question": EVIL,
        "notes": (EVIL, LONG),
        "sections": sections,
        "actions": actions,
        "references": tuple(papers),
    }
    file = tmp_path / "report.json"
    file.write_text(report.model_copy(update=changes).model_dump_json(), encoding="utf-8")
    return import_report(services, file)


def test_a_report_of_hostile_texts(
    page: Page, server: Server, services: Services, evil_report: RunId
) -> None:
    page.goto(f"{server.address}/report?run={evil_report}")
    expect(page.locator("article h1")).to_have_text(EVIL)
    expect(page.locator("article h2").first).to_have_text(EVIL)
    page.get_by_role("button", name="Expand all").click()
    page.locator(".cite").first.click()
    expect(page.get_by_role("dialog").locator(".paper")).to_contain_text(EVIL)
    assert_only_text(page)
    page.goto(f"{server.address}/shared?key={share(services, evil_report)}")
    expect(page.locator("article h1")).to_have_text(EVIL)
    assert_only_text(page)
    page.goto(f"{server.address}/runs")
    expect(page.get_by_text(HOSTILE[0][:20]).first).to_be_visible()
    assert_only_text(page)


def test_a_profile_and_a_question_of_hostile_texts(
    page: Page, server: Server, services: Services, hostile_profile: Profile
) -> None:
    save_profile(services, hostile_profile)
    page.goto(f"{server.address}/profile?profile={hostile_profile.profile_id}")
    expect(page.locator(".row .text")).to_have_text(list(HOSTILE))
    assert_only_text(page)
    page.get_by_role("button", name="Ask a question").click()
    question = f"How do birds sing? {EVIL}"
    page.get_by_label("Your question").fill(question)
    page.get_by_label("Your question").blur()
    page.get_by_role("button", name="Propose actions").click()
    own = page.get_by_label("What else should the report do?")
    own.fill(EVIL)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".row .tldr", has_text=EVIL)).to_be_visible()
    assert_only_text(page)
    page.get_by_role("button", name="Write the report").click()
    expect(
        page.get_by_role("heading", name="Writing the report: failed").or_(
            page.locator("article h1")
        )
    ).to_be_visible()
    assert_only_text(page)
    page.get_by_role("link", name="Ask").click()
    page.get_by_role("button", name="Earlier questions").click()
    expect(page.get_by_role("button", name="How do birds sing").first).to_be_visible()
    assert_only_text(page)


def test_files_with_hostile_names_and_contents(page: Page, server: Server, tmp_path: Path) -> None:
    evil = tmp_path / "<img src=x onerror=alert(5)>.pdf"
    evil.write_bytes(b"%PDF-1.7 <script>alert(1)</script>")
    good = tmp_path / "![x](javascript:alert(6)).bib"
    good.write_text(
        f"@article{{a, title={{{HOSTILE[0]} {HOSTILE[2]}}}, author={{{HOSTILE[1][:40]}}}, "
        f"year={{2020}}}}",
        encoding="utf-8",
    )
    page.goto(f"{server.address}/profile?profile=new")
    page.get_by_role("tab", name="Upload files").click()
    page.locator("input[type=file]").first.set_input_files([evil, good])
    for file in (evil, good):
        expect(page.get_by_role("button", name=f"Remove {file.name}")).to_be_visible()
    page.get_by_role("button", name="Read these files").click()
    expect(page.get_by_text("<b>bold</b>").first).to_be_visible()
    expect(page.get_by_text("onerror=alert(5)").first).to_be_visible()
    assert_only_text(page)


def test_a_model_that_answers_with_hostile_texts(
    browser: Browser, replay: Replay, tmp_path: Path
) -> None:
    inquiry = furnish_example(tmp_path)
    with (
        served(tmp_path, settings=replay.settings()) as server,
        watched_page(browser, server.address) as page,
    ):
        replay.spice = f"{EVIL} {LONG}"
        replay.hold("text")
        page.goto(f"{server.address}/ask?inquiry={inquiry}")
        page.get_by_role("button", name="Write the report").click()
        expect(page.locator("article.live .body").first).to_contain_text(HOSTILE[0][:20])
        assert_only_text(page)
        replay.flow()
        expect(page.locator(".sources").first).to_be_visible()
        expect(page.locator("article .body").first).to_contain_text("ten thousand")
        assert_only_text(page)
        replay.spice = f"{HOSTILE[2]} {HOSTILE[3]} {'ten thousand ' * 500}"  # tags are dropped
        page.goto(f"{server.address}/profile?profile=new")
        page.get_by_role("button", name="Try the sample").click()
        expect(page.get_by_role("switch").first).to_be_visible()
        expect(page.locator(".row .text").first).to_contain_text("ten thousand")
        assert_only_text(page)
        replay.spice = f"{EVIL} {LONG}"
        page.goto(f"{server.address}/ask?inquiry={inquiry}")
        page.get_by_role("button", name="Propose again").click()
        expect(page.locator(".run .problem")).to_contain_text("twice in a form that can't be used")
        assert_only_text(page)
    replay.spice = ""
