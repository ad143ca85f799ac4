"""Topics are noun phrases that several of the papers found use."""

import pytest

from myscholar.actions.extractive.reader import read
from myscholar.actions.extractive.subject import subject_of
from myscholar.actions.literature import Literature, read_literature
from myscholar.domain.actions import Verb
from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.profile import Inference, InferenceId, Profile, ProfileAspect
from myscholar.text.background import Background
from myscholar.text.question import analyse_question

QUESTION = "How does nest watermarking withstand weather?"
PLAIN = "People like birds."


def found(
    background: Background, *texts: str, question: str = QUESTION, title: str = "Nest watermarking"
) -> Literature:
    def hit(n: int, text: str) -> Hit:
        passage = Passage(
            passage_id=PassageId(f"h{n}:1"),
            paper_id=PaperId(f"h{n}"),
            kind=PassageKind.ABSTRACT,
            text=text,
        )
        return Hit(
            paper=Paper(paper_id=PaperId(f"h{n}"), title=title, passages=(passage,)), score=1.0
        )

    analysis = analyse_question(question, idf=background.idf)
    return read_literature(
        [hit(n, text) for n, text in enumerate((*texts, *[PLAIN] * 5))], analysis, background
    )


def test_a_noun_phrase_of_two_papers_is_a_side_in_the_number_in_which_papers_count_it(
    background: Background,
) -> None:
    said = ("It is put on a wicker basket. Wicker baskets hold.", "We weave a wicker basket.")
    assert found(background, *said).sides == ("wicker baskets",)
    assert found(background, said[0]).sides == ()


@pytest.mark.parametrize(
    "text",
    [
        "It is how she processes images.",
        "We accomplish simple weaving.",
        "It is on correct methods.",
        "It works with hand made, as well.",
        "It is in the next section.",
    ],
)
def test_verbs_fillers_and_empty_heads_are_no_topics(background: Background, text: str) -> None:
    assert found(background, *[text] * 3).sides == ()


def test_a_piece_of_a_longer_phrase_is_not_told_beside_it(background: Background) -> None:
    said = "It is put on the dry wicker basket."
    assert found(background, *[said] * 3).sides == ("dry wicker basket",)


def test_papers_about_something_else_give_no_topics(background: Background) -> None:
    assert (
        found(background, *["It is put on a wicker basket."] * 3, title="Garden fairs")
        == Literature()
    )


def test_two_kinds_of_one_thing_are_a_contrast_those_set_side_by_side_first(
    background: Background,
) -> None:
    said = "The open nest is cold. A deep nest is warm. A mossy nest is soft."
    together = "We test open and deep nests."
    assert set(found(background, said, said, together).contrasts[0]) == {"open nests", "deep nests"}


def test_data_sets_are_names_that_two_papers_use(background: Background) -> None:
    said = "We test on the NestBench dataset."
    assert found(background, said, said, "And on the EggNet dataset.").data_sets == ("NestBench",)


def test_sentences_tell_what_can_be_defined_measured_or_left_open(background: Background) -> None:
    read = found(
        background,
        "A wicker basket is a thing of willow.",
        "Why the wicker basket holds remains unclear.",
        "It holds 40 % more.",
    )
    assert [
        read.supports(v, "wicker baskets") for v in (Verb.DEFINE, Verb.NEXT_STEPS, Verb.NUMBERS)
    ] == [1, 1, 0]
    assert read.supports(Verb.NUMBERS) == 1


def test_topics_are_named_as_the_papers_have_them(background: Background) -> None:
    question = "What are leading approaches to wicker basket weaving?"
    said = "The wicker basket is dry."
    literature = found(background, *[said] * 3, question=question, title="Wicker basket")
    assert subject_of(
        analyse_question(question, idf=background.idf), literature, background
    ).topics == ("wicker basket",)


def test_a_word_that_names_no_topic_is_never_what_an_inference_is_nearest_by(
    background: Background, reader: Profile
) -> None:
    limits = Inference(
        inference_id=InferenceId("k"),
        aspect=ProfileAspect.KNOWLEDGE,
        text="Limits are named.",
        terms=("moss lining", "limitations"),
    )
    analysis = analyse_question("What are the limitations of kites?", idf=background.idf)
    q = subject_of(analysis, Literature(), background)
    seen = read(reader.model_copy(update={"inferences": (limits,)}), q, background)
    assert [r.term for r in seen.related] == ["moss lining"]
