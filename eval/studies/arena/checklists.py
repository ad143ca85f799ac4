"""Evaluation of every report by a checklist made for its task, kept as it goes. Source: Arena §4
(ACE)."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean

from eval.domain.checklist import Checklist, GradedTask
from eval.domain.judgment import Judgment, Unscored
from eval.domain.metric import Metric
from eval.domain.report import ScholarReport
from eval.domain.results import Item, Measured, Results
from eval.domain.words import percent
from eval.judges.checklists import ChecklistMaker, CriterionScorer
from eval.judges.names import LOCAL, open_checklist_maker, open_scorer
from eval.metrics.checklist import checklist_score, scored_weight
from eval.studies.arena.figures import ACE, ReportEvaluation, rows_by_system
from eval.studies.arena.payments import Payments
from eval.studies.arena.people import agreements_of, withheld
from eval.studies.arena.reports import ChosenReports, ReportsOrder, choose_reports, fingerprint_of
from eval.studies.at_once import at_once
from eval.studies.lines import Lines
from eval.studies.unscored import end_if_dead, name_of, passes, reasons_of
from eval.studies.versions import judging_version, versions
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted
from myscholar.workflows.jobs import open_services

CHECKLISTS, GRADES = "checklists.jsonl", "grades.jsonl"
SAME = (
    "One model made the checklists and graded by them, as in the paper: it may favour what it "
    "would have written. Give another one with --scorer."
)


class ChecklistOrder(Frozen):
    reports: ReportsOrder
    generator: str
    scorer: str
    parallel: int = 4
    budget_usd: float | None = None


class MadeChecklist(Frozen):
    """A line of the file: every system is graded by the same one."""

    made_by: str
    """Who made it, and version of the judging code."""
    task: str
    """Fingerprint of the task."""
    checklist: Checklist | Unscored


class GradedReport(Frozen):
    """A line of the file; one grade a criterion."""

    made_by: str
    """Scorer and version of the judging code."""
    query_id: str
    system: str
    report: str
    """Fingerprint of report and checklist."""
    grades: tuple[Judgment, ...]
    seconds: float = 0


Checklists = Mapping[str, Checklist | Unscored]
"""By the reports' query_id."""
Grades = Mapping[str, GradedReport]
"""By fingerprint of report and checklist."""


async def run_checklists(
    order: ChecklistOrder, folder: Path, progress: Progress = ignore
) -> tuple[ReportEvaluation, tuple[Checklist, ...]]:
    """Goes on with what is in the folder; the checklists are those of the shown questions. Raises
    UnreadableFile, InputError, EngineUnavailable."""
    chosen, services = choose_reports(order.reports), open_services()
    paid = Payments(folder, order.generator, order.scorer)
    left = paid.left_of(order.budget_usd)
    async with open_checklist_maker(order.generator, services, left, paid.add) as maker:
        made = Lines(folder / CHECKLISTS, MadeChecklist)
        checklists = await _make_all(maker, chosen, made, order.parallel, progress)
    left = paid.left_of(order.budget_usd)
    async with open_scorer(order.scorer, services, left, paid.add) as scorer:
        lines = Lines(folder / GRADES, GradedReport)
        grades = await _grade_all(scorer, chosen, checklists, lines, order.parallel, progress)
    shown = dict.fromkeys(r.query_id for r in chosen.reports)
    return (
        _evaluation(order, chosen, checklists, grades, paid),
        tuple(c for q in shown if isinstance(c := checklists[q], Checklist)),
    )


async def _make_all(
    maker: ChecklistMaker,
    chosen: ChosenReports,
    lines: Lines[MadeChecklist],
    parallel: int,
    progress: Progress,
) -> Checklists:
    made_by = f"{maker.name} {judging_version()}"
    known = {line.task: line.checklist for line in lines.read() if line.made_by == made_by}
    wanted = {fingerprint_of(task): task for task in chosen.tasks.values()}
    missing, n = [(key, task) for key, task in wanted.items() if key not in known], 0

    async def make(key: str, task: GradedTask) -> None:
        nonlocal n
        known[key] = found = await maker.make(task)
        unscored = [found] if isinstance(found, Unscored) else []
        if not passes(unscored):
            lines.append(MadeChecklist(made_by=made_by, task=key, checklist=found))
        end_if_dead(reasons_of(unscored))
        n += 1
        progress(Event(step="Making checklists", done=n, total=len(missing)))

    await at_once([make(key, task) for key, task in missing], parallel)
    return {query: known[fingerprint_of(task)] for query, task in chosen.tasks.items()}


async def _grade_all(
    scorer: CriterionScorer,
    chosen: ChosenReports,
    checklists: Checklists,
    lines: Lines[GradedReport],
    parallel: int,
    progress: Progress,
) -> Grades:
    made_by = f"{scorer.name} {judging_version()}"
    known = {line.report: line for line in lines.read() if line.made_by == made_by}
    pairs = [
        (r, c) for r in chosen.all_reports if isinstance(c := checklists[r.query_id], Checklist)
    ]
    missing, n = [(r, c) for r, c in pairs if _print(r, c) not in known], 0

    async def grade(report: ScholarReport, checklist: Checklist) -> None:
        nonlocal n
        began, task = time.perf_counter(), chosen.tasks[report.query_id]
        grades = [await scorer.grade(task, c, report) for c in checklist.criteria]
        line = GradedReport(
            made_by=made_by,
            query_id=report.query_id,
            system=report.system,
            report=_print(report, checklist),
            grades=tuple(grades),
            seconds=round(time.perf_counter() - began, 3),
        )
        known[line.report] = line
        if not passes(grades):
            lines.append(line)
        end_if_dead(reasons_of(grades))
        n += 1
        progress(Event(step="Grading reports", done=n, total=len(missing)))
        await asyncio.sleep(0)  # lets Ctrl-C in, where no model is waited for

    await at_once([grade(r, c) for r, c in missing], parallel)
    return known


def _print(report: ScholarReport, checklist: Checklist) -> str:
    return f"{fingerprint_of(report)} {fingerprint_of(checklist)}"


def _evaluation(
    order: ChecklistOrder,
    chosen: ChosenReports,
    checklists: Checklists,
    grades: Grades,
    paid: Payments,
) -> ReportEvaluation:
    def score_of(report: ScholarReport) -> Measured:
        checklist = checklists[report.query_id]
        if isinstance(checklist, Unscored):
            item = Item(name="checklist", judgment=checklist)
            return Measured(metric=Metric.CHECKLIST_SCORE, items=(item,))
        return checklist_score(checklist, grades[_print(report, checklist)].grades)

    seed, metric = order.reports.seed, Metric.CHECKLIST_SCORE
    measured = {(r.query_id, r.system): (score_of(r),) for r in chosen.reports}
    of_compared = {(r.query_id, r.system): score_of(r).score for r in chosen.compared}
    scores = {metric: {key: s for key, s in of_compared.items() if s is not None}}
    agreements = agreements_of(scores, chosen.pairs, judge=order.scorer, seed=seed)
    items = [i.judgment for two in measured.values() for m in two for i in m.items]
    same = order.generator == order.scorer != LOCAL
    return ReportEvaluation(
        benchmark=ACE,
        results=Results(
            benchmark=ACE,
            dataset=chosen.dataset,
            seed=seed,
            versions=versions(),
            rows=rows_by_system(chosen, measured, judge=order.scorer, seed=seed),
            seconds=round(sum(line.seconds for line in grades.values()), 3),
            model_calls=paid.n_calls,
            dollars=paid.dollars,
            notes=_notes(order, chosen, checklists, grades),
            warnings=(SAME,) if same else (),
        ),
        judge=order.scorer,
        agreements=agreements,
        withheld=withheld((metric,), order.scorer, agreements),
        why_unscored=Counter(name_of(j) for j in items if isinstance(j, Unscored)),
        n_reports=len(chosen.reports),
        n_questions=len({r.query_id for r in chosen.reports}),
    )


def _notes(
    order: ChecklistOrder, chosen: ChosenReports, checklists: Checklists, grades: Grades
) -> tuple[str, ...]:
    shares = defaultdict[str, list[float]](list)
    n_criteria = [
        len(c.criteria)
        for q in dict.fromkeys(r.query_id for r in chosen.reports)
        if isinstance(c := checklists[q], Checklist)
    ]
    for report in chosen.reports:
        if isinstance(checklist := checklists[report.query_id], Checklist):
            line = grades[_print(report, checklist)]
            shares[report.system].append(scored_weight(checklist, line.grades))
    rests = (
        f"{system}: its scores rest on {percent(fmean(of))} of the checklists' weight."
        for system, of in shares.items()
        if fmean(of) < 1
    )
    mean = f"{fmean(n_criteria):.1f}" if n_criteria else "no"
    return (
        f"{counted(len(n_criteria), 'checklist')} by {order.generator}, {mean} criteria on "
        f"average; graded by {order.scorer}.",
        *rests,
    )
