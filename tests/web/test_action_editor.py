"""The action editor in a real browser: by mouse and keyboard, with words that try to be more than
words."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from myscholar.domain.actions import ActionList, LeftOut, Omission
from myscholar.domain.flags import ErrorType
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.profile import Profile
from myscholar.workflows.actions import choose_actions
from myscholar.workflows.actions.feedback import feedback_on
from myscholar.workflows.ask import asking
from myscholar.workflows.ask.inquiries import get_inquiry, new_inquiry
from myscholar.workflows.jobs import open_services
from myscholar.workflows.my_scholar import MyScholar
from myscholar.workflows.profile.profiles import save_profile
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services

from .conftest import HOSTILE, Server, until


@pytest.fixture(scope="module")
def proposed(made: tuple[Profile, object], tmp_path_factory: pytest.TempPathFactory) -> ActionList:
    from myscholar.settings import Settings

    scholar = MyScholar(open_services(Settings(home=tmp_path_factory.mktemp("proposed"))))
    return scholar.propose_actions(SAMPLE_QUESTION, profile=made[0])


@pytest.fixture
def inquiry(stored: Services, profile: Profile, proposed: ActionList) -> Inquiry:
    """Actions g1 and g2 are chosen, in this order."""
    save_profile(stored, profile)
    chosen = choose_actions.choose_only(proposed, ("g1", "g2"))
    made = new_inquiry(stored, SAMPLE_QUESTION, sources=("sample",), profile_id=profile.profile_id)
    return asking.change(stored, made, actions=chosen, defaults=("g1", "g2"))


def kept(stored: Services, inquiry: Inquiry, holds: Callable[[ActionList], bool]) -> ActionList:
    """The actions once the app has kept what was done."""

    def actions() -> ActionList:
        found = get_inquiry(stored, inquiry.inquiry_id).actions
        assert found
        return found

    until(lambda: holds(actions()))
    return actions()


def ids(actions: ActionList) -> list[str]:
    return [str(a.action_id) for a in actions.chosen]


def test_actions_are_chosen_ordered_reworded_and_judged_by_keyboard(
    page: Page, server: Server, stored: Services, inquiry: Inquiry
) -> None:
    page.goto(f"{server.address}/ask?inquiry={inquiry.inquiry_id}")
    expect(page.locator(".chosen .count")).to_have_text("2 actions chosen")
    page.locator('[data-k="pick:p1"]').press("Space")
    expect(page.locator(".chosen .count")).to_have_text("3 actions chosen")
    page.locator('[data-k="star:p1"]').press("Enter")
    expect(page.locator(".chosen .count")).to_have_text("3 actions chosen, 1 emphasized")
    page.locator('[data-k="up:p1"]').press("Alt+ArrowUp")
    page.locator('[data-k="up:p1"]').press("Alt+ArrowUp")
    assert ids(kept(stored, inquiry, lambda a: ids(a)[0] == "p1")) == ["p1", "g1", "g2"]
    expect(page.locator('[data-k="down:p1"]')).to_be_visible()

    page.locator('[data-k="open:g1"]').press("Enter")
    page.locator('[data-k="reword:g1"]').press("Enter")
    words = page.get_by_label("The action in your words")
    expect(words).to_be_focused()
    words.fill("Something else")
    words.press("Escape")
    page.locator('[data-k="reword:g1"]').press("Enter")
    page.get_by_label("The action in your words").fill("Show measured numbers")
    page.get_by_label("The action in your words").press("Enter")
    assert (
        kept(stored, inquiry, lambda a: a.chosen[1].tldr == "Show measured numbers")
        .chosen[1]
        .origin
        == "user"
    )

    page.locator('[data-k="bad:g1"]').press("Enter")
    page.get_by_role("button", name="Unclear what it would change").click()
    page.get_by_label("Comment, if you like").fill("Hm")
    page.locator('[data-k="star:g1"]').press("Enter")  # drawn anew meanwhile
    expect(page.locator(".chosen .count")).to_contain_text("2 emphasized")
    page.locator('[data-k="star:g1"]').press("Enter")
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.locator(".judging")).to_have_count(0)
    until(
        lambda: (
            "action:g1" in (said := feedback_on(stored, inquiry.inquiry_id))
            and said["action:g1"].comment
        )
    )
    said = feedback_on(stored, inquiry.inquiry_id)["action:g1"]
    assert (said.liked, said.errors, said.comment) == (False, (ErrorType.VAGUE,), "Hm")

    page.reload()
    expect(page.locator(".chosen .count")).to_have_text("3 actions chosen, 1 emphasized")
    page.locator('[data-k="open:g1"]').press("Enter")
    page.locator('[data-k="bad:g1"]').press("Enter")  # taken back
    page.locator('[data-k="bad:g1"]').press("Enter")
    page.get_by_role("button", name="Leave it out").click()
    expect(page.locator(".chosen .count")).to_contain_text("2 actions chosen")


def test_clicks_that_come_faster_than_answers_are_all_kept(
    page: Page, server: Server, stored: Services, inquiry: Inquiry
) -> None:
    page.goto(f"{server.address}/ask?inquiry={inquiry.inquiry_id}")
    page.locator(".row").first.wait_for()
    for number in range(1, 9):
        page.locator(f'[data-k="pick:p{number}"]').check()
    page.get_by_label("What else should the report do?").fill("Add a section on human evaluation")
    page.get_by_label("What else should the report do?").press("Enter")
    actions = kept(stored, inquiry, lambda a: len(a.chosen) == 11)
    assert [a.tldr for a in actions.chosen if a.origin == "user"] == [
        "Add a section on human evaluation"
    ]
    page.get_by_role("button", name="Choose as proposed").click()
    assert ids(kept(stored, inquiry, lambda a: len(a.chosen) == 2)) == ["g1", "g2"]


def test_hostile_words_are_shown_letter_by_letter(
    page: Page, server: Server, stored: Services, inquiry: Inquiry, hostile_profile: Profile
) -> None:
    save_profile(stored, hostile_profile)
    assert inquiry.actions
    evil = tuple(
        a.model_copy(update={"tldr": text, "text": text, "inference_id": f"h{n}", "origin": "user"})
        for n, (a, text) in enumerate(zip(inquiry.actions.actions, HOSTILE, strict=False))
    )
    asking.change(
        stored,
        inquiry,
        actions=inquiry.actions.model_copy(update={"actions": evil}),
        profile_id=hostile_profile.profile_id,
    )
    page.goto(f"{server.address}/ask?inquiry={inquiry.inquiry_id}")
    page.locator(".row").first.wait_for()
    page.locator('[data-k="open:g1"]').click()
    page.locator('[data-k="chip:g1:1"]').click()
    assert sorted(page.locator(".row .tldr").all_text_contents()) == sorted(HOSTILE)
    assert page.locator(".evidence blockquote").first.text_content() == f"“{' '.join(HOSTILE)}”"
    assert page.locator(".sheet :is(img, script, b b, a[href], [onerror], .katex)").count() == 0


def test_what_was_left_out_is_folded_says_why_and_comes_back_at_one_click(
    page: Page, server: Server, stored: Services, profile: Profile, proposed: ActionList
) -> None:
    first, second, *_ = proposed.actions
    left_out = LeftOut(
        tldr=second.tldr, reason=Omission.REPEATS, detail=first.tldr, near=first.action_id,
        action=second,
    )  # fmt: skip
    listed = proposed.model_copy(update={"actions": (first,), "left_out": (left_out,)})
    save_profile(stored, profile)
    made = new_inquiry(stored, SAMPLE_QUESTION, sources=("sample",), profile_id=profile.profile_id)
    inquiry = asking.change(stored, made, actions=listed, defaults=())
    page.goto(f"{server.address}/ask?inquiry={inquiry.inquiry_id}")
    page.get_by_role("button", name="1 proposal was left out").click()
    expect(page.locator(".left-out")).to_contain_text(f"It asks for the same as “{first.tldr}”.")
    page.get_by_role("button", name=f"Take it after all: {second.tldr}").press("Enter")
    expect(page.locator(f'[data-k="pick:{second.action_id}"]')).to_be_checked()
    expect(page.locator(".left-out")).to_have_count(0)
    expect(page.locator('[data-k="more"]')).to_be_focused()


def test_a_long_word_of_a_proposal_that_was_left_out_stays_on_the_page(
    page: Page, server: Server, stored: Services, proposed: ActionList
) -> None:
    first, second, *_ = proposed.actions
    left_out = LeftOut(tldr=second.tldr, reason=Omission.BEYOND, detail="very" * 60, action=second)
    listed = proposed.model_copy(update={"actions": (first,), "left_out": (left_out,)})
    made = new_inquiry(stored, SAMPLE_QUESTION, sources=("sample",))
    inquiry = asking.change(stored, made, actions=listed, defaults=())
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.address}/ask?inquiry={inquiry.inquiry_id}")
    page.get_by_role("button", name="1 proposal was left out").click()
    expect(page.locator(".left-out li")).to_have_count(1)
    wide = "(node) => node.scrollWidth - node.clientWidth"
    assert page.locator(".left-out").evaluate(wide) <= 0
