import json

import pytest

from eval.datasets.interview_files import read_interviews
from eval.datasets.interviews import Label, SpanTrust, TextKind, distinct
from myscholar.domain.actions import Category
from myscholar.domain.flags import ErrorType
from myscholar.domain.profile import ProfileAspect
from myscholar.errors import UnreadableFile

USER = {
    "user_id": "u1",
    "profile_id": None,
    "query_ids": ["iq-1"],
    "papers": [
        {
            "paper_id": "a",
            "title": "On arms",
            "authors": ["A. Arm"],
            "venue": "",
            "text": "Arms move.",
            "text_kind": "abstract",
        },
        {
            "paper_id": "b",
            "title": "On legs",
            "authors": None,
            "venue": "ICRA",
            "text": "",
            "text_kind": "title_only",
        },
    ],
}
PROFILE = {
    "profile_id": "p1",
    "user_id": "u1",
    "text": "## Research Style",
    "sections": [{"category": "Research Style", "statements": ["You measure."]}],
}
REPORT = {
    "report_id": "r1",
    "user_id": "u1",
    "query_id": "iq-1",
    "query": "How do arms move?",
    "plain_text": "Arms move well.",
    "highlights": [
        {"color": 1, "text": "Arms"},
        {"color": 2, "text": "move"},
        {"color": 1, "text": "well"},
    ],
}
INFERENCE = {
    "judgment_id": "inf-1",
    "triplet_id": "t1",
    "user_id": "u1",
    "text": "Your papers measure arms. [1, 2]",
    "cited_paper_ids": ["b", "a"],
    "category": "Research Style",
    "metric_paper_name": "DOMAIN",
    "label": "bad",
    "satisfied": False,
}
ACTION = {
    **{k: INFERENCE[k] for k in ("judgment_id", "triplet_id", "user_id")},
    "text": "Skip legs",
    "category": "Research Ideas",
    "metric_paper_name": "NARROW",
    "label": "good_similar",
    "satisfied": True,
    "query_id": "iq-1",
    "query": "How do arms move?",
    "also_under_query_ids": ["iq-2"],
}
EXECUTION = {
    **ACTION,
    "metric_paper_name": "IGNORE",
    "report_id": "r1",
    "highlight_color": 1,
    "color_shared_by_other_action": False,
    "also_under_report_ids": [],
}


@pytest.fixture
def study(tmp_path):
    """Writes the study's files, with other rows where they are given, and reads them."""

    def read(**rows):
        files = {
            "users": [USER],
            "profiles": [PROFILE],
            "reports": [REPORT],
            "inference_judgments": [INFERENCE],
            "action_judgments": [ACTION],
            "report_judgments": [EXECUTION],
        } | rows
        for name, values in files.items():
            (tmp_path / f"{name}.jsonl").write_text(
                "\n".join(map(json.dumps, values)), encoding="utf-8"
            )
        return read_interviews(tmp_path)

    return read


def test_an_inference_brings_the_papers_it_cites_and_loses_their_numbers(study):
    (inference,) = study().inferences
    assert inference.text == "Your papers measure arms."
    assert [p.paper_id for p in inference.cited] == ["b", "a"]
    assert [p.text_kind for p in inference.cited] == [TextKind.TITLE_ONLY, TextKind.ABSTRACT]
    assert (inference.aspect, inference.error_type) == (
        ProfileAspect.RESEARCH_STYLE,
        ErrorType.DOMAIN,
    )
    assert (inference.label, inference.satisfied) == (Label.BAD, False)


@pytest.mark.parametrize("papers", [{}, {"papers": None}, {"papers": []}])
def test_of_a_user_without_papers_nothing_that_is_cited_is_known(study, papers):
    user = {name: value for name, value in USER.items() if name != "papers"} | papers
    found = study(users=[user])
    assert (found.users[0].papers, found.inferences[0].cited) == ((), ())


@pytest.mark.parametrize(
    "text", ["Your papers use [brackets] [a, b]", "Your papers end [here]", "No numbers."]
)
def test_brackets_that_number_no_papers_stay(study, text):
    assert study(inference_judgments=[INFERENCE | {"text": text}]).inferences[0].text == text


def test_an_action_brings_its_question_and_where_else_it_is_listed(study):
    (action,) = study().actions
    assert (action.category, action.error_type, action.satisfied) == (
        Category.RESEARCH_IDEAS,
        ErrorType.NARROW,
        True,
    )
    assert (action.query, action.also_under) == ("How do arms move?", ("iq-2",))


def test_an_execution_brings_its_report_and_the_words_in_its_colour(study):
    (execution,) = study().executions
    assert execution.report.text == "Arms move well."
    assert (execution.spans, execution.span_trust) == (("Arms", "well"), SpanTrust.OWN)


@pytest.mark.parametrize(
    ("change", "trust", "n_spans"),
    [
        ({"highlight_color": None}, SpanTrust.MISSING, 0),
        ({"highlight_color": 9}, SpanTrust.MISSING, 0),
        (
            {"color_shared_by_other_action": True, "also_under_report_ids": ["r2"]},
            SpanTrust.SHARED,
            2,
        ),
        ({"also_under_report_ids": ["r2"]}, SpanTrust.LISTED_ELSEWHERE, 2),
    ],
)
def test_spans_that_may_be_anothers_are_not_trusted(study, change, trust, n_spans):
    (execution,) = study(report_judgments=[EXECUTION | change]).executions
    assert (execution.span_trust, len(execution.spans)) == (trust, n_spans)


def test_a_repeated_acceptance_counts_once_with_its_best_spans(study):
    shared = EXECUTION | {
        "color_shared_by_other_action": True,
        "metric_paper_name": "UNINFORM",
        "judgment_id": "rep-2",
    }
    other = EXECUTION | {"text": "Add legs", "judgment_id": "rep-3"}
    executions = study(report_judgments=[shared, other, EXECUTION]).executions
    assert [e.judgment_id for e in distinct(executions)] == ["inf-1", "rep-3"]
    assert [e.judgment_id for e in distinct(executions, by_error_type=True)] == [
        "rep-2",
        "rep-3",
        "inf-1",
    ]
    assert distinct(()) == ()


def test_complaints_about_one_action_in_two_reports_are_two(study):
    bad = EXECUTION | {"label": "bad", "satisfied": False}
    reports = [REPORT, REPORT | {"report_id": "r2"}]
    executions = study(
        reports=reports, report_judgments=[bad, bad | {"report_id": "r2"}, bad]
    ).executions
    assert [e.report.report_id for e in distinct(executions)] == ["r1", "r2"]


def test_a_profile_keeps_its_statements_by_aspect(study):
    assert study().profiles[0].statements == ((ProfileAspect.RESEARCH_STYLE, "You measure."),)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"inference_judgments": [INFERENCE | {"user_id": "u9"}]}, "there is no user u9"),
        (
            {"inference_judgments": [INFERENCE | {"cited_paper_ids": ["z"]}]},
            "user u1 has no such paper",
        ),
        (
            {"inference_judgments": [INFERENCE | {"satisfied": True}]},
            "satisfied: it contradicts the label bad",
        ),
        (
            {"inference_judgments": [INFERENCE | {"metric_paper_name": "NARROW"}]},
            "NARROW is no type of error of the profile",
        ),
        (
            {"inference_judgments": [INFERENCE | {"category": "Humour"}]},
            "Humour is no aspect of a profile",
        ),
        (
            {"action_judgments": [ACTION | {"category": "Humour"}]},
            "Humour is no category of actions",
        ),
        ({"report_judgments": [EXECUTION | {"report_id": "r9"}]}, "there is no report r9"),
        ({"users": [USER | {"papers": [{"title": "no id"}]}]}, r"row 1: papers\.0\.paper_id"),
    ],
)
def test_what_leads_nowhere_is_named(study, rows, said):
    with pytest.raises(UnreadableFile, match=said):
        study(**rows)


@pytest.mark.shared
def test_the_real_study_is_read_and_no_accepted_text_was_also_a_complaint(shared):
    interviews = read_interviews(shared / "data" / "interviews")
    judged = (interviews.inferences, interviews.actions, interviews.executions)
    assert [len(items) for items in judged] == [150, 78, 90]
    # Counted by user and text in the files: 126, 67 and 62.
    assert [len(distinct(items)) for items in judged] == [126, 67, 62]
    assert all(sum(not i.satisfied for i in items) * 3 == len(items) for items in judged)
