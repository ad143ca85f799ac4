"""BibTeX and JSON lines that are broken, huge or hostile: each thing is told, what can be read is
kept, and the next file is read."""

import json
from pathlib import Path

import pytest

from myscholar.domain.papers import Paper, Relation
from myscholar.domain.runs import Event
from myscholar.errors import OversizedFile, RunCancelled, UnreadableFile
from myscholar.library.bibtex import read_bibtex
from myscholar.library.imports import import_sources
from myscholar.library.jsonl import read_jsonl
from myscholar.library.problems import Problem
from myscholar.library.reading import ReadLimits
from myscholar.library.worker import FileWorker
from tests.parted import parted

GOOD = {"title": "Good"}


def _lines(path: Path, *lines: object) -> Path:
    path.write_text(
        "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines),
        encoding="utf-8",
    )
    return path


def _bib(tmp_path: Path, text: str) -> tuple[tuple[Paper, ...], tuple[Problem, ...]]:
    (tmp_path / "a.bib").write_text(text, encoding="utf-8")
    return parted(read_bibtex(tmp_path / "a.bib"))


def _titles(worker: FileWorker, path: Path) -> tuple[list[str], str]:
    """Those of the papers that are handed on, and why no more are."""
    titles = []
    try:
        titles.extend(
            found.title if isinstance(found, Paper) else found.message
            for found in worker.entries(path, Relation.MINE)
        )
    except UnreadableFile as error:
        return titles, error.reason
    return titles, ""


def test_what_was_read_before_the_time_is_over_is_kept_and_the_next_file_is_read(
    tmp_path: Path,
) -> None:
    accents = r"\'{e}"
    slow = "".join(
        f"@misc{{k{n}, title={{Paper {n}}}}}\n"
        f"@misc{{s{n}, title={{Slow {n}}}, abstract={{{accents * 2_000}{n}}}}}\n"
        for n in range(500)
    )
    (tmp_path / "slow.bib").write_text(slow, encoding="utf-8")
    good = _lines(tmp_path / "good.jsonl", GOOD)
    with FileWorker(limits=ReadLimits(seconds=5)) as worker:
        titles, reason = _titles(worker, tmp_path / "slow.bib")
        assert reason == "reading it took more than 5 seconds, the limit."
        assert titles[0] == "Paper 0"
        assert _titles(worker, good) == (["Good"], "")


def test_a_line_that_needs_more_memory_than_there_is_spoils_no_other(tmp_path: Path) -> None:
    path = _lines(
        tmp_path / "wide.jsonl", GOOD, f'{{"title": "Wide", "x": [{"{}," * 6_000_000}1]}}', GOOD
    )
    with FileWorker(limits=ReadLimits(memory_bytes=400_000_000)) as worker:
        titles, reason = _titles(worker, path)
    assert titles == [
        "Good", "reading this takes more memory than the limit; it was left out", "Good"
    ]  # fmt: skip
    assert reason == ""


def test_a_file_of_more_papers_than_the_limit_gives_the_first_ones(tmp_path: Path) -> None:
    path = _lines(tmp_path / "many.jsonl", *({"title": f"Paper {n}"} for n in range(9)))
    with FileWorker(limits=ReadLimits(max_papers=4)) as worker:
        titles, reason = _titles(worker, path)
    assert titles == ["Paper 0", "Paper 1", "Paper 2", "Paper 3"]
    assert reason == "it holds more than 4 papers or 100 MB of them, the limit. Split it."


def test_of_very_many_problems_the_first_are_told_and_the_others_counted(tmp_path: Path) -> None:
    found = import_sources([_lines(tmp_path / "bad.jsonl", *["nothing"] * 1_150, GOOD)])
    assert [p.title for p in found.papers] == ["Good"]
    assert [p.line for p in found.problems] == [*range(1, 101), None]
    assert found.problems[-1].message == "1,050 more can't be read"


def test_an_import_says_what_it_kept_of_a_file_that_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FileWorker.__init__, "__kwdefaults__", {"limits": ReadLimits(max_papers=1)})
    found = import_sources([_lines(tmp_path / "two.jsonl", {"title": "A"}, {"title": "B"})])
    assert [p.title for p in found.papers] == ["A"]
    assert found.problems[0].message.endswith("Split it. What was read before counts.")


def test_whoever_listens_may_end_an_import_within_a_file(tmp_path: Path) -> None:
    path = _lines(tmp_path / "many.jsonl", *({"title": f"Paper {n}"} for n in range(2_000)))
    told: list[Event] = []

    def progress(event: Event) -> None:
        told.append(event)
        if len(told) == 3:
            raise RunCancelled("r")

    with pytest.raises(RunCancelled):
        import_sources([path], progress=progress)
    assert {event.message for event in told} == {"many.jsonl"}


def test_a_list_that_nobody_reads_to_its_end_does_not_answer_for_the_next_file(
    tmp_path: Path, worker: FileWorker
) -> None:
    path = _lines(tmp_path / "many.jsonl", *({"title": f"Paper {n}"} for n in range(2_000)))
    entries = worker.entries(path, Relation.MINE)
    assert isinstance(next(entries), Paper)
    entries.close()
    assert _titles(worker, _lines(tmp_path / "good.jsonl", GOOD)) == (["Good"], "")


@pytest.mark.parametrize("name", ["a.bib", "a.jsonl"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x1f\x8b\x08\0", "packed"),
        (b"PK\x03\x04\0", "Office"),
        (b"%PDF-1.7", "a PDF"),
        ('{"title": "A"}'.encode("utf-16"), "UTF-16"),
    ],
)
def test_what_is_no_text_is_named_so(
    tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(content)
    (problem,) = import_sources([tmp_path / name]).problems
    assert reason in problem.message


def test_a_file_over_the_size_limit_is_not_read(tmp_path: Path) -> None:
    path = _lines(tmp_path / "a.jsonl", GOOD)
    with pytest.raises(OversizedFile, match="more than 0 MB, the limit"):
        parted(read_jsonl(path, limits=ReadLimits(max_bytes=10)))


def test_a_line_of_more_than_20_mb_is_left_out_and_the_next_one_counted_right(
    tmp_path: Path,
) -> None:
    path = _lines(tmp_path / "a.jsonl", GOOD, {"title": "x " * 22_000_000}, GOOD, "{ ")
    papers, problems = parted(read_jsonl(path))
    assert [p.title for p in papers] == ["Good", "Good"]
    assert [p.line for p in problems] == [2, 4]
    assert "longer than 20 MB" in problems[0].message


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"title": "a" * 2_001}, "its title has more than 2,000 characters"),
        ({"title": "A", "text": "We sing. " * 230_000}, "more than 2,000,000 characters"),
        ({"title": "A", "text": "a\n\n" * 20_001}, "more than 20,000 paragraphs"),
    ],
)
def test_what_is_too_large_for_a_paper_is_named_so(
    tmp_path: Path, record: dict[str, str], reason: str
) -> None:
    papers, problems = parted(read_jsonl(_lines(tmp_path / "a.jsonl", record, GOOD)))
    assert [p.title for p in papers] == ["Good"]
    assert reason in problems[0].message


def test_facts_that_are_none_for_their_length_are_passed_over(tmp_path: Path) -> None:
    long = "10.1000/" + "x" * 3_000
    record = {"title": "A", "doi": long, "url": long, "venue": long, "paper_id": "p" * 201,
              "authors": [long, "Bo Li"], "keywords": [long, "nests"]}  # fmt: skip
    (paper,), _ = parted(read_jsonl(_lines(tmp_path / "a.jsonl", record)))
    assert (paper.doi, paper.url, paper.venue) == (None, None, None)
    assert (paper.authors, paper.fields) == (("Bo Li",), ("nests",))
    assert paper.paper_id.startswith("paper:")


def test_an_array_over_several_lines_is_told_how_it_has_to_stand(tmp_path: Path) -> None:
    _, problems = parted(read_jsonl(_lines(tmp_path / "a.jsonl", "[", '{"title": "A"}', "]")))
    assert "each object has to stand in one line" in problems[0].message


def test_two_entries_of_one_key_are_two_papers_and_the_last_of_two_fields_counts(
    tmp_path: Path,
) -> None:
    papers, problems = _bib(
        tmp_path,
        "@misc{k, title={Birds}}\n@misc{k, title={Nests}}\n@misc{l, title={A}, Title={Songs}, "
        "year=1999, year=2001}\n",
    )
    assert [(p.title, p.year) for p in papers] == [
        ("Birds", None),
        ("Nests", None),
        ("Songs", 2001),
    ]
    assert problems == ()


def test_latex_that_is_nested_too_deeply_stands_as_it_is(tmp_path: Path) -> None:
    deep = r"\textbf{" * 900 + "a" + "}" * 900
    papers, problems = _bib(tmp_path, f"@misc{{k, title={{Birds}}, abstract={{{deep} sing}}}}\n")
    assert [p.title for p in papers] == ["Birds"]
    assert (papers[0].abstract or "").endswith("textbfa sing")
    assert "'k': some of its LaTeX can't be read and stands as it is" in problems[0].message


def test_signs_that_only_latex_takes_for_something_else_are_kept(tmp_path: Path) -> None:
    text = "We see 5% of M{\\\"u}ller's finches & 3 of {\\em the old} ones -- in $x_{1}$."
    url = "https://example.org/a--b"
    (paper,), _ = _bib(
        tmp_path, f"@misc{{k, title={{Birds}}, url={{{url}}}, abstract={{{text}}}}}\n"
    )
    assert paper.url == url
    assert paper.abstract == "We see 5% of Müller's finches & 3 of the old ones – in $x_1$."


def test_strings_are_known_to_all_entries_behind_them(tmp_path: Path) -> None:
    many = "".join(
        f"@misc{{k{n}, title={{{'x' * 900} {n}}}}}\n" for n in range(700)
    )  # two portions
    text = f"@string{{JB = {{Journal of Birds}}}}\n{many}@article{{z, title=jb, journal=jb}}"
    papers, problems = _bib(tmp_path, text)
    assert (len(papers), problems) == (701, ())
    assert (papers[-1].title, papers[-1].venue) == ("Journal of Birds", "Journal of Birds")


def test_an_entry_too_large_is_left_out_and_those_around_it_keep_their_lines(
    tmp_path: Path,
) -> None:
    papers, problems = _bib(
        tmp_path,
        f"{chr(10) * 3_000_000}@misc{{a, title={{A}}}}\n@misc{{b, title={{{'B' * 2_000_001}}}}}\n"
        f"@misc{{c, title={{C}}, abstract={{{'a' * 100_001}}}}}\n@misc{{d}}\n",
    )
    assert [p.title for p in papers] == ["A", "C"]
    assert [(p.line, p.message.split("; ")[0]) for p in problems] == [
        (3_000_002, "an entry is longer than 2,000,000 characters and was left out"),
        (3_000_003, "entry 'c': its abstract is longer than 100,000 characters and was left out"),
        (3_000_004, "entry 'd' is no paper: it has no title"),
    ]


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_lines_may_end_as_on_any_system(tmp_path: Path, end: str) -> None:
    (tmp_path / "a.bib").write_bytes(f"@misc{{a, title={{A}}}}{end}@misc{{b}}{end}".encode())
    papers, problems = parted(read_bibtex(tmp_path / "a.bib"))
    assert [p.title for p in papers] == ["A"]
    assert [p.line for p in problems] == [2]


@pytest.mark.parametrize(
    "written",
    [
        "https://example.org/~ada/a--b%20c_d",
        r"https://example.org/\~{}ada/a--b\%20c\_d",
        r"\url{https://example.org/\~ada/a--b%20c_d}",
        r"https://example.org/\textasciitilde ada/a--b%20c_d",
        r"https://example.org/$\sim$ada/a--b%20c_d",
    ],
)
def test_an_address_is_the_same_in_whatever_latex_it_is_written(
    tmp_path: Path, written: str
) -> None:
    (paper,), _ = _bib(tmp_path, f"@misc{{k, title={{Birds}}, url={{{written}}}}}\n")
    assert paper.url == "https://example.org/~ada/a--b%20c_d"
