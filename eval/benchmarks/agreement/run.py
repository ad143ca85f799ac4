"""Our judges on the reports, one after the other in one folder."""

import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from eval.benchmarks.agreement.judging import as_system, has_citations, judged_reports
from eval.benchmarks.agreement.tables import PairKey, ReportKey, ScoreTable, from_reports
from eval.benchmarks.run_folder import RunFacts, RunFolder, begun_at, held, rubrics_print
from eval.benchmarks.versions import versions
from eval.domain.agreement import Rater, RaterKind
from eval.domain.report import ScholarReport
from eval.domain.rubric import Rubric
from eval.judges.names import LOCAL, open_judge
from myscholar.domain.runs import Progress
from myscholar.domain.text import counted, listed
from myscholar.workflows.jobs import open_services


def judging_folder(
    path: Path,
    reports: Mapping[ReportKey, ScholarReport],
    rubrics: Mapping[str, Sequence[Rubric]],
    *,
    seed: int,
) -> RunFolder:
    """Raises InputError where the folder is about other reports."""
    system = as_system(reports)
    return RunFolder(
        path,
        RunFacts(
            dataset=system.identity,
            system=system.name,
            identity=system.identity,
            seed=seed,
            begun_at=begun_at(path) or open_services().now(),
            versions=versions(),
            rubrics=rubrics_print(r for of in rubrics.values() for r in of),
        ),
    )


async def run_judges(
    path: Path,
    names: Sequence[str],
    all_reports: Mapping[ReportKey, ScholarReport],
    reports: Mapping[ReportKey, ScholarReport],
    rubrics: Mapping[str, Sequence[Rubric]],
    pairs: Sequence[PairKey],
    *,
    seed: int,
    parallel: int,
    budget_usd: float | None,
    progress: Progress,
) -> tuple[ScoreTable, ...]:
    """A table for each judge, of `reports`; what was judged in the folder of `all_reports` before
    is not judged again.

    Raises InputError where the folder is about other reports, and what opening a judge raises.
    """
    tables = []
    with held(path):
        folder = judging_folder(path, all_reports, rubrics, seed=seed)
        for name in dict.fromkeys(names):
            heard = partial(folder.add_call, name)
            left = folder.left_of(budget_usd)
            async with open_judge(
                name, services=open_services(), budget_usd=left, on_call=heard
            ) as opened:
                scores = await judged_reports(
                    folder,
                    reports,
                    rubrics,
                    opened.judge,
                    parallel=parallel,
                    timer=time.perf_counter,
                    budget_usd=budget_usd,
                    progress=progress,
                )
            kind = RaterKind.LOCAL if name == LOCAL else RaterKind.MODEL
            tables.append(from_reports(Rater(name=f"{name} judge", kind=kind), scores, pairs))
    return tuple(tables)


def notes_on(
    reports: Mapping[ReportKey, ScholarReport],
    pairs: Sequence[PairKey],
    rubrics: Mapping[str, Sequence[Rubric]],
) -> tuple[str, ...]:
    """What a reader must know of the reports that were judged."""
    without = [key for key, report in reports.items() if not has_citations(report)]
    lost = sum(
        any((question, system) in without for system in systems) for question, *systems in pairs
    )
    questions = {question for question, _ in reports}
    came = (
        f"{counted(len(without), 'report')} ({listed(sorted({system for _, system in without}))}) "
        "came without the citations that their texts speak of, so that our judges and the count of "
        f"citations leave {counted(lost, 'pair')} unscored for citations."
    )
    return (
        f"Our judges read {counted(len(reports), 'report')} on "
        f"{counted(len(questions), 'question')}.",
        *((came,) if without else ()),
        f"Answer recall needs a rubric; there is one for {len(questions & rubrics.keys())} of "
        "these questions.",
        "Nobody compared the pairs of the questions' authors a second time: how far people would "
        "agree there is not known.",
        "The published judge had the reports with all their citations, and rubrics; its figures "
        "are as published.",
    )
