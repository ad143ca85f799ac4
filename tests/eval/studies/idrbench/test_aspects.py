"""What a question is after, and how far a text covers it."""

import asyncio

import pytest

from eval.domain.judgment import Scored, Unscored
from eval.domain.reference import Reference
from eval.judges.intent_aspects import LocalIntentAspects, ModelIntentAspects, facets_of
from eval.judges.local.words import Words
from myscholar.errors import LLMRefusal
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.workflows.background import load_background

QUESTION = "Why do honey bee colonies decline?"
TEXT = (
    "Colonies suffer from viral infections in the winter clusters. The foraging distance of a "
    "forager grows with drought stress. Under drought stress the brood rearing stops."
)


def local() -> LocalIntentAspects:
    return LocalIntentAspects(Words(load_background()))


def reference(text: str = TEXT, wanted: tuple[str, ...] = ()) -> Reference:
    return Reference(query_id="q", question=QUESTION, text=text, wanted=wanted)


def scores(found):
    return [j.score if isinstance(j, Scored) else None for j in found]


def test_facets_are_noun_phrases_that_the_question_lacks_and_none_is_within_another():
    found = facets_of(QUESTION, TEXT)
    assert "foraging distance" in found
    assert found.count("drought stress") == 1
    assert not any("honey bee" in facet for facet in found)
    assert facets_of("Why does drought stress grow?", "Under drought stress they die.") == ()


def test_what_experts_want_comes_first_and_facets_fill_up_to_twenty():
    text = " ".join(f"We found the w{n}x depth of v{n}y." for n in range(60))
    wanted = tuple(f"Say what wing {n} is." for n in range(5))
    found = asyncio.run(local().aspects(reference(text, wanted)))
    assert found[:5] == wanted
    assert len(found) == 20
    places = [int(facet.split()[0][1:-1]) for facet in found[5:]]
    assert places == sorted(places)
    assert places[-1] - places[0] > 40, "drawn from the whole text, not from its beginning"


def test_of_more_than_twenty_that_experts_want_the_first_twenty_are_taken():
    wanted = tuple(f"Say what wing {n} is." for n in range(30))
    assert asyncio.run(local().aspects(reference(TEXT, wanted))) == wanted[:20]


def test_a_mark_is_the_share_of_an_aspects_words_from_0_to_5():
    """All words: 5; none: 0; with the question's own word apart, all that is left: 5."""
    aspects = ("drought stress", "nectar robbing", "drought stress of bee colonies")
    assert scores(asyncio.run(local().marks(QUESTION, aspects, TEXT))) == [5, 0, 5]


def test_a_part_of_an_aspect_is_marked_in_between_as_a_whole_number():
    [mark] = scores(asyncio.run(local().marks(QUESTION, ("drought stress of penguins",), TEXT)))
    assert 0 < mark < 5
    assert mark == int(mark)


def test_an_aspect_of_the_questions_words_alone_and_a_foreign_text_cannot_be_marked():
    assert isinstance(asyncio.run(local().marks(QUESTION, ("bee colonies",), TEXT))[0], Unscored)
    russian = "Пчёлы умирают зимой, потому что в улье мало мёда и много клещей, и нет тепла."
    assert isinstance(asyncio.run(local().marks(QUESTION, ("dry air",), russian))[0], Unscored)


def test_an_empty_text_covers_nothing_and_no_model_is_asked():
    llm = ScriptedLLM({})
    for judge in (local(), ModelIntentAspects(llm, "a:b")):
        assert scores(asyncio.run(judge.marks(QUESTION, ("drought", "mites"), " "))) == [0, 0]
    assert not llm.asked


def test_a_model_names_aspects_of_the_question_without_seeing_the_reference():
    named = [f"aspect {n}" for n in range(9)]
    llm = ScriptedLLM({"eval/intent_aspects": {"aspects": [*named, "aspect 1"]}})
    found = asyncio.run(ModelIntentAspects(llm, "a:b").aspects(reference()))
    assert found == tuple(named)
    assert "drought" not in llm.asked[0][1].text


@pytest.mark.parametrize(("n", "left"), [(7, 0), (8, 8), (20, 20), (21, 20)])
def test_a_model_is_told_where_its_aspects_are_too_few_or_too_many(n: int, left: int):
    """Of too many, the first twenty count; too few are none."""
    llm = ScriptedLLM({"eval/intent_aspects": {"aspects": [f"aspect {i}" for i in range(n)]}})
    found = asyncio.run(ModelIntentAspects(llm, "a:b").aspects(reference()))
    assert len(found) == left
    assert bool(llm.told) is (n not in (8, 20))


def test_a_model_that_says_one_aspect_eight_times_said_one():
    llm = ScriptedLLM({"eval/intent_aspects": {"aspects": ["mites"] * 8}})
    assert asyncio.run(ModelIntentAspects(llm, "a:b").aspects(reference())) == ("mites",)
    assert "There are 1 different aspects" in llm.told[0][0]


def test_a_model_marks_each_aspect_once_and_what_it_forgets_is_unscored():
    marks = [{"aspect": 1, "reason": "It is told.", "mark": 4}]
    llm = ScriptedLLM({"eval/intent_marks": {"marks": marks}})
    found = asyncio.run(ModelIntentAspects(llm, "a:b").marks(QUESTION, ("mites", "drought"), TEXT))
    assert scores(found) == [4, None]


def test_a_model_that_fails_leaves_all_unscored_and_names_no_aspect():
    llm = ScriptedLLM(
        {"eval/intent_marks": LLMRefusal("m", "p"), "eval/intent_aspects": LLMRefusal("m", "p")}
    )
    judge = ModelIntentAspects(llm, "a:b")
    found = asyncio.run(judge.marks(QUESTION, ("mites", "drought"), TEXT))
    assert all(isinstance(j, Unscored) and "LLMRefusal" in j.reason for j in found)
    assert asyncio.run(judge.aspects(reference())) == ()
