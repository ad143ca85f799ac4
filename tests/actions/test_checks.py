import pytest

from myscholar.actions.checks import check_actions
from myscholar.actions.own import new_action
from myscholar.domain.actions import Action
from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.profile import Profile

QUESTION = "Does active learning help when fine-tuning a large language model?"


def written(text: str, action_id: str = "u1") -> Action:
    return new_action(text, action_id=action_id, question=QUESTION)


def errors(*texts: str, profile: Profile | None = None) -> list[ErrorType]:
    actions = [written(text, f"u{i}") for i, text in enumerate(texts)]
    return [f.error_type for a in check_actions(actions, QUESTION, profile) for f in a.flags]


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


def test_words_that_change_nothing_are_vague() -> None:
    assert errors("make it better") == [ErrorType.VAGUE]
    assert errors("improve the overall quality of the report") == [ErrorType.VAGUE]


@pytest.mark.parametrize(
    "text",
    ["search for methods that improve answer accuracy", "look for ways to enhance value alignment"],
)
def test_what_others_improve_is_a_topic(text: str) -> None:
    assert errors(text) == []


def test_papers_that_introduce_something_are_no_basics(reader: Profile) -> None:
    assert errors("compare papers that introduce active learning", profile=reader) == []
    assert ErrorType.EXPERT in errors("introduce active learning", profile=reader)


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
    [flag] = check_actions([written(text)], QUESTION, None)[0].flags
    assert flag.error_type is ErrorType.NARROW
    assert flag.reason


def test_defining_what_the_reader_s_papers_treat_is_flagged_with_a_repair(reader: Profile) -> None:
    [flag] = check_actions([written("define active learning")], QUESTION, reader)[0].flags
    assert (flag.error_type, flag.repair) == (
        ErrorType.EXPERT,
        "Skip definitions of active learning",
    )


def test_a_personalized_action_on_the_profile_s_topic_alone_is_off_topic(reader: Profile) -> None:
    action = written("add a section on crowdsourced annotation").model_copy(
        update={"personalized": True, "origin": "extractive"}
    )
    assert [f.error_type for f in check_actions([action], QUESTION, reader)[0].flags] == [
        ErrorType.OFFTOPIC
    ]


def test_two_enabled_actions_that_undo_each_other_are_a_warning() -> None:
    actions = check_actions(
        [written("define dropout", "a"), written("skip definitions of dropout", "b")],
        QUESTION,
        None,
    )
    [flag] = actions[1].flags
    assert (flag.error_type, flag.severity) == (ErrorType.ACTION_GLOBAL, Severity.WARNING)
    assert actions[0].flags == ()


def test_saying_the_same_twice_is_a_hint() -> None:
    assert errors("keep it short", "keep the report brief") == [ErrorType.ACTION_GLOBAL]


def test_checking_again_does_not_pile_up_flags() -> None:
    once = check_actions([written("run the experiments")], QUESTION, None)
    assert check_actions(once, QUESTION, None) == once
