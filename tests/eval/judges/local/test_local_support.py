"""What citations do for claims, without a model."""

import pytest

from eval.domain.judgment import Scored, Unscored
from eval.judges.local.support import judge_support
from eval.judges.local.words import Words
from tests.eval.judges.local.conftest import cited, one_section

CLAIM = "Otters crack mussels with flat basalt stones [1]."


def supported(words: Words, text: str, *citations) -> object:
    (claim,) = judge_support(one_section(text, *citations), words)
    return claim.supported


def test_support_is_the_share_of_weighed_words(words: Words):
    # Stems of the claim: otter crack mussel flat basalt stone, six rare words of equal weight.
    # All six: 1. Three of six = 0.5 is below 0.55 and above 0.35: 0.5. Two of six = 0.33: 0.
    assert supported(
        words, CLAIM, cited("[1]", "Flat basalt stones crack the mussels of otters.")
    ) == Scored(score=1, reason="The snippets hold 100% of its words by weight.")
    assert supported(words, CLAIM, cited("[1]", "Otters eat mussels beside stones.")).score == 0.5
    assert supported(words, CLAIM, cited("[1]", "Otters eat mussels.")).score == 0


def test_a_number_that_the_snippets_lack_halves_the_support(words: Words):
    text = "Otters crack 37 mussels with flat basalt stones [1]."
    snippet = "Flat basalt stones crack {} mussels of otters."
    assert supported(words, text, cited("[1]", snippet.format(37))).score == 1
    assert supported(words, text, cited("[1]", snippet.format(73))).score == 0.5


def test_a_year_in_a_table_is_no_number_that_needs_support(words: Words):
    row = "Stones of otters | 2019 | Otters crack mussels with flat basalt stones [1]"
    assert (
        supported(words, row, cited("[1]", "Otters crack mussels with flat basalt stones.")).score
        == 1
    )


def test_citations_support_together_and_each_for_itself(words: Words):
    text = "Otters crack mussels with flat basalt stones [1][2]."
    (claim,) = judge_support(
        one_section(
            text, cited("[1]", "Otters crack mussels."), cited("[2]", "Rain fell on Oslo.")
        ),
        words,
    )
    # [1] holds three of six words: some part. Together no more than that: in part.
    assert [j.score for j in claim.supports] == [1, 0]
    assert claim.supported.score == 0.5


SHARING = (
    "Otters crack mussels with flat basalt stones. Herons fish at dusk beside quiet ponds [1]."
)


def test_a_sentence_without_markers_has_to_be_borne_out_by_what_it_shares(words: Words):
    heron = "Herons fish at dusk beside quiet ponds."
    both, only_its_own = (
        cited("[1]", heron, "Flat basalt stones crack the mussels of otters."),
        cited("[1]", heron),
    )
    first, second = judge_support(one_section(SHARING, both), words)
    assert (first.cited, first.shared, first.supported.score, second.supported.score) == (
        (),
        ("[1]",),
        1,
        1,
    )
    assert [j.score for j in first.supports] == [1]
    # Beside a cited sentence, but of six words the snippet holds none.
    first, second = judge_support(one_section(SHARING, only_its_own), words)
    assert (first.supported.score, second.supported.score) == (0, 1)


def test_a_shared_title_has_to_say_more_than_one_word_of_the_sentence(words: Words):
    def of(title: str) -> list[float]:
        return [
            c.supported.score
            for c in judge_support(one_section(SHARING, cited("[1]", title=title)), words)
        ]

    # Of six words each: one (0.17) is enough for a title that the sentence cites, three (0.5) for
    # one that it shares.
    assert of("Stones and ponds") == [0, 0.5]
    assert of("Otters, mussels, stones and ponds") == [0.5, 0.5]


def test_what_would_be_shared_from_a_report_without_its_list_cannot_be_told(words: Words):
    text = (
        "Otters crack mussels with flat basalt stones. Herons fish at dusk beside quiet ponds "
        "(Reed et al., 2020)."
    )
    judged = [c.supported for c in judge_support(one_section(text), words)]
    assert [j.reason[:12] for j in judged if isinstance(j, Unscored)] == [
        "NoneListed: ",
        "NoneListed: ",
    ]


def test_nothing_cited_supports_nothing(words: Words):
    (claim,) = judge_support(one_section("Otters crack mussels with flat basalt stones."), words)
    assert claim.supported == Scored(score=0, reason="It cites nothing.")
    assert claim.supports == ()


def test_a_marker_outside_the_list_supports_nothing_and_without_any_list_cannot_be_told(
    words: Words,
):
    text = "Otters crack mussels with flat basalt stones (Reed et al., 2020)."
    listed = cited("[9]", "Otters crack mussels with flat basalt stones.")
    assert supported(words, text, listed) == Scored(
        score=0, reason="Its marker is not among the citations."
    )
    judged = supported(words, text)
    assert isinstance(judged, Unscored)
    assert judged.reason.startswith("NoneListed: ")


def test_a_title_gives_no_more_than_a_half(words: Words):
    assert (
        supported(
            words, CLAIM, cited("[1]", title="Flat basalt stones crack mussels of otters")
        ).score
        == 0.5
    )
    assert supported(words, CLAIM, cited("[1]", title="Rainfall over Oslo")).score == 0


@pytest.mark.parametrize("title", [None, "Reference [1]", "Source 3"])
def test_a_citation_that_shows_nothing_is_unscored(words: Words, title: str | None):
    judged = supported(words, CLAIM, cited("[1]", title=title))
    assert isinstance(judged, Unscored)
    assert judged.reason.startswith("NothingShown: ")


def test_snippets_in_another_language_are_unscored(words: Words):
    german = (
        "Seeotter öffnen Muscheln mit flachen Steinen aus Basalt, welche diese Tiere unter ihren "
        "Armen tragen und lange behalten"
    )
    judged = supported(words, CLAIM, cited("[1]", german))
    assert isinstance(judged, Unscored)
    assert judged.reason.startswith("ForeignText: ")
