"""How much an action shuts out."""

import pytest

from myscholar.actions.checks import check_actions
from myscholar.actions.own import new_action
from myscholar.actions.scope import (
    FOCUSES,
    FOCUSES_ON_PART,
    LEAVES_OUT,
    SHUTS_OUT,
    SKIPS,
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


@pytest.mark.parametrize("text", ["Focus on batch active learning", "Exclude work on images"])
def test_a_model_s_proposal_is_doubted_and_a_user_s_own_wish_is_not(text: str) -> None:
    (doubted,) = check_actions([proposed(text)], QUESTION)
    assert [f.error_type for f in doubted.flags] == [ErrorType.NARROW]
    wish = new_action(text, action_id="u", question=QUESTION)
    assert check_actions([wish], QUESTION)[0].flags == ()


def test_leaving_out_is_a_hint_that_names_what_is_lost_and_a_warning_where_it_is_the_question() -> (
    None
):
    (kept,) = check_actions([proposed("Exclude survey papers on images")], QUESTION)
    (hint,) = [f for f in kept.flags if f.error_type is ErrorType.NARROW]
    assert (hint.severity, hint.reason) == (
        Severity.HINT,
        "Leaving out “images” may cost a part of the answer.",
    )
    (lost,) = check_actions([proposed("Exclude work on active learning")], QUESTION)
    (warning,) = [f for f in lost.flags if f.error_type is ErrorType.NARROW]
    assert warning.severity is Severity.WARNING
