import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from myscholar.domain.papers import Paper, PassageKind, TextSource
from myscholar.errors import UnknownFormat, UnreadableFile
from myscholar.search.corpus.readers import Intake, check_sources, read_papers
from myscholar.search.corpus.rows import OtherKind, UnusableRow, paper_of_row


def read(*sources, read_pdf=None):
    intake = Intake()
    return [
        p for batch in read_papers(sources, read_pdf=read_pdf, intake=intake) for p in batch
    ], intake


def test_our_own_rows_keep_ids_and_facts():
    paper = paper_of_row(
        {
            "paper_id": "x1",
            "title": "On X",
            "abstract": "We study x.",
            "authors": ["A. B."],
            "year": 2020,
            "citation_count": 3,
        }
    )
    assert (paper.paper_id, paper.title, paper.authors, paper.year, paper.citation_count) == (
        "x1",
        "On X",
        ("A. B.",),
        2020,
        3,
    )
    assert [(p.kind, p.text) for p in paper.passages] == [(PassageKind.ABSTRACT, "We study x.")]


def test_beir_rows_take_their_facts_from_the_metadata():
    paper = paper_of_row(
        {
            "_id": "s2-7",
            "title": "On X",
            "text": "x is y",
            "metadata": {"year": 2021, "authors": ["Rego et al."]},
        }
    )
    assert (paper.paper_id, paper.year, paper.authors) == ("s2-7", 2021, ("Rego et al.",))
    assert paper.passages[0].kind is PassageKind.BODY


def test_a_summary_is_marked_as_ours():
    paper = paper_of_row({"paper_id": "x1", "title": "On X", "summary": "The paper studies x."})
    assert paper.passages[0].kind is PassageKind.SUMMARY
    assert paper.text_source is TextSource.SUMMARY


@pytest.mark.parametrize(
    ("authors", "year", "title"),
    [
        (["Rego et al."], 2021, "Rego et al. (2021)"),
        (["Ana Rego", "Bo Chang"], 2021, "Rego and Chang (2021)"),
        (["Ana Rego"], None, "Rego (n.d.)"),
        ([], 2021, "[x is y in many cases]"),
    ],
)
def test_a_paper_without_title_gets_a_readable_one(authors, year, title):
    row = {
        "snippet_id": "sn-1",
        "paper_id": "s2-7",
        "title": None,
        "text": "x is y in many cases",
        "kind": "passage",
    }
    assert paper_of_row({**row, "authors": authors, "year": year}).title == title


def test_web_pages_and_quotes_by_models_are_no_papers():
    with pytest.raises(OtherKind):
        paper_of_row(
            {"snippet_id": "sn-1", "paper_id": "web-1", "text": "Some page", "kind": "web_page"}
        )


@pytest.mark.parametrize(
    "row", [{}, {"paper_id": "x", "title": " "}, {"paper_id": "x", "text": ["a"]}]
)
def test_a_row_without_usable_text_says_so(row):
    with pytest.raises(UnusableRow):
        paper_of_row(row)


def test_odd_facts_are_left_unknown_and_the_paper_is_kept():
    paper = paper_of_row(
        {"paper_id": "x", "title": "On X", "year": "in press", "citation_count": -1, "authors": 7}
    )
    assert (paper.year, paper.citation_count, paper.authors) == (None, None, ())


@pytest.mark.parametrize("count", [1e300, 10**19, float("nan")])
def test_counts_that_no_index_can_hold_are_unknown(count):
    assert (
        paper_of_row({"paper_id": "x", "title": "On X", "citation_count": count}).citation_count
        is None
    )


def test_a_zero_byte_in_a_fact_is_a_space():
    assert paper_of_row({"paper_id": "x", "title": "On X", "venue": "A\0B"}).venue == "A B"


def test_the_same_text_has_the_same_passage_id_whichever_file_it_comes_from():
    a = paper_of_row({"paper_id": "x", "title": "On X", "text": "x is y"})
    b = paper_of_row({"_id": "x", "title": "On X", "text": "x is y", "metadata": {}})
    assert a.passages[0].passage_id == b.passages[0].passage_id


def test_ids_of_other_services_are_read_from_the_address():
    corpus_id = paper_of_row(
        {"paper_id": "a", "title": "T", "url": "https://api.semanticscholar.org/CorpusID:123"}
    )
    arxiv = paper_of_row(
        {"paper_id": "b", "title": "T", "url": "https://arxiv.org/abs/2401.01234v2"}
    )
    assert (corpus_id.s2_id, arxiv.arxiv_id) == ("CorpusId:123", "2401.01234")


def test_a_long_text_becomes_several_passages_that_hold_all_of_it():
    sentence = "This sentence has exactly some sixty characters, more or less. "
    paper = paper_of_row({"paper_id": "x", "title": "T", "text": sentence * 200})
    assert [p.paragraph for p in paper.passages] == list(range(1, len(paper.passages) + 1))
    assert max(len(p.text) for p in paper.passages) <= 3000


def test_broken_lines_are_named_by_number_and_the_good_ones_kept(tmp_path):
    path = tmp_path / "papers.jsonl"
    path.write_bytes(
        b'{"paper_id": "a", "title": "Good"}\n{"paper_id": "b", "title": \n\n[1, '
        b'2]\n\xff\xfe\n{"paper_id": "c"}\n{"paper_id": "d", "title": "Good too"}\n'
    )
    papers, intake = read(path)
    assert [p.paper_id for p in papers] == ["a", "d"]
    assert [(p.file, p.line) for p in intake.problems] == [
        ("papers.jsonl", n) for n in (2, 4, 5, 6)
    ]
    assert "not JSON" in str(intake.problems[0])


def test_snippets_of_other_kinds_are_counted(jsonl):
    rows = [
        {"snippet_id": f"s{i}", "paper_id": "p", "text": f"text {i}", "kind": k}
        for i, k in enumerate(("passage", "web_page"))
    ]
    papers, intake = read(jsonl(*rows))
    assert (len(papers), intake.n_other_kinds, intake.n_problems) == (1, 1, 0)


def test_parquet_is_read_like_jsonl(tmp_path):
    path = tmp_path / "papers.parquet"
    pq.write_table(
        pa.table(
            {
                "paper_id": ["a", "b"],
                "title": ["On A", None],
                "abstract": ["a", None],
                "year": [2020, 2021],
            }
        ),
        path,
    )
    papers, intake = read(path)
    assert [(p.paper_id, p.year) for p in papers] == [("a", 2020)]
    assert intake.problems[0].line == 2


def test_a_truncated_parquet_file_is_a_problem_and_the_rest_goes_on(tmp_path, jsonl):
    whole = tmp_path / "whole.parquet"
    pq.write_table(pa.table({"paper_id": ["a"], "title": ["On A"]}), whole)
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(whole.read_bytes()[:-20])
    papers, intake = read(broken, jsonl({"paper_id": "b", "title": "On B"}))
    assert [p.paper_id for p in papers] == ["b"]
    assert "not a whole Parquet file" in str(intake.problems[0])


def test_a_folder_gives_its_pdfs_and_names_those_that_can_not_be_read(tmp_path):
    (tmp_path / "good.pdf").write_bytes(b"%PDF")
    (tmp_path / "scan.pdf").write_bytes(b"%PDF")

    def read_pdf(path):
        if path.name == "scan.pdf":
            raise UnreadableFile(path, "the PDF holds only images.")
        return Paper(paper_id="good", title="Good")

    papers, intake = read(tmp_path, read_pdf=read_pdf)
    assert [p.paper_id for p in papers] == ["good"]
    assert str(intake.problems[0]) == "scan.pdf: the PDF holds only images."


def test_missing_and_unknown_files_are_refused_before_any_work(tmp_path):
    (tmp_path / "notes.docx").touch()
    with pytest.raises(UnreadableFile, match="no such file"):
        check_sources([tmp_path / "absent.jsonl"])
    with pytest.raises(UnknownFormat):
        check_sources([tmp_path / "notes.docx"])


def test_a_file_name_of_another_encoding_is_told_and_stored(tmp_path, build, jsonl):
    odd = tmp_path / "odd"
    odd.mkdir()
    (odd / os.fsdecode(b"\xff.pdf")).write_bytes(b"no PDF")
    info = build(jsonl({"paper_id": "x", "title": "On X", "text": "We study x."}), odd)
    assert [(p.file, info.n_problems) for p in info.problems] == [("?.pdf", 1)]


def test_a_line_that_is_too_long_or_no_json_is_named_and_the_next_is_read(tmp_path):
    path = tmp_path / "lines.jsonl"
    long, number = "x " * 11_000_000, "9" * 5000
    path.write_text(
        f'{{"title": "{long}"}}\n{{"title": {number}}}\n{"[" * 99_999}\n'
        f'{{"text": "{long[:2_000_002]}"}}\n{{"title": "Owls"}}\n'
    )
    papers, intake = read(path)
    assert [p.title for p in papers] == ["Owls"]
    assert [(p.line, p.reason) for p in intake.problems] == [
        (1, "longer than 20 MB"),
        (2, "not JSON (a number is too long)"),
        (3, "not JSON (nested too deep)"),
        (4, "`text` has more than 2,000,000 characters"),
    ]
