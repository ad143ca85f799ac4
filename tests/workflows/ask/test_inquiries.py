"""A question is found again with everything that was set for it."""

from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.runs import RunId
from myscholar.errors import EmptyQuestion, UnknownName
from myscholar.settings import Settings
from myscholar.workflows.ask.inquiries import (
    delete_inquiry,
    get_inquiry,
    keep_inquiry,
    list_inquiries,
    new_inquiry,
)
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services


@pytest.fixture
def services(tmp_path: Path) -> Services:
    ids = count(1)
    return open_services(
        Settings(home=tmp_path),
        clock=lambda: datetime(2026, 11, 21, tzinfo=UTC),
        new_id=lambda: f"i{next(ids)}",
    )


def test_a_new_question_is_kept_at_once(services: Services, tmp_path: Path) -> None:
    asked = new_inquiry(
        services,
        "  How are surveys made?  ",
        sources=["library:mine"],
        filters=SearchFilters(year_min=2020),
        profile_id="p1",
    )
    assert (asked.inquiry_id, asked.question, asked.created_at) == (
        "i1",
        "How are surveys made?",
        "2026-11-21T00:00:00Z",
    )
    assert get_inquiry(open_services(Settings(home=tmp_path)), "i1") == asked


def test_what_is_set_later_is_kept_in_its_place(services: Services) -> None:
    first, second = new_inquiry(services, "How?"), new_inquiry(services, "Why?")
    keep_inquiry(services, first.model_copy(update={"reports": (RunId("r1"),)}))
    assert get_inquiry(services, "i1").reports == ("r1",)
    assert [i.inquiry_id for i in list_inquiries(services)] == [second.inquiry_id, first.inquiry_id]
    assert [i.question for i in list_inquiries(services, limit=1)] == ["Why?"]


def test_a_deleted_question_is_unknown_and_an_empty_one_is_not_kept(services: Services) -> None:
    new_inquiry(services, "How?")
    delete_inquiry(services, "i1")
    with pytest.raises(UnknownName, match="'i1'"):
        get_inquiry(services, "i1")
    with pytest.raises(EmptyQuestion):
        new_inquiry(services, "   ")
    assert list_inquiries(services) == ()
