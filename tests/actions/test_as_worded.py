"""An action that was reworded in its file does what its new words say."""

from myscholar.actions.interpret import as_worded, new_action
from myscholar.domain.actions import Verb


def test_unchanged_words_leave_the_action_as_it_is() -> None:
    action = new_action("Keep to papers from 2020 on", action_id="g1", question="Q").model_copy(update={"origin": "extractive"})
    assert as_worded(action) is action


def test_changed_words_are_read_anew() -> None:
    proposed = new_action("Put papers with simulations first", action_id="g1", question="Q")
    edited = proposed.model_copy(
        update={"origin": "extractive", "tldr": "Only papers after 2021", "enabled": True, "emphasis": True}
    )
    read = as_worded(edited)
    assert (read.directive.verb, read.directive.filters.year_min) == (Verb.LIMIT, 2022)
    assert (read.origin, read.enabled, read.emphasis, read.action_id) == ("user", True, True, "g1")


def test_other_terms_are_read_anew_too() -> None:
    proposed = new_action("Add a section on implications for developers", action_id="g1", question="Q")
    edited = proposed.model_copy(update={"origin": "extractive", "tldr": "Add a section on membrane chemistry"})
    assert "membrane chemistry" in " ".join(as_worded(edited).directive.terms)
