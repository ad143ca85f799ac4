"""How much an action shuts out, and how far it leads away."""

import pytest

from myscholar.actions.checks import check_actions
from myscholar.actions.own import new_action
from myscholar.actions.scope import (
    DEVICE,
    FOCUSES,
    FOCUSES_ON_PART,
    FOREIGN,
    LEAVES_OUT,
    SHUTS_OUT,
    SKIPS,
    leads_away,
    narrows,
)
from myscholar.domain.actions import Action
from myscholar.domain.flags import ErrorType, Severity

QUESTION = "Does active learning help when fine-tuning a large language model?"


def proposed(text: str) -> Action:
    action = new_action(text, action_id="m", question=QUESTION)
    return action.model_copy(
        update={
            "origin": "some:model",
            "text": f"I can {text.lower()}, which might help you decide.",
        }
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Focus only on nurses", SHUTS_OUT),
        ("Exclude work on images", LEAVES_OUT),
        ("Focus on batch active learning", FOCUSES_ON_PART),
        ("Focus on annotation cost", FOCUSES),
        ("Put papers on batch active learning first", FOCUSES),
        ("Leave out surveys and tutorials", SKIPS),
        ("Skip definitions of dropout", SKIPS),
        ("Add a section on annotation cost", 0),
    ],
)
def test_wordings_shut_out_more_or_less(text: str, expected: float) -> None:
    assert narrows(proposed(text), QUESTION) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use cooking analogies", FOREIGN),
        ("Adapt the findings to protein design", FOREIGN),
        ("Draw an analogy between models and ant colonies", FOREIGN),
        ("Explain with intuitive analogies", DEVICE),
        ("Explain annotation with an everyday analogy", DEVICE),
        ("Present the annotation pipeline as a recipe", DEVICE),
        ("Adapt the depth of explanations to graduate students", 0),
        ("Translate the findings into recommendations for practice", 0),
        ("Adapt the findings to small language models", 0),
        ("Transfer the findings to your own work", 0),
        ("Adapt the wording to beginners", 0),
        ("Search for cold start", 0),
    ],
)
def test_another_field_leads_away(text: str, expected: float) -> None:
    assert leads_away(proposed(text), QUESTION) == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Focus on batch active learning", ErrorType.NARROW),
        ("Exclude work on images", ErrorType.NARROW),
        ("Use cooking analogies", ErrorType.OFFTOPIC),
    ],
)
def test_a_model_s_proposal_is_doubted_and_a_user_s_own_wish_is_not(
    text: str, kind: ErrorType
) -> None:
    assert [f.error_type for f in check_actions([proposed(text)], QUESTION, None)[0].flags] == [
        kind
    ]
    wish = new_action(text, action_id="u", question=QUESTION)
    assert check_actions([wish], QUESTION, None)[0].flags == ()


def test_leaving_out_is_a_hint_that_names_what_is_lost_and_a_warning_where_it_is_the_question() -> (
    None
):
    (kept,) = check_actions([proposed("Exclude survey papers on images")], QUESTION, None)
    (hint,) = [f for f in kept.flags if f.error_type is ErrorType.NARROW]
    assert (hint.severity, hint.reason) == (
        Severity.HINT,
        "Leaving out “images” may cost a part of the answer.",
    )
    (lost,) = check_actions([proposed("Exclude work on active learning")], QUESTION, None)
    (warning,) = [f for f in lost.flags if f.error_type is ErrorType.NARROW]
    assert warning.severity is Severity.WARNING


def test_a_wild_card_may_lead_away() -> None:
    wild = proposed("Use cooking analogies").model_copy(update={"wild_card": True})
    assert check_actions([wild], QUESTION, None)[0].flags == ()


def test_analogies_are_no_other_field_where_the_question_is_about_them() -> None:
    assert (
        leads_away(proposed("Use analogies from physics"), "How do people understand analogies?")
        == 0
    )
