"""A language model makes the checklist of a task, another one grades by it."""

import asyncio

import pytest

from eval.domain.arena import TaskFamily
from eval.domain.checklist import Checklist, ChecklistCriterion, GradedTask
from eval.domain.judgment import Scored, Unscored
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.checklists import (
    PRIORITIES,
    ModelChecklistMaker,
    ModelScorer,
    find_faults,
    is_generic,
)
from eval.judges.replies import ChecklistReply
from myscholar.errors import LLMUnavailable
from myscholar.gateways.llm.scripted import ScriptedLLM

TASK = GradedTask(
    task_id="t",
    text="Design a protocol that counts wild bees along hedgerows, with a sampling plan.",
    family=TaskFamily.METHOD_BLUEPRINT,
    is_task=True,
)
CITED = ScholarCitation(id="[1]", title="Counting bees")
REPORT = ScholarReport(
    query_id="t",
    question=TASK.text,
    system="s",
    sections=(ScholarSection(title="Plan", text="Count at dawn [1].", citations=(CITED,)),),
)
CRITERION = ChecklistCriterion(title="Sampling plan for bees", description="Dates.", weight=1)


def reply(*criteria: tuple[str, float]) -> dict[str, object]:
    return {"criteria": [{"title": t, "description": "So.", "weight": w} for t, w in criteria]}


GOOD = reply(("Soundness of the bee counts", 0.5), ("The sampling plan", 0.3), ("Hedgerows", 0.2))


def made(*answers) -> Checklist | Unscored:
    maker = ModelChecklistMaker(ScriptedLLM({"arena/checklist": list(answers)}), "desk:maker")
    return asyncio.run(maker.make(TASK))


def test_a_checklist_is_made_for_the_task_with_what_its_family_is_judged_by_first():
    llm = ScriptedLLM({"arena/checklist": GOOD})
    found = asyncio.run(ModelChecklistMaker(llm, "desk:maker").make(TASK))
    assert isinstance(found, Checklist)
    assert (found.by, found.task_id) == ("desk:maker", "t")
    assert [c.weight for c in found.criteria] == pytest.approx([0.5, 0.3, 0.2])
    ((_, prompt),) = llm.asked
    assert "rigor of the method and feasibility" in prompt.text
    assert "method blueprint" in prompt.text


def test_weights_that_nearly_sum_to_1_are_normalized():
    found = made(reply(("Bee counts", 0.5), ("Sampling plan", 0.3), ("Hedgerows", 0.24)))
    assert [c.weight for c in found.criteria] == pytest.approx(
        [0.5 / 1.04, 0.3 / 1.04, 0.24 / 1.04]
    )


@pytest.mark.parametrize(
    ("criteria", "fault"),
    [
        ([("Bee counts", 0.6), ("Sampling plan", 0.4)], "There are 2 criteria"),
        ([("Bee counts", 0.1)] * 7, "There are 7 criteria"),
        (
            [("Bee counts", 0.5), ("Sampling plan", 0.3), ("Clarity", 0.2)],
            "“Clarity” would fit any",
        ),
        ([("Bee counts", 0.9), ("Sampling plan", 0.5), ("Hedgerows", 0.2)], "sum to 1.60"),
        ([("Bees", 0.25), ("Plan", 0.25), ("Hedgerows", 0.25), ("Wild", 0.25)], "are equal"),
        ([("Bees", 0.5), ("bees", 0.3), ("Hedgerows", 0.2)], "the same title"),
    ],
)
def test_what_breaks_a_rule_is_told_to_the_model(criteria, fault):
    faults = find_faults(ChecklistReply.model_validate(reply(*criteria)), TASK)
    assert any(fault in f for f in faults)
    assert find_faults(ChecklistReply.model_validate(GOOD), TASK) == ()


def test_a_checklist_is_repaired_once():
    assert isinstance(made(reply(("Clarity", 1.0)), GOOD), Checklist)
    assert isinstance(made(reply(("Clarity", 1.0)), reply(("Clarity", 1.0))), Unscored)


def test_fewer_than_three_criteria_are_no_checklist():
    two = reply(("Bee counts", 0.6), ("Sampling plan", 0.4))
    assert isinstance(made(two, two), Unscored)


def test_a_criterion_that_stays_generic_is_left_out_where_three_remain():
    four = reply(("Clarity", 0.1), ("Bee counts", 0.5), ("Sampling plan", 0.2), ("Hedgerows", 0.2))
    found = made(four, four)
    assert [c.title for c in found.criteria] == ["Bee counts", "Sampling plan", "Hedgerows"]
    assert sum(c.weight for c in found.criteria) == pytest.approx(1)


def test_a_title_is_generic_that_shares_no_word_with_the_task():
    assert is_generic("Methodological rigor", TASK)
    assert not is_generic("Rigor of the bee counts", TASK)


def test_every_family_says_what_its_reports_are_judged_by_first():
    assert set(PRIORITIES) == set(TaskFamily)
    assert len(set(PRIORITIES.values())) == len(TaskFamily)


def graded(answer, report: ScholarReport = REPORT) -> tuple[Scored | Unscored, ScriptedLLM]:
    llm = ScriptedLLM({"arena/score": answer})
    return asyncio.run(ModelScorer(llm, "desk:grader").grade(TASK, CRITERION, report)), llm


def test_a_grade_is_for_one_criterion_and_sees_report_and_sources():
    judged, llm = graded({"reason": "Dates are there.", "grade": 7})
    assert judged == Scored(score=7, reason="Dates are there.")
    ((_, prompt),) = llm.asked
    for shown in (CRITERION.title, CRITERION.description, "Count at dawn", "[1]: Counting bees"):
        assert shown in prompt.text


def test_a_grade_without_a_reason_is_none():
    judged, _ = graded({"reason": " ", "grade": 7})
    assert isinstance(judged, Unscored)


def test_a_report_without_text_has_the_lowest_grade_without_a_question():
    judged, llm = graded({}, REPORT.model_copy(update={"sections": ()}))
    assert judged.score == 0
    assert not llm.asked


@pytest.mark.parametrize(("grades", "best"), [((3, 8), 8), ((10, 2), 10), ((4, 4), 4)])
def test_of_a_report_in_parts_the_best_part_counts(monkeypatch, grades, best):
    monkeypatch.setattr("eval.judges.checklists.report_parts", lambda _: (("1:", "a"), ("2:", "b")))
    judged, _ = graded([{"reason": "So.", "grade": g} for g in grades])
    assert judged.score == best


def test_a_part_that_could_not_be_graded_might_have_been_better(monkeypatch):
    monkeypatch.setattr("eval.judges.checklists.report_parts", lambda _: (("1:", "a"), ("2:", "b")))
    judged, _ = graded([{"reason": "So.", "grade": 3}, LLMUnavailable("m", "timeout")])
    assert isinstance(judged, Unscored)
