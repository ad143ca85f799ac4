"""Means with intervals by system, whole and by discipline, family and phase. Source: Arena table 3,
figures 3 and 4."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pydantic import Field

from eval.domain.agreement import AgreementRow
from eval.domain.checklist import GradedTask
from eval.domain.instance import Instance
from eval.domain.judgment import Scored
from eval.domain.metric import Metric
from eval.domain.report import ScholarReport
from eval.domain.results import Item, Measured, Results, Row
from eval.metrics.counts import count
from eval.metrics.rows import ALL, Sample, rows_of
from eval.studies.agreement.tables import ReportKey
from eval.studies.arena.reports import ChosenReports
from eval.studies.listed import list_unlisted
from myscholar.domain.model import Frozen

KAE, ACE = "arena kae", "arena ace"
MeasuredReports = Mapping[ReportKey, Sequence[Measured]]


class ReportEvaluation(Frozen):
    """What is kept of an evaluation: no text of the reports."""

    benchmark: str
    results: Results
    judge: str
    """Who judges; of checklists the scorer."""
    agreements: Mapping[Metric, AgreementRow] = {}
    """With people, of the reports that they compared; measured in this run."""
    withheld: Mapping[Metric, str] = {}
    """Metrics that are no scores by this judge, whatever stands in `results`, and why."""
    why_unscored: Mapping[str, int] = {}
    """How many judgments each reason left out, of the reports in `results`."""
    n_reports: int = Field(ge=0)
    n_questions: int = Field(ge=0)


def counts_of(report: ScholarReport) -> tuple[Measured, ...]:
    """References and words. Source: Arena table 3, which counts tokens."""
    counts = {
        Metric.REPORT_REFERENCES: count(list_unlisted(report)).n_papers,
        Metric.REPORT_LENGTH: len(report.text.split()),
    }
    return tuple(
        Measured(metric=metric, items=(Item(name="count", judgment=Scored(score=n)),))
        for metric, n in counts.items()
    )


def rows_by_system(
    chosen: ChosenReports, measured: MeasuredReports, *, judge: str, seed: int
) -> tuple[Row, ...]:
    """Of all questions, and of each group of tasks where there are several."""
    rows: list[Row] = []
    by_system = defaultdict[str, dict[str, Sequence[Measured]]](dict)
    for report in chosen.reports:
        found = measured.get((report.query_id, report.system), ())
        by_system[report.system][report.query_id] = (*found, *counts_of(report))
    tasks = {r.query_id: chosen.tasks[r.query_id] for r in chosen.reports}
    for group, of in _groups(tasks):
        instances = [Instance(instance_id=q, query_id=q, query=t.text) for q, t in of.items()]
        sample = Sample(instances, judge, seed)
        for system, of_system in by_system.items():
            rows += [
                r.model_copy(update={"group": group}) for r in rows_of(sample, of_system, system)
            ]
    return tuple(rows)


def _groups(tasks: Mapping[str, GradedTask]) -> list[tuple[str, dict[str, GradedTask]]]:
    found: list[tuple[str, dict[str, GradedTask]]] = [(ALL, dict(tasks))]
    named = {q: t for q, t in tasks.items() if t.is_task}
    for name in ("discipline", "family", "phase"):
        groups = defaultdict[str, dict[str, GradedTask]](dict)
        for query, task in named.items():
            if value := str(task.family.phase if name == "phase" else getattr(task, name)):
                groups[f"{name}: {value}"][query] = task
        if len(groups) > 1:
            found += sorted(groups.items())
    return found
