"""What a researcher does with proposed actions."""

import pytest

from myscholar.domain.actions import (
    Action,
    ActionList,
    Category,
    Directive,
    LeftOut,
    Omission,
    Stage,
    Verb,
)
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType
from myscholar.errors import InputError, UnknownAction
from myscholar.workflows.actions import choose_actions
from myscholar.workflows.services import Services


def action(
    action_id: str,
    *,
    on: bool = False,
    tldr: str = "",
    emphasis: bool = False,
    verb: Verb = Verb.SEARCH,
) -> Action:
    return Action(
        action_id=ActionId(action_id),
        tldr=tldr or f"Search for {action_id}",
        text=f"I can search for {action_id}, which might help you.",
        stage=Stage.SEARCH_ADD,
        category=Category.CONTENT,
        personalized=False,
        directive=Directive(verb=verb, terms=(action_id,)),
        enabled=on,
        emphasis=emphasis,
    )


def listed(*actions: Action) -> ActionList:
    return ActionList(question="How are citations checked in generated text?", actions=actions)


def ids(actions: ActionList, *, chosen: bool = False) -> str:
    return " ".join(a.action_id for a in (actions.chosen if chosen else actions.actions))


def test_the_chosen_change_places_and_the_others_stay_where_they_are() -> None:
    before = listed(action("a", on=True), action("b"), action("c", on=True), action("d", on=True))
    after = choose_actions.move(before, "d", 0)
    assert ids(after, chosen=True) == "d a c"
    assert ids(after) == "d b a c"


def test_a_place_beyond_the_ends_is_the_end() -> None:
    before = listed(action("a", on=True), action("b", on=True), action("c", on=True))
    assert ids(choose_actions.move(before, "a", 99)) == "b c a"
    assert ids(choose_actions.move(before, "c", -5)) == "c a b"


def test_what_is_not_chosen_has_no_place_among_the_chosen() -> None:
    with pytest.raises(UnknownAction):
        choose_actions.move(listed(action("a", on=True), action("b")), "b", 0)


def test_the_defaults_come_back_and_none_is_none() -> None:
    before = listed(
        action("a", on=True, emphasis=True), action("b"), action("c", on=True, emphasis=True)
    )
    back = choose_actions.choose_only(before, ("b", "c"))
    assert ids(back, chosen=True) == "b c"
    assert [a.emphasis for a in back.actions] == [False, False, True]
    assert choose_actions.choose_only(before, ()).chosen == ()


def test_more_actions_come_behind_and_off_and_undo_nothing_that_was_done_meanwhile() -> None:
    asked = listed(action("a", on=True), action("b"))
    now = choose_actions.switch(choose_actions.remove(asked, "a"), "b", on=True)
    brought = listed(*asked.actions, action("c", on=True), action("d"))
    after, new = choose_actions.add_proposed(now, asked, brought)
    assert ids(after) == "b c d"
    assert ids(after, chosen=True) == "b"
    assert new == ("c", "d")


def test_an_own_action_that_can_not_be_done_is_doubted_at_once(tmp_services: Services) -> None:
    added = choose_actions.add_own(
        tmp_services, listed(action("a")), "Run the code of each paper and email the authors"
    )
    (own,) = choose_actions.recheck(added).actions[1:]
    assert own.enabled
    assert ErrorType.TRUST in {flag.error_type for flag in own.flags}


def test_a_chosen_action_that_undoes_another_is_doubted_until_it_is_reworded(
    tmp_services: Services,
) -> None:
    both = choose_actions.add_own(tmp_services, listed(), "Define entailment")
    both = choose_actions.add_own(tmp_services, both, "Skip definitions of entailment")

    def doubted(actions: ActionList) -> list[bool]:
        return [bool(a.flags) for a in choose_actions.recheck(actions).actions]

    assert doubted(both) == [False, True]
    reworded = choose_actions.reword(both, both.actions[1].action_id, "Show measured numbers")
    assert doubted(reworded) == [False, False]


def test_an_action_needs_words(tmp_services: Services) -> None:
    with pytest.raises(InputError):
        choose_actions.add_own(tmp_services, listed(), " ... ")


def test_what_was_left_out_is_brought_back_once_and_more_actions_undo_nothing() -> None:
    left = LeftOut(tldr="b", reason=Omission.TOO_MANY, action=action("b"))
    asked = listed(action("a", on=True)).model_copy(update={"left_out": (left,)})
    back = choose_actions.bring_back(asked, "b")
    assert (ids(back, chosen=True), back.left_out) == ("a b", ())
    with pytest.raises(UnknownAction):
        choose_actions.bring_back(back, "b")
    newer = LeftOut(tldr="d", reason=Omission.TOO_MANY, action=action("d"))
    brought = listed(*asked.actions, action("c")).model_copy(update={"left_out": (left, newer)})
    after, new = choose_actions.add_proposed(back, asked, brought)
    assert (ids(after), new, after.left_out) == ("a b c", ("c",), (newer,))


def test_what_the_question_is_about_is_what_its_proposal_found_in_it() -> None:
    shut_out = listed(action("citations", on=True, verb=Verb.EXCLUDE))
    for topics, doubts in ((("citations",), [ErrorType.NARROW]), (("generated text",), [])):
        again = choose_actions.recheck(shut_out.model_copy(update={"topics": topics}))
        assert [flag.error_type for flag in again.actions[0].flags] == doubts
