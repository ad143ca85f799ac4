"""The report page, and the report as it is handed to the browser."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.report import Report, ReportId
from myscholar.errors import InputError, UnknownName
from myscholar.workflows.reports import get_report, list_reports, save_report
from myscholar.workflows.services import Services

OpenPage = Callable[[str], AppTest]


def test_before_the_first_report_the_page_says_so(open_page: OpenPage) -> None:
    page = open_page("report")
    assert [t.value for t in page.title] == ["Report"]
    assert page.button(key="to-ask")


def test_earlier_reports_are_opened_and_deleted(open_page: OpenPage, services: Services, report: Report) -> None:
    save_report(services, report)
    save_report(services, report.model_copy(update={"report_id": ReportId("older"), "created_at": "2020-01-01T00:00:00Z"}))
    page = open_page("report")
    assert page.selectbox[0].value == report.report_id
    page.selectbox[0].set_value("older").run()
    page.button(key="delete-older").click().run()
    assert [r.report_id for r in list_reports(services)] == [report.report_id]
    assert page.selectbox[0].value == report.report_id


def test_a_damaged_report_is_left_out_of_the_list(services: Services, report: Report) -> None:
    save_report(services, report)
    (services.settings.home / "reports" / "broken.json").write_text('{"report_id": 3')
    assert [r.report_id for r in list_reports(services)] == [report.report_id]
    assert get_report(services, report.report_id) == report


def test_a_report_is_never_read_from_outside_its_folder(services: Services) -> None:
    with pytest.raises(InputError):
        get_report(services, "../settings")
    with pytest.raises(UnknownName):
        get_report(services, "none")
