"""The papers of a library can be looked at, marked, picked and removed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.orders import ProfileOrder
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
from myscholar.workflows.jobs import carry_out, open_services
from myscholar.workflows.library.add_papers import add_papers
from myscholar.workflows.library.edit_paper import edit_paper
from myscholar.workflows.library.libraries import (
    LibraryPaper,
    library_view,
    named_paper,
    named_papers,
    papers_of,
    remove_papers,
    set_relation,
)
from myscholar.workflows.profile.profiles import get_profile
from myscholar.workflows.profile.update_profile import update_order
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
    names = ("Ada Example", "Bo Other", "Cy Third")
    assert first == LibraryPaper(
        PaperId("a"), "Paper a", "Example et al.", 2024, "ACL", Relation.MINE, "full text", 2, names
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


def test_facts_of_a_paper_are_put_right_and_taken_away(services: Services) -> None:
    edited = edit_paper(
        services,
        "mine",
        "a",
        title=" The right\ntitle ",
        authors=["Ada Example", "", "King, Jr., Martin", "Cy Third; Di Fourth"],
        year=0,
        venue="",
        doi="https://doi.org/10.1000/ABC.",
    )
    assert papers_of(services, "mine", ["a"]) == (edited,)
    assert (edited.title, edited.year, edited.venue) == ("The right title", None, None)
    assert edited.authors == ("Ada Example", "King, Jr., Martin", "Cy Third", "Di Fourth")
    assert edited.doi == "10.1000/abc"
    assert edited.as_read
    assert edited.as_read.title == "Paper a"
    back = edit_paper(services, "mine", "a", title="Paper a", year=2024)
    assert back.put_right.keys() == {"authors", "venue", "doi"}


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"year": 999}, "999 can be no year"),
        ({"title": " "}, "A paper needs a title"),
        ({"title": "\u200b"}, "A paper needs a title"),
        ({"title": "x" * 501}, "A title has at most 500 characters; this has 501"),
        ({"venue": "x" * 200_000}, "A venue has at most 500 characters; this has 200,000"),
        ({"authors": ["x" * 201]}, "A name has at most 200 characters"),
        ({"authors": ["Ada Example"] * 5000}, "at most 3,000 authors; these are 5,000"),
        ({"doi": "arXiv"}, "'arXiv' is no DOI"),
        ({"title": "Paper c, the longer"}, "the same paper as “Paper c, the longer”"),
    ],
)
def test_what_can_be_no_fact_of_a_paper_is_told_and_changes_nothing(
    services: Services, facts: dict[str, Any], said: str
) -> None:
    edit_paper(services, "mine", "c", title="Paper c, the longer")
    before = services.store.papers("mine")
    with pytest.raises(InputError, match=said):
        edit_paper(services, "mine", "b", **facts)
    with pytest.raises(UnknownPaper):
        edit_paper(services, "mine", "gone", year=2019)
    assert services.store.papers("mine") == before


def test_facts_put_right_outlive_the_file_that_is_added_again(
    services: Services, tmp_path: Path
) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text('{"paper_id": "7", "title": "Draft v3 final", "text": "Robins sing."}\n')
    asyncio.run(add_papers(services, [str(file)], library="thesis"))
    edit_paper(services, "thesis", "7", title="Robin songs", authors=["Ada Example"], year=2020)
    again = asyncio.run(add_papers(services, [str(file)], library="thesis"))
    assert again.n_new == 0
    (paper,) = again.papers
    assert (paper.title, paper.year) == ("Robin songs", 2020)


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


def test_a_paper_put_right_leaves_another_librarys_paper_with_its_id_alone(
    services: Services,
) -> None:
    """Ids of files are "1", "2" ...: they say nothing in another library."""
    reefs = paper("1", 1, title="Coral reefs bleach", authors=("Ann A",), year=2020)
    parsing = paper("1", 1, title="Neural parsing", authors=("Bob B",), year=2019)
    services.store.add("reefs", [reefs], at=AT)
    services.store.add("parsing", [parsing], at=AT)
    made = asyncio.run(carry_out(services, ProfileOrder(papers=(parsing,), name="Bob")))
    services.store.save_profile(made)
    edit_paper(services, "reefs", "1", title="Coral reefs bleach faster")
    assert get_profile(services, made.profile_id) == made
    for title in ("Neural parsing of trees", "A parser"):  # and once more
        edit_paper(services, "parsing", "1", title=title)
        (shown,) = get_profile(services, made.profile_id).papers
        assert (shown.title, shown.year) == (title, 2019)
    grown = update_order(services, get_profile(services, made.profile_id), add=[reefs])
    assert [p.title for p in grown.papers] == ["A parser", "Coral reefs bleach"]


def test_a_number_is_that_of_the_list_also_where_ids_are_numbers(services: Services) -> None:
    services.store.add("thesis", [paper(name) for name in ("2", "1", "30")], at=AT)
    listed = library_view(services, "thesis")
    assert named_papers(listed, ["1", "3"]) == (listed[0], listed[2])
    assert [p.paper_id for p in named_papers(listed, ["2-3"])] == ["1", "30"]
    assert named_paper(listed, "30").paper_id == "30"
