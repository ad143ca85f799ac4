"""Questions, feedback and shared reports come back, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

import pytest

from myscholar.domain.actions import Action, ActionList, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId, SearchFilters
from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.flags import ErrorType
from myscholar.domain.inquiry import Inquiry, InquiryId
from myscholar.domain.profile import ProfileId
from myscholar.domain.runs import RunId
from myscholar.errors import StorageError, UnknownName
from myscholar.gateways.storage.store import Store, open_store

AT = "2026-01-01T00:00:00Z"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = open_store(url)
    yield store
    store.close()


def _inquiry(inquiry_id: str, question: str = "How – ü?") -> Inquiry:
    action = Action(
        action_id=ActionId("a1"),
        tldr="Compare",
        text="I can compare.",
        stage=Stage.ORGANIZATION,
        category=Category.CONTENT,
        personalized=False,
        directive=Directive(verb=Verb.COMPARE),
    )
    return Inquiry(
        inquiry_id=InquiryId(inquiry_id),
        question=question,
        sources=("library:mine",),
        filters=SearchFilters(year_min=2020, venues=("ACL",)),
        with_tables=False,
        profile_id=ProfileId("p"),
        actions=ActionList(question=question, actions=(action,)),
        head_start=RunId("h"),
        reports=(RunId("r1"), RunId("r2")),
        created_at=AT,
    )


def test_a_question_comes_back_with_everything_that_was_set(store: Store) -> None:
    store.inquiries.save(_inquiry("one"), at=AT)
    assert store.inquiries.load(InquiryId("one")) == _inquiry("one")


def test_a_question_changes_in_its_place_and_the_last_asked_is_first(store: Store) -> None:
    for name in ("one", "two", "three"):
        store.inquiries.save(_inquiry(name), at=AT)
    store.inquiries.save(_inquiry("one", "Changed?"), at=AT)
    assert [(i.inquiry_id, i.question) for i in store.inquiries.recent(2)] == [
        ("three", "How – ü?"),
        ("two", "How – ü?"),
    ]
    assert store.inquiries.load(InquiryId("one")).question == "Changed?"


def test_a_question_is_swapped_only_where_nobody_else_changed_it(store: Store) -> None:
    store.inquiries.save(_inquiry("one"), at=AT)
    assert store.inquiries.swap(_inquiry("one"), _inquiry("one", "Changed?"), at=AT)
    assert not store.inquiries.swap(_inquiry("one"), _inquiry("one", "Mine?"), at=AT)
    assert not store.inquiries.swap(_inquiry("gone"), _inquiry("gone", "Mine?"), at=AT)
    assert [i.question for i in store.inquiries.recent(5)] == ["Changed?"]


def test_a_question_is_deleted_and_then_unknown(store: Store) -> None:
    store.inquiries.save(_inquiry("one"), at=AT)
    store.inquiries.delete(InquiryId("one"))
    store.inquiries.delete(InquiryId("one"))
    with pytest.raises(UnknownName, match="'one'"):
        store.inquiries.load(InquiryId("one"))


def _said(
    item: str,
    *,
    liked: bool = True,
    about: str = "r",
    subject: Subject = Subject.SECTION,
    comment: str = "",
) -> Feedback:
    return Feedback(subject=subject, about=about, item=item, liked=liked, comment=comment, at=AT)


def test_the_newest_feedback_on_an_item_counts(store: Store) -> None:
    for said in (
        _said("1"),
        _said("2"),
        _said("1", subject=Subject.ACTION),
        _said("1", about="other"),
    ):
        store.feedback.give(said)
    store.feedback.give(_said("1", liked=False))
    assert store.feedback.on("r") == (
        _said("2"),
        _said("1", subject=Subject.ACTION),
        _said("1", liked=False),
    )
    assert [f.about for f in store.feedback.all()] == ["r", "r", "other", "r"]


def test_feedback_that_is_taken_back_is_gone(store: Store) -> None:
    store.feedback.give(_said("1"))
    store.feedback.give(_said("2"))
    store.feedback.take_back(Subject.SECTION, "r", "1")
    store.feedback.take_back(Subject.SECTION, "r", "never said")
    assert [f.item for f in store.feedback.on("r")] == ["2"]


def test_any_words_of_a_person_can_be_kept(store: Store) -> None:
    hostile = Feedback(
        subject=Subject.SPAN, about="r", item="0:1:2", liked=False, errors=(ErrorType.FACTUAL,),
        comment="'; DROP TABLE feedback; -- \x00 <script>\u202e", words="x" * 10_000, at=AT,
    )  # fmt: skip
    store.feedback.give(hostile)
    assert store.feedback.on("r") == (hostile,)


def test_a_report_is_shared_by_one_key_until_sharing_ends(store: Store) -> None:
    assert store.shares.share("r1", "key-one", at=AT) == "key-one"
    assert store.shares.share("r1", "key-two", at=AT) == "key-one"
    store.shares.share("r2", "key-three", at=AT)
    assert (store.shares.key_of("r1"), store.shares.report_of("key-one")) == ("key-one", "r1")
    store.shares.end("r1")
    store.shares.end("r1")
    assert (store.shares.key_of("r1"), store.shares.report_of("key-one")) == (None, None)
    assert store.shares.report_of("key-three") == "r2"


@pytest.mark.parametrize("guess", ["", "key", "key-one ", "KEY-ONE", "\ud800", "k" * 100_000])
def test_nothing_but_the_whole_key_opens_a_report(store: Store, guess: str) -> None:
    store.shares.share("r1", "key-one", at=AT)
    assert store.shares.report_of(guess) is None


def test_a_question_of_another_version_is_a_storage_error(store: Store) -> None:
    from sqlalchemy import text

    from myscholar.gateways.storage.connecting import writing

    store.inquiries.save(_inquiry("one"), at=AT)
    with writing(store.inquiries._engine) as connection:
        connection.execute(text("UPDATE inquiries SET content = '{}'"))
    with pytest.raises(StorageError, match="another version"):
        store.inquiries.load(InquiryId("one"))
