"""Earlier material of a report, with what its chosen actions ask beyond it."""

from myscholar.domain.drafts import SectionPlan
from myscholar.domain.runs import Event
from myscholar.report.llm.quotes import Quotes
from myscholar.report.llm.search_plan import SearchPlan, plan_actions
from myscholar.search.semantic_scholar import MAX_REQUESTS
from myscholar.workflows.engines import this_year
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.filtered_out import nothing_found
from myscholar.workflows.report.known_material import with_known, with_read
from myscholar.workflows.report.material import GatheredMaterial, make_outline, read_papers, search
from myscholar.workflows.report.records import ReportMaterial, SearchResult


async def extend_material(
    context: ReportContext,
    head: ReportMaterial,
    *,
    first: SectionPlan | None,
    outlined: bool = True,
) -> ReportMaterial:
    """Earlier material with what the chosen actions ask beyond it. `first` is a section that is
    being written already; not `outlined`, the earlier outline stays. Raises NoEvidenceFound where
    the actions' filters leave no paper."""
    if not context.actions:
        return head
    more = await context.run.step(
        "Planning for the actions", SearchPlan, lambda: _plan_more(context, head.plan)
    )
    found, quotes = head.found, head.quotes
    if more.queries:
        found, quotes = await _gather_more(context, head, more)
    found = with_known(found, head, quotes, more.filters)
    if not found.findings.hits:
        raise await nothing_found(context.services, context.order, found.findings, more.queries)
    plan = more.model_copy(update={"queries": (*head.plan.queries, *more.queries)})
    gathered = GatheredMaterial(plan, found, quotes)
    if not outlined:
        return gathered.outlined(head.outline)
    return gathered.outlined(await make_outline(context, gathered, first=first))


async def _gather_more(
    context: ReportContext, head: ReportMaterial, more: SearchPlan
) -> tuple[SearchResult, Quotes]:
    step = "Searching for the actions"
    n_requests = MAX_REQUESTS - head.found.n_requests + head.quotes.n_requests
    found = await context.run.step(
        step,
        SearchResult,
        lambda: search(
            context, more.queries, step, n_requests=max(0, n_requests), before=head.found
        ),
    )
    at_hand = with_known(found, head, head.quotes, more.filters)
    reading = "Reading more papers"
    quotes = await context.run.step(
        reading, Quotes, lambda: read_papers(context, at_hand, reading, known=head.quotes)
    )
    return with_read(found, quotes), quotes


async def _plan_more(context: ReportContext, known: SearchPlan) -> SearchPlan:
    context.run.tell(Event(step="Planning for the actions"))
    return await plan_actions(
        context.question,
        known,
        context.actions,
        llm=context.llm,
        filters=context.order.filters,
        this_year=this_year(context.services, context.order.engine),
        visibility=context.order.visibility,
    )
