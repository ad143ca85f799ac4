"""Figures of reports by system, and by discipline, family and phase of their tasks."""

from eval.domain.arena import TaskFamily
from eval.domain.checklist import GradedTask
from eval.domain.judgment import Scored
from eval.domain.metric import Metric
from eval.domain.results import Item, Measured
from eval.studies.arena.figures import counts_of, rows_by_system
from eval.studies.arena.reports import ChosenReports
from tests.eval.studies.arena.conftest import report

SCORE = Metric.CHECKLIST_SCORE


def graded(score: float) -> tuple[Measured, ...]:
    return (Measured(metric=SCORE, items=(Item(name="c", judgment=Scored(score=score)),)),)


def rows(*tasks: GradedTask) -> dict[str, float | None]:
    """By group; the report on q1 has 4, that on q2 has 8."""
    reports = tuple(report(q, "s", "Bees nest [1].", "Bees nest.") for q in ("q1", "q2"))
    chosen = ChosenReports(
        reports=reports, tasks=dict(zip(("q1", "q2"), tasks, strict=True)), dataset="d"
    )
    measured = {("q1", "s"): graded(4), ("q2", "s"): graded(8)}
    found = rows_by_system(chosen, measured, judge="desk", seed=0)
    return {r.group: r.estimate.mean for r in found if r.metric is SCORE}


def task(name: str, family: TaskFamily, discipline: str, *, is_task: bool = True) -> GradedTask:
    return GradedTask(
        task_id=name, text="Bees?", family=family, discipline=discipline, is_task=is_task
    )


def test_tasks_are_grouped_by_what_they_differ_in():
    """Both are of the phase evaluate, so that there is nothing to part by phase."""
    found = rows(
        task("q1", TaskFamily.BIAS_REVIEW, "biology"),
        task("q2", TaskFamily.EMPIRICAL_TEST, "history"),
    )
    assert found == {
        "all": 6,
        "discipline: biology": 4,
        "discipline: history": 8,
        "family: bias review": 4,
        "family: empirical test": 8,
    }


def test_phases_part_where_there_are_several():
    found = rows(task("q1", TaskFamily.BIAS_REVIEW, ""), task("q2", TaskFamily.METRIC_DESIGN, ""))
    assert found["phase: evaluate"] == 4
    assert found["phase: design"] == 8
    assert not any(group.startswith("discipline") for group in found)


def test_questions_of_another_benchmark_have_no_groups():
    survey, comparison = TaskFamily.LITERATURE_SURVEY, TaskFamily.COMPARATIVE_ANALYSIS
    found = rows(task("q1", survey, "", is_task=False), task("q2", comparison, "", is_task=False))
    assert found == {"all": 6}


def test_references_are_different_sources_that_a_marker_refers_to():
    """Twice [1], once [2]; [3] is only listed. Eight words, and two of the heading."""
    counts = counts_of(report("q1", "s", "A dance [1]. A song [2]. Both [1].", "a", "b", "c"))
    assert {m.metric: m.score for m in counts} == {
        Metric.REPORT_REFERENCES: 2,
        Metric.REPORT_LENGTH: 10,
    }
