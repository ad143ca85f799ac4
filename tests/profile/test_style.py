"""Measures of style, worked out by hand."""

import pytest

from myscholar.domain.papers import Relation
from myscholar.domain.profile import ProfileAspect, ProfileId, StyleMeasure
from myscholar.profile.extractive.infer import infer_profile
from myscholar.profile.style import MEASURES


@pytest.mark.parametrize(
    ("measure", "text", "value"),
    [
        # 3 and 6 words
        (
            "words_per_sentence",
            "Nests are loud. We measured how loud they are.",
            4.5,
        ),
        ("first_person_per_100_words", "We hear our nests at night now.", 100 * 2 / 7),
        ("hedges_per_100_words", "Nests may be loud and could be quiet.", 100 * 2 / 8),
        ("numbers_per_100_words", "We saw 12 nests and 3.5 boxes in total.", 100 * 2 / 7),
        (
            "numbers_per_100_words",
            "In 2019, Task 4 of NestEval-2019 (arXiv:1901.01234) had 12 nests.",
            100 * 1 / 7,
        ),
        ("examples_per_100_words", "Birds such as wrens sing.", 100 * 1 / 5),
        ("enumerations_per_100_words", "First, wrens sing. Second, they nest.", 100 * 2 / 6),
    ],
)
def test_measure(measure: str, text: str, value: float) -> None:
    assert MEASURES[measure](text) == pytest.approx(value)


@pytest.mark.parametrize("measure", sorted(MEASURES))
def test_an_empty_text_measures_zero(measure: str) -> None:
    assert MEASURES[measure]("") == 0


SHORT = (
    "Wrens sing at dawn in spring. Wrens nest in moss on oaks. We watch and hear the wrens. " * 3
)
LONG = (
    "Wrens that live in the old oak forests of the north sing at dawn and at dusk in spring and "
    "in autumn, and they nest in moss that grows "
    "on the trunks of trees which are so old that nobody remembers who planted them or why they "
    "were never felled by the owners."
)


def style_of(papers, background) -> tuple[tuple[StyleMeasure, ...], list[str]]:
    profile = infer_profile(
        papers,
        background=background,
        now="2026-01-01T00:00:00Z",
        profile_id=ProfileId("p"),
        name="Me",
    )
    return profile.measures, [i.text for i in profile.of_aspect(ProfileAspect.WRITING_STYLE)]


def test_abstracts_are_measured_with_their_place_among_the_background(
    make_paper, background
) -> None:
    (measure,), told = style_of(
        (make_paper("a", "Wrens", SHORT), make_paper("b", "Oaks", LONG)), background
    )
    # 6 words a sentence in the one, 53 in the other: the mean of 29.5 lies above 98 of the
    # background's 101 values, 10 to 30 in steps of 0.2
    assert (measure.name, measure.n_papers, measure.value, measure.percentile) == (
        "words_per_sentence",
        2,
        29.5,
        97,
    )
    assert told == []


def test_a_style_that_a_report_can_follow_is_told_when_two_abstracts_are_extreme(
    make_paper, background
) -> None:
    one, two = (
        make_paper("a", "Wrens", SHORT),
        make_paper("b", "Oaks", SHORT.replace("Wrens", "Tits")),
    )
    assert style_of((one,), background)[1] == []
    (told,) = style_of((one, two), background)[1]
    assert told.startswith(
        "Your papers write short sentences in abstracts: 6 words on average, fewer than"
    )


def test_an_extreme_that_no_report_can_follow_is_only_measured(make_paper, background) -> None:
    measures, told = style_of(
        (make_paper("a", "Wrens", LONG), make_paper("b", "Oaks", LONG)), background
    )
    assert measures
    assert told == []


def test_followed_papers_say_nothing_of_how_the_researcher_writes(make_paper, background) -> None:
    papers = (
        make_paper("a", "Wrens", SHORT),
        make_paper("b", "Oaks", LONG, relation=Relation.FOLLOWED),
    )
    assert [m.n_papers for m in style_of(papers, background)[0]] == [1]
