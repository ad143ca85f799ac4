"""What a screen says of a question before it is asked."""

import pytest

from myscholar.domain.papers import PaperId, Relation, TextSource
from myscholar.domain.profile import (
    Inference,
    InferenceId,
    Profile,
    ProfileAspect,
    ProfileId,
    ProfilePaper,
)
from myscholar.errors import EmptyQuestion, QuestionTooLong
from myscholar.workflows.ask.question_hints import (
    SAMPLE_EXAMPLES,
    SAMPLE_PAPERS,
    example_questions,
    question_hints,
)
from myscholar.workflows.sample import sample_papers


def profile(*terms: tuple[str, ...]) -> Profile:
    inferences = tuple(
        Inference(
            inference_id=InferenceId(f"k{n}"),
            aspect=ProfileAspect.KNOWLEDGE,
            text="Your papers ...",
            terms=own,
        )
        for n, own in enumerate(terms)
    )
    return Profile(
        profile_id=ProfileId("p"),
        name="Ada",
        created_at="2026-11-21T00:00:00Z",
        inferences=inferences,
        papers=_one_paper(),
        passages=(),
    )


def _one_paper() -> tuple[ProfilePaper, ...]:
    return (
        ProfilePaper(
            paper_id=PaperId("s2:1"),
            number=1,
            title="On engines",
            relation=Relation.MINE,
            text_source=TextSource.FULL_TEXT,
        ),
    )


def test_two_questions_in_one_come_apart_in_full() -> None:
    long = " ".join(["in clinical and in legal text"] * 8)
    found = question_hints(
        f"How is retrieval evaluated {long}? Which datasets exist for protein folding?"
    )
    assert found.apart == (
        f"How is retrieval evaluated {long}?",
        "Which datasets exist for protein folding?",
    )
    assert len(found.hints) == 1


def test_a_second_question_that_leans_on_the_first_is_no_second_question() -> None:
    assert (
        question_hints(
            "How is retrieval evaluated in clinical text, and what do these evaluations miss?"
        ).apart
        == ()
    )


def test_a_vague_question_gets_a_hint_and_a_clear_one_none() -> None:
    assert len(question_hints("transformers?").hints) == 1
    assert question_hints("How are citations checked in generated text?").hints == ()


def test_a_question_that_can_not_be_asked_is_a_named_error() -> None:
    with pytest.raises(EmptyQuestion):
        question_hints(" ?! ")
    with pytest.raises(QuestionTooLong):
        question_hints("why " * 2000)


def test_examples_are_on_what_the_papers_are_about_single_words_last() -> None:
    examples = example_questions(
        profile(("passages",), ("saliency maps", "saliency"), ("graph networks",), ("pruning",))
    )
    assert [e.label for e in examples] == [
        "What is known about saliency maps?",
        "What is still open around graph networks?",
        "How is work on passages evaluated?",
    ]
    assert (
        examples[0].question
        == "What is known about saliency maps, and by which methods was it found?"
    )


def test_without_three_subjects_the_examples_are_those_that_the_sample_answers() -> None:
    assert example_questions(None) == SAMPLE_EXAMPLES
    assert example_questions(profile(("saliency maps", "saliency"))) == SAMPLE_EXAMPLES


def test_switched_off_inferences_give_no_example() -> None:
    on = profile(("saliency maps",), ("graph networks",), ("pruning",))
    off = on.model_copy(
        update={"inferences": tuple(i.model_copy(update={"enabled": False}) for i in on.inferences)}
    )
    assert example_questions(off) == SAMPLE_EXAMPLES


def test_the_sample_is_known_by_its_papers() -> None:
    assert {p.paper_id for p in sample_papers().papers} == SAMPLE_PAPERS
