"""A question is asked about before anything else, in a real browser, without a model."""

from playwright.sync_api import Browser, Locator, Page, expect

from myscholar.domain.inquiry import Inquiry
from myscholar.domain.runs import RunStatus
from myscholar.workflows.ask.inquiries import get_inquiry, new_inquiry
from myscholar.workflows.services import Services

from .axe import findings
from .conftest import Server, until, watched_page

BROAD = "Which methods improve dense retrieval?"


def open_question(page: Page, server: Server, stored: Services) -> Inquiry:
    inquiry = new_inquiry(stored, BROAD, sources=("sample",))
    page.goto(f"{server.address}/ask?inquiry={inquiry.inquiry_id}")
    return inquiry


def question(page: Page) -> Locator:
    return page.get_by_label("Your question", exact=True)


def chips(page: Page) -> Locator:
    return page.locator(".question:not(.over) .chip:not(.several)")


def test_a_question_is_asked_about_with_chips_and_asked_as_it_was_said_again(
    page: Page, server: Server, stored: Services
) -> None:
    inquiry = open_question(page, server, stored)
    page.get_by_role("button", name="Ask me first").click()
    expect(chips(page).first).to_be_visible()
    chosen = chips(page).first.inner_text()
    chips(page).first.click()
    expect(page.locator(".answered").filter(has_text=chosen)).to_be_visible()
    expect(page.get_by_role("button", name="Ask me first")).to_have_count(0)

    page.reload()
    expect(page.locator(".answered").filter(has_text=chosen)).to_be_visible()
    page.get_by_role("button", name="Enough, decide for me").click()
    summary = page.get_by_role("textbox", name="Your question with what you said")
    expect(summary).to_have_value(f"{BROAD} Focus on {chosen}.")

    summary.fill(f"{BROAD} Focus on {chosen} in practice.")
    summary.press("Control+Enter")
    until(lambda: get_inquiry(stored, inquiry.inquiry_id).rephrased, page)
    page.reload()
    expect(summary).to_have_value(f"{BROAD} Focus on {chosen} in practice.")
    page.get_by_role("button", name="Ask this instead").click()
    expect(question(page)).to_have_value(f"{BROAD} Focus on {chosen} in practice.")
    assert get_inquiry(stored, inquiry.inquiry_id).clarifying is None

    page.get_by_role("button", name=f"Ask instead: {BROAD}").click()
    expect(question(page)).to_have_value(BROAD)
    page.get_by_role("button", name=f"Ask instead: {BROAD} Focus").click()
    expect(question(page)).to_have_value(f"{BROAD} Focus on {chosen} in practice.")
    page.get_by_role("button", name="Propose actions").click()
    expect(page.get_by_role("button", name="Write the report")).to_be_visible()
    actions = get_inquiry(stored, inquiry.inquiry_id).actions
    assert actions
    assert actions.question == f"{BROAD} Focus on {chosen} in practice."


def test_who_keeps_the_question_is_asked_no_more_and_can_be_asked_again_in_own_words(
    page: Page, server: Server, stored: Services
) -> None:
    inquiry = open_question(page, server, stored)
    page.get_by_role("button", name="Ask me first").click()
    expect(chips(page).first).to_be_visible()
    run_id = get_inquiry(stored, inquiry.inquiry_id).clarifying
    assert run_id
    page.get_by_role("button", name="Keep my question, ask no more").click()
    expect(chips(page)).to_have_count(0)
    until(lambda: stored.runs.info(run_id).status is RunStatus.CANCELLED, page)

    page.get_by_role("button", name="Ask me first").click()
    words = page.get_by_role("textbox", name="My own words")
    words.fill("late interaction")
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator(".answered").filter(has_text="late interaction")).to_be_visible()
    page.get_by_role("button", name="Enough, decide for me").click()
    summary = page.get_by_role("textbox", name="Your question with what you said")
    expect(summary).to_have_value(f"{BROAD} Focus on late interaction.")
    page.get_by_role("button", name="Keep my question").click()
    expect(page.get_by_role("button", name="Ask me first")).to_be_visible()
    expect(question(page)).to_have_value(BROAD)


def test_several_choices_are_picked_together_where_the_person_wants_more_than_one(
    page: Page, server: Server, stored: Services
) -> None:
    inquiry = open_question(page, server, stored)
    page.get_by_role("button", name="Ask me first").click()
    page.get_by_role("button", name="Several of these").click()
    boxes = page.locator(".question").get_by_role("checkbox")
    expect(boxes.first).to_be_focused()
    boxes.nth(0).check()
    boxes.nth(1).check()
    page.reload()
    expect(boxes.nth(1)).to_be_checked()
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator(".answered")).to_have_count(1)
    run_id = get_inquiry(stored, inquiry.inquiry_id).clarifying
    assert run_id
    said = stored.runs.questions(run_id)[0].answer
    assert said
    assert len(said.choices) == 2


def test_on_a_dark_phone_the_question_and_the_summary_have_no_grave_finding(
    browser: Browser, server: Server, stored: Services
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
    with watched_page(browser, server.address, **phone) as page:
        open_question(page, server, stored)
        page.get_by_role("button", name="Ask me first").click()
        expect(chips(page).first).to_be_visible()
        assert findings(page) == []
        chips(page).first.click()
        expect(page.locator(".answered")).to_have_count(1)
        page.get_by_role("button", name="Enough, decide for me").click()
        expect(page.get_by_role("textbox", name="Your question with what you said")).to_be_visible()
        assert findings(page) == []
        page.get_by_role("button", name="Keep my question").click()
        expect(question(page)).to_have_value(BROAD)
