"""What the detectors see, and what they don't."""

from pathlib import Path

import pytest

from eval.datasets.interview_files import read_interviews
from eval.datasets.interviews import (
    InterviewPaper,
    InterviewProfile,
    InterviewReport,
    Interviews,
    InterviewUser,
    JudgedAction,
    JudgedInference,
    JudgedReport,
    Label,
    Span,
    SpanTrust,
    TextKind,
)
from eval.studies.detectors.actions import detect_action
from eval.studies.detectors.cases import CaseFigures, try_cases
from eval.studies.detectors.executions import detect_execution
from eval.studies.detectors.figures import Items, figures
from eval.studies.detectors.kept import false_alarms
from eval.studies.detectors.run import INTERVIEWS, OF_REPORTS
from myscholar.domain.actions import Category
from myscholar.domain.flags import ErrorType
from myscholar.domain.profile import ProfileAspect
from myscholar.text.background import Background
from myscholar.workflows.background import load_background

TEXT = (
    "We measure dances of honey bees in observation hives. Dances tell the distance to flowers. "
    "Foragers follow few dances."
)
USER = InterviewUser(
    user_id="u",
    papers=(
        InterviewPaper(
            paper_id="p1", title="Dances of Honey Bees", text=TEXT, text_kind=TextKind.ABSTRACT
        ),
        InterviewPaper(paper_id="p2", title="Hives in Winter", text_kind=TextKind.TITLE_ONLY),
    ),
)


@pytest.fixture(scope="module")
def background() -> Background:
    return load_background()


@pytest.fixture(scope="module")
def cases(background: Background) -> tuple[CaseFigures, ...]:
    return try_cases(background)


def study(*profiles: InterviewProfile) -> Interviews:
    return Interviews(
        users=(USER,), profiles=profiles, reports=(), inferences=(), actions=(), executions=()
    )


def action(text: str) -> JudgedAction:
    return JudgedAction(
        judgment_id="j",
        triplet_id="t",
        user_id="u",
        text=text,
        error_type=ErrorType.NARROW,
        label=Label.BAD,
        category=Category.SPECIFICITY,
        query_id="q",
        query="How do honey bees tell others where flowers are?",
    )


def test_an_action_is_read_as_a_model_s_proposal(background: Background) -> None:
    narrow = detect_action(action("Focus on stingless honey bees"), background)
    assert narrow[ErrorType.NARROW].flagged
    assert not detect_action(action("Add a section on scent"), background)[ErrorType.NARROW].flagged


def execution(text: str, *spans: str, report: str = "## Bees\n\nBees dance.") -> JudgedReport:
    made = InterviewReport(
        report_id="r", user_id="u", query_id="q", query="How do bees dance?", text=report,
        spans=tuple(Span(color=1, text=s) for s in spans),
    )  # fmt: skip
    return JudgedReport(
        judgment_id="j",
        triplet_id="t",
        user_id="u",
        text=text,
        error_type=ErrorType.IGNORE,
        label=Label.BAD,
        category=Category.CONTENT,
        query_id="q",
        query=made.query,
        report=made,
        color=1,
        span_trust=SpanTrust.OWN,
    )


def test_few_words_score_as_uninformative_unless_the_action_leaves_something_out() -> None:
    few, many = "word " * 20, "word " * 300

    def score(text: str, span: str) -> float:
        return detect_execution(execution(text, span))[ErrorType.UNINFORM].score

    assert score("Search for scent", few) > score("Search for scent", many)
    assert score("Exclude papers on wasps", few) == score("Exclude papers on wasps", many)


def test_each_type_without_judgments_has_cases_of_both_kinds(
    cases: tuple[CaseFigures, ...],
) -> None:
    tried = {
        ErrorType.PROFILE_GLOBAL,
        ErrorType.TRUST,
        ErrorType.ACTION_GLOBAL,
        ErrorType.FACTUAL,
        ErrorType.REPORT_GLOBAL,
    }
    assert {c.error_type for c in cases} == tried
    assert all(c.positive >= 2 and c.negative >= 2 for c in cases)


def test_no_case_raises_what_it_should_not(cases: tuple[CaseFigures, ...]) -> None:
    assert [c.failed for c in cases if c.spared < c.negative] == []


def test_cases_on_which_rules_were_mended_are_caught(cases: tuple[CaseFigures, ...]) -> None:
    assert [c.failed for c in cases if not c.fresh and c.caught < c.positive] == []


@pytest.mark.shared
def test_flags_of_reports_are_right_more_often_than_chance_on_real_complaints(shared: Path) -> None:
    executions = read_interviews(shared / INTERVIEWS).executions
    for f in figures(executions, detect_execution, OF_REPORTS, seed=0, resamples=5):
        if f.items is Items.ALL:
            assert f.flags.precision.share
            assert f.flags.precision.share > f.base_rate


def test_false_alarms_are_counted_on_kept_statements_that_were_not_judged() -> None:
    kept = (
        "Your papers measure dances of honey bees.",
        "Your papers measure honey bees' dances.",
        "Your papers ask where flowers are.",
        "You judged this.",
    )
    profile = InterviewProfile(
        profile_id="p",
        user_id="u",
        text="",
        statements=tuple((ProfileAspect.KNOWLEDGE, text) for text in kept),
    )
    judged = JudgedInference(
        judgment_id="j", triplet_id="t", user_id="u", text="You judged this", cited=(),
        error_type=ErrorType.CONTRAST, label=Label.BAD, aspect=ProfileAspect.KNOWLEDGE,
    )  # fmt: skip
    (alarms,) = false_alarms(study(profile).model_copy(update={"inferences": (judged,)}))
    assert alarms.error_type is ErrorType.PROFILE_GLOBAL
    assert (alarms.flagged.k, alarms.flagged.n) == (2, 3)
    assert false_alarms(study()) == ()
