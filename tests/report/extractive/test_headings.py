"""The title of a digest says what the question asks."""

import pytest

from myscholar.report.extractive.question_title import report_title
from myscholar.report.extractive.titles import Lexicon
from myscholar.text.question import analyse_question


@pytest.mark.parametrize(
    ("question", "title"),
    [
        (
            "How can relevance be judged by language models?",
            "How Can Relevance Be Judged by Language Models?",
        ),
        (
            "How is citation quality evaluated in generated answers?",
            "How Is Citation Quality Evaluated in Generated Answers?",
        ),
        (
            "How do crop rotation schedules affect soil nitrogen?",
            "How Do Crop Rotation Schedules Affect Soil Nitrogen?",
        ),
        ("What are the limits of automatic judges?", "Limits of Automatic Judges"),
        (
            "Does active learning work for small models?",
            "Does Active Learning Work for Small Models?",
        ),
    ],
)
def test_the_title_says_what_the_question_asks(question: str, title: str) -> None:
    assert report_title(analyse_question(question), Lexicon([])) == title
