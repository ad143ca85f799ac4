"""Personas are made of what experts wanted to read and the corpus can answer."""

import asyncio

from eval.domain.persona import QuestionPersona, WantedAspect
from eval.domain.rubric import Criterion, Importance, Rubric
from eval.studies.steering.pairs import (
    aspects_of,
    in_drawn_order,
    pair_of,
    pairs_of,
    personas_of,
)

QUESTION = "How do bees find food?"


def rubric(query_id: str, *criteria: str, evidence: tuple[str, ...] = ()) -> Rubric:
    of = Importance.MOST_IMPORTANT
    return Rubric(
        query_id=query_id,
        criteria=tuple(
            Criterion(name=f"c{n}", importance=of, text=text, weight=0.1, evidence=evidence)
            for n, text in enumerate(criteria)
        ),
    )


def said(aspects: tuple[WantedAspect, ...]) -> tuple[str, ...]:
    return tuple(aspect.text for aspect in aspects)


def aspects(*texts: str) -> tuple[WantedAspect, ...]:
    return tuple(WantedAspect(text=text) for text in texts)


def test_aspects_are_phrases_of_two_or_three_words_that_the_question_does_not_say():
    wanted = rubric(
        "q", "It should explain the waggle dance.", "How bees find food by polarized light."
    )
    assert said(aspects_of(QUESTION, [wanted])) == ("waggle dance", "polarized light")


def test_an_aspect_that_shares_a_new_word_with_an_earlier_one_is_left_out():
    wanted = rubric("q", "It should explain the waggle dance and the round dance.")
    assert said(aspects_of(QUESTION, [wanted])) == ("waggle dance",)


def test_of_the_quotes_only_what_two_of_them_name_is_taken():
    quotes = ("The optic flow tells distance.", "By optic flow and a hidden compass.")
    wanted = rubric("q", "It should explain.", evidence=quotes)
    assert said(aspects_of(QUESTION, [wanted])) == ("optic flow",)


def test_of_a_quote_an_aspect_carries_the_sentence_that_names_it():
    quotes = ("Bees fly far. The optic flow tells distance.", "By optic flow. Hives are warm.")
    (aspect,) = aspects_of(QUESTION, [rubric("q", "It should explain.", evidence=quotes)])
    assert aspect.evidence == "The optic flow tells distance."


def test_an_aspect_carries_the_words_of_the_expert_that_it_stands_in():
    text = "It should explain the waggle dance."
    (aspect,) = aspects_of(QUESTION, [rubric("q", text)])
    assert (aspect.evidence, aspect.reason) == (text, "")


def test_two_personas_of_a_question_take_every_other_aspect_and_one_of_few_takes_all():
    """Five to eight each."""
    assert personas_of("abcdefghij") == (tuple("acegi"), tuple("bdfhj"))
    assert personas_of("abcdefghi") == (tuple("abcdefgh"),)
    assert personas_of("abcde") == (tuple("abcde"),)
    assert personas_of("abcd") == ()


def test_the_tool_is_told_the_first_aspect_alone():
    pair = pair_of("q", QUESTION, aspects("one", "two", "three"))
    assert pair.wanted == ("one", "two", "three")
    assert pair.persona == "I work on one. I also want to read of two and three."
    assert pair.persona.startswith(pair.first_sentence)
    assert "two" not in pair.first_sentence


class Corpus:
    """It has nothing on optic flow, and no directions for the question "Why?"."""

    async def branches(self, question: str) -> bool:
        return question != "Why?"

    async def answers(self, question: str, aspect: str) -> bool:
        return aspect != "optic flow"


def test_questions_are_drawn_by_seed_whatever_their_order():
    ids = [str(n) for n in range(9)]
    assert in_drawn_order(ids, 0) == in_drawn_order(ids[::-1], 0) != in_drawn_order(ids, 1)
    assert sorted(in_drawn_order(ids, 0)) == ids


def test_a_pair_has_only_aspects_that_the_corpus_can_answer():
    text = "The waggle dance, optic flow, polarized light, scent marks, lone scouts, sun compasses."

    def chosen(question: str, text: str) -> tuple[QuestionPersona, ...]:
        return asyncio.run(pairs_of("a", question, [rubric("a", text)], Corpus()))

    (pair,) = chosen(QUESTION, text)
    assert pair.wanted == (
        "waggle dance",
        "polarized light",
        "scent marks",
        "lone scouts",
        "sun compasses",
    )
    assert chosen(QUESTION, text.replace("sun compasses", "food")) == (), "four are too few"
    assert chosen("Why?", text) == (), "the corpus offers no directions"


def test_a_pair_of_other_words_has_another_id():
    one, other = (pair_of("q", QUESTION, aspects(text)) for text in ("a b", "a c"))
    assert one.pair_id != other.pair_id
    assert one == pair_of("q", QUESTION, aspects("a b"))
