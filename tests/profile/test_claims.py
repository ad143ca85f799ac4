"""A position is a stand of the paper's own that can be read on its own."""

import pytest

from myscholar.profile.claims import Stance, claims
from myscholar.profile.reading import read_papers


def only_claim(make_paper, sentence: str):
    paper = read_papers([make_paper("p", "Nests", sentence)])[0]
    return claims(paper, lambda _: 1.0)


@pytest.mark.parametrize(
    ("sentence", "stance", "clause"),
    [
        (
            "We argue that nest boxes deserve the same acoustic tests as headphones.",
            Stance.ARGUES,
            "nest boxes deserve the same acoustic tests as headphones",
        ),
        (
            "Builders of nest boxes must publish how much street noise reaches the brood.",
            Stance.DEMANDS,
            "Builders of nest boxes must publish how much street noise reaches the brood",
        ),
        (
            "However, current guidelines overlook the noise that a brood hears at night.",
            Stance.CRITICIZES,
            "current guidelines overlook the noise that a brood hears at night",
        ),
        (
            "Contrary to common belief, sparrows prefer quiet streets for their second brood.",
            Stance.CONTRADICTS,
            "Contrary to common belief, sparrows prefer quiet streets for their second brood",
        ),
        (  # a threat is judged, not a gap in somebody's work
            "A cat that takes the nest as a black box is a severe threat to the whole brood.",
            Stance.VALUES,
            "A cat that takes the nest as a black box is a severe threat to the whole brood",
        ),
        (
            "A current nest model remains a black box for the builders of most boxes.",
            Stance.CRITICIZES,
            "A current nest model remains a black box for the builders of most boxes",
        ),
    ],
)
def test_stands_are_found_with_their_clause(make_paper, sentence, stance, clause) -> None:
    (claim,) = only_claim(make_paper, sentence)
    assert (claim.stance, claim.clause) == (stance, clause)


@pytest.mark.parametrize(
    "sentence",
    [
        "Smith et al. argue that nest boxes must be tested before any of them is sold.",
        "This must be done before any nest box is put on sale in a noisy city.",
        "It should be noted that nest boxes were painted green in the second season.",
        "Our method should reduce the noise that reaches the brood in all of the streets.",
        "These boxes must be tested before any of them is sold in a noisy city.",
        "Nest boxes are made of wood or plastic and hang in gardens of many cities.",
    ],
)
def test_other_views_dangling_and_procedural_sentences_are_no_positions(make_paper, sentence) -> None:
    assert only_claim(make_paper, sentence) == []
