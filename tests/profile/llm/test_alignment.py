"""A quote is found though signs differ, and never where its words are not."""

import pytest

from myscholar.profile.llm.alignment import align, nearest_sentence, sentences_around

TEXT = (
    "We ﬁrst  meas-\nured “loud” nests. For <b>each</b> nest, two\nlisteners sat by the box. Then "
    "they left."
)


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("We first measured loud nests", "We ﬁrst  meas-\nured “loud” nests"),
        ('first measured "loud" nests', "ﬁrst  meas-\nured “loud” nests"),
        ("For ‹b>each‹/b> nest, two listeners", "For <b>each</b> nest, two\nlisteners"),
        ("two listeners ... by the box", "two\nlisteners sat by the box"),
        ("two listeners […] by the box", "two\nlisteners sat by the box"),
        ("TWO LISTENERS SAT", "two\nlisteners sat"),
    ],
)
def test_a_quote_is_found_though_signs_differ(quote, found) -> None:
    span = align(quote, TEXT)
    assert span is not None
    assert span.of(TEXT) == found


@pytest.mark.parametrize(
    "quote",
    [
        "two listeners stood by the box",
        "by the box ... two listeners",  # the pieces stand in the other order
        "nests",  # too short to be a quote
        "...",
        "",
    ],
)
def test_what_does_not_stand_there_is_not_found(quote) -> None:
    assert align(quote, TEXT) is None


def test_evidence_is_the_whole_sentence_around_a_quote() -> None:
    span = align("two listeners sat", TEXT)
    assert span is not None
    assert (
        sentences_around(span, TEXT).of(TEXT)
        == "For <b>each</b> nest, two\nlisteners sat by the box."
    )


def test_references_left_from_the_sentence_before_are_not_shown() -> None:
    text = "[8,11] 12 However, the method needs large nests."
    span = align("the method needs large nests", text)
    assert span is not None
    assert sentences_around(span, text).of(text) == "However, the method needs large nests."


def test_sentences_that_ran_together_are_told_apart() -> None:
    text = "The method counts large nests.Listeners were asked twice.A second group was not."
    span = align("listeners were asked", text)
    assert span is not None
    assert sentences_around(span, text).of(text) == "Listeners were asked twice."


def test_of_a_lost_table_only_the_quoted_words_are_shown() -> None:
    text = "nest, " * 150 + "two listeners sat by the box, " + "nest, " * 150
    span = align("two listeners sat by the box", text)
    assert span is not None
    assert sentences_around(span, text) == span


def test_without_a_quote_the_sentence_nearest_to_the_claim_is_taken() -> None:
    nearest = nearest_sentence("One paper lets listeners sit by a box.", TEXT)
    assert nearest is not None
    assert nearest[0].of(TEXT).endswith("listeners sat by the box.")
