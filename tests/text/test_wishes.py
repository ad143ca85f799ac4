"""What an action's words ask for beside its verb."""

import pytest

from myscholar.domain.actions import Wish
from myscholar.text.wishes import limits_in, wishes_in


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("set the judges in a table", Wish.SIDE_BY_SIDE),
        ("show songs and calls side by side", Wish.SIDE_BY_SIDE),
        ("put papers with code first", Wish.FIRST),
        ("end with open questions", Wish.LAST),
        ("hold the findings against your own results", Wish.OWN_WORK),
        ("sketch an experiment on song learning", Wish.IDEAS),
        ("keep to papers of the last five years", Wish.YEAR_MIN),
        ("keep to conference papers", Wish.VENUE),
    ],
)
def test_words_ask_for_more_than_their_verb(said: str, wish: Wish) -> None:
    assert wish in wishes_in(said, f"I can {said}, which might help you.")


def test_what_an_action_might_help_with_is_no_wish_for_a_form_or_a_place() -> None:
    text = "I can define song, which might help you begin with a table of your own results."
    assert wishes_in("Define song on first mention", text) == (Wish.SIDE_BY_SIDE,)


def test_plain_words_ask_for_nothing_more() -> None:
    assert wishes_in("Explain song learning", "I can explain song learning.") == ()


def test_a_question_states_conditions_in_the_same_words_as_an_action() -> None:
    assert limits_in("What was found since 2020 in open data?") == (
        Wish.OPEN_ACCESS,
        Wish.YEAR_MIN,
        Wish.YEAR_MAX,
    )


def test_a_place_and_own_work_are_read_from_what_a_report_is_to_do() -> None:
    named = "I can compare the judges on ExpertQA, which might help you choose."
    assert Wish.OWN_WORK not in wishes_in("Compare judges with your results", named)
    told = "I can describe BM25, which was first proposed in 1994, which might help you."
    assert Wish.FIRST not in wishes_in("Describe BM25", told)
