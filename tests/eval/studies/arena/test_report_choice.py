"""Which reports are evaluated."""

from pathlib import Path

import pytest

from eval.datasets.scholarqa import write_reports
from eval.domain.arena import ResearchTask, TaskFamily, TranscriptSpan
from eval.studies.arena.reports import ReportsOrder, choose_reports, question_as_task
from eval.studies.lines import Lines
from myscholar.domain.report import Report, ReportId, Section
from myscholar.domain.text import fold
from myscholar.errors import InputError, UnreadableFile
from tests.eval.studies.arena.conftest import QUESTIONS, report


def order(reports: Path, **changed) -> ReportsOrder:
    own = {
        "shared": reports.parent,
        "files": (reports,),
        "limit": None,
        "seed": 0,
        "agreement": False,
    }
    return ReportsOrder(**own | changed)


def test_questions_that_most_systems_answer_come_first(reports):
    for seed in range(4):
        found = choose_reports(order(reports, limit=1, seed=seed))
        assert [(r.query_id, r.system) for r in found.reports] == [
            ("q1", "good"),
            ("q1", "poor"),
            ("q1", "bare"),
        ]


def test_the_seed_draws_among_questions_alike_and_a_larger_limit_keeps_them(reports):
    drawn = {
        seed: choose_reports(order(reports, limit=1, seed=seed, systems=("good",))).reports
        for seed in range(8)
    }
    assert {of[0].query_id for of in drawn.values()} == {"q1", "q2"}
    both = choose_reports(order(reports, limit=2, systems=("good",))).reports
    assert {r.query_id for r in both} == {"q1", "q2"}


def test_an_unknown_system_is_refused_with_the_names_that_there_are(reports):
    with pytest.raises(InputError, match="good, poor, bare"):
        choose_reports(order(reports, systems=("nobody",)))


def test_reports_on_tasks_have_their_family_and_discipline(tmp_path, reports):
    text = QUESTIONS["q1"]
    task = ResearchTask(
        task_id="s/t1",
        text=text,
        family=TaskFamily.BIAS_REVIEW,
        difficulty="basic",
        seminar_id="s",
        discipline="biology",
        inspiration_ids=("s/i1",),
        spans=(TranscriptSpan(start=0, end=2, text="So"),),
    )
    Lines(tmp_path / "tasks.jsonl", ResearchTask).append(task)
    found = choose_reports(order(reports, tasks=tmp_path / "tasks.jsonl"))
    assert {r.query_id for r in found.reports} == {"s/t1"}
    judged = found.tasks["s/t1"]
    assert (judged.family, judged.discipline, judged.is_task) == (
        TaskFamily.BIAS_REVIEW,
        "biology",
        True,
    )


def test_a_question_asks_for_a_survey_or_a_comparison():
    survey = question_as_task("q", "What is known of dropout?")
    comparison = question_as_task("q", "What is the difference between GNNs and CNNs?")
    assert survey.family is TaskFamily.LITERATURE_SURVEY
    assert comparison.family is TaskFamily.COMPARATIVE_ANALYSIS
    assert not survey.is_task


def test_exported_reports_of_ours_are_read_and_a_folder_is_a_system(tmp_path):
    exported = tmp_path / "reports"
    (exported / "steered").mkdir(parents=True)
    written = Report(
        report_id=ReportId("r"),
        question=QUESTIONS["q1"],
        title="Bees",
        notice="A digest.",
        created_at="2026-01-01T00:00:00Z",
        sections=(Section(title="Bees", text="Bees nest there."),),
        references=(),
    )
    for file in (exported / "a.json", exported / "steered" / "a.json"):
        file.write_text(written.model_dump_json(), encoding="utf-8")
    found = choose_reports(order(exported, files=(exported,)))
    assert [r.system for r in found.reports] == ["myscholar", "steered"]
    assert len({r.query_id for r in found.reports}) == 1
    assert fold(found.reports[0].question) == fold(written.question)


def test_two_reports_of_one_system_on_one_question_are_refused_not_dropped(tmp_path):
    twice = [report("q1", "good", text) for text in ("Bees nest there.", "Bees like hedges.")]
    write_reports(tmp_path / "twice.jsonl", twice)
    with pytest.raises(InputError, match="two reports of good on “How do hedgerows"):
        choose_reports(order(tmp_path / "twice.jsonl"))


def test_a_file_that_is_no_report_is_named(tmp_path):
    (tmp_path / "a.json").write_text('{"report_id": "r"}', encoding="utf-8")
    with pytest.raises(UnreadableFile, match="no report as this product exports it"):
        choose_reports(order(tmp_path, files=(tmp_path,)))


def test_what_stands_beside_exported_reports_is_passed_over(tmp_path):
    (tmp_path / "profile.json").write_text('{"profile_id": "p"}', encoding="utf-8")
    (tmp_path / "torn.json").write_text('{"report_', encoding="utf-8")
    with pytest.raises(InputError, match="There is no report"):
        choose_reports(order(tmp_path, files=(tmp_path,)))
