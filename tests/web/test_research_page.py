"""How a report is researched together with a person, in a real browser: the web app orders, a
worker process grows a tree that asks."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from myscholar.domain.dialogue import AnswerKind
from myscholar.domain.engine import Engine
from myscholar.domain.interaction import ResearchPlan
from myscholar.domain.orders import ReportOrder
from myscholar.domain.runs import RunId, RunStatus, Ticket
from myscholar.settings import load_settings
from myscholar.workflows import jobs
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services
from tests.interactions import QUESTION

from .axe import findings
from .conftest import NOWHERE, ROOT, Server, served_beside, until, watched_page

RESEARCHING = ROOT / "tests" / "researching.py"
PHONE = {"viewport": {"width": 390, "height": 844}}
WAITS = "Which of these should be followed for “Entailment judges for long answers”?"
OPTION = "Entailment judges for long answers and its cost"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served_beside(tmp_path_factory.mktemp("research"), RESEARCHING) as running:
        yield running


@pytest.fixture(scope="module")
def stored(server: Server) -> Iterator[Services]:
    settings = load_settings({"MYSCHOLAR_HOME": str(server.home), "MYSCHOLAR_S2_URL": NOWHERE})
    services = open_services(settings, by_worker=True, ticket=Ticket(owner=""))
    until(services.queue.n_workers)
    yield services
    services.close()


@pytest.fixture
def begin(stored: Services) -> Iterator[Callable[[], RunId]]:
    """A report whose tree has grown to a question."""
    begun: list[RunId] = []

    def begin() -> RunId:
        order = ReportOrder(question=QUESTION, research=ResearchPlan(), engine=Engine.EXTRACTIVE)
        begun.append(jobs.start(stored, order))
        until(lambda: stored.runs.open_questions(begun[-1]))
        return begun[-1]

    yield begin
    for run_id in begun:
        jobs.cancel(stored, run_id)


def address(server: Server, run_id: RunId) -> str:
    return f"{server.address}/research?run={run_id}"


def end(stored: Services, run_id: RunId) -> None:
    question = stored.runs.open_questions(run_id)[0]
    jobs.answer(stored, run_id, question.question_id, question.question.read(OPTION))
    until(lambda: stored.runs.info(run_id).status is RunStatus.FINISHED)


def test_a_question_is_answered_beside_the_tree_which_then_grows_and_leads_to_the_report(
    page: Page, server: Server, stored: Services, begin: Callable[[], RunId]
) -> None:
    run_id = begin()
    page.goto(address(server, run_id))
    expect(page.get_by_role("heading", name="Researching: waits for your answer")).to_be_visible()
    expect(page.get_by_role("treeitem")).to_have_count(13)
    here = page.get_by_text("A question waits for you here")
    expect(here).to_be_in_viewport()
    asked = page.get_by_role("group", name=WAITS)
    asked.get_by_role("checkbox", name=OPTION).check()
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.get_by_role("treeitem")).to_have_count(40)
    expect(here).to_have_count(0)
    expect(page.locator(".summary")).to_contain_text("36 directions explored, 2 directions left")
    expect(page.get_by_text(f"“{OPTION}”", exact=True)).to_be_visible()
    (said,) = (q.answer for q in stored.runs.questions(run_id))
    assert said
    assert said.kind is AnswerKind.CHOICE
    page.get_by_role("link", name="Read the report").click()
    page.get_by_role("link", name="How it was researched").click()
    expect(page.get_by_role("treeitem")).to_have_count(40)


def test_what_was_asked_before_is_folded_away_while_a_question_waits_and_says_why_it_was_asked(
    page: Page, server: Server, begin: Callable[[], RunId]
) -> None:
    page.goto(address(server, begin()))
    page.get_by_text("Before: 2 questions").click()
    expect(page.get_by_text("“What about languages other than English?”")).to_be_visible()
    page.get_by_text("Why here").first.click()
    why = "Asking here was worth 0.84 and cost 0.47: three of five directions could be left out."
    expect(page.get_by_text(why).first).to_be_visible()
    page.get_by_role("button", name="Show it in the tree").first.click()
    expect(page.get_by_role("treeitem", name=QUESTION)).to_be_focused()


def test_the_tree_is_read_by_keyboard_with_findings_and_what_each_direction_promised(
    page: Page, server: Server, begin: Callable[[], RunId]
) -> None:
    page.goto(address(server, begin()))
    top = page.get_by_role("treeitem", name=QUESTION)
    top.focus()
    for key in ("ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    here = page.locator("[role=treeitem]:focus")
    expect(here.locator("> .row .name")).to_have_text("Attribution benchmarks")
    expect(here).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowDown")
    expect(here.locator("> .row .name")).to_have_text("Entailment judges")
    page.keyboard.press("Enter")
    detail = page.locator(".detail:visible")
    expect(detail.locator("cite").first).to_have_text(
        "Attributed question answering: evaluation and modelling (2014)"
    )
    detail.get_by_text("What it promised").click()
    expect(detail.get_by_text("Fits what you asked for")).to_be_visible()
    expect(detail.get_by_role("meter", name="New angle")).to_be_visible()


def test_each_aspect_shows_where_it_is_from_and_how_its_coverage_grew(
    page: Page, server: Server, begin: Callable[[], RunId]
) -> None:
    page.goto(address(server, begin()))
    you = page.get_by_role("region", name="You")
    expect(you.get_by_text("A linguist who annotates corpora")).to_be_visible()
    expect(you.get_by_role("img")).to_have_count(3)
    expect(you.get_by_role("img").first).to_have_attribute(
        "aria-label", "Covered over time: 0 %, 70 %, 80 %, 90 %"
    )
    expect(you.get_by_text("from your replies")).to_be_visible()
    expect(you.get_by_text("turned down")).to_be_visible()


def test_on_a_phone_the_panels_are_tabs_and_one_says_that_a_question_waits(
    browser: Browser, server: Server, begin: Callable[[], RunId]
) -> None:
    with watched_page(browser, server.address, **PHONE) as page:
        page.goto(address(server, begin()))
        expect(page.get_by_role("group", name=WAITS)).to_be_visible()
        expect(page.get_by_role("tree")).to_be_hidden()
        talk = page.get_by_role("tab", name="Conversation: a question waits for you")
        talk.focus()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("tab", name="Tree")).to_be_focused()
        expect(page.get_by_role("tree")).to_be_visible()
        expect(page.get_by_role("group", name=WAITS)).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollWidth <= 390")


def menu_of(page: Page, direction: str) -> None:
    page.get_by_role("button", name=f"Change “{direction}”", exact=True).click()


def test_a_direction_is_cut_merged_and_added_while_a_question_waits_which_stays_unanswered(
    page: Page, server: Server, stored: Services, begin: Callable[[], RunId]
) -> None:
    run_id = begin()
    page.goto(address(server, run_id))
    menu_of(page, "Human annotation of support")
    page.get_by_role("button", name="Cut", exact=True).click()
    menu_of(page, "Attribution benchmarks for long answers")
    into = page.get_by_role("combobox", name="Merge into")
    into.select_option(label="Attribution benchmarks across languages")
    page.get_by_role("button", name="Merge", exact=True).click()
    menu_of(page, QUESTION)
    page.get_by_role("textbox", name="Add a direction").fill("What lawyers do")
    page.keyboard.press("Enter")
    waiting = page.locator(".steering")
    expect(waiting.get_by_text("Taken in when the question is answered.").first).to_be_visible()
    expect(waiting.get_by_role("listitem")).to_have_text([
        "Cut “Human annotation of support”",
        "Merge “Attribution benchmarks for long answers” into “Attribution benchmarks across "
        "languages”",
        "Add “What lawyers do”",
    ])  # fmt: skip
    until(lambda: len(stored.runs.told_changes(run_id).changes) == 3)
    assert stored.runs.open_questions(run_id)
    page.reload()
    cut = page.get_by_role("treeitem", name="Human annotation of support").first
    expect(cut).to_contain_text("To be cut")
    end(stored, run_id)
    expect(page.get_by_text("Added “What lawyers do”")).to_be_visible()
    expect(page.locator("[role=treeitem].cut > .row .name").first).to_have_text(
        "Human annotation of support"
    )
    merged = page.locator("[role=treeitem].merged > .row").first
    expect(merged).to_contain_text("Merged into “Attribution benchmarks across languages”")


def test_the_menu_of_a_direction_is_used_by_keyboard_and_shows_what_fits_it(
    page: Page, server: Server, begin: Callable[[], RunId]
) -> None:
    page.goto(address(server, begin()))
    page.get_by_role("treeitem", name=QUESTION).focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=f"Change “{QUESTION}”")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Add a direction")).to_be_focused()
    expect(page.get_by_role("button", name="Cut", exact=True)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("treeitem", name=QUESTION)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Cut", exact=True)).to_be_focused()


def test_a_change_that_the_tree_does_not_take_is_one_message_and_changes_nothing(
    page: Page, server: Server, stored: Services, begin: Callable[[], RunId]
) -> None:
    run_id = begin()
    page.goto(address(server, run_id))
    menu_of(page, QUESTION)
    page.get_by_role("textbox", name="Add a direction").fill("Entailment judges")
    page.keyboard.press("Enter")
    said = "“Entailment judges” (2) is in the tree already."
    expect(page.get_by_role("alert").filter(has_text=said)).to_be_visible()
    expect(page.locator(".steering").get_by_role("listitem")).to_have_count(0)
    assert stored.runs.told_changes(run_id).changes == ()


def test_a_tree_that_has_ended_goes_on_in_a_new_report_with_all_that_was_gathered(
    page: Page, server: Server, stored: Services, begin: Callable[[], RunId]
) -> None:
    run_id = begin()
    end(stored, run_id)
    page.goto(address(server, run_id))
    menu_of(page, "Entailment judges")
    page.get_by_role("button", name="Cut", exact=True).click()
    menu_of(page, "Attribution benchmarks")
    page.get_by_role("textbox", name="Add a direction").last.fill("What lawyers do")
    page.keyboard.press("Enter")
    page.reload()
    begins = page.get_by_role("button", name="Write a new report with these 2 changes")
    expect(begins).to_be_visible()
    page.get_by_role("button", name="Take back: Cut “Entailment judges”").click()
    page.get_by_role("button", name="Write a new report with this change").click()
    expect(page).not_to_have_url(address(server, run_id))
    added = "Added “What lawyers do” beneath “Attribution benchmarks”"
    expect(page.get_by_text(added)).to_be_visible()
    expect(page.locator(".steering")).to_be_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_the_research_has_no_grave_finding(
    browser: Browser, server: Server, begin: Callable[[], RunId], theme: str, size: dict
) -> None:
    with watched_page(browser, server.address, color_scheme=theme, **size) as page:
        page.goto(address(server, begin()))
        expect(page.get_by_role("group", name=WAITS)).to_be_visible()
        assert findings(page) == []
        if size:
            page.get_by_role("tab", name="Tree").click()
        page.locator("[role=treeitem] > .row").nth(2).click()
        page.get_by_text("What it promised").first.click()
        assert findings(page) == []
        menu_of(page, QUESTION)
        page.get_by_role("textbox", name="Add a direction").fill("What lawyers do")
        page.keyboard.press("Enter")
        expect(page.locator(".steering .when")).to_be_visible()
        page.locator("[role=treeitem] > .row .more").nth(1).click()
        assert findings(page) == []


def test_a_report_of_one_search_says_so_and_an_address_of_nothing_is_one_message(
    page: Page, server: Server, stored: Services, begin: Callable[[], RunId]
) -> None:
    page.goto(address(server, RunId("nothing")))
    expect(page.get_by_role("alert")).to_have_count(1)
    run_id = begin()
    page.goto(f"{server.address}/report?run={run_id}")
    page.get_by_role("link", name="The research, as it goes on").click()
    expect(page.get_by_role("group", name=WAITS)).to_be_visible()
    end(stored, run_id)
    expect(page.get_by_role("treeitem")).to_have_count(40)
