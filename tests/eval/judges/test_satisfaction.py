"""Predicting what a researcher made of an inference, an action or a report: what the model is
shown, and what it is not."""

import pytest

from eval.domain.instance import UserPaper
from eval.domain.judgment import Scored, Unscored
from eval.judges.satisfaction import (
    DEFINED,
    ActionItem,
    InferenceItem,
    ReportItem,
    SatisfactionExample,
    predict_satisfaction,
    satisfaction_prompt,
)
from myscholar.domain.actions import Category
from myscholar.domain.flags import ErrorType
from myscholar.domain.profile import ProfileAspect
from myscholar.errors import LLMRefusal
from myscholar.gateways.llm.scripted import ScriptedLLM

PAPERS = (
    UserPaper(paper_id="p1", title="Bees of the margin", text="We counted bees at forty farms."),
    UserPaper(paper_id="p2", title="Only a title"),
)


def inference(
    user: str = "u1",
    text: str = "Your papers count bees.",
    complaint: ErrorType = ErrorType.OVERCLAIM,
) -> InferenceItem:
    return InferenceItem(
        user_id=user,
        error_type=complaint,
        text=text,
        aspect=ProfileAspect.RESEARCH_STYLE,
        papers=PAPERS,
        cited=("p2",),
    )


def action(user: str = "u1", complaint: ErrorType = ErrorType.NARROW) -> ActionItem:
    return ActionItem(
        user_id=user,
        error_type=complaint,
        text="Look at farms in June only.",
        category=Category.SPECIFICITY,
        query="Do hedges help bees?",
        profile="- Your papers count bees.",
    )


def carried_out(user: str = "u1", complaint: ErrorType = ErrorType.IGNORE) -> ReportItem:
    return ReportItem(
        user_id=user,
        error_type=complaint,
        text="Add a list of plants.",
        category=Category.CONTENT,
        query="Do hedges help bees?",
        report="Hedges help.\n\nBlackthorn is a plant.",
        passages=("Blackthorn is\na plant.",),
    )


def example(item, satisfied: bool) -> SatisfactionExample:
    return SatisfactionExample(item=item, satisfied=satisfied)


@pytest.mark.parametrize("item", [inference(), action(), carried_out()])
@pytest.mark.parametrize(("verdict", "score"), [("satisfied", 1), ("not_satisfied", 0)])
async def test_a_verdict_becomes_a_score(item, verdict, score):
    said = {"reason": "They would like it.", "verdict": verdict}
    names = ("inference", "action", "report")
    llm = ScriptedLLM({f"eval/satisfaction_{name}": said for name in names}, judge=True)
    assert await predict_satisfaction(item, llm=llm) == Scored(
        score=score, reason="They would like it."
    )


async def test_a_model_that_refuses_leaves_the_item_unscored():
    llm = ScriptedLLM({"eval/satisfaction_inference": LLMRefusal("m", "p")}, judge=True)
    assert isinstance(await predict_satisfaction(inference(), llm=llm), Unscored)


def test_an_inference_is_shown_with_all_papers_of_its_user_and_those_that_it_cites():
    prompt = satisfaction_prompt(inference(), [], with_definition=True)
    assert "We counted bees at forty farms." in prompt.shared
    assert "Only a title (only its title is known)" in prompt.shared
    assert 'Rests on: paper 2 ("Only a title")' in prompt.task
    assert "under the heading research style" in prompt.task


def test_an_action_is_shown_with_profile_and_question_and_an_execution_with_report_and_passages():
    shown = satisfaction_prompt(action(), [], with_definition=True)
    assert "Your papers count bees." in shown.shared
    assert "Do hedges help bees?" in shown.task
    unknown = satisfaction_prompt(
        action().model_copy(update={"profile": ""}), [], with_definition=True
    )
    assert "Nothing is known of the researcher but the question." in unknown.shared
    shown = satisfaction_prompt(carried_out(), [], with_definition=True)
    assert "Hedges help." in shown.shared
    assert "- Blackthorn is a plant." in shown.task


ITEMS = {InferenceItem: inference, ActionItem: action, ReportItem: carried_out}


def test_each_complaint_has_a_definition_of_its_own_and_all_share_the_question_without_one():
    for kind, complaints in DEFINED.items():
        items = [ITEMS[kind](complaint=c) for c in sorted(complaints)]
        defined = {satisfaction_prompt(i, [], with_definition=True).task for i in items}
        plain = {satisfaction_prompt(i, [], with_definition=False).task for i in items}
        assert len(defined) == len(complaints)
        assert len(plain) == 1
        assert "Judge it as a whole" in plain.pop()
        assert all("Judge by one thing" in task for task in defined)


def test_items_of_a_user_share_their_papers_word_for_word_whatever_is_asked():
    examples = [example(inference("u2"), True), example(inference("u3"), False)]
    shared = {
        satisfaction_prompt(inference(), [], with_definition=True).shared,
        satisfaction_prompt(
            inference(text="Your papers ask why."), examples, with_definition=False
        ).shared,
    }
    assert len(shared) == 1


def test_examples_stand_with_their_outcomes_and_without_their_users_papers():
    examples = [
        example(inference("u2", "Your papers use maps."), True),
        example(inference("u3", "Your papers use drones."), False),
    ]
    task = satisfaction_prompt(inference(), examples, with_definition=True).task
    assert (
        task.index("Your papers use maps.")
        < task.index("was: satisfied")
        < task.index("Your papers use drones.")
    )
    assert (
        task.index("Your papers use drones.")
        < task.index("was: not_satisfied")
        < task.index("Your papers count bees.")
    )
    assert '"Only a title"' in task
    assert "forty farms" not in task


@pytest.mark.parametrize(
    ("examples", "said"),
    [
        ([example(inference("u1"), True)], "of the user u1"),
        ([example(action("u2", ErrorType.NARROW), True)], "another kind"),
        ([example(inference("u2", complaint=ErrorType.DOMAIN), True)], "another kind or complaint"),
        ([example(inference(f"u{i}"), i % 2 == 0) for i in range(2, 9)], "6 are the most"),
    ],
)
async def test_examples_that_would_leak_or_mislead_are_refused(examples, said):
    with pytest.raises(ValueError, match=said):
        await predict_satisfaction(inference(), llm=ScriptedLLM({}), examples=examples)


async def test_examples_of_one_outcome_leave_the_item_unscored_and_unasked():
    llm = ScriptedLLM({})
    judged = await predict_satisfaction(
        inference(),
        llm=llm,
        examples=[example(inference("u2"), True), example(inference("u3"), True)],
    )
    assert isinstance(judged, Unscored)
    assert llm.asked == []


async def test_a_complaint_of_another_kind_is_refused():
    with pytest.raises(ValueError, match=r"action\.narrow"):
        await predict_satisfaction(inference(complaint=ErrorType.NARROW), llm=ScriptedLLM({}))


def test_no_item_carries_a_label():
    for kind in DEFINED:
        assert not {"label", "satisfied", "triplet_id"} & set(kind.model_fields)
