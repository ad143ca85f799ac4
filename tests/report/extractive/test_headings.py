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
        (
            "How are citations of generated answers verified?",
            "How Are Citations of Generated Answers Verified?",
        ),
        (
            "How have findings on memory in insects informed the design of controllers for swarms?",
            "How Have Findings on Memory in Insects Informed the Design of Controllers for Swarms?",
        ),
        ("What are the limits of automatic judges?", "Limits of Automatic Judges"),
        ("What is crop rotation and which crops need it?", "Crop Rotation"),
        (
            "What are the best ways to keep a weather station (a small one) running in the winter?",
            "Best Ways to Keep a Weather Station Running in the Winter",
        ),
        (
            "Does active learning work for small models?",
            "Does Active Learning Work for Small Models?",
        ),
        ("Conduct a literature review on crop rotation.", "Crop Rotation"),
        ("Develop a sensor of frost. Compare it with other sensors.", "Sensor of Frost"),
        (
            "Design a sampling plan for streams that recover, and deliver a checklist of stations.",
            "Streams That Recover",
        ),
        (
            "Quantify how hail, frost and drought change the yield of orchards in dry valleys of "
            "the south, using insurance records. Deliver a table.",
            "How Hail, Frost and Drought Change the Yield of Orchards in Dry Valleys of the South",
        ),
    ],
)
def test_the_title_says_what_the_question_asks(question: str, title: str) -> None:
    assert report_title(analyse_question(question), Lexicon([])) == title


def test_a_title_is_never_cut_within_a_list() -> None:
    question = (
        "What are the methods by which orchards in dry valleys are protected against frost, hail "
        "and insects that come early in the year?"
    )
    title = report_title(analyse_question(question), Lexicon([]))
    assert not title.endswith("Frost")
