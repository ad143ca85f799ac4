from myscholar.actions.conflicts import say_the_same
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
