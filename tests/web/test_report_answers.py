"""Questions to a report on its page, driven as the browser would."""

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunKind
from myscholar.workflows.report.answers import asked_of
from myscholar.workflows.report.reports import get_report
from myscholar.workflows.services import Services

from .conftest import part_data, send
from .test_report_page import OpenPage, ended, put, said

OPEN = "What do these papers leave open?"


def press(page: AppTest, label: str) -> AppTest:
    return next(button for button in page.button if button.label == label).click().run()


def asked(page: AppTest, question: str, services: Services, n: int = 0) -> AppTest:
    page.text_area(key=f"follow-up-text-first-{n}").set_value(question)
    press(page, "Answer below")
    ended(services, asked_of(services, "first")[0].run.run_id)
    return page.run()


@pytest.fixture
def page(open_page: OpenPage, services: Services, report: Report) -> AppTest:
    put(services, report, "first")
    return open_page("report")


def test_a_question_is_answered_below_the_report_which_stays_as_it_is(
    page: AppTest, services: Services, report: Report
) -> None:
    asked(page, OPEN, services)
    asked(page, "What is a glazed porcelain?", services, 1)
    newest, first = part_data(page, "answers-first")["answers"]
    assert (newest["question"], newest["state"]) == (
        "What is a glazed porcelain?",
        "No answer found in these sources",
    )
    assert newest["buttons"] == ["search", "delete"]
    assert first["buttons"] == ["take_in", "search", "delete"]
    assert first["report"]["quotes"]
    assert page.text_area(key="follow-up-text-first-2").value == ""
    assert get_report(services, "first").sections == report.sections
    assert len(services.runs.recent(kind=RunKind.REWRITE)) == 0


def test_what_was_ordered_comes_into_sight_once(page: AppTest, services: Services) -> None:
    page.text_area(key="follow-up-text-first-0").set_value(OPEN)
    press(page, "Answer below")
    run_id = asked_of(services, "first")[0].run.run_id
    assert part_data(page, "answers-first")["wanted"] == run_id
    ended(services, run_id)
    assert part_data(page.run(), "answers-first")["wanted"] is None
    send(page, "answers-first", {"kind": "take_in", "run": run_id})
    version = str(page.query_params["run"])
    ended(services, version)
    if page.title:  # it was not yet written when the page was drawn
        page.run()
    assert part_data(page, f"report-{version}")["at_end"]
    assert [toast.value for toast in page.toast] == [
        "Taken in as the last section of this version."
    ]
    assert not part_data(page.run(), f"report-{version}")["at_end"]


def test_an_instruction_is_never_answered_nor_a_question_taken_for_a_change(
    page: AppTest, services: Services
) -> None:
    box = page.text_area(key="follow-up-text-first-0")
    box.set_value("Shorten the second section")
    press(page, "Answer below")
    assert "asks for a change of the report" in said(page)[0]
    assert page.text_area(key="follow-up-text-first-0").value == "Shorten the second section"
    page.text_area(key="follow-up-text-first-0").set_value(OPEN)
    press(page, "Make a new version")
    assert "This is a question" in said(page)[0]
    assert asked_of(services, "first") == ()


def test_an_answer_is_taken_in_as_a_new_version_and_deleted(
    page: AppTest, services: Services
) -> None:
    asked(page, OPEN, services)
    run_id = asked_of(services, "first")[0].run.run_id
    send(page, "answers-first", {"kind": "take_in", "run": run_id})
    version = str(page.query_params["run"])
    ended(services, version)
    assert get_report(services, version).sections[-1].title == OPEN
    page.run()
    (shown,) = part_data(page, f"answers-{version}")["answers"]
    assert (shown["id"], shown["state"]) == (run_id, "Stands in this version of the report")
    assert "take_in" not in shown["buttons"]
    send(page, f"answers-{version}", {"kind": "delete", "run": run_id})
    assert asked_of(services, version) == ()


def test_a_wish_that_was_made_by_hand_does_nothing(page: AppTest, services: Services) -> None:
    asked(page, OPEN, services)
    for kind in ("delete", "cancel", "take_in"):
        send(page, "answers-first", {"kind": kind, "run": "first"})
    assert services.runs.info(RunId("first"))
    assert len(services.runs.recent()) == 2
