"""Our judges on the reports, one after the other in one folder."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from eval.datasets.human_pairs import HumanPair
from eval.domain.agreement import Rater, RaterKind
from eval.domain.report import ScholarReport
from eval.domain.rubric import Rubric
from eval.judges.names import LOCAL, open_judge
from eval.studies.agreement.judging import as_system, has_citations, judge_reports, reports_compared
from eval.studies.agreement.tables import PairKey, ReportKey, ScoreTable, from_reports
from eval.studies.lines import hold
from eval.studies.run_folder import RunFacts, RunFolder, begun_at, rubrics_print
from eval.studies.versions import versions
from myscholar.domain.runs import Progress
from myscholar.domain.text import counted, listed
from myscholar.workflows.jobs import open_services


@dataclass(frozen=True)
class JudgedReports:
    """What judges are asked about: `reports` of `all_reports`, which identify the folder."""

    all_reports: Mapping[ReportKey, ScholarReport]
    reports: Mapping[ReportKey, ScholarReport]
    pairs: Sequence[PairKey]
    rubrics: Mapping[str, Sequence[Rubric]]


def choose_compared(
    pairs: Sequence[HumanPair],
    reports: Sequence[ScholarReport],
    limit: int | None,
    rubrics: Mapping[str, Sequence[Rubric]],
) -> tuple[tuple[HumanPair, ...], JudgedReports]:
    """The pairs and reports of the first `limit` questions of which both reports of a pair are
    there, and all pairs of which not both are."""
    keys = tuple(dict.fromkeys(p.compared for p in pairs))
    texts = reports_compared(reports, keys)
    whole = {(q, a, b) for q, a, b in keys if (q, a) in texts and (q, b) in texts}
    asked = set(list(dict.fromkeys(question for question, _ in texts))[:limit])
    chosen = (p for p in pairs if p.compared not in whole or p.query_id in asked)
    wanted = {key: report for key, report in texts.items() if key[0] in asked}
    of_asked = tuple(key for key in keys if key in whole and key[0] in asked)
    return tuple(chosen), JudgedReports(texts, wanted, of_asked, rubrics)


def judging_folder(path: Path, read: JudgedReports, *, seed: int) -> RunFolder:
    """Raises InputError where the folder is about other reports."""
    system = as_system(read.all_reports)
    facts = RunFacts(
        dataset=system.identity,
        system=system.name,
        identity=system.identity,
        seed=seed,
        begun_at=begun_at(path) or open_services().now(),
        versions=versions(),
        rubrics=rubrics_print(r for of in read.rubrics.values() for r in of),
    )
    return RunFolder(path, facts)


async def run_judges(
    path: Path,
    names: Sequence[str],
    read: JudgedReports,
    *,
    seed: int,
    parallel: int,
    budget_usd: float | None,
    progress: Progress,
) -> tuple[ScoreTable, ...]:
    """A table for each judge; what was judged in the folder before is not judged again.

    Raises InputError where the folder is about other reports, and what opening a judge raises.
    """
    tables = []
    with hold(path):
        folder = judging_folder(path, read, seed=seed)
        for name in dict.fromkeys(names):
            left, heard = folder.left_of(budget_usd), partial(folder.add_call, name)
            async with open_judge(name, open_services(), left, heard) as opened:
                scores = await judge_reports(
                    folder,
                    read.reports,
                    read.rubrics,
                    opened.judge,
                    parallel=parallel,
                    timer=time.perf_counter,
                    budget_usd=budget_usd,
                    progress=progress,
                )
            kind = RaterKind.LOCAL if name == LOCAL else RaterKind.MODEL
            tables.append(from_reports(Rater(name=f"{name} judge", kind=kind), scores, read.pairs))
    return tuple(tables)


def notes_on(read: JudgedReports) -> tuple[str, ...]:
    reports = read.reports
    without = [key for key, report in reports.items() if not has_citations(report)]
    lost = sum(any((question, s) in without for s in both) for question, *both in read.pairs)
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
        f"Answer recall needs a rubric; there is one for {len(questions & read.rubrics.keys())} of "
        "these questions.",
        "Nobody compared the pairs of the questions' authors a second time: how far people would "
        "agree there is not known.",
        "The published judge had the reports with all their citations, and rubrics; its figures "
        "are as published.",
    )
