import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from eval.datasets.scholarqa import from_report, read_reports, write_reports
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.report import Cell, Citation, Reference, Report, ReportId, Section, Table
from myscholar.errors import UnreadableFile, UnwritableFile

REPORT = ScholarReport(
    query_id="q1",
    question="How do robots plan?",
    system="someone",
    sections=(
        ScholarSection(
            title="Sampling",
            text="Trees grow at random [1].",
            citations=(
                ScholarCitation(
                    id="[1]",
                    title="On trees",
                    snippets=("Trees grow.",),
                    corpus_id="7",
                    url="https://x.org",
                ),
            ),
        ),
        ScholarSection(text="No title, nothing cited."),
    ),
)


def test_reports_written_are_read_back_equal(tmp_path):
    failed = ScholarReport(query_id="q2", question="Why?", system="someone")
    write_reports(tmp_path / "new" / "reports.jsonl", [REPORT, failed])
    assert read_reports(tmp_path / "new" / "reports.jsonl") == (REPORT, failed)


def test_parquet_and_a_list_give_the_same_reports(tmp_path):
    rows = [REPORT.model_dump(mode="json")]
    (tmp_path / "list.json").write_text(json.dumps(rows), encoding="utf-8")
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "reports.parquet")
    assert (
        read_reports(tmp_path / "list.json")
        == read_reports(tmp_path / "reports.parquet")
        == (REPORT,)
    )


def test_what_others_leave_out_or_write_otherwise_is_taken_as_meant(tmp_path):
    citation = {"id": 3, "snippets": ["  ", "real words"], "corpus_id": 12, "extra": 1}
    section = {
        "title": "",
        "text": "said [3]",
        "citations": [citation, {"id": "", "title": "marked nowhere"}],
    }
    row = {
        "query_id": "q",
        "question": "Why?",
        "system": "s",
        "sections": [section, {"text": "", "citations": None}],
    }
    (tmp_path / "r.jsonl").write_text(json.dumps(row), encoding="utf-8")
    first, second = read_reports(tmp_path / "r.jsonl")[0].sections
    assert (first.title, second.citations) == (None, ())
    assert first.citations == (ScholarCitation(id="3", snippets=("real words",), corpus_id="12"),)


def test_a_bad_report_names_row_and_field(tmp_path):
    rows = [
        REPORT.model_dump(mode="json"),
        {**REPORT.model_dump(mode="json"), "sections": [{"title": "no text"}]},
    ]
    (tmp_path / "r.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with pytest.raises(UnreadableFile, match=r"r\.jsonl: row 2: sections\.0\.text: field required"):
        read_reports(tmp_path / "r.jsonl")


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnwritableFile, match="can't be written"):
        write_reports(tmp_path / "file" / "reports.jsonl", [REPORT])


PASSAGES = tuple(
    Passage(
        passage_id=PassageId(f"p{n}"),
        paper_id=PaperId(f"paper{n}"),
        kind=PassageKind.ABSTRACT,
        text=text,
    )
    for n, text in ((1, "Trees grow at random. They reach far."), (2, "Graphs are dense."))
)


def ours() -> Report:
    grow, far = Evidence.of_passage(PASSAGES[0], 0, 21), Evidence.of_passage(PASSAGES[0], 22)
    dense = Evidence.of_passage(PASSAGES[1])
    text = "They grow [1] and reach [1]."
    section = Section(
        title="Trees",
        tldr="Trees work.",
        text=text,
        citations=(
            Citation(number=1, start=10, end=13, evidence=(grow,)),
            Citation(number=1, start=24, end=27, evidence=(far, grow)),
        ),
        table=Table(
            columns=("Paper", "Finding"),
            rows=((Cell(text="Graphs", number=2, evidence=(dense,)), Cell(text="dense")),),
        ),
    )
    return Report(
        report_id=ReportId("r"),
        question="How do robots plan?",
        title="Planning",
        notice="made for a test",
        created_at="2026-01-01T00:00:00Z",
        sections=(section,),
        references=tuple(
            Reference(
                number=n,
                paper=Paper(paper_id=PaperId(f"paper{n}"), title=f"Title {n}", url="https://x.org"),
            )
            for n in (1, 2)
        ),
        passages=PASSAGES,
    )


def test_our_report_keeps_markers_and_brings_every_quote_once():
    made = from_report(ours(), query_id="q1", system="myscholar")
    section = made.sections[0]
    assert (
        section.text
        == "TL;DR: Trees work.\n\nThey grow [1] and reach [1].\n\nPaper | Finding\nGraphs [2] | "
        "dense"
    )
    assert [(c.id, c.title, c.snippets) for c in section.citations] == [
        ("[1]", "Title 1", ("Trees grow at random.", "They reach far.")),
        ("[2]", "Title 2", ("Graphs are dense.",)),
    ]
    assert (made.query_id, made.system, made.question, made.split) == (
        "q1",
        "myscholar",
        "How do robots plan?",
        "dev",
    )


@pytest.mark.shared
def test_all_real_reports_are_read(shared):
    reports = read_reports(shared / "data" / "reports" / "scholarqa_cs_reports.parquet")
    assert len(reports) == 78
    assert all(c.snippets for r in reports for s in r.sections for c in s.citations)
