"""Facets are noun phrases near the question that several look-up results share."""

from itertools import repeat

import pytest

from myscholar.actions.facets import facets
from myscholar.actions.reader import read
from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.profile import Inference, InferenceId, Profile, ProfileAspect
from myscholar.text.background import Background
from myscholar.text.question import analyse_question

QUESTION = "How does nest watermarking withstand weather?"


def _hit(number: int, title: str, text: str) -> Hit:
    paper_id = PaperId(f"h{number}")
    passage = Passage(passage_id=PassageId(f"h{number}:1"), paper_id=paper_id, kind=PassageKind.ABSTRACT, text=text)
    return Hit(paper=Paper(paper_id=paper_id, title=title, passages=(passage,)), score=1.0)


def _found(
    background: Background, side: str, plain: str = "People like birds.", title: str = "Nest watermarking"
) -> tuple[str, ...]:
    texts = [*repeat(side, 3), *repeat(plain, 5)]
    analysis = analyse_question(QUESTION, idf=background.idf)
    return facets(analysis, [_hit(n, title, text) for n, text in enumerate(texts)], background)


def test_a_noun_phrase_of_several_results_is_a_facet_in_the_number_in_which_papers_count_it(background: Background) -> None:
    assert _found(background, "It is put on a wicker basket. Such baskets hold.") == ("wicker baskets",)


@pytest.mark.parametrize("side", ["It is how she processes images.", "It is on correct labels.", "It is a moss lining paradigm."])
def test_verbs_fillers_and_empty_heads_are_no_facets(background: Background, side: str) -> None:
    assert _found(background, side) == ()


def test_what_only_stands_far_from_the_question_is_no_facet(background: Background) -> None:
    assert _found(background, "It is put on a wicker basket.", title="Garden fairs") == ()


def test_a_word_that_names_no_topic_is_never_what_an_inference_is_nearest_by(background: Background, reader: Profile) -> None:
    limits = Inference(
        inference_id=InferenceId("k"),
        aspect=ProfileAspect.KNOWLEDGE,
        text="Limits are named.",
        terms=("moss lining", "limitations"),
    )
    seen = read(
        reader.model_copy(update={"inferences": (limits,)}),
        analyse_question("What are the limitations of kites?", idf=background.idf),
        background,
    )
    assert [r.best for r in seen.related] == ["moss lining"]
