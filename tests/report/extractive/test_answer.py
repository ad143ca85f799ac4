"""A further question without a model: the sentences that answer it best, or none."""

import pytest

from myscholar.domain.answers import Coverage
from myscholar.domain.evidence import Hit
from myscholar.report.extractive.answer import DIFFER, UNCITED, _size, answer_by_quotes
from tests.report.conftest import QUESTION, paper


def ask(question, papers, background, about=(QUESTION,), cited=()):
    hits = tuple(Hit(paper=p, score=1.0) for p in papers)
    return answer_by_quotes(question, about, hits, background, cited=cited)


def quoted(answer):
    return [e.text for e in answer.section.evidence]


def test_what_names_the_questions_words_is_quoted_word_for_word_by_paper(papers, background):
    made = ask("How accurate are soil nitrogen sensors?", papers, background)
    assert made.coverage is None
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
        "No sentence was found that answers this. No passage that was read holds “glaze”, "
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
    assert made.missing == ("Neither these sentences nor their papers' titles hold “vineyards”.")


def test_what_the_question_adds_to_the_reports_stands_in_each_sentence_quoted(papers, background):
    made = ask("Do sensors help with soil nitrogen on small farms?", papers, background)
    assert made.references
    assert all("sensors" in text for text in quoted(made))


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("What is an advisory farmer?", "says what this is"),
        ("Why do advisory services reach farmers?", "says why"),
        ("How is tillage depth measured?", "says how this is measured"),
        ("On which data were legume cover crops used?", "says on which data"),
    ],
)
def test_a_question_for_a_kind_of_sentence_is_not_answered_by_another_kind(
    question, refused, papers, background
):
    made = ask(question, papers, background)
    assert made.section.text == f"No sentence was found that {refused}."


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
    assert _size(1, 1) == "The sentence that comes closest."
    assert _size(8, 5) == "The 8 sentences that come closest, from 5 papers."


def test_a_question_that_leans_on_an_earlier_one_takes_its_topic(papers, background):
    made = ask(
        "What is unknown?", papers, background, ("How do soil nitrogen models work?", QUESTION)
    )
    assert made.coverage is None


def test_the_same_question_gets_the_same_answer(papers, background):
    question = "Does irrigation water move soil nitrogen?"
    assert ask(question, papers, background) == ask(question, papers, background)


TESTED = (
    "Earlier tills (such as Disc-Harrow) loosen clay. However, "
    "these tills often require significant tuning on every field. We present a light plough. We "
    "evaluate our plough by tilling sand, clay and loam on two hills."
)
OTHER = (
    "Soil yields vary. Experiments on the OatField dataset show that a rake works in every season."
)
PAPERS = (paper(20, TESTED), paper(21, OTHER))
PLOUGH = ("How do ploughs till soil?",)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("On which fields was the light plough evaluated?", "by tilling sand, clay and loam"),
        ("On which data?", "OatField dataset"),
        ("Which corpus is used?", "OatField dataset"),
        ("Which methods are used?", "We present a light plough"),
        ("What are the main results?", "show that a rake works"),
    ],
)
def test_a_question_that_names_its_kind_is_answered_by_sentences_of_it(
    question, answer, papers, background
):
    made = ask(question, (*PAPERS, *papers), background, PLOUGH, ("p20", "p21"))
    assert answer in " ".join(quoted(made))


def test_a_bare_question_for_data_is_of_the_report_whatever_was_asked_before(papers, background):
    question, cited, every = "On which data?", ("p20", "p21"), (*PAPERS, *papers)
    alone = ask(question, every, background, PLOUGH, cited)
    after = ask(question, every, background, ("How do soil nitrogen models work?", *PLOUGH), cited)
    assert after == alone
    assert "OatField dataset" in " ".join(quoted(after))


def test_a_sentence_that_leans_on_the_one_before_is_quoted_with_it(papers, background):
    question = "What are the drawbacks of disc-harrow tills?"
    made = ask(question, (*PAPERS, *papers), background, PLOUGH)
    (text,) = quoted(made)
    assert text.startswith("Earlier tills (such as Disc-Harrow)")
    assert text.endswith("significant tuning on every field")


def test_a_question_for_a_kind_alone_asks_the_reports_papers_one_quote_each(papers, background):
    made = ask("What are the limits?", papers, background, cited=("p3", "p5"))
    cited = [r.paper.paper_id for r in made.references]
    assert set(cited) == {"p3", "p5"}
    assert len(made.section.citations) == len(cited)


def test_what_the_report_does_not_cite_stands_apart(papers, background):
    made = ask("Do soil nitrogen sensors help?", papers, background, cited=("p1",))
    assert UNCITED in made.section.text


def test_a_term_that_no_sentence_defines_is_told_by_one_that_is_about_it(background):
    told = "Strip rotations use several crops side by side in order to keep the soil covered."
    for question in ("What is meant by strip rotation?", "What is strip rotation?"):
        assert quoted(ask(question, [paper(0, told)], background)) == [told[:-1]]


def test_sources_that_say_the_opposite_stand_side_by_side_and_that_is_told(background):
    sides = (
        "Compared with plough farms, mulch farms are better at keeping water in clay soil.",
        "On dry hills mulch farms show neither better water in clay soil, nor more worms.",
    )
    made = ask(
        "Do mulch farms keep water in clay better than plough farms?",
        [paper(i, text) for i, text in enumerate(sides)],
        background,
    )
    assert len(made.references) == 2
    assert made.missing == DIFFER


def test_words_that_only_say_how_one_asks_are_never_told_as_missing(background):
    made = ask("Why is a piece of clay harder to till?", PAPERS, background, PLOUGH)
    assert "piece" not in made.section.text + made.missing
    assert "harder" not in made.section.text + made.missing
