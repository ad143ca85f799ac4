"""What a report is written from: the search planned and made, papers read for quotes, sections
outlined. Source: MySQA §2.3."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from myscholar.domain.actions import Action
from myscholar.domain.evidence import SearchQuery, source_in_words
from myscholar.domain.model import Frozen
from myscholar.domain.orders import ReportOrder
from myscholar.domain.report import Findings, Outline, SectionPlan
from myscholar.domain.runs import Event, ModelCall, ignore
from myscholar.errors import NoEvidenceFound
from myscholar.gateways.llm.llm import LLM
from myscholar.report.llm.outline import make_outline
from myscholar.report.llm.quotes import MOST_PAPERS, Quotes, extract_quotes
from myscholar.report.llm.search_plan import SearchPlan, plan_actions, plan_search
from myscholar.runs.run import Run, both
from myscholar.search.retrieve import fused, retrieve
from myscholar.search.semantic_scholar import SemanticScholarSource
from myscholar.workflows.engines import check_offline, this_year
from myscholar.workflows.library.sources import REPORT_REQUESTS, SCHOLAR, open_sources
from myscholar.workflows.report.known_material import still_read, with_known
from myscholar.workflows.report.records import ReportMaterial, SearchResult
from myscholar.workflows.report.shut_out import nothing_found
from myscholar.workflows.runs.budgets import calls_of
from myscholar.workflows.services import Services

MORE_PAPERS = 16
"""Papers read beyond those of a head start, for the actions."""
MOST_KEPT = 96
"""Papers of both searches together."""
HEAD_START_REQUESTS = 3
"""Requests to Semantic Scholar of a head start; the rest of a report's is for what its actions
ask."""


@dataclass
class Tally:
    """Sections that are written, of those that are to be (0: not known yet)."""

    written: int = 0
    total: int = 0


@dataclass(frozen=True)
class ReportContext:
    """What every step of one report has at hand."""

    services: Services
    run: Run
    llm: LLM
    order: ReportOrder
    tally: Tally = field(default_factory=Tally)

    async def calls(self) -> tuple[ModelCall, ...]:
        """Every call for the report so far, those of its head start too."""
        return await calls_of(self.services, self.run, self.order.head_start)

    def tell_writing(self, message: str, *, total: int = 0, written: int = 0) -> None:
        """Progress of the sections; `total` where it is known now, and how many more are
        `written`."""
        self.tally.total = total or self.tally.total
        self.tally.written += written
        self.run.tell(
            Event(step="Writing", message=message, done=self.tally.written, total=self.tally.total)
        )

    @property
    def question(self) -> str:
        return self.order.question

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.order.actions


class Planned(Frozen):
    """The search as planned, and the requests that looking ahead took."""

    plan: SearchPlan
    n_requests: int = 0


async def gather_material(
    desk: ReportContext, *, n_requests: int = REPORT_REQUESTS, known: ReportMaterial | None = None
) -> ReportMaterial:
    """Plan, search, quotes and outline. Papers that are `known` from an earlier report are not read
    again, and its outline stays."""
    plan, found, quotes = await gather_quotes(desk, n_requests, known)
    if known:
        return ReportMaterial(plan=plan, found=found, quotes=quotes, outline=known.outline)
    outline = await desk.run.step(
        "Outlining", Outline, lambda: outline_of(desk, plan, found, quotes)
    )
    return ReportMaterial(plan=plan, found=found, quotes=quotes, outline=outline)


async def gather_quotes(
    desk: ReportContext, n_requests: int, known: ReportMaterial | None = None
) -> tuple[SearchPlan, SearchResult, Quotes]:
    planned = await desk.run.step("Planning the search", Planned, lambda: _plan(desk, n_requests))
    plan = planned.plan
    # then the question's answers are in the cache and cost nothing more
    is_known = plan.filters == desk.order.filters
    left = n_requests if is_known else n_requests - planned.n_requests
    found = await desk.run.step(
        "Searching",
        SearchResult,
        lambda: search(desk, plan.queries, "Searching", n_requests=left, spent=planned.n_requests),
    )
    if not known:
        return (
            plan,
            found,
            await desk.run.step(
                "Reading papers", Quotes, lambda: read(desk, found.findings, "Reading papers")
            ),
        )
    at_hand = with_known(found, known, known.quotes, plan.filters)
    quotes = await desk.run.step(
        "Reading papers",
        Quotes,
        lambda: read(
            desk, at_hand.findings, "Reading papers", known=still_read(known.quotes, at_hand)
        ),
    )
    return plan, with_known(found, known, quotes, plan.filters), quotes


async def extend_material(
    desk: ReportContext, head: ReportMaterial, *, first: SectionPlan | None, outlined: bool = True
) -> ReportMaterial:
    """Earlier material with what the chosen actions ask beyond it. `first` is a section that is
    being written already; not `outlined`, the earlier outline stays. Raises NoEvidenceFound where
    the actions' filters leave no paper."""
    if not desk.actions:
        return head
    more = await desk.run.step(
        "Planning for the actions", SearchPlan, lambda: _plan_more(desk, head.plan)
    )
    found, quotes = head.found, head.quotes
    if more.queries:
        left = max(0, REPORT_REQUESTS - head.found.n_requests)
        found = await desk.run.step(
            "Searching for the actions",
            SearchResult,
            lambda: search(
                desk, more.queries, "Searching for the actions", n_requests=left, before=head.found
            ),
        )
        at_hand = with_known(found, head, head.quotes, more.filters)
        quotes = await desk.run.step(
            "Reading more papers",
            Quotes,
            lambda: read(desk, at_hand.findings, "Reading more papers", known=head.quotes),
        )
    found = with_known(found, head, quotes, more.filters)
    if not found.findings.hits:
        raise await nothing_found(desk.services, desk.order, found.findings, more.queries)
    plan = more.model_copy(update={"queries": (*head.plan.queries, *more.queries)})
    if not outlined:
        return ReportMaterial(plan=plan, found=found, quotes=quotes, outline=head.outline)
    outline = await desk.run.step(
        "Outlining", Outline, lambda: outline_of(desk, plan, found, quotes, first=first)
    )
    return ReportMaterial(plan=plan, found=found, quotes=quotes, outline=outline)


async def search(
    desk: ReportContext,
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
        desk.run.tell(event.model_copy(update={"step": step}))

    check_offline(desk.order.engine, desk.order.sources)
    opened = await asyncio.to_thread(
        open_sources, desk.services, desk.order.sources, progress=tell, n_requests=n_requests
    )
    try:
        findings = await retrieve(queries, opened.sources, limit=MOST_PAPERS, progress=tell)
        spent += opened.n_requests
    finally:
        await opened.aclose()
    if before:
        findings = await asyncio.to_thread(
            fused, (*before.findings.results, *findings.results), limit=MOST_KEPT
        )
    if not findings.hits:
        raise await nothing_found(desk.services, desk.order, findings, queries)
    notes = dict.fromkeys((*(before.notes if before else ()), *opened.notes))
    return SearchResult(
        findings=findings,
        notes=tuple(notes),
        n_requests=spent + (before.n_requests if before else 0),
    )


async def read(
    desk: ReportContext, findings: Findings, step: str, *, known: Quotes | None = None
) -> Quotes:
    """Verbatim quotes of the papers found, papers side by side."""
    hits = [h for h in findings.hits if known is None or h.paper.paper_id not in known.read][
        : MORE_PAPERS if known else MOST_PAPERS
    ]
    total = len(hits)

    def done(n: int) -> None:
        desk.run.tell(Event(step=step, done=n, total=total))

    done(0)
    quotes = await extract_quotes(
        desk.question,
        hits,
        desk.actions,
        llm=desk.llm,
        visibility=desk.order.visibility,
        known=known,
        on_done=done,
    )
    if not quotes.quotes:
        searched = tuple(dict.fromkeys(source_in_words(r.record.source) for r in findings.results))
        raise NoEvidenceFound(desk.question, searched, n_found=total)
    return quotes


async def outline_of(
    desk: ReportContext,
    plan: SearchPlan,
    found: SearchResult,
    quotes: Quotes,
    *,
    first: SectionPlan | None = None,
    on_first: Callable[[SectionPlan], None] = ignore,
) -> Outline:
    desk.run.tell(Event(step="Outlining", message=f"{len(quotes.quotes)} quotes"))
    return await make_outline(
        desk.question,
        quotes.quotes,
        found.findings.hits,
        desk.actions,
        llm=desk.llm,
        language=plan.language,
        visibility=desk.order.visibility,
        profile=desk.order.profile,
        fixed_first=first,
        on_first=on_first,
    )


async def _plan(desk: ReportContext, n_requests: int) -> Planned:
    desk.run.tell(Event(step="Planning the search"))
    plan, spent = await both(
        plan_search(
            desk.question,
            desk.actions,
            llm=desk.llm,
            filters=desk.order.filters,
            this_year=this_year(desk.services, desk.order.engine),
            visibility=desk.order.visibility,
        ),
        _look_ahead(desk, n_requests),
    )
    return Planned(plan=plan, n_requests=spent)


async def _look_ahead(desk: ReportContext, n_requests: int) -> int:
    """Asks Semantic Scholar for the question while its other wordings are planned, where the report
    has its requests to itself.

    Returns how many requests that took.
    """
    if SCHOLAR not in desk.order.sources or n_requests < REPORT_REQUESTS:
        return 0
    check_offline(desk.order.engine, desk.order.sources)
    opened = await asyncio.to_thread(open_sources, desk.services, (SCHOLAR,))
    try:
        for source in opened.sources:
            if isinstance(source, SemanticScholarSource):
                await source.look_ahead(
                    SearchQuery(text=desk.question, filters=desk.order.filters), MOST_PAPERS
                )
    finally:
        await opened.aclose()
    return opened.n_requests


async def _plan_more(desk: ReportContext, known: SearchPlan) -> SearchPlan:
    desk.run.tell(Event(step="Planning for the actions"))
    return await plan_actions(
        desk.question,
        known,
        desk.actions,
        llm=desk.llm,
        filters=desk.order.filters,
        this_year=this_year(desk.services, desk.order.engine),
        visibility=desk.order.visibility,
    )
