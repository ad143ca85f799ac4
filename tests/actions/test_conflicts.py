import pytest

from myscholar.actions.conflicts import contradict, say_the_same
from myscholar.actions.own import new_action
from myscholar.domain.actions import Action


def proposed(text: str, action_id: str) -> Action:
    return new_action(text, action_id=action_id, question="q").model_copy(
        update={"origin": "extractive", "enabled": False}
    )


def test_skipping_the_history_and_the_background_of_one_thing_is_the_same() -> None:
    history, background = (
        proposed("Skip the history of heat pumps", "a"),
        proposed("Skip background on how heat pumps work", "b"),
    )
    assert say_the_same(history, background)
    assert not say_the_same(history, proposed("Skip background on how boilers work", "c"))


def test_two_that_share_a_stem_are_two_proposals_unless_one_only_says_more() -> None:
    first = proposed("Compare air-based heat pumps by cost", "a")
    assert not say_the_same(first, proposed("Compare ground-based heat pumps by cost", "b"))
    assert say_the_same(first, proposed("Compare air-based heat pumps by cost and noise", "c"))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Define heat exchange", "Skip definitions of heat", True),
        ("Define heat", "Skip definitions of heat exchange", False),
        ("Define noise levels", "Skip definitions of noise sources", False),
        ("Leave out papers on boilers", "Search for gas boilers", True),
        ("Leave out papers on boiler noise", "Search for boiler costs and pump noise", False),
    ],
)
def test_actions_undo_each_other_by_a_whole_term_and_not_by_a_stem(
    one: str, other: str, expected: bool
) -> None:
    assert contradict(proposed(one, "a").directive, proposed(other, "b").directive) is expected
