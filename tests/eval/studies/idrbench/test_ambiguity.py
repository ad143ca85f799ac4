"""A question is made vaguer by as much as is wanted, as far as it can be."""

import asyncio

import pytest

from eval.metrics.idrbench import compression
from eval.studies.idrbench.ambiguity import (
    LEAST,
    MOST,
    as_vague,
    make_vague,
    make_vague_by,
    wanted_compression,
)
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.workflows.background import load_background

LONG = (
    "Beekeepers (also hobbyists) report losses. Winters became warmer. How do honey bee colonies "
    "decline under neonicotinoid pesticides in warm winters?"
)
CORE = "How do honey bee colonies decline under neonicotinoid pesticides in warm winters?"


def vague(question: str, wanted: float):
    return make_vague(question, wanted, load_background())


def test_asides_go_first_then_what_does_not_ask_then_parts_of_what_asks():
    """25 tokens. Without the aside (4) 21 are left: 16 %. Without the second sentence (4) 17, and
    without the first (4) the core's 13: 48 %; without the part that tells least 10: 60 %."""
    without_aside = LONG.replace(" (also hobbyists)", "")
    assert vague(LONG, 0.1).text == without_aside
    assert vague(LONG, 0.32).text == f"Beekeepers report losses. {CORE}"
    assert vague(LONG, 0.48).text == CORE
    assert vague(LONG, 0.9).text != CORE


def test_what_it_is_about_stays_and_what_tells_least_goes():
    """Of 10 tokens 3 go."""
    found = vague("What is known of neonicotinoid pesticides in warm winters?", 0.9)
    assert found.text == "What is known of neonicotinoid pesticides?"
    assert found.compression == pytest.approx(3 / 10)
    people = vague("What do people know of neonicotinoid pesticides in warm winters?", 0.9)
    assert people.text == "What do people know of neonicotinoid pesticides?"


def test_of_two_parts_the_less_telling_goes_first_wherever_it_stands():
    """ "In results" tells less than "near hives"."""
    for question in (
        "What do people know in results of neonicotinoid pesticides near apiary hives?",
        "What do people know near apiary hives of neonicotinoid pesticides in results?",
    ):
        found = vague(question, 0.15).text
        assert "hives" in found
        assert "results" not in found


def test_what_and_joins_is_not_parted():
    found = vague("What do people know of warm winters and dry summers in Kenya?", 0.9)
    assert found.text == "What do people know of warm winters and dry summers?"


@pytest.mark.parametrize("wanted", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_compression_is_measured_and_in_the_range(wanted: float):
    found = vague(LONG, wanted)
    assert LEAST <= found.compression <= MOST
    assert found.compression == pytest.approx(compression(LONG, found.text))


def test_more_is_gone_where_more_is_wanted():
    found = [vague(LONG, wanted / 10).compression for wanted in range(1, 10)]
    assert found == sorted(found)


def test_a_question_that_cannot_be_made_vaguer_stays_as_it_is():
    for question in ("What are wrens?", "Wrens", "?"):
        assert (vague(question, 0.5).text, vague(question, 0.5).compression) == (question, 0)


@pytest.mark.parametrize(
    ("short", "gone"),
    [
        ("one two three four five six seven eight nine", 0.1),
        ("wren tit", 0.8),
        ("one two three four five six seven eight nine wren", 0),  # nothing is gone
        ("wren", 0),  # 90 % are gone, but one content word is no subject
        ("the of", 0),
    ],
)
def test_a_wording_counts_from_a_tenth_to_nine_tenths_with_a_subject(short: str, gone: float):
    question = "one two three four five six seven eight nine ten"
    found = as_vague(question, short)
    assert found.compression == pytest.approx(gone)
    assert found.text == (short if gone else question)


def test_nine_tenths_may_go_and_no_more():
    question = " ".join(f"w{n}" for n in range(20))
    assert as_vague(question, "wren tit").compression == pytest.approx(0.9)
    longer = " ".join(f"w{n}" for n in range(21))
    assert as_vague(longer, "wren tit").compression == 0


def test_how_much_is_wanted_is_drawn_from_the_papers_range_for_each_question():
    drawn = [wanted_compression(f"q{n}", 0) for n in range(200)]
    assert LEAST <= min(drawn) < 0.2
    assert 0.8 < max(drawn) <= MOST
    assert drawn == [wanted_compression(f"q{n}", 0) for n in range(200)]
    assert drawn != [wanted_compression(f"q{n}", 1) for n in range(200)]


def test_a_model_is_told_how_many_tokens_may_stay_and_its_wording_is_measured():
    llm = ScriptedLLM({"eval/ambiguity": {"question": "How do honey bees decline?"}})
    found = asyncio.run(make_vague_by(llm, CORE, 0.6, load_background()))
    assert found.text == "How do honey bees decline?"
    assert found.compression == pytest.approx(1 - 6 / 13)
    assert "About 5 words" in llm.asked[0][1].text


def test_without_a_model_where_the_models_wording_is_no_shorter():
    llm = ScriptedLLM({"eval/ambiguity": {"question": CORE}})
    found = asyncio.run(make_vague_by(llm, CORE, 0.2, load_background()))
    assert found == vague(CORE, 0.2)
    assert found.compression > 0


def test_a_model_is_told_once_where_its_wording_is_too_long_or_too_short():
    """Of the core's 13 tokens 2 to 11 may stay."""
    wordings = [{"question": CORE}, {"question": "How do honey bees decline?"}]
    llm = ScriptedLLM({"eval/ambiguity": wordings})
    found = asyncio.run(make_vague_by(llm, CORE, 0.6, load_background()))
    assert found.text == "How do honey bees decline?"
    assert "It has 13 words and marks of punctuation. Give 2 to 11," in llm.told[0][0]
