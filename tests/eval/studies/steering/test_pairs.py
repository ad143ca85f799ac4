"""Personas are made of what experts wanted to read and the corpus can answer."""

import asyncio

from eval.domain.rubric import Criterion, Importance, Rubric
from eval.studies.steering.pairs import (
    QuestionPersona,
    aspects_of,
    choose_pairs,
    pair_of,
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


def test_aspects_are_phrases_of_two_or_three_words_that_the_question_does_not_say():
    wanted = rubric(
        "q", "It should explain the waggle dance.", "How bees find food by polarized light."
    )
    assert aspects_of(QUESTION, [wanted]) == ("waggle dance", "polarized light")


def test_an_aspect_that_shares_a_new_word_with_an_earlier_one_is_left_out():
    wanted = rubric("q", "It should explain the waggle dance and the round dance.")
    assert aspects_of(QUESTION, [wanted]) == ("waggle dance",)


def test_of_the_quotes_only_what_two_of_them_name_is_taken():
    quotes = ("The optic flow tells distance.", "By optic flow and a hidden compass.")
    wanted = rubric("q", "It should explain.", evidence=quotes)
    assert aspects_of(QUESTION, [wanted]) == ("optic flow",)


def test_two_personas_of_a_question_take_every_other_aspect_and_one_of_few_takes_all():
    assert personas_of("abcdefgh") == (("a", "c", "e", "g"), ("b", "d", "f", "h"))
    assert personas_of("abcdefg") == (("a", "b", "c", "d", "e", "f"),)
    assert personas_of("abc") == ()


def test_the_tool_is_told_the_first_aspect_alone():
    pair = QuestionPersona(
        pair_id="q-1", query_id="q", question=QUESTION, aspects=("one", "two", "three")
    )
    assert pair.persona == "I work on one. I also want to read of two and three."
    assert pair.persona.startswith(pair.first_sentence)
    assert "two" not in pair.first_sentence


class Corpus:
    """It has nothing on optic flow, and no directions for the question "Why?"."""

    async def branches(self, question: str) -> bool:
        return question != "Why?"

    async def answers(self, question: str, aspect: str) -> bool:
        return aspect != "optic flow"


def test_questions_are_drawn_by_seed_and_only_with_aspects_that_the_corpus_can_answer():
    text = "The waggle dance, optic flow, polarized light, scent marks, lone scouts."
    questions = {"a": QUESTION, "b": QUESTION, "c": QUESTION, "why": "Why?"}
    rubrics = {key: (rubric(key, text),) for key in ("a", "b", "c", "d", "why")}

    def chosen(seed: int, limit: int) -> list[QuestionPersona]:
        found = choose_pairs(questions, rubrics, Corpus(), limit=limit, seed=seed)
        return list(asyncio.run(found))

    first = chosen(0, 2)
    assert first == chosen(0, 3)[:2]
    assert {pair.query_id for pair in chosen(0, 9)} == {"a", "b", "c"}
    assert first[0].aspects == ("waggle dance", "polarized light", "scent marks", "lone scouts")


def test_a_pair_of_other_words_has_another_id():
    one, other = (pair_of("q", QUESTION, aspects) for aspects in (("a b",), ("a c",)))
    assert one.pair_id != other.pair_id
    assert one == pair_of("q", QUESTION, ("a b",))
