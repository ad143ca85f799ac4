"""An action that was reworded in its file does what its new words say."""

from myscholar.actions.interpret import interpret
from myscholar.actions.own import as_worded, fingerprint, new_action
from myscholar.domain.actions import Stage, Verb


def test_unchanged_words_leave_the_action_as_it_is() -> None:
    action = new_action("Keep to papers from 2020 on", action_id="g1", question="Q").model_copy(
        update={"origin": "extractive"}
    )
    assert as_worded(action) is action


def test_changed_words_are_read_anew() -> None:
    proposed = new_action("Put papers with simulations first", action_id="g1", question="Q")
    edited = proposed.model_copy(
        update={
            "origin": "extractive",
            "tldr": "Only papers after 2021",
            "enabled": True,
            "emphasis": True,
        }
    )
    read = as_worded(edited)
    assert (read.directive.verb, read.directive.filters.year_min) == (Verb.LIMIT, 2022)
    assert (read.origin, read.enabled, read.emphasis, read.action_id) == ("user", True, True, "g1")


def test_other_terms_are_read_anew_too() -> None:
    proposed = new_action(
        "Add a section on implications for developers", action_id="g1", question="Q"
    )
    edited = proposed.model_copy(
        update={"origin": "extractive", "tldr": "Add a section on membrane chemistry"}
    )
    assert "membrane chemistry" in " ".join(as_worded(edited).directive.terms)


def test_words_that_no_rule_knows_keep_the_stage_of_the_action() -> None:
    proposed = new_action("Add open questions on soil", action_id="g1", question="Q")
    edited = as_worded(
        proposed.model_copy(
            update={"origin": "extractive", "tldr": "Tell the story backwards from the harvest"}
        )
    )
    assert (edited.directive.verb, edited.stage) == (Verb.FREE, Stage.ORGANIZATION)


def test_a_proposed_study_is_a_next_step() -> None:
    assert interpret("Propose one study: do roots survive frost?").verb is Verb.NEXT_STEPS
    assert interpret("Suggest papers on frost").verb is not Verb.NEXT_STEPS


def test_where_both_forms_were_edited_the_long_one_is_what_the_writer_reads() -> None:
    proposed = new_action("Add open questions on soil", action_id="g1", question="Q")
    proposed = proposed.model_copy(
        update={"origin": "a-model", "wording": fingerprint(proposed.tldr, proposed.text)}
    )
    long = "Propose one study of frost with potted plants and a control."
    edited = as_worded(
        proposed.model_copy(update={"tldr": "Propose one study of frost", "text": long})
    )
    assert (edited.tldr, edited.text, edited.directive.verb) == (
        "Propose one study of frost",
        long,
        Verb.NEXT_STEPS,
    )
