"""The ask page: a question, actions to pick from, a report at the end."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.actions import Verb
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.surfaces.web.components.question_box import EXAMPLES
from myscholar.workflows.profiles import save_profile
from myscholar.workflows.reports import get_report, list_reports
from myscholar.workflows.services import Services

OpenPage = Callable[[str], AppTest]


@pytest.fixture
def page(open_page: OpenPage, services: Services, profile: Profile) -> AppTest:
    """Actions are proposed for the first example, for the sample's profile."""
    save_profile(services, profile)
    page = open_page("ask")
    page.button(key="example-0").click().run()
    page.multiselect(key="sources").set_value(["sample"])
    page.button(key="propose").click().run()
    assert not page.exception
    return page


def write(page: AppTest, services: Services) -> Report:
    page.button(key="write").click().run()
    assert not page.exception
    (saved,) = list_reports(services)
    return get_report(services, saved.report_id)


def test_an_example_fills_the_question(open_page: OpenPage) -> None:
    page = open_page("ask")
    page.button(key="example-1").click().run()
    assert page.text_area(key="question").value == list(EXAMPLES.values())[1]


@pytest.mark.parametrize("button", ["propose", "at-once"])
def test_an_empty_question_is_one_message(open_page: OpenPage, button: str) -> None:
    page = open_page("ask")
    page.text_area(key="question").set_value("  \n ")
    page.button(key=button).click().run()
    assert [e.value for e in page.error] == ["Write a question first."]


def test_actions_stand_in_two_groups_by_category(page: AppTest) -> None:
    assert [s.value for s in page.subheader] == ["For anyone who asks this", "For you, from your profile", "Your own"]
    picks = [c for c in page.checkbox if str(c.key).startswith("pick-")]
    assert len(picks) == 16
    assert 1 <= sum(c.value for c in picks) <= 6


def test_without_a_profile_there_are_generic_actions_only(open_page: OpenPage) -> None:
    page = open_page("ask")
    page.button(key="example-0").click().run()
    page.button(key="propose").click().run()
    assert {str(c.key).split("-")[1][0] for c in page.checkbox if str(c.key).startswith("pick-")} == {"g"}


def test_the_long_text_and_the_inference_behind_an_action_are_on_demand(page: AppTest, profile: Profile) -> None:
    assert any("which might help you" in t.value for t in page.text)
    reasons = [c.value.replace("\\", "").replace("\u2060", "") for c in page.caption if "Because of your profile" in c.value]
    assert reasons
    assert all(any(i.text in reason for i in profile.inferences) for reason in reasons)


def test_exactly_the_picked_actions_are_carried_out(page: AppTest, services: Services) -> None:
    for box in [c for c in page.checkbox if str(c.key).startswith("pick-") and c.value]:
        page.checkbox(key=box.key).uncheck().run()
    page.text_input(key="own-text").set_value("Add a section on human evaluation")
    next(b for b in page.button if b.label == "Add").click().run()
    assert page.button(key="write").label == "Write the report with 1 action"
    report = write(page, services)
    assert [(a.tldr, a.directive.verb, a.origin) for a in report.actions] == [
        ("Add a section on human evaluation", Verb.ADD_SECTION, "user")
    ]
    assert len(report.outcomes) == 1


def test_an_action_is_emphasized_and_reworded(page: AppTest, services: Services) -> None:
    page.toggle(key="emphasis-g1-False").set_value(True).run()
    field = next(t for t in page.text_input if str(t.key).startswith("words-g2-"))
    field.set_value("Show measured numbers")
    [b for b in page.button if b.label == "Save"][1].click().run()
    report = write(page, services)
    emphasized = [a.action_id for a in report.actions if a.emphasis]
    assert emphasized == ["g1"]
    assert page.session_state["actions"].actions[1].tldr == "Show measured numbers"


def test_a_filter_that_contradicts_itself_is_one_message_and_nothing_is_lost(
    page: AppTest, services: Services, profile: Profile
) -> None:
    page.number_input(key="year-min").set_value(2024)
    page.number_input(key="year-max").set_value(2001).run()
    assert len(page.error) == 1
    assert not page.exception
    page.number_input(key="year-max").set_value(None).run()
    assert page.button(key="write")
    own = {paper.title for paper in profile.papers}
    found = [r.paper for r in write(page, services).references if r.paper.title not in own]
    assert min(paper.year or 0 for paper in found) >= 2024


def test_a_question_that_nothing_matches_is_one_message_and_the_actions_stay(page: AppTest, services: Services) -> None:
    page.text_input(key="venues").set_value("No Such Venue").run()
    page.button(key="write").click().run()
    assert len(page.error) == 1
    assert "No passage" in page.error[0].value
    assert list_reports(services) == ()
    assert page.button(key="write")


def test_the_report_is_written_at_once_without_any_action(open_page: OpenPage, services: Services) -> None:
    page = open_page("ask")
    page.button(key="example-0").click().run()
    page.multiselect(key="sources").set_value(["sample"])
    page.button(key="at-once").click().run()
    assert not page.exception
    assert len(list_reports(services)) == 1
    assert [d.label for d in page.download_button] == ["HTML", "Markdown", "JSON", "BibTeX"]
