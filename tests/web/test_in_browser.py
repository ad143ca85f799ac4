"""The app in a real browser: the whole way on the sample, and texts that try to be more than text."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from myscholar.domain.profile import Profile
from myscholar.domain.report import Report, ReportId
from myscholar.settings import load_settings
from myscholar.workflows.profiles import get_profile, list_profiles
from myscholar.workflows.reports import list_reports, save_report
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = "http://127.0.0.1:9"
JOINER = "\u2060"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("needs the program chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web")


@pytest.fixture(scope="module")
def address(home: Path, browser: Browser) -> Iterator[str]:
    """The app as a user starts it, on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": NOWHERE}
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port), "--server.headless", "true"]
    with (home / "server.log").open("w") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield _answering(f"http://127.0.0.1:{port}")
        finally:
            server.terminate()
            server.wait(timeout=10)


def _answering(address: str, patience_s: float = 30) -> str:
    give_up = time.monotonic() + patience_s
    while True:
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2).close()
            return address
        except OSError:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.1)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A fresh page; at the end, nothing was asked of another host and no script failed."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce", accept_downloads=True)
    context.set_default_timeout(20_000)
    page = context.new_page()
    outside: list[str] = []
    failures: list[str] = []
    page.on("request", lambda r: None if r.url.startswith((address, "data:", "blob:")) else outside.append(r.url))
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.on("dialog", lambda dialog: (failures.append(dialog.message), dialog.dismiss()))
    yield page
    context.close()
    assert outside == []
    assert failures == []


@pytest.fixture(scope="module")
def stored(home: Path) -> Iterator[Services]:
    """What the app has stored."""
    services = Services(load_settings({"MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": NOWHERE}))
    yield services
    services.store.close()


def test_the_whole_way_from_the_sample_to_a_downloaded_report(page: Page, address: str, stored: Services, tmp_path: Path) -> None:
    page.goto(address)
    page.get_by_role("button", name="Use the sample").click()
    expect(page.get_by_text("papers behind this profile")).to_be_visible()

    page.get_by_test_id("stCheckbox").first.locator("label").click()
    expect(page.get_by_text("4 of 5 on").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("4 of 5 on")).to_have_count(0)
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    (saved,) = list_profiles(stored)
    assert len(get_profile(stored, saved.profile_id).enabled) == len(get_profile(stored, saved.profile_id).inferences)

    page.get_by_role("button", name="Ask a question").click()
    page.get_by_role("button", name="How is cited text checked?").click()
    expect(page.get_by_label("Your question")).to_have_value(SAMPLE_QUESTION)
    page.get_by_role("button", name="Propose actions").click()
    page.get_by_label("What else should the report do?").fill("Add a section on human evaluation")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Add a section on human evaluation", exact=True)).to_be_visible()
    page.get_by_role("button", name="Write the report with").click()

    expect(page.locator(".sheet h1")).to_be_visible()
    followed = page.locator(".action", has_text="Add a section on human evaluation")
    followed.click()
    count = page.locator(".bar span")
    expect(count).to_have_text(re.compile(r"^1 / \d+$"))
    total = int(count.inner_text().split(" / ")[1])
    assert total >= 2
    page.get_by_label("Next highlight").click()
    expect(count).to_have_text(f"2 / {total}")
    expect(page.locator(".hl.here")).to_be_in_viewport()
    page.get_by_role("radio", name="Off").click()
    assert page.locator(".hl.on").count() == 0
    page.locator(".cite button").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("summary, not the paper's words")

    with page.expect_download() as downloading:
        page.get_by_role("button", name="Markdown").click()
    downloading.value.save_as(tmp_path / "report.md")
    assert (tmp_path / "report.md").read_text(encoding="utf-8").startswith("# ")
    assert len(list_reports(stored)) == 1


def test_hostile_texts_are_shown_letter_by_letter(
    page: Page, address: str, hostile_profile: Profile, stored: Services, tmp_path: Path
) -> None:
    file = tmp_path / "<img src=x onerror=alert(5)>.json"
    file.write_text(hostile_profile.model_dump_json(), encoding="utf-8")
    page.goto(address)
    page.get_by_role("button", name="Import").click()
    page.locator("input[type=file]").last.set_input_files(file)
    page.get_by_test_id("stFormSubmitButton").get_by_role("button", name="Import").click()
    labels = page.get_by_test_id("stCheckbox").locator("label")
    expect(labels).to_have_count(len(hostile_profile.inferences))
    assert [label.replace(JOINER, "") for label in labels.all_inner_texts()] == [i.text for i in hostile_profile.inferences]
    page.locator(".st-key-chips-h0 button").first.click()
    quotes = page.locator("blockquote")
    expect(quotes).to_have_count(2)
    assert quotes.last.inner_text().replace(JOINER, "") == hostile_profile.passages[1].text
    _assert_nothing_but_text(page)

    question = f"How do birds sing? {hostile_profile.inferences[0].text} {hostile_profile.inferences[1].text}"
    page.get_by_role("button", name="Ask a question").click()
    page.get_by_label("Your question").fill(question)
    page.get_by_label("Your question").blur()
    page.get_by_role("button", name="Propose actions").click()
    shown = page.get_by_text("Actions for:")
    expect(shown).to_be_visible()
    assert shown.inner_text().replace(JOINER, "") == f"Actions for: {question}"
    _assert_nothing_but_text(page)


def test_a_hostile_report_is_shown_letter_by_letter(page: Page, address: str, report: Report, stored: Services) -> None:
    evil = "<img src=x onerror=alert(6)> ![x](javascript:alert(7)) :red[x]"
    papers = [
        r.model_copy(update={"paper": r.paper.model_copy(update={"title": evil, "url": "javascript:alert(8)"})})
        for r in report.references
    ]
    section = report.sections[0].model_copy(update={"title": evil, "tldr": evil})
    hostile = report.model_copy(
        update={
            "report_id": ReportId("hostile"), "created_at": "2999-01-01T00:00:00Z", "title": evil, "question": evil,
            "notes": (evil,), "sections": (section, *report.sections[1:]), "references": tuple(papers),
        }
    )  # fmt: skip
    save_report(stored, hostile)
    page.goto(f"{address}/report")
    expect(page.locator(".sheet h1")).to_have_text(evil)
    assert page.locator("details.section h2").first.inner_text() == evil
    page.locator(".cite button").first.click()
    assert page.get_by_role("dialog").locator("b").inner_text() == evil
    assert page.locator(".sheet img, .sheet script, .sheet [onerror]").count() == 0
    assert page.locator(".sheet a[href^='javascript']").count() == 0
    _assert_nothing_but_text(page)


def _assert_nothing_but_text(page: Page) -> None:
    main = page.get_by_test_id("stMain")
    assert main.locator("img, a[href*='evil'], a[href^='javascript'], .katex, [onerror], main script, table").count() == 0
    assert main.locator("label b, label strong, label em, label del, label code, blockquote em, blockquote code").count() == 0
