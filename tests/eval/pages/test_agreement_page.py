"""The meta-evaluation as a page."""

from eval.domain.agreement import Agreement, AgreementRow, HumanGroup, JudgeDifference, Kind, Rater, ReportScore
from eval.domain.results import Estimate
from eval.pages.agreement import agreement_page, findings

PUBLISHED, OURS = Rater(name="published judge", kind=Kind.PUBLISHED), Rater(name="local judge", kind=Kind.LOCAL)


def estimate(mean: float, low: float, high: float) -> Estimate:
    return Estimate(mean=mean, low=low, high=high, n_questions=10, n_instances=20)


def row(judge: Rater, accuracy: Estimate | None, n_unscored: int = 0) -> AgreementRow:
    return AgreementRow(
        judge=judge,
        score=ReportScore.OVERALL,
        target=ReportScore.PREFERENCE,
        group=HumanGroup.ASKER,
        n_pairs=20,
        n_unscored=n_unscored,
        n_human_ties=3,
        n_judge_ties=1,
        accuracy_without_ties=accuracy,
    )


def found(low: float, high: float) -> Agreement:
    difference = JudgeDifference(
        a=PUBLISHED,
        b=OURS,
        score_a=ReportScore.OVERALL,
        score_b=ReportScore.OVERALL,
        target=ReportScore.PREFERENCE,
        group=HumanGroup.ASKER,
        accuracy_a=estimate(0.6, 0.5, 0.7),
        accuracy_b=estimate(0.7, 0.6, 0.8),
        difference=estimate(0.1, low, high),
        p_value=0.2,
    )
    rows = (row(PUBLISHED, estimate(0.6, 0.5, 0.7)), row(OURS, None, 4))
    return Agreement(dataset="bees", seed=0, n_resamples=10, versions={}, rows=rows, differences=(difference,), notes=("<i>",))


def test_it_is_said_plainly_whether_two_judges_can_be_told_apart():
    assert any("not told apart: 0 is within the interval" in said for said in findings(found(-0.1, 0.3)))
    assert any(said.endswith(": told apart.") for said in findings(found(0.05, 0.3)))


def test_a_page_has_the_figures_counts_and_notes():
    page = agreement_page(found(-0.1, 0.3))
    for said in (
        "0.60 [0.50, 0.70] (20)",
        "<small>ties: people 3, judge 1</small><small>4 unscored</small>",
        "&lt;i&gt;",
        "no: within the interval",
    ):
        assert said in page
    assert agreement_page(found(-0.1, 0.3)) == page


def test_a_page_of_nothing_is_a_page():
    assert "Do judges" in agreement_page(Agreement(dataset="bees", seed=0, n_resamples=1, versions={}, rows=()))
