import pytest

from myscholar.actions.checks import check_actions
from myscholar.actions.own import new_action
from myscholar.domain.actions import Action
from myscholar.domain.flags import ErrorType, Flag, Severity

QUESTION = "Does active learning help when fine-tuning a large language model?"


def written(text: str, action_id: str = "u1") -> Action:
    return new_action(text, action_id=action_id, question=QUESTION)


def errors(*texts: str) -> list[ErrorType]:
    actions = [written(text, f"u{i}") for i, text in enumerate(texts)]
    return [f.error_type for a in check_actions(actions, QUESTION) for f in a.flags]


@pytest.mark.parametrize(
    "text",
    [
        "run the experiments",
        "write code for it",
        "email the authors",
        "draw a figure of the results",
    ],
)
def test_what_the_tool_can_not_do_is_flagged(text: str) -> None:
    assert ErrorType.TRUST in errors(text)


@pytest.mark.parametrize(
    "text",
    [
        "make a table of datasets",
        "search for papers that run experiments",
        "order by year",
        "add a section on charts",
        "include knowledge graph-enhanced transformer papers",
        "add a section on studies that recruit crowd workers",
        "translate the findings into plain language",
    ],
)
def test_what_it_can_do_is_not(text: str) -> None:
    assert ErrorType.TRUST not in errors(text)


@pytest.mark.parametrize(
    "text",
    [
        "leave out active learning",
        "only papers with at least 500 citations",
        "only papers from 2020 to 2021",
        "focus only on nurses",
    ],
)
def test_what_shuts_out_too_much_is_narrow_and_gets_a_reason(text: str) -> None:
    [flag] = check_actions([written(text)], QUESTION)[0].flags
    assert flag.error_type is ErrorType.NARROW
    assert flag.reason


def test_taste_is_not_judged_by_words() -> None:
    texts = (
        "make it better",
        "define active learning",
        "explain it by cooking analogies",
        "keep it short",
        "keep the report brief",
    )
    assert errors(*texts) == []


def test_of_two_chosen_actions_that_undo_each_other_the_later_one_is_a_warning() -> None:
    first, later = written("define dropout", "a"), written("skip definitions of dropout", "b")
    kept, doubted = check_actions([first, later], QUESTION)
    [flag] = doubted.flags
    assert (flag.error_type, flag.severity) == (ErrorType.ACTION_GLOBAL, Severity.WARNING)
    assert kept.flags == ()
    off = later.model_copy(update={"enabled": False})
    assert [a.flags for a in check_actions([first, off], QUESTION)] == [(), ()]


def test_checking_again_keeps_what_a_model_doubts_and_piles_up_nothing() -> None:
    doubt = Flag(
        error_type=ErrorType.VAGUE, severity=Severity.HINT, reason="Of what?", origin="some:model"
    )
    action = written("run the experiments").model_copy(update={"flags": (doubt,)})
    once = check_actions([action], QUESTION)
    assert [f.origin for f in once[0].flags] == ["some:model", ""]
    assert check_actions(once, QUESTION) == once
