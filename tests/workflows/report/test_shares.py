"""A report is read by whoever has its link, and by nobody once sharing ended."""

from itertools import count
from pathlib import Path

import pytest

from myscholar.domain.report import Report, ReportId
from myscholar.domain.runs import RunId
from myscholar.errors import UnknownName, UnknownShare
from myscholar.settings import Settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.report.reports import import_report
from myscholar.workflows.report.shares import share, share_key, shared_report, unshare
from myscholar.workflows.runs.delete_runs import delete_run
from myscholar.workflows.services import Services, random_key


@pytest.fixture
def services(tmp_path: Path) -> Services:
    keys = count(1)
    return open_services(Settings(home=tmp_path / "home"), new_key=lambda: f"key-{next(keys)}")


@pytest.fixture
def report_id(services: Services, tmp_path: Path) -> str:
    file = tmp_path / "report.json"
    made = Report(
        report_id=ReportId("any"),
        question="How?",
        title="How it is",
        notice="Made by hand.",
        created_at="2026-11-21T00:00:00Z",
        sections=(),
        references=(),
    )
    file.write_text(made.model_dump_json(), encoding="utf-8")
    return import_report(services, file)


def test_a_key_can_not_be_guessed_and_stands_in_an_address_as_it_is() -> None:
    keys = {random_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(
        len(key) == 32
        and set(key) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        for key in keys
    )


def test_the_link_opens_the_report_and_stays_the_same(services: Services, report_id: str) -> None:
    assert share_key(services, report_id) is None
    assert (
        share(services, report_id)
        == share(services, report_id)
        == share_key(services, report_id)
        == "key-1"
    )
    assert shared_report(services, "key-1").title == "How it is"


def test_after_sharing_ended_the_old_link_opens_nothing_and_a_new_one_is_made(
    services: Services, report_id: str
) -> None:
    share(services, report_id)
    unshare(services, report_id)
    with pytest.raises(UnknownShare):
        shared_report(services, "key-1")
    assert share(services, report_id) == "key-2"


def test_a_wrong_link_says_what_to_do_and_nothing_of_other_links(
    services: Services, report_id: str
) -> None:
    share(services, report_id)
    with pytest.raises(UnknownName) as caught:
        shared_report(services, "wrong")
    assert "Ask whoever sent it" in str(caught.value)
    assert "key-1" not in str(caught.value)
    assert report_id not in str(caught.value)


def test_a_report_that_is_deleted_is_not_shared_any_more(
    services: Services, report_id: str
) -> None:
    share(services, report_id)
    delete_run(services, RunId(report_id))
    assert share_key(services, report_id) is None
    with pytest.raises(UnknownShare):
        shared_report(services, "key-1")


def test_what_is_no_report_can_not_be_shared(services: Services) -> None:
    with pytest.raises(UnknownName):
        share(services, "none")
