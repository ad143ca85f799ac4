"""Equations 9-15 by hand, and their edges."""

import random
import time

import pytest

from eval.arena.leakage import (
    Halves,
    SuffixLikeness,
    at_length,
    common_subsequence,
    likeness,
    rarity,
    recall,
    split,
    string_likeness,
    tfidf_likeness,
    without_prefix,
)
from eval.arena.words import words
from myscholar.text.background import Background


def alike(_: str) -> float:
    """All words are as rare."""
    return 1.0


@pytest.mark.parametrize(
    ("text", "prefix", "suffix"),
    [
        ("One two, three four.", "One two", ", three four."),
        # of 10 characters, with marks at 3 and 7: as near, so the first
        ("abc; fg; j", "abc", "; fg; j"),
        # of 25: marks at 4 and 19, and 12.5 is nearer to the second
        ("Find; count the eggs now; then go", "Find; count the eggs now", "; then go"),
        ("Count eggs (of robins) now", "Count eggs", "(of robins) now"),
        # nothing follows the only mark: the space nearest the middle
        ("Count the robins of two gardens.", "Count the robins", "of two gardens."),
        ("one two three four", "one two", "three four"),
        # marks inside words and numbers are none
        (
            "don't use decision-making below 3.5 metres",
            "don't use decision-making",
            "below 3.5 metres",
        ),
        ("比较措施，说明依据和来源", "比较措施", "，说明依据和来源"),
        ("比较三座中国城市", "比较三座", "中国城市"),
        ("  One\n two,   three ", "One two", ", three"),
    ],
)
def test_a_text_is_split_at_the_mark_nearest_the_middle(text, prefix, suffix):
    assert split(text) == Halves(prefix, suffix)


@pytest.mark.parametrize("text", ["", "Robins.", "...", "比", "decision-making"])
def test_what_has_no_second_word_is_not_split(text):
    assert split(text) is None


def test_longest_common_subsequences():
    assert common_subsequence("ABCBDAB", "BDCABA") == 4
    assert common_subsequence("", "a") == common_subsequence("a", "") == 0
    assert common_subsequence("abc", "abc") == 3
    # "acd" of 4 and 5 characters
    assert string_likeness("abcd", "axcyd") == pytest.approx(2 * 3 / 9)
    assert string_likeness("", "") == 0
    assert string_likeness("ABC", "abc") == 0


def test_subsequences_are_those_of_the_table():
    rng = random.Random(0)
    for _ in range(60):
        a, b = ("".join(rng.choices("abcd", k=rng.randint(0, 90))) for _ in range(2))
        table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                same = table[i][j] + 1 if x == y else 0
                table[i + 1][j + 1] = max(same, table[i][j + 1], table[i + 1][j])
        assert common_subsequence(a, b) == table[-1][-1] == common_subsequence(b, a)


def test_long_texts_are_compared_at_once():
    rng = random.Random(0)
    a, b = ("".join(rng.choices("abcdefgh ", k=20_000)) for _ in range(2))
    began = time.process_time()
    assert common_subsequence(a, b) > 8_000
    assert time.process_time() - began < 5


def test_cosine_of_counts_times_rarity():
    # (2, 1) and (1, 2): 4 / 5
    assert tfidf_likeness("robin robin egg", "Robin egg egg", alike) == pytest.approx(0.8)
    # with robins twice as rare (4, 1) and (2, 2): 10 / sqrt(17 * 8)
    rare = {"robin": 2.0, "egg": 1.0}.__getitem__
    assert tfidf_likeness("robin robin egg", "robin egg egg", rare) == pytest.approx(10 / 136**0.5)
    assert tfidf_likeness("robin", "egg", alike) == 0
    assert tfidf_likeness("", "egg", alike) == 0


def test_what_every_text_has_counts_for_nothing():
    background = Background(n_documents=100, frequencies={"nest": 10})
    weigh = rarity(background)
    assert weigh("the") == 0
    assert 0 < weigh("nests") < weigh("perovskite")
    assert tfidf_likeness("the nest of the", "the cell of the", weigh) == 0


def test_share_of_the_suffix_words_that_come_back():
    # of robins, at, dawn, and, dusk three
    assert recall("Robins sing at dawn. Robins!", "robins at dawn and dusk") == pytest.approx(0.6)
    assert recall("robins", "") == 0
    assert recall("", "robins") == 0


def test_words_of_languages_without_spaces_are_pairs_of_characters():
    assert words("比较城市 in China") == ("比较", "较城", "城市", "in", "china")
    assert words("用GPU算 一") == ("用", "gpu", "算", "一")
    assert words("Decision-making, 3 times") == ("decision-making", "3", "times")


def test_the_weights_and_the_threshold():
    assert SuffixLikeness(string=0.5, tfidf=0.25, overlap=1).composite == pytest.approx(0.5)
    assert SuffixLikeness(string=1, tfidf=0, overlap=0).composite == pytest.approx(0.4)
    assert SuffixLikeness(string=0, tfidf=1, overlap=0).composite == pytest.approx(0.4)
    assert SuffixLikeness(string=0, tfidf=0, overlap=1).composite == pytest.approx(0.2)
    on_it = SuffixLikeness(string=0.75, tfidf=0.5, overlap=1)
    assert on_it.composite == 0.7
    assert not on_it.is_leaked
    assert SuffixLikeness(string=0.76, tfidf=0.5, overlap=1).is_leaked


def test_the_same_words_are_wholly_alike_and_nothing_is_not_compared():
    found = likeness(". Deliver a\ntable of nests.", ". Deliver a table of nests.", alike)
    assert found
    assert found.composite == pytest.approx(1)
    assert likeness("", ". Deliver a table.", alike) is None
    assert likeness("...", ". Deliver a table.", alike) is None


def test_a_repeated_prefix_is_cut_off():
    prefix = "Count the robins of 3.5 gardens, and say when"
    assert without_prefix(f"{prefix} they sing.", prefix) == "they sing."
    assert (
        without_prefix("“Count the  robins of 3.5 gardens and SAY when”, they", prefix) == "”, they"
    )
    assert without_prefix(prefix, prefix) == ""
    assert without_prefix("they sing. Count the robins", prefix) == "they sing. Count the robins"
    assert without_prefix("Count the robins", prefix) == "Count the robins"
    assert without_prefix("比较措施，说明", "比较措施") == "，说明"


def test_a_completion_counts_as_far_as_the_suffix_is_long():
    assert at_length("they sing at dawn and dusk", "they sing at da") == "they sing at dawn"
    assert at_length("they sing at dawn, so", "they sing at daw") == "they sing at dawn"
    assert at_length("they sing", "they sing at dawn") == "they sing"
    assert at_length("they sing at dawn", "they sing") == "they sing"
    assert at_length("说明依据和来源", "说明") == "说明"
    assert at_length("", "they") == ""


def test_the_example_of_the_paper_is_not_leaked_and_its_figures_add_up():
    """Its prefix ends one word before the mark that is nearest the middle, and its completion is
    printed in part, so that the three similarities can't be worked out again."""
    prefix = (
        "Test the effectiveness of transformer architecture visualization tools in helping "
        "software architects understand generative AI systems compared to traditional documentation"
    )
    suffix = (
        "methods. Conduct controlled experiments measuring comprehension and decision-making "
        "quality, delivering statistical analysis results and recommendations."
    )
    printed = (
        "To assess the effectiveness of transformer architecture visualization tools in aiding "
        "software architects' understanding of generative AI systems compared to traditional "
        "documentation, a comprehensive..."
    )
    halves = split(f"{prefix} {suffix}")
    assert halves == Halves(f"{prefix} methods", suffix.removeprefix("methods"))
    found = likeness(without_prefix(printed, prefix), suffix, alike)
    assert found
    assert found.string == pytest.approx(0.404, abs=1e-3)
    assert found.tfidf == found.overlap == 0
    assert not found.is_leaked
    # what is printed is 2 of these 14 words, and its composite is the weighted sum
    assert len(set(words(suffix))) == 14
    as_printed = SuffixLikeness(string=0.153, tfidf=0.094, overlap=2 / 14)
    assert as_printed.composite == pytest.approx(0.127, abs=1e-3)
