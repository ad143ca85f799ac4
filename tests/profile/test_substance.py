"""How much a statement says of these papers."""

import math

import pytest

from myscholar.profile.reading import read_papers
from myscholar.profile.substance import holding, substance, telling


def test_the_most_telling_word_counts_by_its_rarity_and_by_the_papers_that_use_it(
    nests, background
) -> None:
    read = read_papers(nests)
    # "nest": 6 of 1,000 abstracts, in two of the three papers
    assert substance("Your papers return to nests.", read, background) == pytest.approx(
        math.log(1000 / 6) * 2 / 3
    )


def test_what_no_paper_uses_says_nothing(nests, background) -> None:
    assert substance("Your papers have a lively style.", read_papers(nests), background) == 0
    assert substance("Your papers return to nests.", (), background) == 0


def test_words_of_the_trade_and_quotes_are_not_telling() -> None:
    assert [p.text for p in telling("Your papers often study nests (“quiet as a wren”).")] == [
        "nests"
    ]


def test_holding_is_a_share(nests) -> None:
    read = read_papers(nests)
    assert holding("nest", read) == pytest.approx(2 / 3)
    assert holding("nest acoust", read) == pytest.approx(2 / 3)
    assert holding("nest", ()) == 0
