"""What is stored comes back, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

import pytest

from myscholar.domain.papers import (
    Paper,
    PaperId,
    Passage,
    PassageId,
    PassageKind,
    Relation,
    TextSource,
)
from myscholar.domain.profile import Profile, ProfileId, ProfilePaper
from myscholar.errors import StorageError, UnknownName
from myscholar.gateways.storage.store import Store, open_store

AT = "2026-01-01T00:00:00Z"


def _paper(paper_id: str, *texts: str) -> Paper:
    pid = PaperId(paper_id)
    passages = tuple(
        Passage(
            passage_id=PassageId(f"{pid}#{n}"),
            paper_id=pid,
            kind=PassageKind.BODY,
            text=text,
            paragraph=n,
        )
        for n, text in enumerate(texts, start=1)
    )
    return Paper(
        paper_id=pid,
        title=f"Paper {paper_id} – ü",
        passages=passages,
        references=("A cited work.",),
    )


def _profile(profile_id: str, created_at: str = AT) -> Profile:
    paper = ProfilePaper(
        paper_id=PaperId("a"),
        number=1,
        title="Paper a",
        relation=Relation.MINE,
        text_source=TextSource.FULL_TEXT,
    )
    return Profile(
        profile_id=ProfileId(profile_id),
        name=f"Profile {profile_id}",
        created_at=created_at,
        papers=(paper,),
        inferences=(),
        passages=(),
    )


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = open_store(url)
    yield store
    store.close()


def test_papers_come_back_as_they_went_in_and_in_order(store: Store) -> None:
    papers = tuple(_paper(i, "One.", "Two.") for i in ("b", "a", "c"))
    assert store.add("mine", papers, at=AT).added == ("b", "a", "c")
    assert store.papers("mine") == papers
    assert store.papers("other") == ()


def test_libraries_are_counted(store: Store) -> None:
    store.add("thesis", [_paper("a", "One.", "Two."), _paper("b")], at=AT)
    store.add("empty", [], at=AT)
    assert [(i.name, i.n_papers, i.n_passages) for i in store.libraries()] == [
        ("empty", 0, 0),
        ("thesis", 2, 2),
    ]


def test_adding_a_known_paper_replaces_it_in_its_place(store: Store) -> None:
    store.add("mine", [_paper("a"), _paper("b")], at=AT)
    result = store.add("mine", [_paper("a", "Now with text."), _paper("c"), _paper("b")], at=AT)
    assert (result.added, result.changed, result.removed) == (("c",), ("a",), ())
    assert [(p.paper_id, len(p.passages)) for p in store.papers("mine")] == [
        ("a", 1),
        ("b", 0),
        ("c", 0),
    ]


def test_replacing_a_library_removes_the_others_and_keeps_the_new_order(store: Store) -> None:
    store.add("mine", [_paper(i) for i in "abcde"], at=AT)
    result = store.rewrite("mine", lambda _: [_paper(i) for i in "fedc"], at=AT)
    assert (result.added, result.removed) == (("f",), ("a", "b"))
    assert [p.paper_id for p in store.papers("mine")] == list("fedc")


def test_a_change_that_fails_leaves_everything_as_it_was(store: Store) -> None:
    store.add("mine", [_paper("a")], at=AT)

    def fails(_: tuple[Paper, ...]) -> tuple[Paper, ...]:
        raise RuntimeError("merging failed")

    with pytest.raises(RuntimeError):
        store.rewrite("mine", fails, at=AT)
    assert [p.paper_id for p in store.papers("mine")] == ["a"]


def test_papers_can_be_removed_and_those_that_are_gone_are_not_counted(store: Store) -> None:
    store.add("mine", [_paper("a"), _paper("b")], at=AT)
    assert store.remove("mine", [PaperId("a"), PaperId("c")]) == 1
    assert [p.paper_id for p in store.papers("mine")] == ["b"]
    with pytest.raises(UnknownName, match="There are: mine"):
        store.remove("thesis", [PaperId("b")])


def test_profiles_are_saved_listed_newest_first_replaced_and_deleted(store: Store) -> None:
    store.save_profile(_profile("old", "2025-01-01T00:00:00Z"))
    store.save_profile(_profile("new"))
    store.save_profile(_profile("new"))
    assert [(i.profile_id, i.name, i.n_papers) for i in store.profiles()] == [
        ("new", "Profile new", 1),
        ("old", "Profile old", 1),
    ]
    assert store.load_profile(ProfileId("old")) == _profile("old", "2025-01-01T00:00:00Z")
    store.delete_profile(ProfileId("old"))
    with pytest.raises(UnknownName, match="There are: new"):
        store.load_profile(ProfileId("old"))


def test_a_second_opening_finds_everything(url: str) -> None:
    first = open_store(url)
    first.add("mine", [_paper("a")], at=AT)
    first.close()
    second = open_store(url)
    assert [p.paper_id for p in second.papers("mine")] == ["a"]
    second.close()


@pytest.mark.parametrize(
    "bad", ["no address", "nothing://x", "sqlite:////proc/none/library.sqlite"]
)
def test_an_address_that_can_not_be_opened_is_a_storage_error(bad: str) -> None:
    with pytest.raises(StorageError):
        open_store(bad)


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pymysql", None)
    with pytest.raises(StorageError, match=r"driver of mysql\+pymysql .* no pymysql"):
        open_store("mysql+pymysql://localhost/none")


def test_a_server_that_does_not_answer_is_named_without_the_password() -> None:
    with pytest.raises(StorageError) as error:
        open_store("postgresql://me:secret@127.0.0.1:1/none")
    assert "127.0.0.1" in str(error.value)
    assert "secret" not in str(error.value)
