"""Checklists and grades without a model: what is asked for, and what can be counted."""

import asyncio

import pytest

from eval.domain.arena import TaskFamily
from eval.domain.checklist import Checklist, ChecklistCriterion, GradedTask
from eval.domain.judgment import Scored, Unscored
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.local.checklists import PRIORITIES, LocalChecklistMaker, LocalScorer
from eval.judges.local.words import Words
from myscholar.workflows.background import load_background

WORDS = Words(load_background())
ONE = ScholarCitation(id="[1]", title="Bees of the hedge")
TWO = ScholarCitation(id="[2]", title="Margins")


def task(text: str, family: TaskFamily = TaskFamily.LITERATURE_SURVEY) -> GradedTask:
    return GradedTask(task_id="t", text=text, family=family)


def made(text: str, family: TaskFamily = TaskFamily.LITERATURE_SURVEY) -> Checklist | Unscored:
    return asyncio.run(LocalChecklistMaker(WORDS).make(task(text, family)))


def grade(text: str, measure: str, title: str = "Bees in hedges", citations=(ONE, TWO)):
    section = ScholarSection(text=text, citations=citations)
    report = ScholarReport(query_id="t", question="Bees?", system="s", sections=(section,))
    criterion = ChecklistCriterion(title=title, weight=1, measure=measure)
    return asyncio.run(LocalScorer(WORDS).grade(task("Bees?"), criterion, report))


def test_each_thing_that_is_asked_is_a_criterion_and_the_family_gives_two_more():
    found = made("What is overfitting in neural networks? How does dropout prevent it?")
    assert [(c.title, c.measure) for c in found.criteria] == [
        ("What is overfitting in neural networks?", "said"),
        ("How does dropout prevent it?", "said"),
        ("How much of the literature on dropout prevent and overfitting is brought in", "sources"),
        ("Statements on dropout prevent and overfitting that rest on a source", "cited"),
    ]
    assert sum(c.weight for c in found.criteria[:2]) == pytest.approx(0.5)
    assert [c.weight for c in found.criteria[2:]] == pytest.approx([0.3, 0.2])


def test_the_subject_before_a_task_hides_nothing_and_its_form_is_no_topic():
    asked = "Otter diets: Survey what research says about how river otters choose crayfish."
    found = made(f"{asked} Deliver a table of fifteen studies and a one-page synthesis.")
    titles = [c.title for c in found.criteria]
    assert titles[0] == asked
    assert not any("synthesis" in title for title in titles[2:])


def test_what_only_leads_to_the_question_is_no_criterion():
    found = made("I train a network on little data. How does dropout prevent overfitting?")
    assert found.criteria[0].title == "How does dropout prevent overfitting?"
    assert not any("I train" in c.title for c in found.criteria)


def test_the_sides_of_a_comparison_are_criteria():
    found = made(
        "What is the difference between decision trees and random forests?",
        TaskFamily.COMPARATIVE_ANALYSIS,
    )
    assert {"What is said of decision trees", "What is said of random forests"} <= {
        c.title for c in found.criteria
    }
    assert [c.measure for c in found.criteria][-2:] == ["compares", "weighs"]


@pytest.mark.parametrize("family", TaskFamily)
def test_every_family_makes_a_checklist_that_its_priorities_end(family):
    found = made("Study how hedgerows influence wild bee abundance and deliver a table.", family)
    assert [c.measure for c in found.criteria][-2:] == [p.measure for p in PRIORITIES[family]]
    assert 3 <= len(found.criteria) <= 6


def test_a_task_of_many_parts_has_six_criteria_at_most():
    parts = " ".join(f"What do {n} do in neural networks?" for n in "kernels biases gates".split())
    found = made(f"{parts} How is dropout used? Why do gradients vanish? Which losses are used?")
    assert len(found.criteria) == 6


def test_a_task_that_names_nothing_has_no_checklist():
    assert isinstance(made("What is it, and why?"), Unscored)


def test_sources_count_once_each_and_twenty_are_enough():
    assert grade("Bees nest [1]. They forage [2]. They rest [1].", "sources").score == 1.0
    many = tuple(ScholarCitation(id=f"[{n}]", title=f"Title {n}") for n in range(1, 31))
    text = " ".join(f"Bees were seen nesting there [{n}]." for n in range(1, 31))
    assert grade(text, "sources", citations=many).score == 10


def test_the_share_of_sentences_that_cite_is_graded():
    # two of four cite
    found = grade("Bees nest here [1]. Bees forage. Bees rest. Bees feed [2].", "cited")
    assert found.score == pytest.approx(5)


def test_a_report_that_lost_its_list_of_sources_is_unscored_by_them():
    for measure in ("sources", "cited"):
        assert isinstance(grade("Bees nest here [1]. Bees rest.", measure, citations=()), Unscored)


def test_figures_count_in_sentences_that_cite():
    text = "Bees rose by 40% and 3.5 kg [1]. Wasps fell by 15%."
    assert grade(text, "figures").score == pytest.approx(2)


def test_sentences_of_a_kind_are_counted_and_five_are_enough():
    text = "Plots were randomized. The sample size was 40. Bees nest there."
    assert grade(text, "rigor").score == pytest.approx(4)
    assert grade("Plots were randomized. " * 6, "rigor").score == 10


def test_sentences_on_what_is_asked_are_counted():
    text = "Bees nest in hedges. Bees nest in hedges, too. Glass melts slowly in ovens."
    assert grade(text, "said").score == pytest.approx(10 * 2 / 6)
    assert grade(text, "").score == pytest.approx(10 * 2 / 6)


def test_more_of_what_is_counted_never_lowers_a_grade():
    scores = [grade("Bees nest in hedges. " * n, "said").score for n in range(1, 9)]
    assert scores == sorted(scores)
    assert all(0 <= s <= 10 for s in scores)


def test_what_cannot_be_read_is_unscored():
    assert isinstance(grade("", "said"), Unscored)
    assert isinstance(grade("Пчёлы живут в живых изгородях и летают весной.", "said"), Unscored)
    assert isinstance(grade("Bees nest.", "said", title="of the"), Unscored)
    assert isinstance(grade("Bees nest.", "said"), Scored)
