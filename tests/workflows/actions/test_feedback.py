"""What people say of results is kept, taken back and handed out for study."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.flags import ErrorType
from myscholar.errors import InputError
from myscholar.settings import Settings
from myscholar.workflows.actions.feedback import (
    feedback_lines,
    feedback_on,
    feedback_rows,
    give_feedback,
    take_back,
)
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return open_services(
        Settings(home=tmp_path), clock=lambda: datetime(2026, 11, 21, 12, tzinfo=UTC)
    )


def thumbs(
    item: str, *, up: bool = True, subject: Subject = Subject.SECTION, **more: object
) -> Feedback:
    return Feedback.model_validate(
        {"subject": subject, "about": "r1", "item": item, "liked": up, **more}
    )


def test_a_page_finds_the_newest_word_on_each_item_by_what_it_is(services: Services) -> None:
    give_feedback(services, thumbs("0"))
    give_feedback(
        services, thumbs("0", up=False, errors=(ErrorType.UNINFORM,), comment="Says little.")
    )
    give_feedback(services, thumbs("a1", subject=Subject.ACTION))
    said = feedback_on(services, "r1")
    assert set(said) == {"report:0", "action:a1"}
    assert (said["report:0"].liked, said["report:0"].comment) == (False, "Says little.")
    assert said["report:0"].at == "2026-11-21T12:00:00Z"
    assert feedback_on(services, "r2") == {}


def test_a_thumb_can_be_taken_back(services: Services) -> None:
    give_feedback(services, thumbs("0"))
    take_back(services, Subject.SECTION, "r1", "0")
    assert feedback_on(services, "r1") == {}


def test_all_of_it_is_handed_out_as_json_lines(services: Services) -> None:
    give_feedback(services, thumbs("0", words="Über\nLLMs"))
    give_feedback(
        services, thumbs("0:3:9", subject=Subject.SPAN, up=False, errors=(ErrorType.FACTUAL,))
    )
    lines = feedback_lines(services).splitlines()
    assert [json.loads(line)["item"] for line in lines] == ["0", "0:3:9"]
    assert [Feedback.model_validate_json(line) for line in lines] == list(feedback_rows(services))
    assert "Über" in lines[0]


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        (thumbs("0", errors=(ErrorType.NARROW,)), "action.narrow"),
        (thumbs("0", comment="x" * 2001), "2,001 characters"),
        (thumbs(""), "what it is about"),
        (thumbs("0\x00"), "what it is about"),
        (thumbs("0" * 501), "what it is about"),
    ],
)
def test_what_can_not_be_feedback_is_named_and_nothing_is_kept(
    services: Services, bad: Feedback, named: str
) -> None:
    with pytest.raises(InputError, match=named):
        give_feedback(services, bad)
    assert feedback_rows(services) == ()


def test_long_words_of_a_report_are_kept_as_far_as_they_tell_the_place(services: Services) -> None:
    give_feedback(services, thumbs("0", words="w" * 10_000))
    assert len(feedback_rows(services)[0].words) == 2000
