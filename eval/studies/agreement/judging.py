"""One of our judges on the reports that people compared, kept in the folder."""

from collections.abc import Callable, Mapping, Sequence

from eval.domain.agreement import ReportScore
from eval.domain.instance import Instance
from eval.domain.metric import Metric
from eval.domain.report import ScholarReport
from eval.domain.rubric import Rubric
from eval.judges.judge import Judge
from eval.studies.agreement.tables import PairKey, ReportKey, overalls
from eval.studies.myscholarqa import Task, answer_and_judge, measured_by
from eval.studies.run_folder import RunFolder
from eval.systems.files import FiledSystem, digest, output_of
from myscholar.domain.runs import Progress, ignore

SCORES: Mapping[Metric, ReportScore] = {
    Metric.ANSWER_PRECISION: ReportScore.ANSWER_PRECISION,
    Metric.ANSWER_COVERAGE: ReportScore.ANSWER_RECALL,
    Metric.CITATION_PRECISION: ReportScore.CITATION_PRECISION,
    Metric.CITATION_RECALL: ReportScore.CITATION_RECALL,
}
_OF_CITATIONS = (Metric.CITATION_PRECISION, Metric.CITATION_RECALL)


def reports_compared(
    reports: Sequence[ScholarReport], pairs: Sequence[PairKey]
) -> Mapping[ReportKey, ScholarReport]:
    """Reports of the whole pairs, in order of question and system."""
    found = {(r.query_id, r.system): r for r in reports}
    whole = [(q, a, b) for q, a, b in pairs if (q, a) in found and (q, b) in found]
    keys = {(question, system) for question, *systems in whole for system in systems}
    return {key: found[key] for key in sorted(keys)}


def as_system(reports: Mapping[ReportKey, ScholarReport]) -> FiledSystem:
    outputs = {_id(key): output_of(_id(key), report) for key, report in reports.items()}
    digits = digest(o.model_dump_json() for o in outputs.values())
    instances = (
        Instance(instance_id=_id(key), query_id=key[0], query=r.question)
        for key, r in reports.items()
    )
    return FiledSystem(
        name="reports compared by people",
        identity=f"{len(outputs)} reports ({digits})",
        outputs=outputs,
        instances=tuple(instances),
    )


async def judge_reports(
    folder: RunFolder,
    reports: Mapping[ReportKey, ScholarReport],
    rubrics: Mapping[str, Sequence[Rubric]],
    judge: Judge,
    *,
    parallel: int,
    timer: Callable[[], float],
    budget_usd: float | None = None,
    progress: Progress = ignore,
) -> Mapping[ReportKey, Mapping[ReportScore, float]]:
    """What the judge scores of each report; what it left unscored is not there.

    A report that came without the citations that its text speaks of has no scores of citations:
    what its authors cited is not known, and a 0 would judge the file. Where the judge scored a part
    of a report's items only, their mean stands for the report, as everywhere.
    """
    system = as_system(reports)
    task = Task(system.instances, rubrics, frozenset(SCORES), parallel, budget_usd)
    await answer_and_judge(folder, task, system, judge, timer=timer, progress=progress)
    has_judged = judge.name in folder.judges
    measured = measured_by(folder, system.instances, judge.name) if has_judged else {}
    found = {}
    for key, report in reports.items():
        known = [
            m
            for m in measured.get(_id(key), ())
            if has_citations(report) or m.metric not in _OF_CITATIONS
        ]
        found[key] = overalls({SCORES[m.metric]: m.score for m in known if m.score is not None})
    return found


def has_citations(report: ScholarReport) -> bool:
    return any(section.citations for section in report.sections)


def _id(key: ReportKey) -> str:
    return f"{key[0]} {key[1]}"
