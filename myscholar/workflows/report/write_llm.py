"""A report by a language model: the search planned and made, papers read for quotes, sections
outlined, written side by side, checked, mended. Source: MySQA §2.3.

Every step is done once and stored. What a head start has done of it is taken over.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from myscholar.domain.interaction import Interaction, ResearchPlan
from myscholar.domain.orders import HeadStartOrder, ReportOrder, RewriteOrder, Visibility
from myscholar.domain.report import Researched
from myscholar.domain.runs import Event, RunId
from myscholar.interactive.steer.llm.mind import LlmTreeMind
from myscholar.interactive.steer.llm.pausing import LlmPauseAgent
from myscholar.interactive.team.llm.mind import LlmTeam
from myscholar.report.llm.reading import CONCERN_ONE_REQUEST
from myscholar.report.llm.search_plan import SearchPlan
from myscholar.report.llm.verify import Checked
from myscholar.runs.run import Run
from myscholar.workflows.engines import gateway_of, this_year
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.filtered_out import nothing_found
from myscholar.workflows.report.finish import finish
from myscholar.workflows.report.first_section import FirstSection, see
from myscholar.workflows.report.head_start import HEAD_START_REQUESTS, limit_usd, take_over
from myscholar.workflows.report.known_material import still_found
from myscholar.workflows.report.material import (
    GatheredMaterial,
    gather_quotes,
    make_outline,
    planned_search,
    read_found,
)
from myscholar.workflows.report.more_material import extend_material
from myscholar.workflows.report.records import LlmReportRecord, ReportMaterial, SearchResult
from myscholar.workflows.report.research import Minds, TreeBefore, research, with_wishes_of
from myscholar.workflows.report.second_search import write_all
from myscholar.workflows.report.section_changes import changes_of
from myscholar.workflows.report.writing import (
    Attempt,
    WrittenSections,
    without_missing,
    write_in_one_prompt,
    write_one,
)
from myscholar.workflows.runs.budgets import spent_so_far
from myscholar.workflows.services import Services


async def write_report(services: Services, run: Run, order: ReportOrder) -> LlmReportRecord:
    if order.research:
        return await _write_after_research(services, run, order, order.research)
    head = await take_over(services, run, order)  # first, since what it spent counts
    if order.head_start and head is None:
        message = "it can't be used; the report starts from the question"
        run.tell(Event(step="Taking over the head start", message=message))
    async with open_context(services, run, order) as context:
        if order.visibility is Visibility.ONE_PROMPT:
            made = await write_at_once(context)
        elif head is None:
            made = await write_from(context, await gather_quotes(context))
        else:
            made = await write_after_head_start(context, head)
        return await finish(context, made.material, made.checked, notes=made.notes)


async def _write_after_research(
    services: Services, run: Run, order: ReportOrder, plan: ResearchPlan
) -> LlmReportRecord:
    """As any report, from what several searches found with a person asked on the way."""
    async with open_context(services, run, order) as context:
        search_plan = (await planned_search(context)).plan
        said, researched, found = await _research(context, plan, search_plan)
        made = await write_from(said, await read_found(said, search_plan, found))
        record = await finish(said, made.material, made.checked, notes=made.notes)
    return record.with_interaction(researched.interaction)


async def write_from_tree(
    services: Services,
    run: Run,
    base: LlmReportRecord,
    order: RewriteOrder,
    before: TreeBefore,
) -> LlmReportRecord:
    """The whole report again, from a tree that has gone on: what was read of papers that still
    count is not read again."""
    again = {"head_start": None, "engine": order.engine or base.order.engine}
    wanted = base.order.model_copy(update=again)
    async with open_context(services, run, wanted) as context:
        search_plan = base.material.plan
        plan = wanted.research or ResearchPlan()
        said, researched, found = await _research(context, plan, search_plan, before)
        known = still_found(base.material, found)
        made = await write_from(said, await read_found(said, search_plan, found, known=known))
        record = await finish(
            said,
            made.material,
            made.checked,
            previous=RunId(base.report.report_id),
            notes=made.notes,
        )
    changes = changes_of(base.report.sections, record.report.sections)
    return record.model_copy(update={"changes": changes}).with_interaction(researched.interaction)


async def _research(
    context: ReportContext,
    plan: ResearchPlan,
    search_plan: SearchPlan,
    before: TreeBefore | None = None,
) -> tuple[ReportContext, Researched, SearchResult]:
    """The context with what was said on the way, what happened, and what was found. Raises
    NoEvidenceFound, besides what `research` raises."""
    services, order = context.services, context.order
    tree = LlmTreeMind(
        question=order.question,
        llm=context.llm,
        background=services.background,
        profile=order.profile,
        this_year=this_year(services, order.engine),
    )
    researched, found = await research(
        services,
        context.run,
        order,
        plan,
        search_plan.queries,
        minds=Minds(tree, LlmTeam(context.llm), LlmPauseAgent(order.question, context.llm)),
        llm=context.llm,
        before=before,
    )
    if not found.findings.hits:
        raise await nothing_found(services, order, found.findings, search_plan.queries)
    said = with_wishes_of(order, researched)
    context = replace(context, order=said, interaction=researched.interaction)
    return context, researched, found


async def go_ahead(services: Services, run: Run, order: HeadStartOrder) -> ReportMaterial:
    """While the user still chooses actions: what a report needs of the question alone, with a small
    budget."""
    async with open_context(services, run, order.report, limit_usd=limit_usd(services)) as context:
        gathered = await gather_quotes(context, HEAD_START_REQUESTS)
        return gathered.outlined(await make_outline(context, gathered))


async def write_from(context: ReportContext, gathered: GatheredMaterial) -> WrittenSections:
    """The first section is begun as soon as its plan stands in the growing outline."""
    first = FirstSection(context, gathered)
    material = gathered.outlined(
        await first.beside(make_outline(context, gathered, on_first=first.begin))
    )
    return without_missing(*await write_all(context, material, first=first.as_outlined(material)))


async def write_after_head_start(context: ReportContext, head: ReportMaterial) -> WrittenSections:
    """The first section at once, beside what the chosen actions still need; it is written anew if
    the final outline does not keep it."""
    planned = head.outline.sections[0]

    async def write_rest() -> tuple[ReportMaterial, dict[int, Attempt]]:
        material = await extend_material(context, head, first=planned)
        if material.outline.sections[0] == planned:
            return await write_all(context, material, start=1)
        return await write_all(context, material, again=", as outlined")

    step = context.run.step("Writing section 1", Checked, lambda: write_one(context, head, 0))
    first, rest = asyncio.ensure_future(step), asyncio.ensure_future(write_rest())
    await asyncio.wait((first, rest))  # what is paid for is stored, also when the other fails
    await see(first)
    material, made = rest.result()
    if 0 not in made:
        failed = first.exception()
        made[0] = failed if isinstance(failed, CONCERN_ONE_REQUEST) else first.result()
    return without_missing(material, made)


async def write_at_once(context: ReportContext) -> WrittenSections:
    """The ablation's variant: no outline, the whole report in one answer. Source: MySQA A.5."""
    gathered = await gather_quotes(context)
    whole = await write_in_one_prompt(context, gathered)
    return WrittenSections(gathered.outlined(whole.outline), whole.checked)


@asynccontextmanager
async def open_context(
    services: Services,
    run: Run,
    order: ReportOrder,
    *,
    interaction: Interaction | None = None,
    limit_usd: float | None = None,
) -> AsyncIterator[ReportContext]:
    """With a gateway whose budget knows what the run has spent already."""
    budget = await spent_so_far(services, run, limit_usd=limit_usd, ahead=order.head_start)
    async with gateway_of(services, order.engine, on_call=run.spent, budget=budget) as llm:
        yield ReportContext(services, run, llm, order, interaction)
