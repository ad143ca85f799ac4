"""Files and folders in, papers and problems out."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from myscholar.domain.papers import Relation
from myscholar.domain.runs import Event
from myscholar.library.imports import import_sources


def test_a_folder_of_everything_is_read_and_one_bad_file_stops_nothing(
    tmp_path: Path, one_column: Callable[..., Path]
) -> None:
    one_column([("1 Introduction", ["A sentence of the paper that can be read."])])
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "more.jsonl").write_text(
        '{"title": "From a line"}\n{"title": \n', encoding="utf-8"
    )
    (tmp_path / "refs.bib").write_text("@misc{k, title={From an entry}}", encoding="utf-8")
    (tmp_path / "broken.pdf").write_bytes(b"nothing of the kind")
    events: list[Event] = []
    found = import_sources([tmp_path], relation=Relation.FOLLOWED, progress=events.append)
    assert {p.title for p in found.papers} == {
        "From a line",
        "From an entry",
        "How Readers Check Their Sources",
    }
    assert {p.relation for p in found.papers} == {Relation.FOLLOWED}
    assert {(Path(p.source).name, p.line) for p in found.problems} == {
        ("broken.pdf", None),
        ("more.jsonl", 2),
    }
    assert (events[-1].done, events[-1].total) == (4, 4)


def test_the_same_paper_in_two_files_is_one_paper(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(
        "@misc{k, title={One Paper of Many}, year={2020}}", encoding="utf-8"
    )
    (tmp_path / "b.jsonl").write_text(
        '{"title": "One paper of many", "abstract": "We say it."}', encoding="utf-8"
    )
    found = import_sources([tmp_path])
    assert len(found.papers) == 1
    assert len(found.merges) == 1
    assert (found.papers[0].abstract, found.papers[0].year) == ("We say it.", 2020)


def test_a_pdf_is_known_by_its_content_whatever_its_name(
    one_column: Callable[..., Path], tmp_path: Path
) -> None:
    path = one_column([("1 Introduction", ["Checking takes time."])], name="2601.00001v1")
    assert [p.title for p in import_sources([path]).papers] == ["How Readers Check Their Sources"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none", "no such file"),
        ("empty", "holds no .pdf"),
        ("notes.docx", "this kind of file can't be read. Known: .pdf, .jsonl, .bib and folders"),
        ("e.jsonl", "no paper"),
    ],
)
def test_a_source_that_gives_nothing_says_why(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.docx").write_bytes(b"PK")
    (tmp_path / "e.jsonl").touch()
    found = import_sources([tmp_path / name])
    assert found.papers == ()
    assert message in found.problems[0].message


def test_no_sources_give_no_papers() -> None:
    assert import_sources([]).papers == ()


def test_a_file_name_of_another_encoding_is_told_in_a_form_that_can_be_written(
    tmp_path: Path,
) -> None:
    (tmp_path / os.fsdecode(b"\xff.pdf")).write_bytes(b"no PDF")
    (problem,) = import_sources([tmp_path]).problems
    assert problem.source.endswith("/?.pdf")
    assert str(problem).encode()


def test_a_file_name_of_several_lines_is_told_in_one(tmp_path: Path) -> None:
    (tmp_path / "a.bib\nproblem: b.bib").write_text("@misc{k}", encoding="utf-8")
    (problem,) = import_sources([tmp_path]).problems
    assert "\n" not in str(problem)


def test_a_device_is_no_file_whatever_its_name_ends_in(tmp_path: Path) -> None:
    link = tmp_path / "endless.bib"
    link.symlink_to("/dev/zero")
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    found = import_sources([link, pipe])
    assert [problem.message for problem in found.problems] == [
        "it is a device or a pipe, not a file."
    ] * 2
