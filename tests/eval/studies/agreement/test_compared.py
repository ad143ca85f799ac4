"""Two raters on the same pairs, worked out by hand."""

import pytest

from eval.domain.agreement import HumanGroup, Rater, RaterKind, ReportScore
from eval.studies.agreement.compared import HeldAgainst, Said, agreement, difference
from eval.studies.agreement.tables import Baseline, ScoreTable

PREFERENCE, OVERALL = ReportScore.PREFERENCE, ReportScore.OVERALL
AB, AC, BC, OTHER = ("q1", "a", "b"), ("q1", "a", "c"), ("q1", "b", "c"), ("q2", "a", "b")
HUMAN = {AB: (1.0, 0.5), AC: (1.0, 0.5), BC: (0.5, 0.5), OTHER: (0.0, 1.0)}
JUDGE = {AB: (0.9, 0.4), AC: (0.9, 0.6), BC: (0.4, 0.6), OTHER: (0.5, 0.4)}
HUMANS = ScoreTable(
    Rater(name="people", kind=RaterKind.PERSON), {k: {PREFERENCE: two} for k, two in HUMAN.items()}
)


def said(scores: dict[tuple[str, str, str], tuple[float, float]], name: str = "judge") -> Said:
    table = ScoreTable(
        Rater(name=name, kind=RaterKind.LOCAL), {k: {OVERALL: two} for k, two in scores.items()}
    )
    return Said(table, OVERALL)


def held(humans: ScoreTable, target: ReportScore = PREFERENCE) -> HeldAgainst:
    return HeldAgainst(humans, HumanGroup.ASKER, target, seed=0, n=20)


def row_of(judge: Said, humans: ScoreTable = HUMANS):
    return agreement(judge, held(humans))


def test_four_pairs():
    row = row_of(said(JUDGE))
    assert (row.n_pairs, row.n_unscored, row.n_human_ties, row.n_judge_ties) == (4, 0, 1, 0)
    # two pairs as people, one the other way round, one on which people tie and the judge does not
    assert row.accuracy.mean == pytest.approx(2 / 4)
    assert row.accuracy_without_ties.mean == pytest.approx(2 / 3)
    assert row.kendall.mean == pytest.approx(1 / (3 * 4) ** 0.5)
    # differences (.5, .5) (.5, .3) (0, -.2) (-1, .1): products .30, squares 1.5 and .39
    assert row.pearson.mean == pytest.approx(0.3 / (1.5 * 0.39) ** 0.5)
    assert (row.pearson.n_instances, row.pearson.n_questions) == (4, 2)
    # reports (1, .9) (.5, .4) (.5, .6) (0, .5) (1, .4): see the test of points
    assert row.reports_pearson.mean == pytest.approx(0.34583, abs=1e-5)
    assert row.reports_spearman.n_instances == 5


def test_a_tie_of_the_judge_is_half_right_where_people_prefer_one():
    row = row_of(said({**JUDGE, AB: (0.9, 0.9)}))
    assert row.n_judge_ties == 1
    assert row.accuracy_without_ties.mean == pytest.approx(1.5 / 3)
    assert row.accuracy.mean == pytest.approx(1 / 4)


def test_which_report_is_named_first_changes_nothing():
    def turned(scores):
        return {(q, b, a): two[::-1] for (q, a, b), two in scores.items()}

    humans = ScoreTable(HUMANS.rater, {k: {PREFERENCE: two} for k, two in turned(HUMAN).items()})
    assert row_of(said(turned(JUDGE)), humans) == row_of(said(JUDGE))


def test_a_judge_who_says_the_same_as_people_is_perfect():
    row = row_of(said(HUMAN))
    for found in (
        row.accuracy,
        row.accuracy_without_ties,
        row.kendall,
        row.spearman,
        row.pearson,
        row.reports_pearson,
    ):
        assert found.mean == pytest.approx(1)


def test_pairs_without_a_score_are_counted_and_in_no_figure():
    row = row_of(said({AB: JUDGE[AB]}))
    assert (row.n_pairs, row.n_unscored) == (1, 3)
    assert row.accuracy.mean == 1
    assert row.accuracy_calibrated is None


def test_a_judge_without_any_score_has_no_figure():
    row = row_of(said({}))
    assert (row.n_pairs, row.n_unscored) == (0, 4)
    assert (row.accuracy, row.kendall, row.pearson, row.reports_spearman) == (
        None,
        None,
        None,
        None,
    )


def test_a_judge_who_knows_only_which_system_wrote_tells_no_reports_of_one_system_apart():
    # people: a 1 and .8, b .5 and .1; the judge has one score for each system, or the reverse order
    people = {AB: (1.0, 0.5), OTHER: (0.8, 0.1)}
    humans = ScoreTable(HUMANS.rater, {k: {PREFERENCE: two} for k, two in people.items()})
    by_name = row_of(said({AB: (0.9, 0.2), OTHER: (0.9, 0.2)}), humans)
    assert by_name.reports_spearman.mean == pytest.approx(0.894427, abs=1e-6)
    assert by_name.within_systems is None
    reversed_within = row_of(said({AB: (0.7, 0.1), OTHER: (0.9, 0.2)}), humans)
    assert reversed_within.reports_spearman.mean == pytest.approx(0.6)
    # above the mean: people .1, -.1, .2, -.2; the judge -.1, .1, -.05, .05: ranks 3 2 4 1, 1 4 2 3
    assert reversed_within.within_systems.mean == pytest.approx(-0.6)


def test_nothing_is_said_of_a_score_that_people_did_not_give():
    assert agreement(said(JUDGE), held(HUMANS, OVERALL)) is None


def test_two_judges_are_compared_on_the_pairs_that_both_scored():
    # without people's tie: a is right, right, wrong; b is right on q2 and wrong on AB, and did not
    # score AC
    b = Said(
        Baseline(
            Rater(name="length", kind=RaterKind.BASELINE), {AB: (1, 2), BC: (1, 2), OTHER: (1, 2)}
        )
    )
    found = difference(said(JUDGE), b, held(HUMANS))
    assert (found.accuracy_a.mean, found.accuracy_b.mean, found.difference.mean) == (0.5, 0.5, 0)
    assert found.difference.n_instances == 2
    assert found.p_value == 1


def test_judges_without_a_pair_in_common_are_not_compared():
    assert difference(said({AB: (1, 0)}), said({AC: (1, 0)}), held(HUMANS)) is None


def test_a_table_needs_to_know_which_score():
    with pytest.raises(ValueError, match="which"):
        Said(HUMANS)
