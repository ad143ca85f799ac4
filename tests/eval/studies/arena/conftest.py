"""Reports of two made-up systems on two made-up questions."""

import json
from pathlib import Path

import pytest

from eval.datasets.scholarqa import write_reports
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection

QUESTIONS = {
    "q1": "How do hedgerows influence wild bee abundance?",
    "q2": "What lets glass melt more slowly in ovens?",
}
SOURCES = {
    "q1": "Hedgerows raised wild bee abundance by 40% in arable fields.",
    "q2": "Glass melts more slowly in ovens when it holds more quartz.",
}


def report(query: str, system: str, text: str, *snippets: str) -> ScholarReport:
    citations = tuple(
        ScholarCitation(id=f"[{n}]", title=f"Title {n} of {query}", snippets=(s,) if s else ())
        for n, s in enumerate(snippets, 1)
    )
    section = ScholarSection(title="Answer", text=text, citations=citations)
    return ScholarReport(
        query_id=query, question=QUESTIONS[query], system=system, sections=(section,)
    )


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """`good` says what its sources say, `poor` something else; `bare` cites nothing."""
    made = [
        *(report(q, "good", f"{SOURCES[q]} So it was found [1].", SOURCES[q]) for q in QUESTIONS),
        *(report(q, "poor", "Rivers flow to the sea [1].", SOURCES[q]) for q in QUESTIONS),
        report("q1", "bare", "Rivers flow to the sea."),
    ]
    path = tmp_path / "reports.jsonl"
    write_reports(path, made)
    return path


@pytest.fixture
def shared(tmp_path: Path, reports: Path) -> Path:
    """The same reports as shared data, compared by people, who prefer `good`."""
    folder = tmp_path / "shared" / "data" / "reports"
    folder.mkdir(parents=True)
    (folder / "system_reports_dev.parquet").write_bytes(reports.read_bytes())
    (folder / "scholarqa_cs_reports.parquet").write_bytes(reports.read_bytes()[:0])
    none = dict.fromkeys(
        ("answer_precision", "answer_recall", "citation_precision", "citation_recall")
    )
    rows = [
        {
            "pair_id": f"p{n}",
            "group": "deep_expert",
            "query_id": query,
            "question": QUESTIONS[query],
            "systems": systems,
            "preferred": "good",
            "preference": [float(s == "good") for s in systems],
            "citation_scale": "0-1, higher is better",
            "human": none,
            "judge_model": none,
            "report_available": [True, True],
        }
        for n, (query, systems) in enumerate(
            [("q1", ["good", "poor"]), ("q2", ["poor", "good"]), ("q1", ["good", "bare"])]
        )
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "human_pairwise.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path / "shared"
