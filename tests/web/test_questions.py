"""What a run asks, answered in a real browser: the web app orders, a worker process carries out, on
a story that asks."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from myscholar.domain.dialogue import Answer, AnswerKind
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.runs import RunId, RunStatus, Ticket
from myscholar.settings import load_settings
from myscholar.workflows import jobs
from myscholar.workflows.ask import asking
from myscholar.workflows.ask.inquiries import new_inquiry
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services
from tests.payloads import PAYLOADS, look_at

from .axe import findings
from .conftest import NOWHERE, ROOT, Server, served_beside, until, watched_page

ASKING = ROOT / "tests" / "asking.py"
Begin = Callable[..., Inquiry]


def open_in(home: Path, owner: str = "") -> Services:
    settings = load_settings({"MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": NOWHERE})
    return open_services(settings, by_worker=True, ticket=Ticket(owner=owner))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served_beside(tmp_path_factory.mktemp("asking"), ASKING) as running:
        yield running


@pytest.fixture(scope="module")
def stored(server: Server) -> Iterator[Services]:
    services = open_in(server.home)
    until(services.queue.n_workers)
    yield services
    services.close()


@pytest.fixture
def begin(stored: Services) -> Iterator[Begin]:
    """A question whose actions are proposed, as soon as its run asks."""
    begun: list[RunId] = []

    def begin(question: str, by: Services = stored) -> Inquiry:
        inquiry = asking.propose(by, new_inquiry(by, question, sources=("sample",)))
        assert inquiry.proposing
        begun.append(inquiry.proposing)
        until(lambda: stored.runs.open_questions(inquiry.proposing))
        return inquiry

    yield begin
    for run_id in begun:
        jobs.cancel(stored, run_id)


def page_of(server: Server, inquiry: Inquiry) -> str:
    return f"{server.address}/ask?inquiry={inquiry.inquiry_id}"


def hints(stored: Services, inquiry: Inquiry) -> tuple[str, ...]:
    """What the run was answered, as soon as it has ended."""
    assert inquiry.proposing
    run_id = inquiry.proposing
    until(lambda: stored.runs.info(run_id).status is RunStatus.FINISHED)
    found: tuple[str, ...] = jobs.made_by(stored, run_id).hints
    return found


def answer_elsewhere(stored: Services, inquiry: Inquiry, text: str) -> None:
    assert inquiry.proposing
    said = Answer(kind=AnswerKind.TEXT, text=text, by="Ada")
    jobs.answer(stored, inquiry.proposing, "q1", said)


def test_a_question_is_asked_above_the_progress_and_the_run_goes_on_with_the_answer(
    page: Page, server: Server, stored: Services, begin: Begin
) -> None:
    inquiry = begin("Which papers count?")
    page.goto(page_of(server, inquiry))
    asked = page.get_by_role("group", name="Which papers count?")
    expect(asked.get_by_text("It decides where is searched.")).to_be_visible()
    expect(
        page.get_by_role("heading", name="Proposing actions: waits for your answer")
    ).to_be_visible()
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("Pick one first.")).to_be_visible()
    asked.get_by_role("radio", name="Preprints too").check()
    page.get_by_role("button", name="Answer").click()
    assert hints(stored, inquiry) == ("“Preprints too”",)
    expect(asked).to_be_hidden()


def test_several_choices_are_picked_by_keyboard(
    page: Page, server: Server, stored: Services, begin: Begin
) -> None:
    inquiry = begin("Which fields count?")
    page.goto(page_of(server, inquiry))
    page.get_by_role("checkbox", name="Linguistics").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)
    page.keyboard.press("Enter")
    assert hints(stored, inquiry) == ("“Linguistics, Medicine”",)


@pytest.mark.parametrize(
    ("button", "said"), [("Skip", "skipped"), ("Decide for me", "left to the tool")]
)
def test_a_question_can_be_skipped_and_left_to_the_tool(
    page: Page, server: Server, stored: Services, begin: Begin, button: str, said: str
) -> None:
    inquiry = begin("Who reads it?")
    page.goto(page_of(server, inquiry))
    page.get_by_role("button", name=button).click()
    assert hints(stored, inquiry) == (said,)


def test_words_that_are_half_typed_outlive_redrawings_and_a_reload(
    page: Page, server: Server, stored: Services, begin: Begin
) -> None:
    inquiry = begin("Which papers count?")
    page.goto(page_of(server, inquiry))
    page.get_by_role("radio", name="In my own words").click()
    words = page.get_by_role("textbox", name="My own words")
    words.press_sequentially("Books,")
    page.evaluate("window.from = performance.now()")
    until(lambda: page.evaluate("performance.now() - window.from > 1600"), page)  # three drawings
    words.press_sequentially(" and theses")
    expect(words).to_have_value("Books, and theses")
    page.reload()
    expect(words).to_have_value("Books, and theses")
    words.press("Control+Enter")
    assert hints(stored, inquiry) == ("“Books, and theses”",)


def test_what_was_answered_elsewhere_says_so_and_keeps_what_was_typed_until_it_is_dismissed(
    page: Page, server: Server, stored: Services, begin: Begin
) -> None:
    inquiry = begin("Which papers count? Who reads it?")
    page.goto(page_of(server, inquiry))
    page.get_by_role("radio", name="In my own words").click()
    words = page.get_by_role("textbox", name="My own words")
    words.fill("Only books that")
    answer_elsewhere(stored, inquiry, "All papers")
    expect(page.get_by_text("Answered elsewhere: “All papers” by Ada.")).to_be_visible()
    expect(words).to_have_value("Only books that")
    expect(words).not_to_be_editable()
    expect(page.get_by_role("group", name="Who reads it?")).to_be_visible()
    page.reload()
    expect(words).to_have_value("Only books that")
    page.get_by_role("button", name="Dismiss").click()
    expect(words).to_be_hidden()
    expect(page.get_by_text("Which papers count? “All papers” by Ada")).to_be_visible()


def test_until_when_it_waits_is_told_by_the_clock_of_who_reads(
    browser: Browser, server: Server, begin: Begin
) -> None:
    inquiry = begin("How new?")
    with watched_page(browser, server.address, timezone_id="Asia/Tokyo") as page:
        page.goto(page_of(server, inquiry))
        told = page.get_by_text("Decides by itself")
        expect(told).to_have_text(
            re.compile(r"^Decides by itself in 3 h (20|19) min, (on \d+ \w+ )?at \d\d:\d\d\.$")
        )
        at = page.evaluate("new Date(Date.now() + 12_000_000).toTimeString().slice(0, 2)")
        before = page.evaluate("new Date(Date.now() + 11_800_000).toTimeString().slice(0, 2)")
        assert re.search(rf"at ({at}|{before}):", told.inner_text())


def test_the_list_of_runs_says_how_many_ask_and_takes_the_answers(
    page: Page, server: Server, stored: Services, begin: Begin
) -> None:
    first, second = begin("Who reads it?"), begin("Which fields count?")
    page.goto(f"{server.address}/runs")
    expect(page.get_by_role("heading", name="2 wait for your answer")).to_be_visible()
    card = page.locator(
        ".run.asking", has=page.get_by_role("button", name="Open actions: Who reads it?")
    )
    expect(card.locator(".state")).to_have_text("Asks you")
    card.get_by_role("textbox", name="Who reads it?").fill("My students")
    card.get_by_role("button", name="Answer").click()
    assert hints(stored, first) == ("“My students”",)
    expect(page.get_by_role("heading", name="Waits for your answer")).to_be_visible()
    law = page.get_by_role("checkbox", name="Law")
    law.check()
    answer_elsewhere(stored, second, "All fields")
    expect(page.get_by_text("Answered elsewhere: “All fields” by Ada.")).to_be_visible()
    expect(law).to_be_checked()


def test_other_pages_show_quietly_that_a_run_of_the_reader_waits(
    page: Page, server: Server, stored: Services, begin: Begin
) -> None:
    other = open_in(server.home, owner="0123456789ab")  # another browser
    begin("Who reads it?", other)
    page.goto(f"{server.address}/settings")
    expect(page.get_by_role("link", name="Runs", exact=True).first).to_be_visible()
    inquiry = begin("Who reads it?")
    expect(
        page.get_by_role("link", name="Runs (1 run waits for your answer)").first
    ).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    answer_elsewhere(stored, inquiry, "Students")
    expect(page).not_to_have_title(re.compile(r"^\("))
    expect(page.get_by_role("link", name="Runs", exact=True).first).to_be_visible()
    other.close()


def test_a_tab_that_is_out_of_sight_says_in_its_title_that_a_run_waits(
    page: Page, server: Server, begin: Begin
) -> None:
    page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.goto(f"{server.address}/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    begin("Who reads it?")
    expect(page).to_have_title(re.compile(r"^\(1\) "))


def test_a_run_belongs_to_the_browser_that_ordered_it_also_after_a_reload(
    page: Page, server: Server, stored: Services
) -> None:
    owners = set()
    for question in ("How do birds sing in cities?", "How do birds sleep in cities?"):
        page.goto(f"{server.address}/ask?inquiry=new")
        page.get_by_label("Your question").fill(question)
        page.get_by_role("button", name="Propose actions").click()
        run = until(lambda q=question: [r for r in stored.runs.recent() if r.title == q], page)[0]
        owners.add(run.owner)
    (owner,) = owners
    assert re.fullmatch(r"[0-9a-f]{12}", owner)
    assert f"myscholar-browser={owner}" in page.evaluate("document.cookie")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_question_has_no_grave_finding_and_fits_a_phone(
    browser: Browser, server: Server, begin: Begin, theme: str
) -> None:
    inquiries = begin("Which papers count?"), begin("Which fields count?")
    phone = {"viewport": {"width": 390, "height": 844}, "color_scheme": theme}
    with watched_page(browser, server.address, **phone) as page:
        for inquiry in inquiries:
            page.goto(page_of(server, inquiry))
            expect(page.get_by_role("button", name="Answer")).to_be_visible()
            assert findings(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= 390")
        page.goto(f"{server.address}/runs")
        expect(page.get_by_role("heading", name="2 wait for your answer")).to_be_visible()
        assert findings(page) == []


def test_hostile_questions_choices_and_answers_are_shown_letter_by_letter(
    page: Page, server: Server, stored: Services, begin: Begin
) -> None:
    inquiry = begin("What runs? How new?")
    page.goto(page_of(server, inquiry))
    expect(page.get_by_role("checkbox")).to_have_count(len(PAYLOADS) + 1)  # and one's own words
    assert len(look_at(page)) == len(PAYLOADS)
    for payload in PAYLOADS[5], PAYLOADS[7]:
        page.get_by_role("checkbox", name=payload, exact=True).check()
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("group", name="How new?")).to_be_visible()
    answered = page.locator(".answered strong")
    expect(answered).to_have_text(f"“{PAYLOADS[5]}, {PAYLOADS[7]}”")
    assert len(look_at(page)) == len(PAYLOADS)
