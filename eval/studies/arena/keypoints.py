"""Keypoint-aligned evaluation of every report, kept as it goes. Source: Arena §4, equations 4-8."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

from eval.datasets.stored_passages import stored_passages
from eval.domain.judgment import Unscored
from eval.domain.keypoints import (
    CitedSource,
    EvidenceKeypoint,
    JudgedKeypoint,
    JudgedSources,
)
from eval.domain.metric import Metric
from eval.domain.report import ScholarReport
from eval.domain.results import Measured, Results
from eval.judges.keypoints import KeypointJudge
from eval.judges.local.keypoints import says_same
from eval.judges.local.prose import list_cited
from eval.judges.local.words import Words
from eval.judges.names import open_keypoint_judge
from eval.metrics.counts import paper_of
from eval.metrics.keypoints import RATES, keypoint_rates, unify
from eval.studies.arena.figures import KAE, ReportEvaluation, rows_by_system
from eval.studies.arena.payments import Payments
from eval.studies.arena.people import agreements_of, withheld
from eval.studies.arena.reports import ChosenReports, ReportsOrder, choose_reports, fingerprint_of
from eval.studies.at_once import at_once
from eval.studies.lines import Lines
from eval.studies.unscored import end_if_dead, name_of, passes, reasons_of
from eval.studies.versions import judging_version, versions
from eval.systems.web_sources import FetchedSource, fetch_source, open_downloader
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted, fold
from myscholar.workflows.jobs import open_services

KEYPOINTS, SOURCES = "keypoints.jsonl", "sources.jsonl"
AT_ONCE = 4
"""Pages that are fetched at once."""


class KeypointsOrder(Frozen):
    reports: ReportsOrder
    judge: str
    fetch: bool = False
    """Whether cited pages of which no words are known are fetched."""
    parallel: int = 4
    budget_usd: float | None = None


class ReportKeypoints(Frozen):
    """A line of the file."""

    made_by: str
    """Judge and version of the judging code."""
    query_id: str
    system: str
    report: str
    """Fingerprint of the report and of the words of its sources."""
    judged: JudgedSources
    seconds: float = 0


@dataclass(frozen=True)
class _Judging:
    order: KeypointsOrder
    judge: KeypointJudge
    words: Words
    stored: Mapping[str, tuple[str, ...]]
    fetched: Mapping[str, FetchedSource]


async def run_keypoints(
    order: KeypointsOrder, folder: Path, progress: Progress = ignore
) -> tuple[ReportEvaluation, tuple[ReportKeypoints, ...]]:
    """Goes on with what is in the folder; the keypoints are those of the shown reports. Raises
    UnreadableFile, InputError, EngineUnavailable."""
    chosen, services = choose_reports(order.reports), open_services()
    stored = stored_passages(order.reports.shared, _bare_titles(chosen.all_reports))
    fetched = await _fetch(order, chosen, stored, Lines(folder / SOURCES, FetchedSource), progress)

    paid = Payments(folder, order.judge)
    left = paid.left_of(order.budget_usd)
    async with open_keypoint_judge(order.judge, services, left, paid.add) as judge:
        judging = _Judging(order, judge, Words(services.background), stored, fetched)
        found = await _judge_all(
            judging, chosen, Lines(folder / KEYPOINTS, ReportKeypoints), progress
        )
    shown = tuple(found[fingerprint_of(r)] for r in chosen.reports)
    return _evaluation(order, chosen, found, paid), shown


def sources_of(
    report: ScholarReport,
    stored: Mapping[str, tuple[str, ...]] = {},
    fetched: Mapping[str, FetchedSource] = {},
) -> tuple[CitedSource, ...]:
    """Each once, with the words that the report shows of it, else those that were stored of its
    title or fetched from its address."""
    found: dict[str, CitedSource] = {}
    for citation in list_cited(report).values():
        name = paper_of(citation)
        before = found.get(name)
        title, url = citation.title or "", citation.url
        passages = dict.fromkeys((*(before.passages if before else ()), *citation.snippets))
        if not passages and title:
            passages = dict.fromkeys(stored.get(fold(title), ()))
        if not passages and url and url in fetched:
            passages = dict.fromkeys(fetched[url].passages)
        found[name] = CitedSource(
            name=name,
            title=title or (before.title if before else ""),
            url=url or (before.url if before else None),
            passages=tuple(passages),
        )
    return tuple(found.values())


def _bare_titles(reports: Sequence[ScholarReport]) -> set[str]:
    return {s.title for r in reports for s in sources_of(r) if s.title and not s.passages}


async def _fetch(
    order: KeypointsOrder,
    chosen: ChosenReports,
    stored: Mapping[str, tuple[str, ...]],
    lines: Lines[FetchedSource],
    progress: Progress,
) -> Mapping[str, FetchedSource]:
    """What was fetched before is not fetched again, but what failed is."""
    known = {line.url: line for line in lines.read() if not line.failed}
    if not order.fetch:
        return known
    sources = [s for r in chosen.all_reports for s in sources_of(r, stored)]
    urls = [u for u in dict.fromkeys(s.url for s in sources if not s.passages) if u]
    missing, n = [u for u in urls if u not in known], 0
    async with httpx.AsyncClient(headers={"User-Agent": "myscholar"}) as http:
        downloader = open_downloader(http)

        async def fetch(url: str) -> None:
            nonlocal n
            known[url] = await fetch_source(downloader, url)
            lines.append(known[url])
            n += 1
            progress(Event(step="Fetching sources", done=n, total=len(missing)))

        await at_once([fetch(url) for url in missing], AT_ONCE)
    return known


async def _judge_all(
    judging: _Judging, chosen: ChosenReports, lines: Lines[ReportKeypoints], progress: Progress
) -> Mapping[str, ReportKeypoints]:
    """By the report's fingerprint."""
    made_by = f"{judging.judge.name} {judging_version()}"
    known = {line.report: line for line in lines.read() if line.made_by == made_by}
    sources = [(r, sources_of(r, judging.stored, judging.fetched)) for r in chosen.all_reports]
    missing = [(r, of) for r, of in sources if _print(r, of) not in known]
    n = 0

    async def judge(report: ScholarReport, of: tuple[CitedSource, ...]) -> None:
        nonlocal n
        began = time.perf_counter()
        judged = await judge_sources(judging.judge, judging.words, report, of)
        line = ReportKeypoints(
            made_by=made_by,
            query_id=report.query_id,
            system=report.system,
            report=_print(report, of),
            judged=judged,
            seconds=round(time.perf_counter() - began, 3),
        )
        known[line.report] = line
        if not passes(_unscored(judged)):
            lines.append(line)
        end_if_dead(reasons_of(_unscored(judged)))
        n += 1
        progress(Event(step="Judging keypoints", done=n, total=len(missing)))
        await asyncio.sleep(0)  # lets Ctrl-C in, where no model is waited for

    await at_once([judge(r, of) for r, of in missing], judging.order.parallel)
    return {fingerprint_of(r): known[_print(r, of)] for r, of in sources}


async def judge_sources(
    judge: KeypointJudge, words: Words, report: ScholarReport, sources: Sequence[CitedSource]
) -> JudgedSources:
    """The keypoints of all sources, each once, and what the report makes of each."""
    read = [s for s in sources if s.passages]
    told = {"n_sources": len(sources), "n_read": len(read)}
    if sources and not read:
        nothing = Unscored(reason="NothingShown: nothing but titles or addresses of it is known.")
        return JudgedSources(unscored=(nothing,), **told)
    found = await judge.find(report.question, sources) if read else ()
    unscored = tuple(f for f in found if isinstance(f, Unscored))
    keypoints = unify(
        [f for f in found if isinstance(f, EvidenceKeypoint) and _is_verbatim(f, sources)],
        lambda one, other: says_same(one, other, words),
    )
    related = await judge.relate(report.question, report, [k.text for k in keypoints])
    return JudgedSources(
        keypoints=tuple(
            JudgedKeypoint(keypoint=k, judged=r) for k, r in zip(keypoints, related, strict=True)
        ),
        unscored=unscored,
        **told,
    )


def _is_verbatim(keypoint: EvidenceKeypoint, sources: Sequence[CitedSource]) -> bool:
    return all(span.is_in(sources) for span in keypoint.spans)


def _unscored(judged: JudgedSources) -> tuple[Unscored, ...]:
    of_keypoints = (k.judged for k in judged.keypoints if isinstance(k.judged, Unscored))
    return (*judged.unscored, *of_keypoints)


def _print(report: ScholarReport, sources: Sequence[CitedSource]) -> str:
    return fingerprint_of(_Evidence(report=report, sources=tuple(sources)))


class _Evidence(Frozen):
    report: ScholarReport
    sources: tuple[CitedSource, ...]


def _evaluation(
    order: KeypointsOrder,
    chosen: ChosenReports,
    found: Mapping[str, ReportKeypoints],
    paid: Payments,
) -> ReportEvaluation:
    def rates_of(report: ScholarReport) -> tuple[Measured, ...]:
        return keypoint_rates(found[fingerprint_of(report)].judged)

    seed = order.reports.seed
    measured = {(r.query_id, r.system): rates_of(r) for r in chosen.reports}
    scores: dict[Metric, dict[tuple[str, str], float]] = {metric: {} for metric in RATES}
    for report in chosen.compared:
        for each in rates_of(report):
            if each.score is not None:
                scores[each.metric][report.query_id, report.system] = each.score
    agreements = agreements_of(scores, chosen.pairs, judge=order.judge, seed=seed)
    lines = [found[fingerprint_of(r)] for r in chosen.reports]
    return ReportEvaluation(
        benchmark=KAE,
        results=Results(
            benchmark=KAE,
            dataset=chosen.dataset,
            seed=seed,
            versions=versions(),
            rows=rows_by_system(chosen, measured, judge=order.judge, seed=seed),
            seconds=round(sum(line.seconds for line in lines), 3),
            model_calls=paid.n_calls,
            dollars=paid.dollars,
            notes=_notes(lines),
        ),
        judge=order.judge,
        agreements=agreements,
        withheld=withheld(tuple(RATES), order.judge, agreements),
        why_unscored=Counter(name_of(u) for line in lines for u in _unscored(line.judged)),
        n_reports=len(chosen.reports),
        n_questions=len({r.query_id for r in chosen.reports}),
    )


def _notes(lines: Sequence[ReportKeypoints]) -> tuple[str, ...]:
    notes = []
    for system in dict.fromkeys(line.system for line in lines):
        mine = [line.judged for line in lines if line.system == system]
        n_sources, n_read = sum(j.n_sources for j in mine), sum(j.n_read for j in mine)
        n_keypoints = sum(len(j.keypoints) for j in mine)
        n_bare = sum(not j.keypoints for j in mine)
        bare = f"; {counted(n_bare, 'report')} of {len(mine)} without any" if n_bare else ""
        notes.append(
            f"{system}: words of {n_read:,} of {counted(n_sources, 'cited source')}, "
            f"{counted(n_keypoints, 'keypoint')}{bare}."
        )
    return tuple(notes)
