"""Headings are about the question, titles say what it asks, and a TL;DR speaks of its heading."""

from collections.abc import Callable

import pytest

from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.report import Findings, Report
from myscholar.report.question_title import report_title
from myscholar.report.titles import Lexicon
from myscholar.text.question import analyse_question
from myscholar.text.terms import content_stems

MakeReport = Callable[..., Report]


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("How can relevance be judged by language models?", "How Relevance Can Be Judged by Language Models"),
        ("How is citation quality evaluated in generated answers?", "How Citation Quality Is Evaluated in Generated Answers"),
        ("How do crop rotation schedules affect soil nitrogen?", "How Crop Rotation Schedules Affect Soil Nitrogen"),
        ("What are the limits of automatic judges?", "Limits of Automatic Judges"),
        ("Does active learning work for small models?", "Does Active Learning Work for Small Models?"),
    ],
)
def test_the_title_says_what_the_question_asks(question: str, title: str) -> None:
    assert report_title(analyse_question(question), Lexicon([])) == title


def test_a_tldr_holds_a_word_of_its_heading(report_of: MakeReport) -> None:
    for section in report_of().sections:
        heading = set(content_stems(section.title))
        assert heading & set(content_stems(section.tldr)) or heading & set(content_stems("background evaluation limits methods"))


def test_places_and_parts_of_documents_head_no_section(
    report_of: MakeReport, found: Callable[..., Findings], papers: tuple[Paper, ...]
) -> None:
    """Eight papers say "United States" and "full text" in every sentence, and still neither becomes a heading."""
    more = tuple(_with_noise(paper) for paper in papers[:8]) + papers[8:]
    titles = " ".join(section.title for section in report_of(findings=found(more)).sections)
    assert "United States" not in titles
    assert "Full Text" not in titles


def _with_noise(paper: Paper) -> Paper:
    text = " ".join(
        f"{said.rstrip('.')} in the full text of records from the United States." for said in paper.passages[0].text.split(". ")
    )
    passage = Passage(
        passage_id=PassageId(f"{paper.paper_id}:2"), paper_id=PaperId(paper.paper_id), kind=PassageKind.ABSTRACT, text=text
    )
    return paper.model_copy(update={"passages": (passage,)})
