"""The profile page before there is a profile: papers go into a library that stays, and ticked ones
become a profile."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.papers import Paper, PaperId, Relation
from myscholar.domain.runs import RunId, RunKind
from myscholar.errors import ScholarUnavailable
from myscholar.surfaces.web.components.papers import paper_library
from myscholar.surfaces.web.pages import choose_papers
from myscholar.workflows.jobs import start
from myscholar.workflows.library.find_papers import FoundAuthor, FoundPaper, FoundPapers
from myscholar.workflows.library.libraries import library_view
from myscholar.workflows.profile.profiles import get_profile, list_profiles
from myscholar.workflows.services import Services

from .conftest import ask_again, part_data, send, waited

OpenPage = Callable[[str], AppTest]
PAPERS = "\n".join(
    json.dumps(
        {
            "paper_id": f"p{i}",
            "title": f"{animal} songs at dawn",
            "authors": ["Ada Müller"],
            "year": 2018 + i,
            "abstract": f"We record the dawn songs of {animal.lower()} in city parks. Song rate "
            "rises with street noise. "
            f"We argue that noise maps should include birds. The {animal.lower()} sing earlier "
            "near street lamps.",
        }
    )
    for i, animal in enumerate(("Robins", "Blackbirds", "Wrens"))
)
FOUND = FoundPapers(
    papers=(
        FoundPaper("CorpusId:1", "Robins at night", "Müller and Li", 2021, "Birds", 12, True, None),
        FoundPaper("CorpusId:2", "Robin songs at dawn", "Müller", 2020, None, None, False, None),
    ),
    authors=(FoundAuthor("77", "Ada Müller", 9, 120, ("Berlin",), 5),),
    problems=("Semantic Scholar is busy.",),
)


@pytest.fixture
def page(open_page: OpenPage) -> AppTest:
    return open_page("profile")


@pytest.fixture
def with_papers(page: AppTest, services: Services) -> AppTest:
    """Three papers of a file are in the library and ticked."""
    return upload(page, services, ("birds.jsonl", PAPERS.encode(), "application/jsonl"))


def upload(page: AppTest, services: Services, *files: tuple[str, bytes, str]) -> AppTest:
    page.file_uploader(key="uploads").set_value(list(files))
    page.button(key="files-go").click().run()
    return read(page, services)


def read(page: AppTest, services: Services) -> AppTest:
    """The page once the reading in its address is over."""
    waited(services, RunId(page.query_params["reading"]))
    return page.run()


def rows(page: AppTest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = part_data(page, "papers-default")["papers"]
    return found


def infer(page: AppTest, services: Services, name: str = "Birds") -> AppTest:
    page.text_input(key="profile-name").set_value(name)
    page.button(key="infer-go").click().run()
    waited(services, RunId(page.query_params["profile"]))
    return page.run()


def said(page: AppTest) -> str:
    shown = [*page.title, *page.markdown, *page.caption, *page.success, *page.error, *page.warning]
    return "\n".join(str(e.value) for e in shown).replace("\\", "").replace("\u2060", "")


def finds(monkeypatch: pytest.MonkeyPatch, answer: FoundPapers | Exception) -> None:
    async def asked(services: Services, text: str) -> FoundPapers:
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(choose_papers, "find_papers", asked)


def search(page: AppTest, words: str) -> AppTest:
    page.text_input(key="search-text").set_value(words)
    return page.button(key="search-go").click().run()


def test_a_profile_that_was_begun_is_shown_though_the_browser_asked_again_meanwhile(
    page: AppTest, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start_as_more_comes(*what: Any) -> RunId:
        run_id = start(*what)
        ask_again()
        return run_id

    monkeypatch.setattr(choose_papers, "start", start_as_more_comes)
    page.button(key="sample").click().run()
    (begun,) = services.runs.recent()
    assert page.query_params["profile"] == begun.run_id
    waited(services, begun.run_id)


def test_the_sample_becomes_a_profile_in_one_click(page: AppTest, services: Services) -> None:
    page.button(key="sample").click().run()
    assert not page.exception
    run_id = RunId(page.query_params["profile"])
    waited(services, run_id)
    page.run()
    assert page.title[0].value.replace("\\", "") == "Mira Solberg-Adeyemi (fictional)"
    assert [p.profile_id for p in list_profiles(services)] == [run_id]
    assert library_view(services, "default") == ()


def test_read_papers_stay_in_the_library_ticked(with_papers: AppTest, open_page: OpenPage) -> None:
    assert "3 papers read and ticked below." in said(with_papers)
    assert [(r["title"], r["ticked"], r["read_from"]) for r in rows(with_papers)] == [
        ("Robins songs at dawn", True, "abstract"),
        ("Blackbirds songs at dawn", True, "abstract"),
        ("Wrens songs at dawn", True, "abstract"),
    ]
    first = rows(with_papers)[0]
    assert (first["authors_short"], first["year"]) == ("Müller", 2018)
    assert len(rows(open_page("profile"))) == 3


def test_a_broken_file_is_one_message_and_never_stops_the_rest(
    page: AppTest, services: Services
) -> None:
    birds = ("birds.jsonl", PAPERS.encode(), "application/jsonl")
    upload(page, services, birds, ("../<b>broken</b>.pdf", b"not a PDF", "application/pdf"))
    assert len(rows(page)) == 3
    (warning,) = page.warning
    assert "broken" in warning.value
    assert "/tmp" not in warning.value
    page.run()
    assert len(page.warning) == 1
    page.button(key="seen").click().run()
    assert len(page.warning) == 0
    assert len(rows(page)) == 3


def test_ticked_papers_become_a_named_profile(with_papers: AppTest, services: Services) -> None:
    send(
        with_papers,
        "papers-default",
        {"kind": "tick", "paper_ids": [rows(with_papers)[2]["id"]], "on": False},
    )
    assert [r["ticked"] for r in rows(with_papers)] == [True, True, False]
    assert with_papers.button(key="infer-go").label == "Infer a profile from 2 papers"
    assert "free" in said(with_papers)
    infer(with_papers, services)
    (info,) = list_profiles(services)
    kept = get_profile(services, info.profile_id)
    assert (kept.name, [p.title for p in kept.papers]) == (
        "Birds",
        ["Robins songs at dawn", "Blackbirds songs at dawn"],
    )


def test_without_a_ticked_paper_nothing_is_inferred(with_papers: AppTest) -> None:
    send(
        with_papers,
        "papers-default",
        {"kind": "tick", "paper_ids": [r["id"] for r in rows(with_papers)], "on": False},
    )
    assert with_papers.button(key="infer-go").disabled


def test_a_profile_without_a_name_is_refused_and_the_papers_stay(
    with_papers: AppTest, services: Services
) -> None:
    with_papers.text_input(key="profile-name").set_value("   ")
    with_papers.button(key="infer-go").click().run()
    assert "A profile needs a name." in said(with_papers)
    assert "profile" not in with_papers.query_params or with_papers.query_params["profile"] == "new"
    assert len(rows(with_papers)) == 3


def test_each_paper_is_marked_mine_or_followed_and_can_go(
    with_papers: AppTest, services: Services
) -> None:
    first, second, third = (r["id"] for r in rows(with_papers))
    send(
        with_papers,
        "papers-default",
        {"kind": "relate", "paper_id": second, "relation": "followed"},
        {"kind": "remove", "paper_id": third},
    )
    assert [(p.paper_id, p.relation) for p in library_view(services, "default")] == [
        (first, Relation.MINE),
        (second, Relation.FOLLOWED),
    ]
    infer(with_papers, services)
    (info,) = list_profiles(services)
    assert [p.relation for p in get_profile(services, info.profile_id).papers] == [
        Relation.MINE,
        Relation.FOLLOWED,
    ]


def test_facts_of_a_paper_are_put_right_and_what_can_be_none_is_told(
    with_papers: AppTest, services: Services
) -> None:
    first, second, _ = (r["id"] for r in rows(with_papers))
    right = {"title": "Robin songs", "authors": ["Ada Müller", "Bo Li"], "year": 0}
    edit = {"kind": "edit", "paper_id": first, **right}
    send(with_papers, "papers-default", edit)
    row = rows(with_papers)[0]
    assert {name: row[name] for name in ("title", "authors", "year")} == right | {"year": None}
    assert (row["authors_short"], row["as_read"]["year"]) == ("Müller and Li", 2018)
    wrong = {"kind": "edit", "paper_id": second, "title": "Robin songs"}
    send(with_papers, "papers-default", wrong)
    assert not with_papers.warning  # it is said in the form
    refused = part_data(with_papers, "papers-default")["refused"]
    assert "the same paper as “Robin songs”" in refused[second]
    assert rows(with_papers)[1]["title"] == "Blackbirds songs at dawn"


def test_what_another_tab_removed_is_one_message(with_papers: AppTest, services: Services) -> None:
    gone = rows(with_papers)[0]["id"]
    services.store.remove("default", [PaperId(gone)])
    send(
        with_papers, "papers-default", {"kind": "relate", "paper_id": gone, "relation": "followed"}
    )
    assert not with_papers.exception
    assert len(with_papers.warning) == 1
    send(
        with_papers,
        "papers-default",
        {"kind": "tick", "paper_ids": [rows(with_papers)[0]["id"]], "on": False},
    )
    assert len(with_papers.warning) == 0


def test_another_library_is_named_and_filled(
    with_papers: AppTest, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    # AppTest can't write a new option
    monkeypatch.setattr(paper_library, "choose", lambda *_: "thesis")
    with_papers.run()
    assert "None yet." in said(with_papers)
    line = PAPERS.splitlines()[0]
    upload(with_papers, services, ("one.jsonl", line.encode(), "application/jsonl"))
    assert [p.title for p in library_view(services, "thesis")] == ["Robins songs at dawn"]
    monkeypatch.setattr(paper_library, "choose", lambda *_: "../x")
    with_papers.run()
    assert not with_papers.exception
    assert "can't name a library" in said(with_papers)


def test_a_search_gives_papers_and_authors_to_choose_from(
    page: AppTest, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.store.add(
        "default", [Paper(paper_id=PaperId("x"), title="Robin Songs at Dawn")], at=services.now()
    )
    finds(monkeypatch, FOUND)
    search(page, "Ada Müller")
    data = part_data(page, "paper-results")
    assert data["heading"] == "2 papers for “Ada Müller”"
    assert [(p["facts"], p["known"]) for p in data["papers"]] == [
        ("Müller and Li · 2021 · Birds · cited 12 times · open PDF", False),
        ("Müller · 2020", True),
    ]
    assert data["authors"] == [
        {
            "id": "77",
            "name": "Ada Müller",
            "facts": "9 papers · Berlin · cited 120 times · h-index 5",
        }
    ]
    assert data["problems"] == ["Semantic Scholar is busy."]


def test_an_author_opens_their_papers_and_the_chosen_are_read(
    page: AppTest, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def theirs(services: Services, author_id: str) -> tuple[FoundPaper, ...]:
        return FOUND.papers[:1]

    finds(monkeypatch, FOUND)
    monkeypatch.setattr(choose_papers, "papers_of_author", theirs)
    search(page, "Ada Müller")
    send(page, "paper-results", {"kind": "pick", "paper_ids": ["CorpusId:2"], "on": True})
    send(page, "paper-results", {"kind": "author", "author_id": "77"})
    data = part_data(page, "paper-results")
    assert data["heading"] == "1 paper by Ada Müller · Berlin · cited 120 times · h-index 5"
    assert [p["id"] for p in data["basket"]] == ["CorpusId:2"]
    send(
        page,
        "paper-results",
        {"kind": "pick", "paper_ids": ["CorpusId:1"], "on": True},
        {"kind": "pick", "paper_ids": ["CorpusId:2"], "on": False},
        {"kind": "back"},
        {"kind": "add", "relation": "followed"},
    )
    order = services.runs.order(RunId(page.query_params["reading"])).inputs
    assert (order["lines"], order["relation"], order["library"]) == (
        ["CorpusId:1"],
        "followed",
        "default",
    )


def test_ticks_outlive_searches_and_an_undated_paper_takes_its_year_along(
    page: AppTest, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    undated = FOUND.papers[0]._replace(year=None)
    finds(monkeypatch, FoundPapers(papers=(undated, FOUND.papers[1])))
    search(page, "robins")
    send(page, "paper-results", {"kind": "pick", "paper_ids": ["CorpusId:1"], "on": True})
    finds(monkeypatch, FoundPapers())
    search(page, "nothing like it")
    data = part_data(page, "paper-results")
    assert data["papers"] == []
    assert [(p["id"], p["year"]) for p in data["basket"]] == [("CorpusId:1", None)]
    in_tabs = [e for tab in page.tabs for e in tab]
    assert all(e.type != "bidi_component" for e in in_tabs), "it stays whatever tab is open"
    send(
        page,
        "paper-results",
        {"kind": "date", "paper_id": "CorpusId:1", "year": 20244},
        {"kind": "date", "paper_id": "CorpusId:1", "year": 2024},
        {"kind": "close"},
        {"kind": "add", "relation": "mine"},
    )
    order = services.runs.order(RunId(page.query_params["reading"])).inputs
    assert order["years"] == {"CorpusId:1": 2024}


def test_papers_of_a_profile_are_changed_and_its_last_one_stays(
    with_papers: AppTest, services: Services
) -> None:
    page = infer(with_papers, services)
    before = page.query_params["profile"]
    page.button(key="to-papers").click().run()
    assert [(r["id"], r["ticked"]) for r in rows(page)] == [(f"p{i}", True) for i in range(3)]
    assert page.button(key="update-go").disabled
    send(page, "papers-default", {"kind": "tick", "paper_ids": ["p0", "p1", "p2"], "on": False})
    assert "A profile needs at least one paper" in said(page)
    send(page, "papers-default", {"kind": "tick", "paper_ids": ["p0", "p1"], "on": True})
    assert page.button(key="update-go").label == "Update the profile: 1 paper removed"
    assert "free. Everything is counted anew. Your edits stay." in said(page)
    page.button(key="update-go").click().run()
    (run,) = services.runs.recent(1, kind=RunKind.PROFILE_UPDATE)
    waited(services, run.run_id)
    page.run()
    assert "update" not in page.query_params
    assert page.query_params["profile"] == before
    assert [p.paper_id for p in get_profile(services, before).papers] == ["p0", "p1"]
    assert "1 paper removed: “Wrens songs at dawn”." in said(page)


def test_without_semantic_scholar_there_is_one_message_and_the_rest_works(
    with_papers: AppTest, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds(monkeypatch, ScholarUnavailable("no connection"))
    search(with_papers, "robins")
    assert not with_papers.exception
    assert len(with_papers.error) == 1
    assert "Semantic Scholar" in with_papers.error[0].value
    assert with_papers.text_input(key="search-text").value == "robins"
    infer(with_papers, services)
    assert len(list_profiles(services)) == 1


def test_pasted_lines_are_never_files_of_this_machine(page: AppTest, services: Services) -> None:
    page.text_area(key="pasted-text").set_value("/etc/passwd")
    page.button(key="paste-go").click().run()
    read(page, services)
    assert not page.exception
    assert "Semantic Scholar" in said(page)
    assert library_view(services, "default") == ()


def test_a_press_without_anything_to_read_says_so(page: AppTest) -> None:
    for button in ("paste-go", "files-go"):
        page.button(key=button).click().run()
        assert ["There is nothing to read yet" in error.value for error in page.error] == [True]
    page.button(key="import-profile-go").click().run()
    assert [error.value for error in page.error] == ["Choose a file first."]
