"""Personas that a model writes differ from each other, and what they want rests on their words."""

import asyncio
from collections.abc import Sequence

import pytest

from eval.studies.steering.personas import SIMILAR, is_distinct, read_seeds, write_pairs
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.text.likeness import LEXICAL

QUESTION = "How do bees find food?"
KEEPER = {"facts": ["I keep bees on a roof in Ghent", "I teach biology."]}
PILOT = {"facts": ["I fly drones for farmers.", "I studied optics."]}
CURIOUS = {"traits": ["I ask why.", "I like maps"]}


def wanted(*evidence: str) -> dict[str, object]:
    aspects = [
        {"aspect": f"Aspect {n}", "evidence": words, "reason": "They need it."}
        for n, words in enumerate(evidence, 1)
    ]
    return {"aspects": aspects}


FOUND = wanted("I ask why.", "I like maps.", "ask why", "like maps", "I ask")


def written(*profiles: object, aspects: object = FOUND):
    llm = ScriptedLLM(
        {
            "eval/persona_profile": list(profiles),
            "eval/persona_personality": CURIOUS,
            "eval/persona_aspects": aspects,
        }
    )
    made = write_pairs("q", QUESTION, llm=llm, likeness=LEXICAL, seed=0)
    return *asyncio.run(made), llm


class Fixed:
    """Every two texts are so alike."""

    repeats = relevant = 0.5

    def __init__(self, *alike: float) -> None:
        self.alike = alike

    def of(self, text: str, others: Sequence[str]) -> list[float]:
        return list(self.alike)


@pytest.mark.parametrize(
    ("alike", "distinct"), [((0.1, SIMILAR), True), ((0.1, 0.651), False), ((0.9, 0.0), False)]
)
def test_a_profile_is_left_out_from_where_it_is_more_alike_another_than_allowed(alike, distinct):
    """The paper's 0.65 itself is still allowed: what exceeds it is not."""
    assert SIMILAR == 0.65
    assert is_distinct("a profile", ["one", "other"], Fixed(*alike)) is distinct
    assert is_distinct("a profile", [], Fixed())
    assert not is_distinct("", [], Fixed())


def test_a_persona_is_a_profile_with_a_personality_and_the_tool_is_told_its_first_fact():
    pairs, failures, _ = written(KEEPER, PILOT)
    assert [pair.persona for pair in pairs] == [
        "I keep bees on a roof in Ghent. I teach biology. I ask why. I like maps.",
        "I fly drones for farmers. I studied optics. I ask why. I like maps.",
    ]
    assert pairs[0].first_sentence == "I keep bees on a roof in Ghent."
    assert (pairs[0].wanted[0], pairs[0].aspects[0].evidence) == ("Aspect 1", "I ask why.")
    assert failures == ()


def test_the_same_profile_again_makes_no_second_persona_and_is_asked_for_nine_times_at_most():
    pairs, _, llm = written(KEEPER)
    assert len(pairs) == 1
    assert sum(prompt.name == "eval/persona_profile" for _, prompt in llm.asked) == 9


def test_profiles_that_there_are_and_three_examples_are_shown():
    _, _, llm = written(KEEPER, PILOT)
    first, second, *_ = (prompt.text for _, prompt in llm.asked)
    assert sum(seed in first for seed in read_seeds().profiles) == 3
    assert "described before" not in first
    assert "I keep bees on a roof in Ghent." in second


def test_an_aspect_whose_evidence_the_persona_does_not_say_is_left_out():
    pairs, failures, llm = written(KEEPER, PILOT, aspects=wanted(*["I ask why."] * 5, "I sail."))
    assert {len(pair.aspects) for pair in pairs} == {5}
    assert failures == ()
    assert any("I sail." in problem for told in llm.told for problem in told)


def test_a_persona_with_fewer_than_five_aspects_is_none_and_is_said_to_be_missing():
    pairs, failures, _ = written(KEEPER, PILOT, aspects=wanted(*["I ask why."] * 4, "I sail."))
    assert pairs == ()
    assert [failure.split(": ")[:2] for failure in failures] == [["q", "FewAspects"]] * 2


def test_a_model_that_breaks_the_form_costs_the_persona_alone():
    pairs, failures, _ = written(KEEPER, PILOT, aspects=[{"no": 1}, {"no": 1}, FOUND])
    assert len(pairs) == 1
    assert failures[0].startswith("q: LLMBadAnswer: ")


def test_our_examples_are_told_apart_by_the_same_filter():
    seeds = read_seeds()
    for texts in (seeds.profiles, seeds.personalities):
        assert len(texts) >= 6
        assert all(
            is_distinct(text, [other for other in texts if other != text], LEXICAL)
            for text in texts
        )
