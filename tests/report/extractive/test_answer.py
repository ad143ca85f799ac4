"""A further question without a model: the sentences that answer it best, or none."""

import pytest

from myscholar.domain.answers import Coverage
from myscholar.domain.evidence import Hit
from myscholar.report.extractive.answer import _size, answer_by_quotes
from tests.report.conftest import QUESTION, paper


def ask(question, papers, background, about=(QUESTION,)):
    hits = tuple(Hit(paper=p, score=1.0) for p in papers)
    return answer_by_quotes(question, about, hits, background)


def quoted(answer):
    return [e.text for e in answer.section.evidence]


def test_what_names_the_questions_words_is_quoted_word_for_word_by_paper(papers, background):
    made = ask("How accurate are soil nitrogen sensors?", papers, background)
    assert made.coverage is Coverage.FULL
    assert "accuracy of 91 percent" in " ".join(quoted(made))
    first = made.references[0].paper
    assert first.paper_id == "p4"
    assert made.section.text.startswith("- AuthorE and Other (2009)")
    for piece in made.section.evidence:
        (passage,) = (p for p in made.passages if p.passage_id == piece.passage_id)
        assert passage.text[piece.start : piece.end] == piece.text


def test_a_question_that_no_source_speaks_of_is_refused_plainly(papers, background):
    made = ask("Which glaze did Byzantine porcelain have?", papers, background)
    assert made.coverage is Coverage.NONE
    assert made.section.text == (
        "No sentence was found in the sources that answers this. They nowhere name “glaze”, "
        "“Byzantine” and “porcelain”."
    )
    assert made.section.citations == ()


def test_what_papers_leave_open_is_asked_without_a_topic_of_its_own(papers, background):
    made = ask("What do these papers leave open?", papers, background)
    said = quoted(made)
    assert any("remains poorly understood" in text or "further research" in text for text in said)
    assert any("Future work should study" in text for text in said)
    assert not any("accuracy of 91 percent" in text for text in said)


def test_a_word_that_no_quote_names_is_told(papers, background):
    made = ask("Do legume cover crops reduce fertilizer use in vineyards?", papers, background)
    assert made.coverage is Coverage.PARTLY
    assert made.missing == "No passage quoted here names “vineyards”."


def test_what_the_question_adds_to_the_reports_stands_in_each_sentence_quoted(papers, background):
    made = ask("Do sensors help with soil nitrogen on small farms?", papers, background)
    assert made.coverage is Coverage.FULL
    assert all("sensors" in text for text in quoted(made))


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("What is a legume cover crop?", "says what this is"),
        ("Why do advisory services reach farmers?", "says why"),
        ("How is tillage depth measured?", "says how this is measured"),
        ("On which data were legume cover crops used?", "says on which data"),
    ],
)
def test_a_question_for_a_kind_of_sentence_is_not_answered_by_another_kind(
    question, refused, papers, background
):
    made = ask(question, papers, background)
    assert made.section.text == f"No sentence was found in the sources that {refused}."


def test_a_term_that_a_sentence_explains_is_quoted_with_it_alone(papers, background):
    made = ask("What is crop rotation?", papers, background)
    assert quoted(made) == [
        "Crop rotation is a method for growing different crops in sequence on the same field"
    ]


def test_limits_that_are_only_announced_leave_nothing_open(background):
    told = "The survey of crop rotation on small farms ends with some open challenges of the field."
    made = ask("What do these papers leave open?", [paper(0, told)], background)
    assert made.coverage is Coverage.NONE


def test_an_earlier_question_that_no_source_speaks_of_is_not_gone_on_from(papers, background):
    before = ("Which glaze did Byzantine porcelain have?", QUESTION)
    for question in ("What do these papers leave open?", "What is unknown?"):
        assert ask(question, papers, background, before) == ask(question, papers, background)


def test_an_answer_says_how_many_quotes_it_has(papers, background):
    assert _size(1, 1) == "1 quote of one paper."
    assert _size(8, 8) == "A quote each of 8 papers, the best first."
    assert _size(8, 5) == "8 quotes of 5 papers, the paper of the best first."


def test_a_question_that_leans_on_an_earlier_one_takes_its_topic(papers, background):
    made = ask(
        "What is unknown?", papers, background, ("How do soil nitrogen models work?", QUESTION)
    )
    assert made.coverage is Coverage.FULL


def test_the_same_question_gets_the_same_answer(papers, background):
    question = "Does irrigation water move soil nitrogen?"
    assert ask(question, papers, background) == ask(question, papers, background)
