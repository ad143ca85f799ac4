"""Everything held against everything, and our judges on the reports themselves."""

from pathlib import Path

import pytest

from eval.domain.agreement import HumanGroup, Rater, RaterKind, ReportScore
from eval.domain.judgment import ClaimJudgment, Scored, Unscored
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.domain.rubric import Criterion, Importance, Rubric
from eval.studies.agreement.judging import as_system, judge_reports, reports_compared
from eval.studies.agreement.measured import Sources, measure_agreement
from eval.studies.agreement.run import JudgedReports, notes_on
from eval.studies.agreement.tables import from_reports
from eval.studies.run_folder import RunFacts, RunFolder

KEYS = (("q1", "ant", "bee"), ("q1", "ant", "cat"))
RUBRIC = Rubric(
    query_id="q1",
    criteria=(Criterion(name="x", importance=Importance.MOST_IMPORTANT, text="bees", weight=0.6),),
)


def report(system: str, *, cited: bool = True, split: str = "dev") -> ScholarReport:
    citations = (ScholarCitation(id="[1]", snippets=("Bees like hedges.",)),) if cited else ()
    sections = (ScholarSection(text=f"Bees like hedges, says {system} [1].", citations=citations),)
    return ScholarReport(
        query_id="q1",
        question="How do bees find hedges?",
        system=system,
        split=split,
        sections=sections,
    )


class Counting:
    """Likes every paragraph, and citations but for those of `bee`, which it can't read."""

    name = "counting"

    def __init__(self) -> None:
        self.n_asked = 0

    async def directness(self, query, paragraphs):
        self.n_asked += 1
        return tuple(Scored(score=1) for _ in paragraphs)

    async def coverage(self, query, criteria, report):
        return tuple(Scored(score=0.5) for _ in criteria)

    async def support(self, report):
        seen = Unscored(reason="LLMRefusal: no") if report.system == "bee" else Scored(score=1)
        return (
            ClaimJudgment(claim="c", section=0, cited=("[1]",), supported=seen, supports=(seen,)),
        )


def folder_in(path: Path, reports) -> RunFolder:
    system = as_system(reports)
    facts = RunFacts(
        dataset="d",
        system=system.name,
        identity=system.identity,
        seed=0,
        begun_at="2026-01-01T00:00:00Z",
        versions={},
    )
    return RunFolder(path, facts)


async def scores_in(path: Path, reports, judge: Counting, rubrics=None):
    folder = folder_in(path, reports)
    return await judge_reports(folder, reports, rubrics or {}, judge, parallel=2, timer=lambda: 0.0)


def test_the_reports_of_whole_pairs_are_judged_of_whatever_split():
    found = reports_compared([report("bee"), report("ant", split="x"), report("dog")], KEYS)
    assert list(found) == [("q1", "ant"), ("q1", "bee")]


async def test_what_the_judge_left_unscored_is_no_score(tmp_path):
    reports = reports_compared([report("ant"), report("bee"), report("cat", cited=False)], KEYS)
    found = await scores_in(tmp_path, reports, Counting())
    assert found["q1", "ant"][ReportScore.OVERALL_WITHOUT_RECALL] == 1
    assert found["q1", "bee"] == {ReportScore.ANSWER_PRECISION: 1}
    assert ReportScore.ANSWER_RECALL not in found["q1", "ant"]


async def test_a_report_that_lost_its_citations_is_not_judged_for_them(tmp_path):
    reports = reports_compared([report("ant"), report("cat", cited=False)], KEYS[1:])
    found = await scores_in(tmp_path, reports, Counting())
    assert found["q1", "cat"] == {ReportScore.ANSWER_PRECISION: 1}
    assert (
        "1 report (cat) came without the citations"
        in notes_on(JudgedReports(reports, reports, KEYS[1:], {}))[1]
    )


async def test_with_a_rubric_there_is_recall_and_an_overall_score(tmp_path):
    reports = reports_compared([report("ant"), report("cat")], KEYS[1:])
    found = await scores_in(tmp_path, reports, Counting(), {"q1": (RUBRIC,)})
    assert found["q1", "ant"][ReportScore.ANSWER_RECALL] == 0.5
    assert found["q1", "ant"][ReportScore.OVERALL] == pytest.approx(3.5 / 4)


async def test_what_was_judged_is_not_judged_again(tmp_path):
    reports = reports_compared([report("ant"), report("cat")], KEYS[1:])
    first = await scores_in(tmp_path, reports, judge := Counting())
    again = await scores_in(tmp_path, reports, judge)
    assert again == first
    assert judge.n_asked == 2


def test_every_group_is_measured_and_a_second_person_is_held_against_the_first(pairs):
    keys = tuple(p.compared for p in pairs if p.annotator is None)
    ours = from_reports(Rater(name="ours", kind=RaterKind.LOCAL), {}, keys)
    found = measure_agreement(
        pairs, Sources(judges=(ours,)), dataset="d", versions={}, seed=0, n=20
    )
    assert {r.group for r in found.rows} == set(HumanGroup)
    second = [r for r in found.rows if r.judge.name == "annotator 2"]
    assert {r.target for r in second} >= {ReportScore.PREFERENCE, ReportScore.CITATION_PRECISION}
    assert {r.n_unscored for r in found.rows if r.judge.name == "ours"} == {3}
    # d1: both prefer ant; d2: annotator 1 ties, annotator 2 does not
    assert next(r for r in second if r.target is ReportScore.PREFERENCE).accuracy.mean == 0.5
    # the judge's citation precision .9 and .2 goes with both annotators' 1 and 3 where lower is
    # better
    assert all(
        r.accuracy.mean == 1
        for r in found.rows
        if r.judge.kind is RaterKind.PUBLISHED
        and r.score is r.target is ReportScore.CITATION_PRECISION
    )


def test_the_published_judge_is_also_shown_on_the_pairs_alone_that_ours_scored(pairs):
    askers = [p for p in pairs if p.annotator is None]
    scores = {("q1", system): {ReportScore.OVERALL_CITATION: 0.5} for system in ("ant", "bee")}
    ours = from_reports(
        Rater(name="ours", kind=RaterKind.LOCAL), scores, [p.compared for p in askers]
    )
    found = measure_agreement(
        askers, Sources(judges=(ours,)), dataset="d", versions={}, seed=0, n=5
    )
    same = [r for r in found.rows if r.judge.name == "published judge where ours scores"]
    assert {(r.score, r.n_pairs, r.n_unscored) for r in same} == {
        (ReportScore.OVERALL_CITATION, 1, 0)
    }


def test_the_order_of_the_pairs_changes_nothing(pairs):
    def measured(some):
        return measure_agreement(
            some, Sources(), dataset="d", versions={}, seed=3, n=20
        ).model_dump_json()

    askers = [p for p in pairs if p.annotator is None]
    assert measured(askers) == measured(askers[::-1])
