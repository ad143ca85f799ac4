"""What of a report needs support."""

import pytest

from eval.domain.report import ScholarSection
from eval.judges.local.claims import claims_of
from tests.eval.judges.local.conftest import cited, one_section, report


def claims(text: str, *markers: str) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (c.text, c.cited) for c in claims_of(one_section(text, *(cited(m, "x") for m in markers)))
    ]


def test_sentences_that_say_something_are_claims_cited_or_not():
    text = (
        "Sea otters crack mussels with flat stones [1]. River otters rarely carry any stones "
        "ashore."
    )
    assert claims(text, "[1]") == [
        ("Sea otters crack mussels with flat stones.", ("[1]",)),
        ("River otters rarely carry any stones ashore.", ()),
    ]


def test_a_marker_behind_the_full_stop_belongs_to_the_sentence_before():
    text = "Sea otters crack mussels with stones.[1] River otters dig for crayfish instead.[2]"
    assert [c for _, c in claims(text, "[1]", "[2]")] == [("[1]",), ("[2]",)]


@pytest.mark.parametrize(
    "text",
    [
        "This section reviews how otters use tools in coastal waters.",
        "In this report, tools of otters and their use are described.",
        "Why do otters carry flat stones under their arms?",
        "Three kinds of stone use by otters stand out among the studies:",
        "TL;DR: Otters crack mussels with flat stones on their bellies.",
        "## Flat stones and how otters found their use",
        "**Flat stones and their long use by otters**",
        "| Otter | Stone | Mussel | Colony |",
        "Otter | Stone | Mussel | Colony",
        "No paper was found that speaks of stones of river otters.",
        "Below, the tools of otters are listed by kind and by colony.",
        "The table sets four kinds of stone of sea otters side by side.",
        "Stone handling among young otters",
        "Yes.",
        "",
    ],
)
def test_what_claims_nothing_of_the_world_is_left_out(text: str):
    assert claims(text) == []


def test_what_cites_is_a_claim_whatever_its_form():
    assert claims("- Flat stones of basalt [1]", "[1]") == [("Flat stones of basalt", ("[1]",))]
    assert claims("| Otter | flat stones [1] |", "[1]")[0][1] == ("[1]",)


def test_a_list_of_references_ends_the_claims():
    text = (
        "Sea otters crack mussels with flat stones.\n\n## References\n1. Reed et al. saw otters "
        "crack mussels with flat stones."
    )
    assert len(claims(text)) == 1
    assert (
        claims_of(
            report(
                ScholarSection(
                    title="References", text="Reed et al. saw otters crack mussels with stones."
                )
            )
        )
        == ()
    )


def test_a_flattened_report_is_read_by_its_lost_lines():
    text = (
        "### 1. Stones  Sea otters crack mussels with flat stones [1].  - **Anvils**: Otters pound "
        "shells on boulders near shores [2].  > River otters dig for crayfish along muddy banks."
    )
    assert [c for _, c in claims(text, "[1]", "[2]")] == [("[1]",), ("[2]",), ()]


def test_a_marker_that_nothing_explains_is_noticed():
    (claim,) = claims_of(one_section("Sea otters crack mussels with stones (Reed et al., 2020)."))
    assert claim.cited == ()
    assert claim.unlisted


def test_a_marker_listed_in_another_section_is_known():
    first = ScholarSection(
        text="Sea otters crack mussels with flat stones [1].", citations=(cited("[1]", "a"),)
    )
    second = ScholarSection(text="River otters carry no stones at all [1].")
    assert [(c.section, c.cited) for c in claims_of(report(first, second))] == [
        (0, ("[1]",)),
        (1, ("[1]",)),
    ]


def test_a_report_without_sections_claims_nothing():
    assert claims_of(report()) == ()


def shared(text: str, *markers: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [
        (c.cited, c.shared) for c in claims_of(one_section(text, *(cited(m, "x") for m in markers)))
    ]


def test_a_sentence_without_markers_shares_what_the_next_one_with_markers_cites():
    text = (
        "Sea otters crack mussels. Young ones learn it late. Flat stones serve as anvils [1][2]. "
        "River otters dig along banks."
    )
    # The first has three content words and claims nothing; the last stands behind the last marker
    # and shares nothing.
    assert shared(text, "[1]", "[2]") == [((), ("[1]", "[2]")), (("[1]", "[2]"), ()), ((), ())]
    once = (
        "Sea otters crack mussels with stones. Flat stones serve as anvils [1]. River otters dig "
        "along muddy banks. Crayfish hide there by day [2]."
    )
    assert shared(once, "[1]", "[2]") == [
        ((), ("[1]",)),
        (("[1]",), ()),
        ((), ("[2]",)),
        (("[2]",), ()),
    ]


@pytest.mark.parametrize("end", ["\n\n", "\n- "])
def test_nothing_is_shared_across_paragraphs_or_items_of_a_list(end: str):
    text = f"- Sea otters crack mussels with stones.{end}Flat stones serve otters as anvils [1]."
    assert shared(text, "[1]") == [((), ()), (("[1]",), ())]


def test_nothing_is_shared_past_a_marker_that_nothing_explains():
    text = (
        "Sea otters crack mussels with stones. River otters dig along banks (Reed et al., 2020). "
        "Flat stones serve as anvils [1]."
    )
    first, second, third = claims_of(one_section(text, cited("[1]", "x")))
    assert (first.shared, first.shares_unlisted, second.unlisted, third.cited) == (
        (),
        True,
        True,
        ("[1]",),
    )


def test_a_first_sentence_that_only_introduces_is_no_claim():
    # Of its stems (otter crack mussel many way) four come again: 4/5 = 0.8 is above 0.65.
    lead = "Otters crack mussels in many ways."
    rest = "Many otters crack mussels with flat stones, others pound them on boulders [1]."
    assert [text for text, _ in claims(f"{lead} {rest}", "[1]")] == [rest.replace(" [1]", "")]


@pytest.mark.parametrize(
    "text",
    [
        "Otters crack 37 mussels in many ways. Many otters crack mussels with stones, others "
        "pound them [1].",
        "Otters crack mussels in many ways [1]. Many otters crack mussels with stones, others "
        "pound them [1].",
        "Otters crack mussels in many ways. Boulders near the shore serve them as anvils at low "
        "tide [1].",
        "Otters crack mussels in many ways. Many otters crack mussels with stones, others pound "
        "them.",
    ],
)
def test_a_first_sentence_with_a_number_a_marker_or_own_words_or_nothing_cited_behind_is_a_claim(
    text: str,
):
    assert len(claims(text, "[1]")) == 2
