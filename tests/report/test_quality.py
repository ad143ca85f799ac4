"""Which sentences can stand in a report."""

import pytest

from myscholar.domain.text import Span
from myscholar.report.quality import dangles, is_quotable, says_nothing, unglue

GOOD = "Crop rotation raises the nitrogen that is left in the soil of small farms after harvest."


def test_a_plain_statement_can_be_quoted() -> None:
    assert is_quotable(GOOD)
    assert not dangles(GOOD)


@pytest.mark.parametrize(
    "sentence",
    [
        "Does crop rotation raise the nitrogen that is left in the soil of small farms?",
        "As Figure 3 shows, the nitrogen in the soil of the farms rises with the length of the "
        "rotation.",
        "The rate is $x = 3$ for all of the fields that are in the sample of this kind of farm.",
        "3.1 Rotation of the Crops in the fields is the next topic of the paper that we present.",
        "RESULTS OF THE TRIALS ON ALL FARMS AND FIELDS IN THE YEARS FROM WHICH DATA ARE KNOWN",
        "Smith, J., Miller, K., Doe, A., Roe, B., Green, C. and Brown, D., Soil Science, 12.",
        "Die Fruchtfolge erhöht den Stickstoff, der nach der Ernte im Boden kleiner Höfe "
        "verbleibt.",
        "The code is publicly available at https://example.org for everyone who wants to use the "
        "planner.",
        "the soil of (small farms is often poor in nitrogen and in many other nutrients of that "
        "kind.",
        "Too short to say.",
    ],
)
def test_debris_is_not_quoted(sentence: str) -> None:
    assert not is_quotable(sentence)


@pytest.mark.parametrize(
    "opening",
    [
        "This",
        "It",
        "They",
        "These results",
        "Such schedules",
        "The latter",
        "Based on this finding, farms",
    ],
)
def test_a_sentence_that_points_back_dangles(opening: str) -> None:
    assert dangles(f"{opening} can raise the nitrogen in the soil.")


def test_two_sentences_that_ran_into_each_other_are_cut_apart() -> None:
    text = "the model predicts the shift We have then combined two methods"
    assert [s.of(text) for s in unglue(text, Span(0, len(text)))] == [
        "the model predicts the shift",
        "We have then combined two methods",
    ]


def test_a_sentence_of_many_small_words_is_read_at_once() -> None:
    assert not says_nothing("few " * 80 + "things about crop rotation that farmers know of it well")
