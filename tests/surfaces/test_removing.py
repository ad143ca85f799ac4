"""What was added is listed in full, can be put right, and can be removed."""

import json
from pathlib import Path

import pytest

from myscholar.surfaces.cli import screen
from myscholar.views.times import day

TITLES = ("Robins songs at dawn", "Blackbirds songs at dawn", "Wrens songs at dawn")


@pytest.fixture
def library(cli, three_papers: Path):
    cli("library", "add", three_papers, "--library", "birds")
    return lambda *typed: cli("library", "remove", *typed, "--library", "birds", "--yes")


def left(cli) -> list[str]:
    return [paper["title"] for paper in json.loads(cli("library", "list", "birds", "--json").out)]


def test_papers_are_listed_with_the_numbers_by_which_they_are_removed(cli, library) -> None:
    lines = cli("library", "list", "birds").out.splitlines()
    assert [line.split(" (")[0].strip() for line in lines] == [
        f"{n}. {title}" for n, title in enumerate(TITLES, 1)
    ]
    done = library("1-2")
    assert "2 papers removed; 1 left in library birds." in done.err
    assert left(cli) == [TITLES[2]]


@pytest.mark.parametrize("name", ["p1", "blackbirds songs at dawn", "Blackbirds", "2"])
def test_a_paper_is_named_by_id_title_a_part_of_it_or_number(cli, library, name: str) -> None:
    assert library(name).status == 0
    assert left(cli) == [TITLES[0], TITLES[2]]


def test_facts_of_a_paper_are_put_right(cli, library) -> None:
    edit = ("library", "edit", "3", "--library", "birds")
    done = cli(*edit, "--title", "Wren songs", "--author", "Ada", "--author", "Bo", "--year", 2001)
    assert done.out.strip() == "Wren songs (Ada, Bo · 2001 · Journal of Song)"
    assert left(cli) == [*TITLES[:2], "Wren songs"]
    for wrong, said in (
        (edit, "give --title, --author"),
        ((*edit, "--year", 3), "3 can be no year"),
        ((*edit[:2], "1-2", *edit[3:], "--year", 2001), "'1-2' names 2 papers. Give one."),
    ):
        refused = cli(*wrong)
        assert (refused.status, said in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["songs at dawn"], "names 3 papers"),
        (["Owls"], "None of the papers is called 'Owls'"),
        (["4"], "its numbers are 1 to 3"),
        ([], "give either PAPERS or --all"),
        (["1", "--all"], "give either PAPERS or --all"),
    ],
)
def test_what_names_no_paper_removes_none(cli, library, typed: list[str], said: str) -> None:
    refused = library(*typed)
    assert (refused.status, said in refused.err) == (2, True)
    assert len(left(cli)) == 3


def test_a_whole_library_goes_once_it_is_confirmed(
    cli, library, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = ("library", "remove", "--all", "--library", "birds")
    refused = cli(*typed)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "Remove library birds with 3 papers for good? Say it with --yes." in refused.err
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(screen.typer, "confirm", lambda *_, **__: False)
    assert cli(*typed).err == "Nothing was removed.\n"
    monkeypatch.setattr(screen.typer, "confirm", lambda *_, **__: True)
    assert cli(*typed).err == "Library birds is removed.\n"
    assert cli("library", "list", "--json").out == "[]\n"
    assert "No library is called 'birds'" in cli(*typed).err


def test_a_corpus_is_listed_with_what_it_holds_and_removed_with_its_folder(
    cli, three_papers: Path, tmp_path: Path
) -> None:
    cli("corpus", "build", three_papers, "--name", "songs")
    (line,) = cli("corpus", "list").out.splitlines()
    assert line.startswith("songs: 3 papers, 3 passages, 0.")
    (facts,) = json.loads(cli("corpus", "list", "--json").out)
    built = f"{day(facts['built_at'])}, vectors by {facts['embedder']}"
    assert line.endswith(f" MB, {built}, from {three_papers}")
    assert (facts["n_papers"], facts["sources"]) == (3, [str(three_papers)])
    assert cli("corpus", "remove", "songs").status == 2
    assert cli("corpus", "remove", "songs", "--yes").err == "Corpus songs is removed.\n"
    assert "There is no corpus yet" in cli("corpus", "list").err
    assert list((tmp_path / "home" / "corpora").iterdir()) == []
    assert three_papers.exists()
    assert "No corpus is called 'songs'" in cli("corpus", "remove", "songs", "--yes").err


def test_a_damaged_corpus_is_listed_with_its_damage_and_can_be_removed(
    cli, three_papers: Path, tmp_path: Path
) -> None:
    cli("corpus", "build", three_papers, "--name", "songs")
    (tmp_path / "home" / "corpora" / "songs" / "000001" / "info.json").write_text("{")
    assert "songs: The index of corpus 'songs' is damaged" in cli("corpus", "list").out
    assert cli("corpus", "remove", "songs", "--yes").status == 0
