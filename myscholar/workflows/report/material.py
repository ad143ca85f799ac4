"""What a report is written from: the search planned and made, papers read for quotes, sections
outlined. Source: MySQA §2.3."""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from myscholar.domain.drafts import Outline, SectionPlan
from myscholar.domain.evidence import SearchQuery, source_in_words
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper
from myscholar.domain.runs import Event, ignore
from myscholar.errors import NoEvidenceFound
from myscholar.report.llm.outline import make_outline as outline_quotes
from myscholar.report.llm.quotes import Quotes, extract_quotes
from myscholar.report.llm.search_plan import SearchPlan, plan_search
from myscholar.runs.run import both
from myscholar.search.choice import MOST_IN_DEPTH, MOST_READ, MOST_READ_MORE, choose
from myscholar.search.retrieve import fused, retrieve
from myscholar.search.semantic_scholar import MAX_REQUESTS, SemanticScholarSource
from myscholar.workflows.engines import check_offline, this_year
from myscholar.workflows.library.sources import SCHOLAR, open_sources
from myscholar.workflows.report.closer_look import Closer, look_closer
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.filtered_out import nothing_found, undated
from myscholar.workflows.report.known_material import still_read, with_known, with_read
from myscholar.workflows.report.records import ReportMaterial, SearchResult

CLOSER_REQUESTS = 1
"""Requests to Semantic Scholar for more of the papers that matter, each time that some are read."""


class Planned(Frozen):
    """The search as planned, and the requests that looking ahead took."""

    plan: SearchPlan
    n_requests: int = 0


class GatheredMaterial(NamedTuple):
    """What a report is written from, before it is outlined."""

    plan: SearchPlan
    found: SearchResult
    quotes: Quotes

    def outlined(self, outline: Outline) -> ReportMaterial:
        return ReportMaterial(plan=self.plan, found=self.found, quotes=self.quotes, outline=outline)


async def gather_quotes(
    context: ReportContext,
    n_requests: int = MAX_REQUESTS,
    *,
    known: ReportMaterial | None = None,
) -> GatheredMaterial:
    """Plan, search, quotes. Papers that are `known` from an earlier report are not read again."""
    run = context.run
    planned = await planned_search(context, n_requests)
    plan = planned.plan
    # then the question's answers are in the cache and cost nothing more
    is_known = plan.filters == context.order.filters
    left = n_requests if is_known else n_requests - planned.n_requests
    found = await run.step(
        "Searching",
        SearchResult,
        lambda: search(
            context, plan.queries, "Searching", n_requests=left, spent=planned.n_requests
        ),
    )
    return await read_found(context, plan, found, known=known)


async def read_found(
    context: ReportContext,
    plan: SearchPlan,
    found: SearchResult,
    *,
    known: ReportMaterial | None = None,
) -> GatheredMaterial:
    """Quotes of what was found. Papers that are `known` are not read again."""
    run = context.run
    at_hand = with_known(found, known, known.quotes, plan.filters) if known else found
    read_before = still_read(known.quotes, at_hand) if known else None
    quotes = await run.step(
        "Reading papers",
        Quotes,
        lambda: read_papers(context, at_hand, "Reading papers", known=read_before),
    )
    found = with_read(found, quotes)
    if known:
        found = with_known(found, known, quotes, plan.filters)
    return GatheredMaterial(plan, found, quotes)


async def search(
    context: ReportContext,
    queries: Sequence[SearchQuery],
    step: str,
    *,
    n_requests: int,
    spent: int = 0,
    before: SearchResult | None = None,
) -> SearchResult:
    """What these queries find in the order's sources, together with what was found before. `spent`
    requests were sent for it already.

    Raises NoEvidenceFound, NotRecorded.
    """

    def tell(event: Event) -> None:
        context.run.tell(event.model_copy(update={"step": step}))

    check_offline(context.order.engine, context.order.sources)
    opened = await asyncio.to_thread(
        open_sources, context.services, context.order.sources, progress=tell, n_requests=n_requests
    )
    try:
        findings = await retrieve(queries, opened.sources, limit=MOST_READ, progress=tell)
        spent += opened.n_requests
    finally:
        await opened.aclose()
    if before:
        findings = await asyncio.to_thread(
            fused, (*before.findings.results, *findings.results), limit=MOST_READ + MOST_READ_MORE
        )
    if not findings.hits:
        raise await nothing_found(context.services, context.order, findings, queries)
    without_year = await asyncio.to_thread(undated, context.services, queries, opened.sources)
    notes = dict.fromkeys((*(before.notes if before else ()), *without_year, *opened.notes))
    return SearchResult(
        findings=findings,
        notes=tuple(notes),
        n_requests=spent + (before.n_requests if before else 0),
    )


async def read_papers(
    context: ReportContext, found: SearchResult, step: str, *, known: Quotes | None = None
) -> Quotes:
    """Verbatim quotes of the papers chosen among those found."""
    findings = found.findings
    limit, read = (MOST_READ_MORE, known.read) if known else (MOST_READ, ())
    taught = context.taught_by
    hits = choose(findings.hits, findings.results, limit, read=read, kept=taught)
    matter = choose(hits, findings.results, MOST_IN_DEPTH, kept=taught)
    total = len(hits)

    def done(n: int) -> None:
        context.run.tell(Event(step=step, done=n, total=total))

    done(0)
    left = min(CLOSER_REQUESTS, context.requests_left(found.n_requests))
    # stored before a paper is read with it, so that a resumed run reads the same
    looking = asyncio.ensure_future(
        context.run.step(
            f"{step} in depth",
            Closer,
            lambda: look_closer(context.services, context.question, matter, left),
        )
    )

    async def closer(paper: Paper) -> Paper:
        seen: Closer = await asyncio.shield(looking)
        return next((p for p in seen.papers if p.paper_id == paper.paper_id), paper)

    quotes, seen = await both(
        extract_quotes(
            context.asked,
            hits,
            context.actions,
            llm=context.llm,
            visibility=context.order.visibility,
            known=known,
            in_depth={hit.paper.paper_id for hit in matter},
            closer=closer,
            on_done=done,
        ),
        looking,
    )
    notes = (*quotes.notes, *seen.notes)
    quotes = quotes.model_copy(update={"notes": notes, "n_requests": seen.n_requests})
    if not quotes.quotes:
        searched = tuple(dict.fromkeys(source_in_words(r.record.source) for r in findings.results))
        raise NoEvidenceFound(context.question, searched, n_found=total)
    return quotes


async def make_outline(
    context: ReportContext,
    gathered: GatheredMaterial,
    *,
    first: SectionPlan | None = None,
    on_first: Callable[[SectionPlan], None] = ignore,
) -> Outline:
    """`first` is a section that is being written already; else `on_first` is told the first that
    stands in the growing outline."""

    async def outline() -> Outline:
        n_quotes = f"{len(gathered.quotes.quotes)} quotes"
        context.run.tell(Event(step="Outlining", message=n_quotes))
        return await outline_quotes(
            context.asked,
            gathered.quotes.quotes,
            gathered.found.findings.hits,
            context.actions,
            llm=context.llm,
            language=gathered.plan.language,
            visibility=context.order.visibility,
            profile=context.order.profile,
            fixed_first=first,
            on_first=on_first,
        )

    made: Outline = await context.run.step("Outlining", Outline, outline)
    return made


async def planned_search(context: ReportContext, n_requests: int = MAX_REQUESTS) -> Planned:
    """What is asked of the sources, first of all for the question."""
    planned: Planned = await context.run.step(
        "Planning the search", Planned, lambda: _plan(context, n_requests)
    )
    return planned


async def _plan(context: ReportContext, n_requests: int) -> Planned:
    context.run.tell(Event(step="Planning the search"))
    plan, spent = await both(
        plan_search(
            context.question,
            context.actions,
            llm=context.llm,
            filters=context.order.filters,
            this_year=this_year(context.services, context.order.engine),
            visibility=context.order.visibility,
        ),
        _look_ahead(context, n_requests),
    )
    return Planned(plan=plan, n_requests=spent)


async def _look_ahead(context: ReportContext, n_requests: int) -> int:
    """Asks Semantic Scholar for the question while its other wordings are planned, where the report
    has its requests to itself.

    Returns how many requests that took.
    """
    if SCHOLAR not in context.order.sources or n_requests < MAX_REQUESTS:
        return 0
    check_offline(context.order.engine, context.order.sources)
    opened = await asyncio.to_thread(open_sources, context.services, (SCHOLAR,))
    try:
        for source in opened.sources:
            if isinstance(source, SemanticScholarSource):
                await source.look_ahead(
                    SearchQuery(text=context.question, filters=context.order.filters), MOST_READ
                )
    finally:
        await opened.aclose()
    return opened.n_requests
