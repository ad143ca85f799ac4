"""Who says what of which pair."""

import pytest

from eval.domain.agreement import HumanGroup, Rater, RaterKind, ReportScore
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.studies.agreement.tables import (
    from_reports,
    overalls,
    people,
    published,
    system_baseline,
    text_baselines,
)

OURS = Rater(name="ours", kind=RaterKind.LOCAL)


def report(text: str, n_citations: int = 0) -> ScholarReport:
    citations = tuple(ScholarCitation(id=f"[{i}]") for i in range(n_citations))
    return ScholarReport(
        query_id="q",
        question="?",
        system="s",
        sections=(ScholarSection(text=text, citations=citations),),
    )


def test_people_and_judge_are_on_one_scale_where_lower_was_better(pairs):
    # 1 and 3 on a scale of 1 (best) to 3 are 1 and 0; the judge's .9 and .2 then go with them
    humans = people(pairs)[HumanGroup.ANNOTATOR_1]
    assert humans.of(("d1", "ant", "bee"), ReportScore.CITATION_PRECISION) == (1, 0)
    assert published(pairs).of(("d1", "ant", "bee"), ReportScore.CITATION_PRECISION) == (0.9, 0.2)


def test_a_scale_on_which_higher_is_better_stays_as_it_is(pairs):
    assert people(pairs)[HumanGroup.ASKER].of(
        ("q1", "ant", "bee"), ReportScore.CITATION_PRECISION
    ) == (1, 0.5)


def test_agreeing_annotators_have_the_mean_of_what_they_say(pairs):
    both = people(pairs)[HumanGroup.AGREEING]
    assert set(both.scores) == {("d1", "ant", "bee")}
    assert both.of(("d1", "ant", "bee"), ReportScore.PREFERENCE) == (0.75, 0.25)


def test_groups_in_which_nobody_compared_are_left_out(pairs):
    assert set(people([p for p in pairs if p.annotator is None])) == {HumanGroup.ASKER}


def test_the_mean_without_recall_is_that_of_three(pairs):
    # three of the judge: .9, .9, .4 and .6, .2, .5
    found = published(pairs).of(("q1", "ant", "bee"), ReportScore.OVERALL_WITHOUT_RECALL)
    assert found == pytest.approx((2.2 / 3, 1.3 / 3))


def test_a_mean_is_there_only_with_all_its_parts():
    three = {
        ReportScore.ANSWER_PRECISION: 1.0,
        ReportScore.CITATION_PRECISION: 0.5,
        ReportScore.CITATION_RECALL: 0.0,
    }
    assert overalls(three) == {
        **three,
        ReportScore.OVERALL_CITATION: 0.25,
        ReportScore.OVERALL_WITHOUT_RECALL: 0.5,
    }
    assert overalls({**three, ReportScore.ANSWER_RECALL: 0.9})[
        ReportScore.OVERALL
    ] == pytest.approx(0.6)
    assert overalls({ReportScore.ANSWER_PRECISION: 1.0}) == {ReportScore.ANSWER_PRECISION: 1.0}


def test_a_pair_has_only_the_scores_that_both_reports_have():
    scores = {
        ("q", "a"): {ReportScore.ANSWER_PRECISION: 1.0, ReportScore.CITATION_RECALL: 0.2},
        ("q", "b"): {ReportScore.ANSWER_PRECISION: 0.5},
    }
    table = from_reports(OURS, scores, [("q", "a", "b"), ("q", "a", "c")])
    assert table.of(("q", "a", "b"), ReportScore.ANSWER_PRECISION) == (1.0, 0.5)
    assert table.of(("q", "a", "b"), ReportScore.CITATION_RECALL) is None
    assert table.of(("q", "a", "c"), ReportScore.ANSWER_PRECISION) is None


def test_the_systems_name_is_known_by_other_questions_only(pairs):
    # q1, ant and bee: on q2 ant had 0 and bee 1. q2: on q1 ant had 1 in each of two pairs, bee .5.
    # cat was compared on q1 only
    values = system_baseline(people(pairs)[HumanGroup.ASKER]).values
    assert values == {("q1", "ant", "bee"): (0, 1), ("q2", "ant", "bee"): (1, 0.5)}


def test_text_baselines_count_and_leave_out_what_is_not_known():
    reports = {
        ("q", "a"): report("One two three.", 2),
        ("q", "b"): report("One two."),
        ("q", "c"): report("One.", 1),
    }
    length, citations, sections, papers, figures, citing = text_baselines(
        reports, [("q", "a", "b"), ("q", "a", "c"), ("q", "a", "z")]
    )
    assert length.values == {("q", "a", "b"): (3, 2), ("q", "a", "c"): (3, 1)}
    assert citations.values == {("q", "a", "c"): (2, 1)}
    assert sections.values == {("q", "a", "b"): (1, 1), ("q", "a", "c"): (1, 1)}
    # what is listed and marked nowhere is no paper that the text cites
    assert papers.values == figures.values == {("q", "a", "b"): (0, 0), ("q", "a", "c"): (0, 0)}
    assert citing.values == {("q", "a", "b"): (0, 0), ("q", "a", "c"): (0, 0)}
