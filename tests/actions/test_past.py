import pytest

from myscholar.actions.own import new_action
from myscholar.actions.past import PastChoice, preference
from myscholar.domain.actions import Category, Verb


def choice(verb: Verb, category: Category, *, chosen: bool) -> PastChoice:
    return PastChoice(verb=verb, category=category, personalized=False, chosen=chosen)


def test_without_experience_there_is_no_preference() -> None:
    assert preference(Verb.BRIEF, Category.STYLE, []) == 0


def test_three_picks_of_the_verb_and_its_category() -> None:
    # (3 + 1) / (3 + 2) = 0.8 for verb and category; 2 * 0.8 - 1 = 0.6; 0.75 * 0.6 + 0.25 * 0.6 =
    # 0.6
    past = [choice(Verb.BRIEF, Category.STYLE, chosen=True)] * 3
    assert preference(Verb.BRIEF, Category.STYLE, past) == pytest.approx(0.6)


def test_a_rejection_of_the_category_alone_counts_a_quarter() -> None:
    # verb never seen: 0; category: 2 * (0 + 1) / (1 + 2) - 1 = -1/3; a quarter of it
    past = [choice(Verb.LIST, Category.STYLE, chosen=False)]
    assert preference(Verb.BRIEF, Category.STYLE, past) == pytest.approx(-1 / 12)


def test_a_shown_action_is_remembered_as_it_was_left() -> None:
    action = new_action("keep it short", action_id="u", question="q")
    assert PastChoice.of(action, edited=True) == PastChoice(
        verb=Verb.BRIEF,
        category=Category.STYLE,
        personalized=False,
        chosen=True,
        edited=True,
        tldr="keep it short",
    )
