from myscholar.actions.conflicts import say_the_same
from myscholar.actions.interpret import new_action
from myscholar.actions.merge import merge
from myscholar.domain.actions import Action


def proposed(text: str, action_id: str) -> Action:
    return new_action(text, action_id=action_id, question="q").model_copy(
        update={"origin": "extractive", "enabled": False}
    )


def test_near_duplicates_become_one_and_the_earlier_list_wins() -> None:
    merged = merge(
        [proposed("Add a section on cold start", "a")],
        [proposed("Add a section on the cold start", "b")],
    )
    assert [a.action_id for a in merged] == ["a"]


def test_a_double_passes_on_that_it_was_switched_on() -> None:
    other = proposed("Keep it brief", "b").model_copy(
        update={"enabled": True, "inference_id": "k1"}
    )
    [kept] = merge([proposed("Keep the report short", "a")], [other])
    assert (kept.action_id, kept.enabled, kept.inference_id) == ("a", True, "k1")


def test_the_user_s_own_words_win_over_a_proposal() -> None:
    own = new_action("focus on hospitals", action_id="u", question="q")
    assert [a.action_id for a in merge([proposed("Focus on hospitals", "a")], [own])] == ["u"]


def test_different_actions_all_stay_in_order_with_ids_of_their_own() -> None:
    merged = merge(
        [proposed("Focus on hospitals", "a")],
        [proposed("Keep it short", "a"), proposed("Use bullet points", "b")],
    )
    assert [a.action_id for a in merged] == ["a", "a-2", "b"]


def test_skipping_the_history_and_the_background_of_one_thing_is_the_same() -> None:
    history, background = (
        proposed("Skip the history of heat pumps", "a"),
        proposed("Skip background on how heat pumps work", "b"),
    )
    assert say_the_same(history, background)
    assert not say_the_same(history, proposed("Skip background on how boilers work", "c"))
