"""Counts are said honestly: one paper is one paper, followed papers are followed."""

import pytest

from myscholar.domain.papers import Paper, Relation
from myscholar.domain.text import listed
from myscholar.profile.reading import ReadPaper, read_papers
from myscholar.profile.wording import PaperSet, rarity


def shelf_of(make_paper, n_mine: int, n_followed: int) -> tuple[PaperSet, tuple[ReadPaper, ...]]:
    def paper(n: int, relation: Relation) -> Paper:
        return make_paper(
            f"{relation}{n}", f"Title {n}", "Nests are loud in spring.", relation=relation
        )

    papers = [paper(n, Relation.MINE) for n in range(n_mine)] + [
        paper(n, Relation.FOLLOWED) for n in range(n_followed)
    ]
    read = read_papers(papers)
    return PaperSet(read), read


@pytest.mark.parametrize(
    ("n_mine", "n_followed", "chosen", "said"),
    [
        (5, 0, [0, 1, 2], "3 of your 5 papers"),
        (2, 0, [0, 1], "Both of your papers"),
        (3, 0, [0, 1, 2], "All 3 of your papers"),
        (3, 0, [1], "One of your papers (“Title 1”)"),
        (1, 0, [0], "Your one paper"),
        (0, 1, [0], "The one paper you follow"),
        (0, 3, [0, 1], "2 of the 3 papers you follow"),
        (2, 2, [2], "One paper you follow (“Title 0”)"),
        (3, 2, [0, 1, 3], "2 of your 3 papers and 1 paper you follow"),
        (1, 3, [0, 1, 2], "Your one paper and 2 papers you follow"),
        (1, 3, [0], "Your own paper (“Title 0”)"),
    ],
)
def test_the_subject_says_whose_papers_and_how_many(
    make_paper, n_mine, n_followed, chosen, said
) -> None:
    shelf, read = shelf_of(make_paper, n_mine, n_followed)
    assert str(shelf.some([read[i] for i in chosen])) == said


def test_your_papers_needs_two_papers_and_a_clear_majority(make_paper) -> None:
    shelf, read = shelf_of(make_paper, 5, 0)
    assert shelf.some(read[:3]).broadly == "Your papers"
    assert shelf.some(read[:3]).count == " (3 of 5 papers)"
    assert shelf.some(read[:2]).broadly == "2 of your 5 papers"
    assert shelf.some(read[:2]).count == ""


def test_followed_papers_are_never_called_yours(make_paper) -> None:
    shelf, read = shelf_of(make_paper, 0, 3)
    assert shelf.some(read).broadly == "The papers you follow"


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.073, "7 % of conference abstracts"),
        (1 / 210, "about 1 in 210 conference abstracts"),
        (1 / 8742, "about 1 in 8,700 conference abstracts"),
        (2.5 / 87232, "fewer than 5 of 87,232 conference abstracts"),
    ],
)
def test_rarity_is_said_in_plain_numbers(share: float, said: str) -> None:
    assert rarity(share, 87_232, 5) == said


def test_small_words() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
