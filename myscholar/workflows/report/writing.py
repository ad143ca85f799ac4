"""The sections of a report, written side by side and checked against their quotes. Source: MySQA
§2.3.

After a head start the first section is begun at once from the provisional outline, beside what the
chosen actions still need; the final outline keeps it or it is written anew.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Draft, Outline, SectionPlan, Table
from myscholar.errors import (
    LLMBadAnswer,
    LLMContextTooLong,
    LLMEmptyAnswer,
    LLMRefusal,
    LLMTruncated,
)
from myscholar.report.llm.markup import visible
from myscholar.report.llm.one_prompt import write_in_one
from myscholar.report.llm.quotes import Quotes
from myscholar.report.llm.reader import about_reader
from myscholar.report.llm.search_plan import SearchPlan
from myscholar.report.llm.sections import write_section
from myscholar.report.llm.table import make_table, may_have_table
from myscholar.report.llm.verify import Checked, asking_for_ideas, verify_section
from myscholar.runs.run import StepWork, both
from myscholar.workflows.library.sources import REPORT_REQUESTS
from myscholar.workflows.report.material import (
    ReportContext,
    extend_material,
    gather_quotes,
    outline_of,
)
from myscholar.workflows.report.records import ReportMaterial, SearchResult

CAN_BE_DONE_WITHOUT = (LLMBadAnswer, LLMContextTooLong, LLMEmptyAnswer, LLMRefusal, LLMTruncated)
"""How a model fails at a table or a repair while the report stands without: a note says so. Other
errors concern every call."""


async def write_from_nothing(desk: ReportContext) -> tuple[ReportMaterial, tuple[Checked, ...]]:
    """The whole way from the question to sections. The first is begun as soon as its plan stands in
    the growing outline.

    It is written from its own plan alone, whether the vendor lets an outline be seen growing or
    not, so that a resumed run writes the same.
    """
    plan, found, quotes = await gather_quotes(desk, REPORT_REQUESTS)
    planned: asyncio.Future[SectionPlan] = asyncio.get_running_loop().create_future()

    def material_with(outline: Outline) -> ReportMaterial:
        return ReportMaterial(plan=plan, found=found, quotes=quotes, outline=outline)

    async def begin() -> tuple[SectionPlan, Checked]:
        # cancelling this leaves it open: a plan that never came is no plan
        first = await asyncio.shield(planned)
        return first, await write_one(desk, material_with(_alone(desk, first, plan)), 0)

    begun = asyncio.ensure_future(begin())
    try:
        outline = await desk.run.step(
            "Outlining",
            Outline,
            lambda: outline_of(
                desk, plan, found, quotes, on_first=lambda first: _tell_once(planned, first)
            ),
        )
    except asyncio.CancelledError:
        begun.cancel()
        raise
    except Exception:
        await _put_away(begun, is_on=planned.done())
        raise
    is_on = planned.done()
    if not is_on:  # a stored outline, or one that did not say its first section while it grew
        begun.cancel()
    material = material_with(outline)

    async def first_section() -> Checked:
        if is_on and planned.result() == outline.sections[0]:
            return (await begun)[1]
        await _put_away(begun, is_on=is_on)
        alone = (
            material_with(_alone(desk, outline.sections[0], plan))
            if len(outline.sections) > 1
            else material
        )
        return await write_one(desk, alone, 0)

    desk.tell_writing(outline.title, total=len(outline.sections))
    works: list[tuple[str, StepWork[Checked]]] = [("Writing section 1", first_section)]
    works += [
        (f"Writing section {n + 1}", _writer(desk, material, n))
        for n in range(1, len(outline.sections))
    ]
    return material, tuple(await desk.run.together(Checked, works))


def _alone(desk: ReportContext, first: SectionPlan, plan: SearchPlan) -> Outline:
    """The outline as far as it is known when the first section is begun."""
    return Outline(title=desk.question, language=plan.language, sections=(first,), more_follow=True)


def _tell_once(planned: "asyncio.Future[SectionPlan]", first: SectionPlan) -> None:
    if not planned.done():
        planned.set_result(first)


async def _put_away(begun: "asyncio.Future[Any]", *, is_on: bool) -> None:
    """A section that nobody needs: one that is being written is paid for, so it is finished and its
    answer kept."""
    if not is_on:
        begun.cancel()
    await asyncio.wait((begun,))
    if not begun.cancelled():
        begun.exception()  # so that it counts as seen


async def write_after_head_start(
    desk: ReportContext, head: ReportMaterial
) -> tuple[ReportMaterial, tuple[Checked, ...]]:
    """The first section at once, beside the rest; it is written anew if the final outline does not
    keep it."""
    first = head.outline.sections[0]

    async def rest() -> tuple[ReportMaterial, list[Checked]]:
        material = await extend_material(desk, head, first=first)
        is_kept = material.outline.sections[0] == first
        return material, await write_sections(
            desk, material, start=1 if is_kept else 0, again="" if is_kept else ", as outlined"
        )

    begun = asyncio.ensure_future(
        desk.run.step("Writing section 1", Checked, lambda: write_one(desk, head, 0))
    )
    beside = asyncio.ensure_future(rest())
    # what is paid for is finished and stored, also when the other fails
    await asyncio.wait((begun, beside))
    await _put_away(begun, is_on=True)
    material, others = beside.result()
    is_kept = len(others) < len(material.outline.sections)
    return material, (begun.result(), *others) if is_kept else tuple(others)


async def write_sections(
    desk: ReportContext, material: ReportMaterial, *, start: int = 0, again: str = ""
) -> list[Checked]:
    """Sections from number `start` on, side by side."""
    n_sections = len(material.outline.sections)
    desk.tell_writing(material.outline.title, total=n_sections)
    works = [
        (f"Writing section {n + 1}{again}", _writer(desk, material, n))
        for n in range(start, n_sections)
    ]
    return await desk.run.together(Checked, works)


async def write_one(
    desk: ReportContext,
    material: ReportMaterial,
    n: int,
    *,
    revision: str = "",
    earlier: Draft | None = None,
) -> Checked:
    """One section (counted from 0) with its table, checked against its quotes."""
    plan, papers = material.outline.sections[n], material.papers
    draft, (table, trouble) = await both(
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
            earlier=earlier,
            on_text=lambda text: desk.run.show(
                f"section {n + 1}", f"## {plan.title}\n\n{visible(text, plan.title)}"
            ),
        ),
        _table(desk, material, plan, revision),
    )
    checked = await check(
        desk, material.outline.language, papers, draft.model_copy(update={"table": table})
    )
    desk.tell_writing(f"“{plan.title}” is written", written=1)
    return checked.model_copy(update={"notes": (*checked.notes, *trouble)})


async def check(
    desk: ReportContext,
    language: str,
    papers: Mapping[PaperId, Paper],
    draft: Draft,
    *,
    earlier: Draft | None = None,
) -> Checked:
    """The draft with its doubts; of a draft that grew out of an earlier one only what is new is
    checked."""
    return await verify_section(
        draft,
        papers,
        language=language,
        ideas=asking_for_ideas(desk.actions),
        reader=about_reader(desk.order.profile, tuple(enumerate(desk.actions, 1))),
        earlier=earlier,
        llm=desk.llm,
    )


def _writer(desk: ReportContext, material: ReportMaterial, n: int) -> StepWork[Checked]:
    return lambda: write_one(desk, material, n)


async def write_at_once(desk: ReportContext) -> tuple[ReportMaterial, tuple[Checked, ...]]:
    """The ablation's variant: no outline, the whole report in one answer. Source: MySQA A.5."""
    plan, found, quotes = await gather_quotes(desk, REPORT_REQUESTS)
    whole = await desk.run.step(
        "Writing the report", Whole, lambda: _whole(desk, plan, found, quotes)
    )
    return ReportMaterial(
        plan=plan, found=found, quotes=quotes, outline=whole.outline
    ), whole.checked


class Whole(Frozen):
    """A report that was written in one answer."""

    outline: Outline
    checked: tuple[Checked, ...]


async def _whole(
    desk: ReportContext, plan: SearchPlan, found: SearchResult, quotes: Quotes
) -> Whole:
    papers = {hit.paper.paper_id: hit.paper for hit in found.findings.hits}
    desk.tell_writing("in one answer")
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
    checked = [await check(desk, plan.language, papers, draft) for draft in drafts]
    return Whole(outline=outline, checked=tuple(checked))


async def _table(
    desk: ReportContext, material: ReportMaterial, plan: SectionPlan, revision: str
) -> tuple[Table | None, tuple[str, ...]]:
    """The section's table if it is to have one, and a note when the model could not make it."""
    if not desk.order.with_tables or not may_have_table(
        plan, asking_for_ideas(desk.actions), revision
    ):
        return None, ()
    try:
        made = await make_table(
            plan,
            material.papers,
            desk.actions,
            question=desk.question,
            language=material.outline.language,
            llm=desk.llm,
            visibility=desk.order.visibility,
            revision=revision,
        )
    except CAN_BE_DONE_WITHOUT as failed:
        return None, (f"The table of “{plan.title}” is missing: {failed}",)
    return made, ()
