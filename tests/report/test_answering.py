"""Which passages of a report's sources bear on a question, and in which language it is."""

import pytest

from myscholar.domain.evidence import Hit
from myscholar.report.answering import is_foreign, rank_passages


@pytest.fixture
def hits(papers):
    return tuple(Hit(paper=p, score=1.0) for p in papers)


def test_the_passage_that_holds_the_words_comes_first_and_a_quoted_one_before_its_equals(
    hits, background
):
    ranked = rank_passages(["Do advisory services help in Kenya?"], hits, (), background)
    assert ranked[0].paper.paper_id == "p13"
    assert len(ranked) == len(hits)
    nothing = rank_passages(["Byzantine porcelain"], hits, {"p7:1"}, background)
    assert nothing[0].passage.passage_id == "p7:1"


def test_the_nearest_of_several_wordings_counts(hits, background):
    asked = ["Was hilft in Kenia?", "advisory services Kenya"]
    assert rank_passages(asked, hits, (), background)[0].paper.paper_id == "p13"


@pytest.mark.parametrize(
    ("question", "foreign"),
    [
        ("How do the sensors measure soil nitrogen?", False),
        ("What about the unheard-of zylophage of the fields?", False),
        ("What is a glazed porcelain?", False),
        ("Wie messen die Sensoren den Stickstoff im Boden?", True),
        ("¿Cómo miden los sensores el nitrógeno del suelo?", True),
        ("Comment mesure-t-on l’azote dans le sol des petites exploitations ?", True),
        ("土壌の窒素はどのように測定されますか", True),
    ],
)
def test_a_question_in_another_language_is_known(hits, background, question, foreign):
    assert is_foreign(question, hits, background) is foreign
