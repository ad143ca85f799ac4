"""How a report comes about with language models, step by step, each done once. Source: MySQA §2.3.

plan the search -> search -> read papers -> outline -> sections side by side -> check -> repair -> finish.

After a head start the first section is begun at once from the provisional outline, beside what the chosen actions still need; the final
outline keeps it or it is written anew.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.actions import Action, Category
from myscholar.domain.evidence import ActionId, SearchFilters, SearchQuery
from myscholar.domain.model import Frozen
from myscholar.domain.report import Findings, Outline, SectionFormat, SectionPlan, Table
from myscholar.domain.runs import Event
from myscholar.errors import NoEvidenceFound
from myscholar.gateways.llm.llm import LLM
from myscholar.report.llm.markup import visible
from myscholar.report.llm.one_prompt import write_in_one
from myscholar.report.llm.outline import make_outline
from myscholar.report.llm.quotes import Quotes, extract_quotes
from myscholar.report.llm.search_plan import SearchPlan, plan_actions, plan_search
from myscholar.report.llm.sections import write_section
from myscholar.report.llm.table import make_table
from myscholar.report.llm.verify import Checked, verify_section
from myscholar.runs.run import Run, Work
from myscholar.search.retrieve import fused, retrieve
from myscholar.workflows.report_orders import Found, Material, ReportOrder
from myscholar.workflows.services import Services
from myscholar.workflows.sources import REPORT_REQUESTS, open_sources

PAPERS = 44
"""Papers that are read for quotes."""
MORE_PAPERS = 16
"""Papers read beyond those of a head start, for the actions."""
MOST_KEPT = 96
HEAD_START_REQUESTS = 3
"""Requests to Semantic Scholar of a head start; the rest of a report's is for what its actions ask."""


@dataclass(frozen=True)
class Desk:
    """What every step of one report has at hand."""

    services: Services
    run: Run
    llm: LLM
    order: ReportOrder

    @property
    def question(self) -> str:
        return self.order.question

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.order.actions


async def gather_material(desk: Desk, *, n_requests: int = REPORT_REQUESTS, known: Material | None = None) -> Material:
    """Plan, search, quotes and outline. Papers that are `known` from an earlier report are not read again, and its outline stays."""
    plan, found, quotes = await _gather_quotes(desk, n_requests, known)
    if known:
        return Material(plan=plan, found=found, quotes=quotes, outline=known.outline)
    outline = await desk.run.step("Outlining", Outline, lambda: outline_of(desk, plan, found, quotes))
    return Material(plan=plan, found=found, quotes=quotes, outline=outline)


async def _gather_quotes(desk: Desk, n_requests: int, known: Material | None = None) -> tuple[SearchPlan, Found, Quotes]:
    plan = await desk.run.step("Planning the search", SearchPlan, lambda: _plan(desk))
    found = await desk.run.step("Searching", Found, lambda: search(desk, plan.queries, n_requests=n_requests))
    before = known.quotes if known else None
    return plan, found, await desk.run.step("Reading papers", Quotes, lambda: read(desk, found.findings, known=before))


async def write_at_once(desk: Desk) -> tuple[Material, tuple[Checked, ...]]:
    """The ablation's variant: no outline, the whole report in one answer. Source: MySQA A.5."""
    plan, found, quotes = await _gather_quotes(desk, REPORT_REQUESTS)
    whole = await desk.run.step("Writing the report", Whole, lambda: _whole(desk, plan, found, quotes))
    return Material(plan=plan, found=found, quotes=quotes, outline=whole.outline), whole.checked


class Whole(Frozen):
    """A report that was written in one answer."""

    outline: Outline
    checked: tuple[Checked, ...]


async def _whole(desk: Desk, plan: SearchPlan, found: Found, quotes: Quotes) -> Whole:
    papers = {hit.paper.paper_id: hit.paper for hit in found.findings.hits}
    desk.run.tell(Event(step="Writing", message="in one answer"))
    outline, drafts = await write_in_one(
        quotes.quotes,
        papers,
        desk.actions,
        question=desk.question,
        language=plan.language,
        profile=desk.order.profile,
        llm=desk.llm,
        on_text=lambda text: desk.run.show("report", visible(text)),
    )
    wanted = ideas(desk.actions)
    checked = [await verify_section(d, papers, language=plan.language, ideas=wanted, llm=desk.llm) for d in drafts]
    return Whole(outline=outline, checked=tuple(checked))


async def extend_material(desk: Desk, head: Material, *, first: SectionPlan | None, outlined: bool = True) -> Material:
    """Earlier material with what the chosen actions ask beyond it. `first` is a section that is being written already; not `outlined`,
    the earlier outline stays."""
    if not desk.actions:
        return head
    more = await desk.run.step("Planning for the actions", SearchPlan, lambda: _plan_more(desk, head.plan))
    found, quotes = within(head.found, more.filters), head.quotes
    if more.queries:
        left = max(0, REPORT_REQUESTS - head.found.n_requests)
        found = await desk.run.step(
            "Searching for the actions", Found, lambda: search(desk, more.queries, n_requests=left, before=found)
        )
        found = within(found, more.filters)
        quotes = await desk.run.step("Reading more papers", Quotes, lambda: read(desk, found.findings, known=head.quotes))
    plan = more.model_copy(update={"queries": (*head.plan.queries, *more.queries)})
    if not outlined:
        return Material(plan=plan, found=found, quotes=quotes, outline=head.outline)
    outline = await desk.run.step("Outlining", Outline, lambda: outline_of(desk, plan, found, quotes, first=first))
    return Material(plan=plan, found=found, quotes=quotes, outline=outline)


def within(found: Found, filters: SearchFilters) -> Found:
    """Without the papers that filters set later do not accept."""
    hits = tuple(hit for hit in found.findings.hits if filters.accepts(hit.paper))
    return found.model_copy(update={"findings": found.findings.model_copy(update={"hits": hits})})


async def write_after_head_start(desk: Desk, head: Material) -> tuple[Material, tuple[Checked, ...]]:
    """The first section at once, beside the rest; it is written anew if the final outline does not keep it."""
    first = head.outline.sections[0]

    async def rest() -> tuple[Material, list[Checked]]:
        material = await extend_material(desk, head, first=first)
        is_kept = material.outline.sections[0] == first
        return material, await write_sections(desk, material, start=1 if is_kept else 0, again="" if is_kept else ", as outlined")

    begun = asyncio.ensure_future(desk.run.step("Writing section 1", Checked, lambda: write_one(desk, head, 0)))
    beside = asyncio.ensure_future(rest())
    await asyncio.wait((begun, beside))  # what is paid for is finished and stored, also when the other fails
    material, others = beside.result()
    is_kept = len(others) < len(material.outline.sections)
    return material, (begun.result(), *others) if is_kept else tuple(others)


async def write_sections(desk: Desk, material: Material, *, start: int = 0, again: str = "") -> list[Checked]:
    """Sections from number `start` on, side by side."""
    n_sections = len(material.outline.sections)
    desk.run.tell(Event(step="Writing", message=material.outline.title, done=start, total=n_sections))
    works = [(f"Writing section {n + 1}{again}", _writer(desk, material, n)) for n in range(start, n_sections)]
    return await desk.run.together(Checked, works)


async def write_one(desk: Desk, material: Material, n: int, *, revision: str = "", text_so_far: str = "") -> Checked:
    """One section (counted from 0) with its table, checked against its quotes."""
    plan, papers = material.outline.sections[n], material.papers
    draft, table = await asyncio.gather(
        write_section(
            n,
            material.outline,
            papers,
            desk.actions,
            question=desk.question,
            llm=desk.llm,
            visibility=desk.order.visibility,
            profile=desk.order.profile,
            revision=revision,
            text_so_far=text_so_far,
            on_text=lambda text: desk.run.show(f"section {n + 1}", visible(text, plan.title)),
        ),
        _table(desk, material, plan),
    )
    checked = await verify_section(
        draft.model_copy(update={"table": table}),
        papers,
        language=material.outline.language,
        ideas=ideas(desk.actions),
        llm=desk.llm,
    )
    desk.run.tell(Event(step="Writing", message=f"“{plan.title}” is written"))
    return checked


def _writer(desk: Desk, material: Material, n: int) -> Work[Checked]:
    return lambda: write_one(desk, material, n)


def ideas(actions: Sequence[Action]) -> frozenset[ActionId]:
    """Actions that ask for ideas of the writer's own, which rest on no quote."""
    return frozenset(a.action_id for a in actions if a.category is Category.RESEARCH_IDEAS)


async def search(desk: Desk, queries: Sequence[SearchQuery], *, n_requests: int, before: Found | None = None) -> Found:
    """What these queries find in the order's sources, together with what was found before. Raises NoEvidenceFound."""
    opened = await asyncio.to_thread(
        open_sources, desk.services, desk.order.sources, progress=desk.run.tell, n_requests=n_requests
    )
    try:
        findings = await retrieve(queries, opened.sources, limit=PAPERS, progress=desk.run.tell)
        spent = opened.n_requests
    finally:
        await opened.aclose()
    if before:
        findings = fused((*before.findings.results, *findings.results), limit=MOST_KEPT)
    if not findings.hits:
        failures = tuple(r.record.error for r in findings.results if r.record.error)
        raise NoEvidenceFound(desk.question, tuple(s.name for s in opened.sources), failures=failures)
    notes = dict.fromkeys((*(before.notes if before else ()), *opened.notes))
    return Found(findings=findings, notes=tuple(notes), n_requests=spent + (before.n_requests if before else 0))


async def read(desk: Desk, findings: Findings, *, known: Quotes | None = None) -> Quotes:
    """Verbatim quotes of the papers found, papers side by side."""
    hits = [h for h in findings.hits if known is None or h.paper.paper_id not in known.read][: MORE_PAPERS if known else PAPERS]
    total = len(hits)

    def done(n: int) -> None:
        desk.run.tell(Event(step="Reading papers", done=n, total=total))

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
        raise NoEvidenceFound(desk.question, tuple({r.record.source for r in findings.results}), n_found=total)
    return quotes


async def outline_of(desk: Desk, plan: SearchPlan, found: Found, quotes: Quotes, *, first: SectionPlan | None = None) -> Outline:
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
    )


async def _plan(desk: Desk) -> SearchPlan:
    desk.run.tell(Event(step="Planning the search"))
    return await plan_search(
        desk.question,
        desk.actions,
        llm=desk.llm,
        filters=desk.order.filters,
        this_year=desk.services.clock().year,
        visibility=desk.order.visibility,
    )


async def _plan_more(desk: Desk, known: SearchPlan) -> SearchPlan:
    desk.run.tell(Event(step="Planning for the actions"))
    return await plan_actions(
        desk.question,
        known,
        desk.actions,
        llm=desk.llm,
        filters=desk.order.filters,
        this_year=desk.services.clock().year,
        visibility=desk.order.visibility,
    )


async def _table(desk: Desk, material: Material, plan: SectionPlan) -> Table | None:
    if not desk.order.with_tables or plan.format is SectionFormat.SYNTHESIS:
        return None
    return await make_table(
        plan,
        material.papers,
        desk.actions,
        question=desk.question,
        language=material.outline.language,
        llm=desk.llm,
        visibility=desk.order.visibility,
    )
