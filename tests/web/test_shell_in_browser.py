"""The frame around the pages, the list of runs and the comparison of versions, in a real
browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.runs import Event, RunId, RunKind, RunStatus, RunStep
from myscholar.gateways.storage.attempts import Batch
from myscholar.gateways.storage.run_queries import lock_name
from myscholar.views.run_list import run_list
from myscholar.workflows.ask.inquiries import get_inquiry, list_inquiries
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services

from .conftest import HOSTILE, Server, until

AT = "2026-11-21T10:00:00Z"
INK = "(app => app && getComputedStyle(app).backgroundColor)(document.querySelector('.stApp'))"
READERS = "How do readers check what an answer cites?"
ALERT = "[data-testid='stAlert']"
LIGHT, DARK = "rgb(253, 252, 250)", "rgb(21, 24, 28)"


@pytest.fixture
def runs(stored: Services) -> Iterator[Services]:
    """A profile's run that goes on in some other process, and three that are over."""
    ends = {"made": RunStatus.FINISHED, "failed": RunStatus.FAILED, "stopped": RunStatus.CANCELLED}
    for n, (name, status) in enumerate(ends.items()):
        run_id = RunId(name)
        stored.runs.create(
            run_id, RunKind.ACTIONS, HOSTILE[n], {"question": "Why?"}, attempt="a", at=AT
        )
        stored.runs.attempt(run_id, "a").store(
            Batch(step=RunStep(name=HOSTILE[3], started_at=0, seconds=4))
        )
        stored.runs.attempt(run_id, "a").end(
            status, at=AT, result={}, error=f"LLMError: {HOSTILE[4]}" if n == 1 else None
        )
    going = RunId("going")
    release = stored.runs.locks.hold(lock_name(going))
    stored.runs.create(going, RunKind.PROFILE, "Mira", {}, attempt="a", at=AT)
    stored.runs.attempt(going, "a").running(at=AT)
    yield stored
    if release:
        release()
    for run in run_list(stored).runs:
        stored.runs.delete(run.run_id)


def test_runs_are_told_letter_by_letter_filtered_looked_into_and_deleted_after_a_question(
    page: Page, server: Server, runs: Services
) -> None:
    page.goto(f"{server.address}/runs")
    titles = page.locator(".run h3")
    expect(titles).to_have_count(4)
    assert titles.all_inner_texts() == ["Mira", HOSTILE[2], HOSTILE[1], HOSTILE[0]]
    expect(page.locator(".run.failed .problem").first).to_have_text(HOSTILE[4])
    runs.runs.attempt(RunId("going"), "a").store(
        Batch(events=((1.0, Event(step="Reading papers", done=2, total=7)),))
    )
    expect(page.locator(".doing").first).to_have_text("Reading papers (2 of 7)")

    page.get_by_label("Status").select_option("Finished")
    expect(page.get_by_role("status").filter(has_text="1 of 4 runs")).to_be_visible()
    page.locator(".run.finished .more").click()
    expect(page.locator(".run.finished .steps .name")).to_have_text(HOSTILE[3])
    page.get_by_label("Status").select_option("Any status")

    failed = page.locator(".run.failed")
    failed.get_by_role("button", name="Delete:").click()
    expect(failed.get_by_text("This can't be undone.")).to_be_visible()
    failed.get_by_role("button", name="Keep").click()
    expect(failed.get_by_role("button", name="Delete:")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(failed).to_have_count(0)
    assert {run.run_id for run in run_list(runs).runs} == {"made", "stopped", "going"}


def test_a_run_is_asked_to_stop_and_an_answer_is_not_lost_while_the_list_is_drawn_anew(
    page: Page, server: Server, runs: Services
) -> None:
    runs.runs.attempt(RunId("going"), "a").ask("q1", Question(text=HOSTILE[0]))
    page.goto(f"{server.address}/runs")
    box = page.get_by_role("textbox", name=HOSTILE[0])
    box.fill("Only papers of this")
    runs.runs.attempt(RunId("going"), "a").store(
        Batch(events=((1.0, Event(step="Reading papers", done=3, total=7)),))
    )
    expect(page.locator(".doing").first).to_have_text("Reading papers (3 of 7)")
    box.press_sequentially(" century")
    page.get_by_role("button", name="Answer").click()
    expect(box).to_have_count(0)
    (asked,) = runs.runs.questions(RunId("going"))
    assert asked.answer == Answer(kind=AnswerKind.TEXT, text="Only papers of this century")
    page.get_by_role("button", name="Cancel: Mira").click()
    expect(page.get_by_text("Cancelling")).to_be_visible()
    assert until(lambda: runs.runs.cancel_asked(RunId("going")), page)


def test_a_theme_chosen_once_holds_on_every_page_and_after_a_reload(
    page: Page, server: Server
) -> None:
    page.goto(f"{server.address}/settings")
    page.locator("label", has_text="Dark").click()
    until(lambda: page.evaluate(INK) == DARK, page)
    for name in ("runs", "ask", ""):
        page.goto(f"{server.address}/{name}")
        expect(page.locator("h1").first).to_be_visible()
        assert page.evaluate(INK) == DARK
    page.goto(f"{server.address}/settings")
    expect(page.get_by_role("radio", name="Dark", exact=True)).to_be_checked()
    page.locator("label", has_text="Like the system").click()
    until(lambda: page.evaluate(INK) == LIGHT, page)


def test_a_page_that_is_opened_by_its_address_is_found_and_an_unknown_profile_is_said_in_words(
    page: Page, server: Server
) -> None:
    page.goto(f"{server.address}/?profile=gone")
    expect(page.get_by_text("There is no profile at this address")).to_be_visible()
    assert page.url == f"{server.address}/profile?profile=gone"
    page.reload()
    expect(page.get_by_text("There is no profile at this address")).to_be_visible()
    expect(page.get_by_text("Page not found")).to_have_count(0)


def test_a_button_that_moves_while_it_is_held_down_gets_its_click(
    page: Page, server: Server
) -> None:
    page.add_init_script("window.myscholarQuestion = true")  # taken over by the press alone
    page.goto(f"{server.address}/ask")
    page.get_by_label("Your question").click()
    page.keyboard.insert_text(SAMPLE_QUESTION)
    propose = page.get_by_role("button", name="Propose actions")
    propose.hover()
    before = propose.bounding_box()
    page.mouse.down()  # the question is sent, and its examples go: what is below moves up
    page.wait_for_url("**/ask?inquiry=*")
    expect(page.get_by_text("For example:")).to_have_count(0)
    assert propose.bounding_box() != before
    page.mouse.up()
    expect(page.get_by_role("checkbox", name="Look into").first).to_be_visible()


def test_a_button_that_is_away_when_it_is_released_gets_its_click_once_it_is_back(
    page: Page, server: Server
) -> None:
    page.goto(f"{server.address}/ask")
    page.get_by_label("Your question").fill(SAMPLE_QUESTION)
    page.keyboard.press("Tab")
    page.wait_for_url("**/ask?inquiry=*")
    expect(page.get_by_text("For example:")).to_have_count(0)
    page.get_by_role("button", name="Propose actions").hover()
    page.mouse.down()
    page.evaluate(
        "{ const box = document.querySelector('.st-key-propose');"
        " window.away = { box, parent: box.parentElement, next: box.nextSibling }; box.remove(); }"
    )
    page.mouse.up()
    page.evaluate("new Promise((past) => setTimeout(past))")
    page.evaluate("away.parent.insertBefore(away.box, away.next)")
    expect(page.get_by_role("checkbox", name="Look into").first).to_be_visible()


def test_hint_and_price_stand_there_while_a_question_is_typed_and_nothing_typed_is_lost(
    page: Page, server: Server, stored: Services
) -> None:
    page.goto(f"{server.address}/ask")
    field, price = page.get_by_label("Your question"), page.get_by_text("About 1 s, free")
    field.click()
    page.keyboard.insert_text("transformers")  # as pasted, or by a phone's keyboard
    expect(price).to_be_visible()
    expect(page.locator(".st-key-question-hints")).to_contain_text("names only “transformers”")
    expect(field).to_be_focused()
    rest = " that cite papers:\nhow well do they find errors in text?"
    field.press_sequentially(rest, delay=60)  # the page is drawn anew in between
    expect(page.locator(".st-key-question-hints")).to_have_count(0)
    composed = page.context.new_cdp_session(page)
    composed.send(
        "Input.imeSetComposition", {"text": "にほん", "selectionStart": 3, "selectionEnd": 3}
    )
    composed.send("Input.insertText", {"text": "日本"})
    whole = f"transformers{rest}日本"
    until(lambda: whole in {asked.question for asked in list_inquiries(stored)}, page)
    expect(field).to_have_value(whole)
    expect(field).to_be_focused()


def test_two_tabs_that_propose_and_write_at_the_same_moment_begin_each_once_and_lose_nothing(
    page: Page, server: Server, stored: Services
) -> None:
    page.goto(f"{server.address}/ask")
    page.get_by_label("Your question").fill(READERS)
    page.wait_for_url("**/ask?inquiry=*")
    wanted, other = page.url.rpartition("=")[2], page.context.new_page()
    other.goto(page.url)
    tabs = (page, other)

    def press(name: str) -> None:
        for tab in tabs:
            expect(tab.get_by_role("button", name=name)).to_be_enabled()
        for tab in tabs:
            tab.get_by_role("button", name=name).evaluate("button => button.click()")

    def told() -> list[str]:
        return [said for tab in tabs for said in tab.locator(ALERT).all_inner_texts()]

    press("Propose actions")
    for tab in tabs:
        expect(tab.get_by_role("checkbox", name="Look into").first).to_be_visible()
    begun = [run for run in stored.runs.recent() if run.title == READERS]
    assert [run.kind for run in begun] == [RunKind.ACTIONS]
    picks = [tab.get_by_role("checkbox", checked=False).nth(n) for n, tab in enumerate(tabs)]
    for pick in picks:
        pick.evaluate("box => box.click()")
    press("Write the report")
    until(lambda: "Nothing was begun from here" in " ".join(told()), page)
    until(lambda: any("/report?run=" in tab.url for tab in tabs), page)

    def n_picked() -> int:
        asked = get_inquiry(stored, wanted)
        return len(asked.actions.chosen) - len(asked.defaults) if asked.actions else 0

    until(lambda: n_picked() == 2, page)  # the word on the first press may still stand there
    assert len(get_inquiry(stored, wanted).reports) == 1
