"""Reports without a language model: searched, written, and written again when something about them
changes.

The same order gives the same report, so a change is the whole report anew; only a search that stays
the same is not made again.
"""

import asyncio
from collections.abc import Sequence

from myscholar.domain.evidence import Hit, SearchQuery
from myscholar.domain.interaction import Interaction, ResearchPlan
from myscholar.domain.orders import ReportOrder
from myscholar.domain.papers import Paper
from myscholar.domain.report import Findings, Report, ReportId, Section
from myscholar.domain.runs import Event, Progress, RunId
from myscholar.errors import NoEvidenceFound
from myscholar.interactive.steer.extractive.mind import ExtractiveTreeMind
from myscholar.interactive.team.extractive.mind import ExtractiveTeam
from myscholar.report.extractive.assemble import write_digest
from myscholar.report.extractive.search_plan import plan_queries
from myscholar.runs.run import Run
from myscholar.search.retrieve import retrieve
from myscholar.workflows.library.sources import open_sources
from myscholar.workflows.report.filtered_out import filtered_out_by, undated
from myscholar.workflows.report.records import (
    ExtractiveReportRecord,
    ReportRecord,
    Searched,
    SearchResult,
)
from myscholar.workflows.report.research import (
    POOL,
    Minds,
    TreeBefore,
    research,
    with_wishes_of,
)
from myscholar.workflows.report.section_changes import changes_of
from myscholar.workflows.runs.budgets import cost_of
from myscholar.workflows.services import Services


async def write_report(
    services: Services,
    run: Run,
    order: ReportOrder,
    *,
    base: ReportRecord | None = None,
    before: TreeBefore | None = None,
    notes: Sequence[str] = (),
) -> ExtractiveReportRecord:
    """The report of a run; with a `base`, a change of that one, whose tree goes on where it is what
    was `before`. `notes` stand before the report's own."""
    interaction = base.report.interaction if base else None
    if order.research and (base is None or before):
        order, searched, interaction = await _research(services, run, order, order.research, before)
    else:
        searched = await _search_again(services, run, order, base)
    report = await _write(services, run, order, searched)
    cost = cost_of((), searched.found.n_requests, await run.stop_clock())
    leading = (*notes, *searched.found.notes)
    update = {
        "notes": (*leading, *report.notes),
        "n_leading_notes": len(leading),
        "cost": cost,
        "interaction": interaction,
    }
    report = report.model_copy(update=update)
    return ExtractiveReportRecord(
        order=order,
        report=report,
        searched=searched,
        previous=RunId(base.report.report_id) if base else None,
        changes=changes_of(base.report.sections, report.sections) if base else (),
    )


async def _research(
    services: Services,
    run: Run,
    order: ReportOrder,
    plan: ResearchPlan,
    before: TreeBefore | None = None,
) -> tuple[ReportOrder, Searched, Interaction]:
    background = services.background
    minds = Minds(
        ExtractiveTreeMind(order.question, background, order.profile),
        ExtractiveTeam(background),
    )
    asked = await queries_of(services, order)
    researched, found = await research(
        services, run, order, plan, asked, minds=minds, before=before
    )
    queries = tuple(dict.fromkeys(result.record.query for result in found.findings.results))
    slim = found.model_copy(update={"findings": _slim(found.findings)})
    searched = Searched(queries=queries, found=slim)
    return with_wishes_of(order, researched), searched, researched.interaction


async def _search_again(
    services: Services, run: Run, order: ReportOrder, base: ReportRecord | None
) -> Searched:
    """With a `base`, only what it has not searched. Of a research in several steps what was found
    on the way stays."""
    queries = await queries_of(services, order)
    known = base.searched if isinstance(base, ExtractiveReportRecord) else None
    kept = known if known and (order.research or known.queries == queries) else None
    new = tuple(q for q in queries if not (kept and q in kept.queries))
    if kept and not new:
        message = "the searches are the same: what was found is taken over"
        run.tell(Event(step="Searching", message=message, done=1, total=1))
        found = kept.found.model_copy(update={"n_requests": 0})
        return kept.model_copy(update={"found": found})
    searched: Searched = await run.step(
        "Searching", Searched, lambda: search(services, order, new, run.tell)
    )
    return _joined(kept, searched) if kept else searched


def _joined(known: Searched, new: Searched) -> Searched:
    results = (*known.found.findings.results, *new.found.findings.results)
    hits = {
        hit.paper.paper_id: hit for hit in (*new.found.findings.hits, *known.found.findings.hits)
    }
    findings = Findings(hits=tuple(hits.values()), results=results)
    found = new.found.model_copy(update={"findings": findings})
    return Searched(queries=(*known.queries, *new.queries), found=found)


async def queries_of(services: Services, order: ReportOrder) -> tuple[SearchQuery, ...]:
    """Raises EmptyQuestion, QuestionTooLong, BadFilter."""
    return await asyncio.to_thread(
        lambda: plan_queries(
            order.question,
            actions=order.actions,
            filters=order.filters,
            background=services.background,
        )
    )


async def search(
    services: Services, order: ReportOrder, queries: tuple[SearchQuery, ...], progress: Progress
) -> Searched:
    """What the order's sources hold. Raises UnknownName, CorpusCorrupt for a source that was
    named."""
    progress(Event(step="Opening sources"))
    opened = await asyncio.to_thread(open_sources, services, order.sources, progress=progress)
    try:
        findings = await retrieve(queries, opened.sources, limit=POOL, progress=progress)
    finally:
        await opened.aclose()
    notes = (*await asyncio.to_thread(undated, services, queries, opened.sources), *opened.notes)
    return Searched(
        queries=queries,
        found=SearchResult(findings=_slim(findings), notes=notes, n_requests=opened.n_requests),
    )


def _slim(findings: Findings) -> Findings:
    """What the writer needs and no more, since it is stored with the report: of the single results
    only which papers they are."""

    def bare(hit: Hit) -> Hit:
        return hit.model_copy(
            update={"paper": Paper(paper_id=hit.paper.paper_id, title=hit.paper.title)}
        )

    results = tuple(
        r.model_copy(update={"hits": tuple(map(bare, r.hits))}) for r in findings.results
    )
    return findings.model_copy(update={"results": results})


async def _write(services: Services, run: Run, order: ReportOrder, searched: Searched) -> Report:
    def show(number: int, section: Section) -> None:
        run.show(f"section {number}", f"## {section.title}\n\n{section.text}")

    try:
        return await asyncio.to_thread(
            write_digest,
            order.question,
            findings=searched.found.findings,
            queries=searched.queries,
            actions=order.actions,
            profile=order.profile,
            background=services.background,
            report_id=ReportId(run.run_id),
            now=services.now(),
            with_tables=order.with_tables,
            progress=run.tell,
            on_section=show,
        )
    except NoEvidenceFound as error:
        raise error.because(await filtered_out_by(services, order, searched.queries)) from error
