"""The profile's editor and the library's list in a browser: keys, focus, refusals, and texts that
try to be more than text."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper, PaperId, Relation
from myscholar.domain.profile import Profile, ProfileId
from myscholar.workflows.actions.feedback import feedback_on
from myscholar.workflows.library.libraries import library_view
from myscholar.workflows.profile.profiles import get_profile, save_profile
from myscholar.workflows.services import Services

from .conftest import Server, until, watched_page


@pytest.fixture
def mine(stored: Services, profile: Profile) -> Profile:
    """The sample's profile as if just inferred, its first inference in doubt."""
    flag = Flag(
        error_type=ErrorType.STRENGTH,
        severity=Severity.WARNING,
        reason="Strong words.",
        repair="Your papers use alpha.",
    )
    first = profile.inferences[0].model_copy(update={"flags": (flag,)})
    made = profile.model_copy(
        update={
            "profile_id": ProfileId(stored.new_id()),
            "inferences": (first, *profile.inferences[1:]),
            "edits": (),
        }
    )
    save_profile(stored, made)
    return made


@pytest.fixture
def now(stored: Services, mine: Profile) -> Callable[[], Profile]:
    return lambda: get_profile(stored, mine.profile_id)


@pytest.fixture
def editor(page: Page, server: Server, mine: Profile) -> Page:
    page.goto(f"{server.address}/?profile={mine.profile_id}")
    expect(page.get_by_role("switch")).to_have_count(len(mine.inferences))
    return page


def row(page: Page, number: int) -> Locator:
    return page.locator("li.row").nth(number)


def test_a_profile_is_edited_by_keys_alone(
    editor: Page, mine: Profile, now: Callable[[], Profile]
) -> None:
    n = len(mine.inferences)
    editor.get_by_role("switch").first.focus()
    editor.keyboard.press("Space")
    expect(row(editor, 0).get_by_role("switch")).to_have_attribute("aria-checked", "false")
    n_first = len(mine.of_aspect(mine.inferences[0].aspect))
    expect(editor.get_by_text(f"{n_first - 1} of {n_first} on").first).to_be_visible()
    until(lambda: len(now().enabled) == n - 1, editor)
    expect(row(editor, 0).get_by_role("switch")).to_be_focused()

    editor.keyboard.press("ArrowDown")
    expect(row(editor, 1).get_by_role("switch")).to_be_focused()
    editor.keyboard.press("e")
    editor.keyboard.press("Control+a")
    editor.keyboard.type("My papers count birds.")
    editor.keyboard.press("Enter")
    expect(row(editor, 1)).to_contain_text("My papers count birds.")
    until(lambda: now().inferences[1].text == "My papers count birds.", editor)

    row(editor, 2).get_by_role("switch").focus()
    editor.keyboard.press("Delete")
    expect(editor.get_by_role("switch")).to_have_count(n - 1)
    editor.keyboard.press("Control+z")
    expect(editor.get_by_role("switch")).to_have_count(n)
    editor.keyboard.press("Control+z")
    expect(row(editor, 1)).to_contain_text(mine.inferences[1].text)
    editor.keyboard.press("Control+Shift+z")
    expect(row(editor, 1)).to_contain_text("My papers count birds.")
    until(
        lambda: now().inferences[1].text == "My papers count birds." and len(now().inferences) == n,
        editor,
    )


def test_refused_words_stay_in_the_line_with_the_reason(
    editor: Page, mine: Profile, now: Callable[[], Profile]
) -> None:
    row(editor, 1).get_by_role("button", name="Edit").click()
    line = editor.get_by_label("The inference in your words")
    line.fill("You are a non-native speaker of English.")
    line.press("Enter")
    expect(
        editor.get_by_role("alert").filter(has_text="says nothing of anyone's origin")
    ).to_be_visible()
    expect(line).to_have_value("You are a non-native speaker of English.")
    line.press("Escape")
    expect(row(editor, 1)).to_contain_text(mine.inferences[1].text)
    assert now().inferences == mine.inferences


def test_a_doubt_is_repaired_in_one_click_and_a_reason_given_in_two(
    editor: Page, stored: Services, mine: Profile, now: Callable[[], Profile]
) -> None:
    editor.get_by_role("button", name="With doubts 1").click()
    expect(editor.get_by_role("switch")).to_have_count(1)
    editor.get_by_role("button", name="Use the suggestion: Your papers use alpha.").click()
    expect(editor.get_by_text("No inference is in doubt.")).to_be_visible()
    until(lambda: now().inferences[0].text == "Your papers use alpha.", editor)
    editor.get_by_role("button", name=re.compile("^All ")).click()

    row(editor, 1).get_by_role("button", name="Does not fit").click()
    editor.get_by_role("button", name="True of nearly everyone in my field").click()
    editor.get_by_label("Comment, if you like").fill("All do.")
    row(editor, 1).get_by_role("button", name="the numbers").click()  # drawn anew meanwhile
    editor.get_by_role("button", name="Done", exact=True).click()
    expect(row(editor, 1)).to_contain_text("proposals pass it over until you reword it")
    until(
        lambda: [f.comment for f in feedback_on(stored, mine.profile_id).values()] == ["All do."],
        editor,
    )


def test_an_inference_is_added_where_it_belongs(editor: Page, now: Callable[[], Profile]) -> None:
    editor.get_by_role("button", name="Add an inference to Positions").click()
    line = editor.get_by_label("New inference: Positions")
    expect(line).to_be_focused()
    line.fill("My papers argue for quiet streets.")
    line.press("Enter")
    section = editor.locator("section", has=editor.get_by_role("heading", name="Positions"))
    expect(section).to_contain_text("My papers argue for quiet streets.")
    expect(section).to_contain_text("Your own words, no paper behind them")
    assert now().inferences[-1].text == "My papers argue for quiet streets."


def test_the_longest_hostile_texts_are_shown_letter_by_letter_also_on_a_phone(
    browser: Browser, server: Server, stored: Services, hostile_profile: Profile
) -> None:
    long = hostile_profile.inferences[1].model_copy(
        update={"text": "W" * 2000, "basis": "<b>x</b>" * 1250}
    )
    profile = hostile_profile.model_copy(
        update={
            "inferences": (hostile_profile.inferences[0], long, *hostile_profile.inferences[2:])
        }
    )
    save_profile(stored, profile)
    with watched_page(browser, server.address, viewport={"width": 390, "height": 844}) as page:
        page.goto(f"{server.address}/?profile={profile.profile_id}")
        texts = page.locator("li.row .text")
        expect(texts).to_have_count(len(profile.inferences))
        assert texts.nth(0).inner_text() == profile.inferences[0].text
        row(page, 1).get_by_role("button", name="Show all 2,000 characters").click()
        assert texts.nth(1).inner_text() == "W" * 2000
        row(page, 1).get_by_role("button", name="the numbers").click()
        expect(row(page, 1)).to_contain_text("<b>x</b><b>x</b>")
        row(page, 0).locator(".chip").click()
        quotes = row(page, 0).locator("blockquote .words")
        assert [q[0] for q in quotes.all_inner_texts()] == ["“", "<"]
        assert profile.passages[0].text in quotes.nth(0).inner_text()
        expect(row(page, 0).locator("footer").nth(1)).to_have_text(
            "myscholar's summary, not the paper's words"
        )
        main = page.get_by_test_id("stMain")
        assert main.evaluate("node => node.scrollWidth <= node.clientWidth")
        assert (
            main.locator(
                "img, a[href*='evil'], a[href^='javascript'], .katex, [onerror], main script"
            ).count()
            == 0
        )


def test_papers_are_ticked_marked_and_removed_after_being_asked(
    page: Page, server: Server, stored: Services
) -> None:
    titles = ("<b>Robins</b> sing", "Wrens sing")
    papers = [
        Paper(paper_id=PaperId(f"q{n}"), title=title, relation=Relation.MINE)
        for n, title in enumerate(titles)
    ]
    stored.store.add("default", papers, at=stored.now())
    page.goto(f"{server.address}/?profile=new")
    expect(page.get_by_text("2 of 2 papers ticked")).to_be_visible()
    page.get_by_label("Use: Wrens sing").uncheck()
    expect(page.get_by_text("1 of 2 papers ticked")).to_be_visible()
    expect(page.get_by_role("button", name="Infer a profile from 1 paper")).to_be_visible()
    page.get_by_role("group", name="Is this paper yours? <b>Robins</b> sing").get_by_role(
        "button", name="followed"
    ).click()
    until(lambda: library_view(stored, "default")[0].relation is Relation.FOLLOWED, page)
    page.get_by_role("button", name="Remove from the library: <b>Robins</b> sing").click()
    assert len(library_view(stored, "default")) == 2
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("0 of 1 paper ticked")).to_be_visible()
    until(lambda: len(library_view(stored, "default")) == 1, page)


def test_what_was_done_while_the_server_was_gone_is_kept_once_it_is_back(
    editor: Page, server: Server, mine: Profile, now: Callable[[], Profile]
) -> None:
    server.kill()
    for place in (0, 4):
        editor.get_by_role("switch").nth(place).click()
    server.start()
    expect(
        editor.get_by_text(f"{len(mine.inferences) - 2} of {len(mine.inferences)} inferences on")
    ).to_be_visible()
    assert len(now().enabled) == len(mine.inferences) - 2
