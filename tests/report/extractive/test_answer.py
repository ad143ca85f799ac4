"""A further question without a model: the sentences that answer it best, or none."""

from myscholar.domain.answers import Coverage
from myscholar.domain.evidence import Hit
from myscholar.report.extractive.answer import NONE, _size, answer_by_quotes
from tests.report.conftest import QUESTION


def ask(question, papers, background, about=(QUESTION,)):
    hits = tuple(Hit(paper=p, score=1.0) for p in papers)
    return answer_by_quotes(question, question, about, hits, background)


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
    assert (made.coverage, made.section.text) == (Coverage.NONE, NONE)
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
    assert made.missing == "No quote names “vineyards”."


def test_a_definition_that_no_quote_gives_is_told(papers, background):
    made = ask("What is a legume cover crop?", papers, background)
    assert (made.coverage, made.missing) == (Coverage.PARTLY, "No quote says what it is.")


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
