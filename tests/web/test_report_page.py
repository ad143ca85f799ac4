"""The report page and the shared report, driven as the browser would."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.engine import Engine
from myscholar.domain.feedback import Subject
from myscholar.domain.orders import ReportOrder
from myscholar.domain.report import Report, ReportId
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.surfaces.web.components.ask import action_editor
from myscholar.surfaces.web.components.report.report_bar import short_name
from myscholar.surfaces.web.components.report.report_share import address_of
from myscholar.workflows.actions.feedback import feedback_on
from myscholar.workflows.ask.inquiries import list_inquiries
from myscholar.workflows.report import reports
from myscholar.workflows.report.diff import diff_of
from myscholar.workflows.report.records import ReportRecord
from myscholar.workflows.report.reports import list_reports
from myscholar.workflows.report.shares import share_key
from myscholar.workflows.services import Services

from .conftest import PAGES, part_data, send, waited

OpenPage = Callable[[str], AppTest]


def put(
    services: Services,
    report: Report,
    run_id: str,
    *,
    base: str | None = None,
    engine: Engine = Engine.EXTRACTIVE,
) -> RunId:
    """The report as a finished run, under an id of its own."""
    made = RunId(run_id)
    kind = RunKind.REWRITE if base else RunKind.REPORT
    order = ReportOrder(
        question=report.question,
        actions=report.actions,
        sources=("sample",),
        engine=engine,
    )
    kept = ReportRecord(
        order=order,
        report=report.model_copy(update={"report_id": ReportId(run_id)}),
        previous=RunId(base) if base else None,
    )
    services.runs.create(
        made,
        kind,
        report.question,
        order.model_dump(mode="json"),
        attempt="a",
        at="2026-11-21T10:00:00Z",
    )
    services.runs.attempt(made, "a").end(
        RunStatus.FINISHED, at="2026-11-21T10:00:09Z", result=kept.model_dump(mode="json")
    )
    return made


def at(page: AppTest, **address: str) -> AppTest:
    for name, value in address.items():
        page.query_params[name] = value
    return page.run()


def ended(services: Services, run_id: str) -> None:
    waited(services, RunId(run_id))


def said(page: AppTest) -> list[str]:
    return [error.value for error in page.error]


def test_reports_of_one_day_on_one_question_are_told_apart(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    for name in ("one", "two", "three"):
        put(services, report, name)
    page = open_page("report")
    (shelf,) = [box for box in page.selectbox if box.label == "Report"]
    assert len(set(shelf.options)) == 3
    assert all(report.question in option for option in shelf.options)


def test_before_the_first_report_the_page_says_so(open_page: OpenPage) -> None:
    page = open_page("report")
    assert [t.value for t in page.title] == ["Report"]
    assert page.button(key="to-ask")


def test_the_newest_report_is_open_and_the_version_before_is_one_click_away(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "first")
    put(services, report, "second", base="first")
    page = open_page("report")
    assert page.query_params["run"] == "second"
    assert [box.label for box in page.selectbox] == ["Report", "Version"]
    page.button(key="version-before").click().run()
    assert page.query_params["run"] == "first"
    page.selectbox[1].set_value(2).run()
    assert page.query_params["run"] == "second"
    assert not page.exception


def test_an_address_that_leads_nowhere_ends_in_one_message(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "first")
    services.runs.create(
        RunId("actions"), RunKind.ACTIONS, "Why?", {}, attempt="a", at="2026-11-21T10:00:00Z"
    )
    page = at(open_page("report"), run="nonsense")
    assert len(said(page)) == 1
    assert "no report at this address" in said(page)[0]
    assert page.selectbox[0].label == "Report"
    page = at(page, run="actions")
    assert "something else than a report" in said(page)[0]
    assert not page.exception


def test_a_deleted_report_takes_its_link_along_and_the_next_one_is_open(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "first")
    put(services, report, "other")
    page = at(open_page("report"), run="first")
    page.button(key="share").click().run()
    assert share_key(services, "first")
    page.button(key="delete-first").click().run()
    assert [r.report_id for r in list_reports(services)] == ["other"]
    assert share_key(services, "first") is None
    assert page.query_params["run"] == "other"


def test_a_shared_report_is_read_without_the_pages_around_it_until_the_link_ends(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "first")
    page = open_page("report")
    page.button(key="share").click().run()
    key = share_key(services, "first")
    assert key
    reader = AppTest.from_file(str(page._script_path)).run().switch_page(f"{PAGES}/shared_page.py")
    at(reader, key=key)
    assert not reader.error
    assert "shared with you" in reader.caption[0].value
    assert not reader.button
    page.button(key="unshare").click().run()
    assert len(said(reader.run())) == 1


def test_a_link_says_whether_it_leads_beyond_this_computer() -> None:
    assert address_of("http://127.0.0.1:8501/report?run=x", "k") == (
        "http://127.0.0.1:8501/shared?key=k",
        True,
    )
    assert address_of("https://lab.example/scholar/report", "k") == (
        "https://lab.example/scholar/shared?key=k",
        False,
    )


def test_feedback_is_kept_and_taken_back(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "first")
    page = open_page("report")
    judged = {
        "subject": "report",
        "item": "0",
        "liked": False,
        "errors": ["report.factual"],
        "comment": "Not so.",
        "words": "It is so.",
    }
    send(page, "report-first", {"kind": "judge", **judged})
    (given,) = feedback_on(services, "first").values()
    assert (given.subject, given.liked, given.comment) == (Subject.SECTION, False, "Not so.")
    send(page, "report-first", {"kind": "take_back", "subject": "report", "item": "0"})
    assert feedback_on(services, "first") == {}


def test_a_section_that_comes_out_the_same_is_not_written_anew_and_the_page_says_why(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "first")
    page = send(open_page("report"), "report-first", {"kind": "anew", "section": 0})
    assert "comes out the same" in said(page)[0]
    assert not said(page.run())


def test_changed_actions_make_a_new_version_that_shows_what_changed(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "first")
    page = open_page("report")
    page.segmented_control(key="panel-first").set_value("Change the actions").run()
    send(page, action_editor.key_of("first"), {"kind": "write"})
    assert "these very actions" in part_data(page, "actions-first")["trouble"]
    pick = {"kind": "pick", "action_id": report.actions[0].action_id, "on": False}
    send(page, action_editor.key_of("first"), pick)
    assert part_data(page, "actions-first")["trouble"] == ""
    send(page, action_editor.key_of("first"), {"kind": "write"})
    version = str(page.query_params["run"])
    assert version != "first"
    ended(services, version)
    page.run()
    assert diff_of(services, RunId(version)) is not None
    assert (page.selectbox[0].value, page.selectbox[1].value) == (0, 2)
    page.segmented_control(key=f"panel-{version}").set_value("What changed").run()
    assert not page.error
    assert not page.exception


def test_an_empty_follow_up_is_refused_and_one_in_words_makes_a_new_version(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "first")
    page = open_page("report")
    page.text_area(key="follow-up-text-first-0").set_value("...")
    send_form(page).click().run()
    assert "instruction is empty" in said(page)[0]
    assert page.text_area(key="follow-up-text-first-0").value == "..."
    page.text_area(key="follow-up-text-first-0").set_value("Add a section on human evaluation")
    send_form(page).click().run()
    version = str(page.query_params["run"])
    ended(services, version)
    assert {r.report_id: r.base for r in list_reports(services)}[ReportId(version)] == "first"


def send_form(page: AppTest) -> Any:
    return next(button for button in page.button if button.label == "Make a new version")


def test_the_question_is_opened_again_with_what_was_set_for_it(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "first")
    page = open_page("report")
    page.button(key="ask-again").click().run()
    (inquiry,) = list_inquiries(services)
    assert (inquiry.question, inquiry.sources) == (report.question, ("sample",))
    assert inquiry.actions
    assert [a.action_id for a in inquiry.actions.actions] == [a.action_id for a in report.actions]


@pytest.mark.parametrize("status", [RunStatus.FAILED, RunStatus.CANCELLED])
def test_a_report_that_stopped_is_shown_with_its_run(
    open_page: OpenPage, services: Services, status: RunStatus
) -> None:
    run_id = RunId("stopped")
    services.runs.create(
        run_id, RunKind.REPORT, "Why?", {"question": "Why?"}, attempt="a", at="2026-11-21T10:00:00Z"
    )
    services.runs.attempt(run_id, "a").end(
        status, at="2026-11-21T10:00:09Z", error="LLMError: It stopped."
    )
    page = at(open_page("report"), run="stopped")
    assert [t.value for t in page.title] == ["Why\\?"]
    assert not page.exception
    assert not page.error


def test_a_report_that_was_saved_as_json_is_opened_again_and_what_is_no_report_is_refused(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    page = open_page("report")
    page.file_uploader(key="report-file").set_value(
        ("mine.json", b'{"title": "no report"}', "application/json")
    )
    page.button(key="import-report-go").click().run()
    assert (len(said(page)), list_reports(services)) == (1, ())
    page.file_uploader(key="report-file").set_value(
        ("mine.json", report.model_dump_json().encode(), "application/json")
    )
    page.button(key="import-report-go").click().run()
    (opened,) = list_reports(services)
    assert not said(page)
    assert (page.query_params["run"], opened.title) == (opened.report_id, report.title)


def test_a_report_older_than_those_in_the_list_opens_by_its_address(
    open_page: OpenPage, services: Services, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(services, report, "old")
    put(services, report, "new")
    monkeypatch.setattr(reports, "list_reports", lambda services, *_: list_reports(services, 1))
    page = at(open_page("report"), run="old")
    assert not page.exception
    assert not said(page)
    assert [
        str(e.key) for e in page.main if e.type == "bidi_component" and "old" in str(e.key)
    ] == ["report-old"]


def test_a_change_that_failed_says_what_was_asked_and_leads_back(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "first")
    order = {"base": "first", "instruction": "Add a section on *birds*."}
    services.runs.create(
        RunId("second"),
        RunKind.FOLLOW_UP,
        "Add a section on *birds*.",
        order,
        attempt="a",
        at="2026-11-21T10:00:00Z",
    )
    services.runs.attempt(RunId("second"), "a").end(
        RunStatus.FAILED, at="2026-11-21T10:00:09Z", error="LLMRefused: no"
    )
    page = at(open_page("report"), run="second")
    assert [t.value for t in page.title] == ["Add a section on \\*birds\\*\\."]
    page.button(key="to-base").click().run()
    assert page.query_params["run"] == "first"


def test_a_saved_report_is_called_after_its_title() -> None:
    assert short_name("Citations in RAG: what is measured?") == "citations-in-rag-what-is-measured"
    assert short_name("Über Größe") == "über-grösse"
    assert short_name("word " * 40) == "-".join(["word"] * 12)
    assert short_name("?!") == "report"
    assert short_name("引" * 70) == "引" * 60
    assert [short_name(title) for title in ("Con", "AUX?")] == ["_con", "_aux"]
