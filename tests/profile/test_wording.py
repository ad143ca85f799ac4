"""Papers are named honestly: one paper is one paper, followed papers are followed."""

import pytest

from myscholar.domain.papers import Paper, Relation
from myscholar.domain.text import listed
from myscholar.profile.reading import ReadPaper, read_papers
from myscholar.profile.wording import PaperSet, rarity, short_title


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
        (5, 0, [0, 1, 2], "Your papers"),
        (4, 0, [0, 1], "Some of your papers"),
        (2, 0, [0, 1], "Your papers"),
        (3, 0, [1], "“Title 1”"),
        (1, 0, [0], "Your one paper"),
        (0, 1, [0], "The one paper you follow"),
        (0, 3, [0, 1], "The papers you follow"),
        (2, 2, [2], "“Title 0”, which you follow,"),
        (3, 2, [0, 1, 3], "Your papers and one of the papers you follow"),
        (5, 3, [0, 1, 5, 6], "Some of your papers and the papers you follow"),
        (1, 3, [0, 1], "Your one paper and one of the papers you follow"),
        (1, 3, [0], "“Title 0”"),
    ],
)
def test_the_subject_says_whose_papers_and_whether_most_of_them(
    make_paper, n_mine, n_followed, chosen, said
) -> None:
    shelf, read = shelf_of(make_paper, n_mine, n_followed)
    assert str(shelf.some([read[i] for i in chosen])) == said


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("“How Loud Is Loud?”: Counting Nests in Towns by Day and Night", "“‘How Loud Is Loud?’”"),
        ('On "Loud" Nests', "“On 'Loud' Nests”"),
    ],
)
def test_quotation_marks_within_a_title_are_single(make_paper, title: str, said: str) -> None:
    [paper] = read_papers([make_paper("p", title, "Nests are loud in spring.")])
    assert short_title(paper) == said


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Nests in Towns: Counting by Day and by Night over Twelve Springs", "“Nests in Towns”"),
        ("Who Nests Here? Counting Wrens by Day and Night in Towns", "“Who Nests Here?”"),
        (
            "Who Nests Here? Wrens: A Count by Day and Night over Twelve Springs",
            "“Who Nests Here?”",
        ),
        ("“Who Nests Here?” Wrens by Day and Night over Twelve Springs", "“‘Who Nests Here?’”"),
        ("Who Nests Here? Wrens", "“Who Nests Here? Wrens”"),
    ],
)
def test_a_long_title_is_named_without_its_subtitle(make_paper, title: str, said: str) -> None:
    [paper] = read_papers([make_paper("p", title, "Nests are loud in spring.")])
    assert short_title(paper) == said


def test_a_paper_that_could_not_be_read_counts_against_your_papers(make_paper) -> None:
    _, read = shelf_of(make_paper, 2, 0)
    assert str(PaperSet(read, n_unread=2).some(read)) == "Some of your papers"
    assert str(PaperSet(read[:1], n_unread=1).some(read[:1])) == "“Title 0”"


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
