"""The exported page works in a real browser: highlights light up and are stepped through, citations
open, nothing leaves the page."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from myscholar.domain.report import Report
from myscholar.views.report_file import export_report


@pytest.fixture
def page() -> Iterator[Page]:
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("needs the program chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def test_an_action_is_followed_through_the_page(page: Page, report: Report, tmp_path: Path) -> None:
    requests: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(export_report(report, tmp_path / "r.html").as_uri())

    page.get_by_role("button", name="A1 Show numbers").click()
    assert page.locator(".bar .which").inner_text() == "A1"
    assert page.locator(".bar .count").inner_text() == "1 / 2", (
        "where another action joins in, the place goes on"
    )
    assert page.locator(".hl.here").count() > 1
    page.get_by_label("Next highlight").click()
    assert page.locator(".bar .count").inner_text() == "2 / 2"
    page.keyboard.press("Escape")
    assert not page.locator(".bar").is_visible()

    page.locator(".cite").first.hover()
    tip = page.get_by_role("tooltip").first
    assert "Ada Müller" in tip.inner_text()
    page.locator(".cite").first.click()
    card = page.get_by_role("dialog")
    assert "“Birds sing. <script>" in card.inner_text()
    assert not tip.is_visible()
    page.keyboard.press("Escape")
    assert card.count() == 0
    assert page.evaluate("document.activeElement.textContent") == "[1]"
    assert [url for url in requests if not url.startswith("file:")] == []
    assert complaints == []


def test_on_a_phone_the_report_comes_before_what_is_beside_it(
    page: Page, report: Report, tmp_path: Path
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(export_report(report, tmp_path / "r.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert not page.get_by_role("button", name="A1 Show numbers").is_visible()
    page.get_by_text("Actions (2)").click()
    assert page.get_by_role("button", name="A1 Show numbers").is_visible()
