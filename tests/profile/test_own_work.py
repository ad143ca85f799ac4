"""Only what the authors say of their own work, with themselves as subject, may become a line about
them."""

import pytest

from myscholar.profile.own_work import Deed, OwnClause, own_clauses
from myscholar.profile.reading import read_papers


def clauses(make_paper, abstract: str, body: tuple[str, ...] = ()) -> tuple[OwnClause, ...]:
    return own_clauses(read_papers([make_paper("p", "Nests", abstract, body)])[0])


@pytest.mark.parametrize(
    ("sentence", "deed", "told"),
    [
        (
            "In this paper, we propose a nest box that keeps street noise from the brood.",
            Deed.MAKES,
            "proposes “a nest box that keeps street noise from the brood”",
        ),
        (
            "This study examines the acoustics of city nests in spring.",
            Deed.DOES,
            "examines “the acoustics of city nests in spring”",
        ),
        (
            "We then carefully measured the noise of 40 nests, which took three weeks of hard "
            "work.",
            Deed.DOES,
            "measures “the noise of 40 nests”",
        ),
        (
            "We argue that nest boxes deserve acoustic tests.",
            Deed.CLAIMS,
            "argues that “nest boxes deserve acoustic tests”",
        ),
        (
            "Our recordings and our analysis suggest that wrens prefer quiet streets.",
            Deed.CLAIMS,
            "suggests that “wrens prefer quiet streets”",
        ),
        (
            "We solve these issues by introducing a moss lining for nest boxes.",
            Deed.MAKES,
            "introduces “a moss lining for nest boxes”",
        ),
        (
            "First, a moss lining for nest boxes is presented.",
            Deed.MAKES,
            "presents “a moss lining for nest boxes”",
        ),
    ],
)
def test_own_work_is_told_in_the_papers_words(
    make_paper, sentence: str, deed: Deed, told: str
) -> None:
    (clause,) = clauses(make_paper, sentence)
    assert (clause.deed, clause.told()) == (deed, told)
    assert clause.said in sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "Existing approaches use manually annotated recordings, which often lack flexibility.",
        "Smith et al. propose a nest box that keeps noise from the brood.",
        "Loud streets pose a serious threat to the broods of all city birds.",
        "In future work, we will measure the noise of nests in other cities.",
        "We do not propose a new nest box for the loud streets of cities.",
        "We could use recordings of nests that were annotated by hand.",
        "With such recordings we can use nests that were annotated by hand.",
        "We rarely use recordings of nests that were annotated by hand.",
        "Quiet nest boxes are proposed by Smith for the loud streets of cities.",
        "When we measure the noise of a nest, the brood is not disturbed at all.",
        "The nest box that we propose in this paper is quiet and cheap to build.",
        "Moss linings have been proposed for the nest boxes of many cities.",
    ],
)
def test_others_work_openings_plans_and_denials_are_not_ones_own(make_paper, sentence: str) -> None:
    assert clauses(make_paper, sentence) == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "We aim to measure the noise of city nests.",
        "The aim of this study is to measure the noise of city nests.",
    ],
)
def test_an_aim_is_told_as_an_aim(make_paper, sentence: str) -> None:
    (clause,) = clauses(make_paper, sentence)
    assert clause.told() == "aims “to measure the noise of city nests”"


@pytest.mark.parametrize(
    "sentence",
    [
        "We compare these with the boxes of Table 3 in two cities.",
        "We evaluate our method on the nests of two cities.",
    ],
)
def test_what_points_out_of_its_clause_is_not_told(make_paper, sentence: str) -> None:
    assert clauses(make_paper, sentence) == ()


def test_a_passive_is_ones_own_only_in_the_abstract(make_paper) -> None:
    sentence = "A moss lining for nest boxes is presented."
    assert [
        c.in_lead
        for c in clauses(make_paper, sentence, ("Moss is soft and keeps eggs warm. " + sentence,))
    ] == [True]


def test_a_long_clause_is_cut_where_it_is_still_whole(make_paper) -> None:
    (clause,) = clauses(
        make_paper,
        "We present a lining of moss and wool for nest boxes that hang in loud streets that cross "
        "the old centre of the city where trams and "
        "buses pass day and night in every season of the long northern year.",
    )
    assert (
        clause.said
        == "a lining of moss and wool for nest boxes that hang in loud streets that cross the old "
        "centre of the city"
    )


def test_a_clause_does_not_end_in_the_middle(make_paper) -> None:
    (clause,) = clauses(
        make_paper, "We describe nests of wool and moss and, which is rare, of oak."
    )
    assert clause.said == "nests of wool and moss"
