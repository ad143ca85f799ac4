"""JSONL files as people have them."""

import json
from pathlib import Path

import pytest

from myscholar.domain.papers import PassageKind, Relation, TextSource
from myscholar.errors import UnreadableFile
from myscholar.library.jsonl import read_jsonl
from myscholar.library.records import authors_of
from tests.parted import parted


def _file(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "papers.jsonl"
    path.write_text(
        "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines),
        encoding="utf-8",
    )
    return path


def test_markdown_headings_become_section_names(tmp_path: Path) -> None:
    text = (
        "## Abstract\nWe study checks.\n\n# 1 Introduction\n\nFirst paragraph\nof two lines.\n\n## "
        "2 Method\nSecond paragraph."
    )
    (paper,), problems = parted(
        read_jsonl(
            _file(tmp_path, {"paper_id": "p1", "title": "Checks", "text": text, "year": "2021"})
        )
    )
    assert problems == ()
    assert paper.year == 2021
    assert [(p.kind, p.section, p.text, p.passage_id) for p in paper.passages] == [
        (PassageKind.ABSTRACT, None, "We study checks.", "p1#1"),
        (PassageKind.BODY, "Introduction", "First paragraph of two lines.", "p1#2"),
        (PassageKind.BODY, "Method", "Second paragraph.", "p1#3"),
    ]


def test_a_text_without_blank_lines_is_cut_at_sentences(tmp_path: Path) -> None:
    text = " ".join(f"Sentence number {n} has exactly eight words here." for n in range(100))
    (paper,), _ = parted(read_jsonl(_file(tmp_path, {"title": "Long", "text": text})))
    assert 6 <= len(paper.passages) <= 8
    assert all(p.text.endswith("here.") for p in paper.passages)
    assert " ".join(p.text for p in paper.passages) == text


def test_an_abstract_alone_is_marked_as_such(tmp_path: Path) -> None:
    (given, told, title, summary), _ = parted(
        read_jsonl(
            _file(
                tmp_path,
                {"title": "A", "abstract": "We show it."},
                {"title": "B", "text": "We show it.", "text_kind": "abstract"},
                {"title": "C", "text": "", "text_kind": "title_only"},
                {
                    "title": "D",
                    "summary": "They show it.",
                    "citation_count": 7,
                    "doi": "https://doi.org/10.1000/X.1",
                },
            )
        )
    )
    assert [p.text_source for p in (given, told, title, summary)] == [
        TextSource.ABSTRACT, TextSource.ABSTRACT, TextSource.TITLE_ONLY, TextSource.SUMMARY
    ]  # fmt: skip
    assert given.abstract == told.abstract == "We show it."
    assert (summary.passages[0].kind, summary.citation_count, summary.doi) == (
        PassageKind.SUMMARY,
        7,
        "10.1000/x.1",
    )


def test_broken_lines_are_named_by_number_and_good_ones_kept(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        {"title": "Good"},
        '{"title": "cut',
        "",
        [1, 2],
        {"year": 2020},
        {"title": "Also good"},
    )
    papers, problems = parted(read_jsonl(path))
    assert [p.title for p in papers] == ["Good", "Also good"]
    assert [(p.source, p.line) for p in problems] == [
        (str(path), 2),
        (str(path), 4),
        (str(path), 5),
    ]
    assert "not valid JSON" in problems[0].message
    assert "no title" in problems[2].message


def test_a_number_of_thousands_of_digits_spoils_its_line_and_no_other(tmp_path: Path) -> None:
    path = _file(tmp_path, '{"title": "Long", "year": ' + "9" * 5000 + "}", {"title": "Good"})
    papers, problems = parted(read_jsonl(path))
    assert [p.title for p in papers] == ["Good"]
    assert "a number is too long" in problems[0].message


def test_a_byte_order_mark_and_bytes_that_are_not_utf8_do_not_stop_the_reading(
    tmp_path: Path,
) -> None:
    path = tmp_path / "papers.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"title": "One"}\n{"title": "Caf\xe9"}\n')
    papers, problems = parted(read_jsonl(path))
    assert [p.title for p in papers] == ["One", "Caf\ufffd"]
    assert problems[0].line == 2
    assert "not UTF-8" in problems[0].message


def test_each_line_may_say_whose_paper_it_is(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        {"title": "A"},
        {"title": "B", "relation": "mine"},
        {"title": "C", "relation": "hers"},
    )
    papers, problems = parted(read_jsonl(path, relation=Relation.FOLLOWED))
    assert [p.relation for p in papers] == [Relation.FOLLOWED, Relation.MINE]
    assert problems[0].line == 3


def test_a_user_with_many_papers_may_stand_in_one_line(tmp_path: Path) -> None:
    papers, _ = parted(
        read_jsonl(
            _file(
                tmp_path,
                {"user_id": "u", "papers": [{"paper_id": "a" * 40, "title": "A"}, {"title": "B"}]},
            )
        )
    )
    assert [(p.title, p.s2_id) for p in papers] == [("A", "a" * 40), ("B", None)]


@pytest.mark.parametrize(
    "given",
    [
        ["Ada Example", "Bo van Specimen"],
        "Ada Example and Bo van Specimen",
        "Ada Example; Bo van Specimen",
        "Ada Example, Bo van Specimen",
        "Example, Ada and van Specimen, Bo",
        [{"name": "Ada Example"}, {"name": "Bo van Specimen"}],
    ],
)
def test_authors_may_be_written_in_many_ways(given: object) -> None:
    assert authors_of(given) == ("Ada Example", "Bo van Specimen")


def test_a_missing_file_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="can't be opened"):
        parted(read_jsonl(tmp_path / "gone.jsonl"))


@pytest.mark.shared
def test_every_interview_paper_is_read(shared: Path) -> None:
    papers, problems = parted(read_jsonl(shared / "data" / "interviews" / "users.jsonl"))
    assert problems == ()
    assert len(papers) > 50
    assert all(p.passages for p in papers if p.text_source is not TextSource.TITLE_ONLY)
    assert max(len(p.text.split()) for paper in papers for p in paper.passages) < 400
