"""The exported page works in a real browser: highlights light up and are stepped through, citations
open, nothing leaves the page."""

from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from eval.bench.real_size import real_size_report
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.report import Doubt, Report
from myscholar.views.report_file import export_report
from myscholar.views.report_view import report_view
from tests.web.axe import findings


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def test_an_action_is_followed_through_the_page(page: Page, report: Report, tmp_path: Path) -> None:
    requests: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(export_report(report, tmp_path / "r.html").as_uri())

    page.get_by_role("button", name="A1 Show numbers").click()
    assert page.locator(".bar .which").inner_text() == "A1"
    assert page.locator(".bar .count").inner_text() == "1 of 2", (
        "where another action joins in, the place goes on"
    )
    assert page.locator(".hl.here").count() > 1
    page.get_by_label("Next highlight").click()
    assert page.locator(".bar .count").inner_text() == "2 of 2"
    page.keyboard.press("Escape")
    assert not page.locator(".bar").is_visible()

    page.locator(".cite").first.hover()
    tip = page.get_by_role("tooltip").first
    assert "Ada Müller" in tip.inner_text()
    page.locator(".cite").first.click()
    card = page.get_by_role("dialog")
    assert "Birds sing. <script>" in card.locator("mark").inner_text()
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


OPEN = "[...document.querySelectorAll('details.section')].map((s) => s.open)"


def test_a_long_report_begins_folded_and_what_a_reader_opens_stays_open(
    page: Page, tmp_path: Path
) -> None:
    address = export_report(real_size_report(), tmp_path / "r.html").as_uri()
    page.goto(address)
    assert page.evaluate(OPEN) == [False] * 6
    assert page.locator(".tldr").first.is_visible()
    page.get_by_role("link", name="Judges and Their Agreement").click()
    page.locator(".section summary h2").nth(4).click()
    page.wait_for_function("Object.values(sessionStorage).includes('[2,4]')")
    page.reload()
    assert page.evaluate(OPEN) == [False, False, True, False, True, False]
    words = "".join(p.extract_text() for p in PdfReader(BytesIO(page.pdf())).pages)
    written = sum(len(s.text.split()) for s in real_size_report().sections)
    assert len(words.split()) > written, "all of it is printed"
    assert "ACTIONS (8)" in words, "what its marks stand for, too"
    assert not [name for name in ("Expand all", "Show them", "9 sources") if name in words]
    page.get_by_role("button", name="Expand all").click()
    assert page.evaluate(OPEN) == [True] * 6
    page.get_by_role("button", name="Collapse all").click()
    assert page.evaluate(OPEN) == [False] * 6
    page.goto("about:blank")
    page.goto(f"{address}#section-6")
    assert page.evaluate(OPEN)[5], "who follows a link finds its section open"


def test_how_a_report_was_made_stands_in_one_line_that_opens(page: Page, tmp_path: Path) -> None:
    view = report_view(real_size_report())
    page.goto(export_report(real_size_report(), tmp_path / "r.html").as_uri())
    made, whole = page.locator(".made"), page.get_by_text(view.cost)
    assert made.inner_text().startswith(view.notice)
    box = made.bounding_box()
    assert box is not None
    assert box["height"] < 30
    assert not whole.is_visible()
    made.locator("summary").press("Enter")
    assert whole.is_visible()
    assert page.get_by_text(view.facts).is_visible()


def test_the_sources_of_a_section_stand_in_order_with_their_quotes_in_context(
    page: Page, tmp_path: Path
) -> None:
    report = real_size_report()
    page.goto(export_report(report, tmp_path / "r.html").as_uri())
    page.get_by_role("button", name="9 sources: Judges and Their Agreement").click()
    card = page.get_by_role("dialog", name="9 sources: Judges and Their Agreement")
    view = report_view(report)
    first, *others = view.sections[2].evidence
    assert card.locator(".share").all_inner_texts() == [s.share for s in (first, *others)]
    quote = view.quotes[first.quotes[0]]
    cited = card.locator(".cited").first
    assert cited.locator("mark").inner_text() == quote.text
    assert cited.inner_text().startswith(f"{quote.before}{quote.text}{quote.after}".strip())
    assert card.locator(".cited:visible").count() == len(first.quotes), "the others are folded"
    assert page.evaluate(OPEN) == [False] * 6, "the press does not unfold the section"
    assert findings(page) == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "9 sources"


def in_doubt(report: Report) -> Report:
    """Three doubts in one paragraph, one in a list."""
    section = report.sections[0]
    flag = Flag(error_type=ErrorType.FACTUAL, severity=Severity.HINT, reason="Read the quote. " * 9)

    def doubt(words: str) -> Doubt:
        start = section.text.index(words)
        return Doubt(start=start, end=start + len(words), flag=flag)

    doubts = tuple(map(doubt, ("Birds", "sing.", "Then more.", "An item.")))
    return report.model_copy(
        update={"sections": (section.model_copy(update={"doubts": doubts}), *report.sections[1:])}
    )


BOXES = """() => [...document.querySelectorAll(".note")].map((n) => {
  const box = n.getBoundingClientRect(), sign = n.previousElementSibling.getBoundingClientRect();
  return { left: box.left, right: box.right, top: box.top, bottom: box.bottom, sign: sign.top };
})"""
COLUMN = """() => {
  const { left, right } = document.querySelector("article").getBoundingClientRect();
  return { left, right };
}"""


def test_doubts_stand_in_the_margin_beside_their_words_and_move_no_text(
    page: Page, report: Report, tmp_path: Path
) -> None:
    page.set_viewport_size({"width": 1400, "height": 900})
    page.goto(export_report(in_doubt(report), tmp_path / "r.html").as_uri())
    boxes, column = page.evaluate(BOXES), page.evaluate(COLUMN)
    assert len(boxes) == 4
    assert all(column["right"] < box["left"] and box["right"] <= 1400 for box in boxes)
    assert abs(boxes[0]["top"] - boxes[0]["sign"]) < 30, "beside the line"
    assert all(a["bottom"] < b["top"] for a, b in pairwise(boxes)), "they stack"
    height = "document.querySelector('.body p').getBoundingClientRect().height"
    tall = page.evaluate(height)
    page.add_style_tag(content=".note { display: none !important; }")
    assert page.evaluate(height) == tall
    assert page.evaluate(COLUMN) == column


def test_doubts_are_stepped_through_like_highlights_and_open_their_sections(
    page: Page, tmp_path: Path
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(export_report(real_size_report(), tmp_path / "r.html").as_uri())
    count, about = page.locator(".bar .count"), page.locator(".bar .about")
    page.get_by_role("button", name="Show them one by one").click()
    assert (count.inner_text(), count.get_attribute("role")) == ("1 of 6", "status")
    assert about.inner_text() == "Doubtful: The cited passage speaks of readers, not of judges."
    page.keyboard.press("n")
    page.get_by_role("button", name="Next doubt").click()
    assert count.inner_text() == "3 of 6"
    assert page.evaluate(OPEN) == [True, True, True, False, False, False]
    lit = page.locator(".ask.lit")
    assert lit.all_inner_texts() == ["?3"]
    box = lit.bounding_box()
    assert box is not None
    assert 0 < box["y"] < 844
    for key in "ppp":
        page.keyboard.press(key)
    assert count.inner_text() == "6 of 6"
    page.get_by_text("Actions (8)").click()
    page.get_by_role("button", name="A1 ").first.click()
    assert (count.inner_text(), about.inner_text()) == ("1 of 10", ""), "one walk at a time"
    assert page.locator(".ask.lit").count() == 0
    assert findings(page) == []
    page.get_by_role("button", name="Show them one by one").click()
    assert page.locator(".hl.here").count() == 0
    page.keyboard.press("Escape")
    assert not page.locator(".bar").is_visible()
    assert page.evaluate("document.activeElement.textContent") == "?1", "Tab goes on from there"


def test_words_sign_and_note_of_a_doubt_light_up_together(
    page: Page, report: Report, tmp_path: Path
) -> None:
    page.set_viewport_size({"width": 1400, "height": 900})
    page.goto(export_report(in_doubt(report), tmp_path / "r.html").as_uri())
    lit = "[...document.querySelectorAll('.lit')].map((n) => `${n.className} ${n.textContent}`)"
    sign = page.get_by_role("button", name="Doubtful: Read the quote.").nth(2)
    sign.focus()
    assert [name.split()[0] for name in page.evaluate(lit)] == ["doubt", "ask", "note"]
    sign.press("Enter")
    assert page.get_by_role("dialog").count() == 0, "the note is there already"
    page.locator(".note").nth(3).hover()
    assert page.evaluate(lit)[0] == "doubt lit An item."


def test_on_a_phone_a_doubt_opens_at_a_tap_or_a_key_and_on_paper_it_is_printed(
    page: Page, report: Report, tmp_path: Path
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(export_report(in_doubt(report), tmp_path / "r.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator(".note:visible").count() == 0
    page.locator(".ask").first.click()
    assert "?1 Read the quote." in page.get_by_role("dialog").inner_text()
    page.keyboard.press("Escape")
    page.locator(".ask").nth(1).press("Enter")
    assert "?2 Read the quote." in page.get_by_role("dialog").inner_text()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 794, "height": 1123})
    assert page.locator(".note:visible").count() == 4
    assert page.evaluate("document.documentElement.scrollWidth") == 794
