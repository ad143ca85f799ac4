"""The papers of a library can be looked at, marked, picked and removed."""

from pathlib import Path

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
from myscholar.errors import InputError, UnknownName, UnknownPaper
from myscholar.settings import Settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.libraries import (
    LibraryPaper,
    library_view,
    papers_of,
    remove_papers,
    set_relation,
    set_year,
)
from myscholar.workflows.services import Services

AT = "2026-01-01T00:00:00Z"


def paper(name: str, n_passages: int = 0, **facts: object) -> Paper:
    passages = tuple(
        Passage(
            passage_id=PassageId(f"{name}#{n}"),
            paper_id=PaperId(name),
            kind=PassageKind.BODY,
            text="A sentence. " * 60,
        )
        for n in range(n_passages)
    )
    return Paper.model_validate(
        {"paper_id": name, "title": f"Paper {name}", "passages": passages, **facts}
    )


@pytest.fixture
def services(tmp_path: Path) -> Services:
    made = open_services(Settings(home=tmp_path))
    facts = {
        "authors": ("Ada Example", "Bo Other", "Cy Third"),
        "year": 2024,
        "venue": "ACL",
        "relation": Relation.MINE,
    }
    papers = [
        paper("a", 2, text_source=TextSource.FULL_TEXT, **facts),
        paper("b"),
        paper("c", relation=Relation.FOLLOWED),
    ]
    made.store.add("mine", papers, at=AT)
    return made


def test_a_list_shows_what_each_paper_is_and_how_much_of_it_was_read(services: Services) -> None:
    first, second, third = library_view(services, "mine")
    assert first == LibraryPaper(
        PaperId("a"), "Paper a", "Example et al.", 2024, "ACL", Relation.MINE, "full text", 2
    )
    assert (second.authors_short, second.year, second.relation, second.read_from) == (
        "Unknown authors",
        None,
        None,
        "title only",
    )
    assert third.relation is Relation.FOLLOWED
    assert library_view(services, "none") == ()


def test_some_papers_are_picked_in_the_librarys_order(services: Services) -> None:
    assert [p.paper_id for p in papers_of(services, "mine", ["c", "gone", "a"])] == ["a", "c"]
    assert papers_of(services, "mine", []) == ()


def test_papers_are_removed_also_when_one_is_gone_already(services: Services) -> None:
    assert remove_papers(services, "mine", ["a", "b", "gone"]) == 2
    assert [p.paper_id for p in library_view(services, "mine")] == ["c"]
    with pytest.raises(UnknownName, match="thesis"):
        remove_papers(services, "thesis", ["a"])


def test_a_paper_without_a_year_is_given_one(services: Services) -> None:
    set_year(services, "mine", "b", 2019)
    assert [p.year for p in library_view(services, "mine")] == [2024, 2019, None]
    with pytest.raises(InputError, match="999 can be no year"):
        set_year(services, "mine", "b", 999)
    with pytest.raises(UnknownPaper):
        set_year(services, "mine", "gone", 2019)


def test_a_paper_is_marked_as_mine_or_followed_and_keeps_its_text(services: Services) -> None:
    set_relation(services, "mine", "a", Relation.FOLLOWED)
    set_relation(services, "mine", "b", Relation.MINE)
    assert [p.relation for p in library_view(services, "mine")] == [
        Relation.FOLLOWED,
        Relation.MINE,
        Relation.FOLLOWED,
    ]
    assert len(papers_of(services, "mine", ["a"])[0].passages) == 2


def test_marking_what_is_not_there_is_named_and_makes_no_library(services: Services) -> None:
    with pytest.raises(UnknownPaper, match="gone"):
        set_relation(services, "mine", "gone", Relation.MINE)
    with pytest.raises(UnknownName, match="thesis"):
        set_relation(services, "thesis", "a", Relation.MINE)
    assert [info.name for info in services.store.libraries()] == ["mine"]


def test_a_library_is_listed_without_a_look_at_the_texts_of_its_papers(
    services: Services, n_calls
) -> None:
    for name, n_passages in (("short", 1), ("long", 100)):
        services.store.add(name, [paper(f"{name}{n}", n_passages) for n in range(100)], at=AT)
    assert len(library_view(services, "long")) == 100
    short, long = (
        n_calls(lambda name=name: library_view(services, name)) for name in ("short", "long")
    )
    assert long == pytest.approx(short, rel=0.05)
