"""The sections of a report, written side by side and checked against their quotes. Source: MySQA
§2.3."""

from collections.abc import Mapping
from functools import partial

from myscholar.domain.drafts import Draft, Outline, SectionPlan
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Table
from myscholar.errors import (
    LLMBadAnswer,
    LLMContextTooLong,
    LLMEmptyAnswer,
    LLMRefusal,
    LLMTruncated,
)
from myscholar.report.llm.markup import visible
from myscholar.report.llm.one_prompt import write_in_one
from myscholar.report.llm.reader import about_reader, with_own_papers
from myscholar.report.llm.sections import write_section
from myscholar.report.llm.table import make_table, may_have_table
from myscholar.report.llm.verify import Checked, asking_for_ideas, verify_section
from myscholar.runs.run import StepWork, both
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.material import GatheredMaterial
from myscholar.workflows.report.records import ReportMaterial

CAN_BE_DONE_WITHOUT = (LLMBadAnswer, LLMContextTooLong, LLMEmptyAnswer, LLMRefusal, LLMTruncated)
"""How a model fails at a table or a repair while the report stands without: a note says so. Other
errors concern every call."""


async def write_sections(
    context: ReportContext,
    material: ReportMaterial,
    *,
    start: int = 0,
    first: StepWork[Checked] | None = None,
    again: str = "",
) -> tuple[Checked, ...]:
    """Sections from number `start` on, side by side; `first` writes that one."""
    n_sections = len(material.outline.sections)
    context.tell_writing(material.outline.title, total=n_sections)
    works: list[tuple[str, StepWork[Checked]]] = [
        (f"Writing section {n + 1}{again}", partial(write_one, context, material, n))
        for n in range(start, n_sections)
    ]
    if first:
        works[0] = (works[0][0], first)
    return tuple(await context.run.together(Checked, works))


async def write_one(
    context: ReportContext,
    material: ReportMaterial,
    n: int,
    *,
    revision: str = "",
    earlier: Draft | None = None,
) -> Checked:
    """One section (counted from 0) with its table, checked against its quotes."""
    plan, papers = material.outline.sections[n], context.papers(material)
    draft, (table, trouble) = await both(
        write_section(
            n,
            material.outline,
            papers,
            context.actions,
            question=context.question,
            llm=context.llm,
            visibility=context.order.visibility,
            profile=context.order.profile,
            revision=revision,
            earlier=earlier,
            on_text=lambda text: context.run.show(
                f"section {n + 1}", f"## {plan.title}\n\n{visible(text, plan.title)}"
            ),
        ),
        _table(context, material, plan, revision),
    )
    checked = await check(
        context, material.outline.language, papers, draft.model_copy(update={"table": table})
    )
    context.tell_writing(f"“{plan.title}” is written", written=1)
    return checked.model_copy(update={"notes": (*checked.notes, *trouble)})


async def check(
    context: ReportContext,
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
        ideas=asking_for_ideas(context.actions),
        reader=about_reader(context.order.profile, tuple(enumerate(context.actions, 1))).text,
        earlier=earlier,
        llm=context.llm,
    )


class Whole(Frozen):
    """A report that was written in one answer."""

    outline: Outline
    checked: tuple[Checked, ...]


async def write_in_one_prompt(context: ReportContext, gathered: GatheredMaterial) -> Whole:
    whole: Whole = await context.run.step(
        "Writing the report", Whole, lambda: _write_whole(context, gathered)
    )
    return whole


async def _write_whole(context: ReportContext, gathered: GatheredMaterial) -> Whole:
    language = gathered.plan.language
    papers = {hit.paper.paper_id: hit.paper for hit in gathered.found.findings.hits}
    context.tell_writing("in one answer")
    outline, drafts = await write_in_one(
        gathered.quotes.quotes,
        papers,
        context.actions,
        question=context.question,
        language=language,
        profile=context.order.profile,
        llm=context.llm,
        on_text=lambda text: context.run.show("report", visible(text)),
    )
    every = with_own_papers(papers, context.order.profile)
    checked = [await check(context, language, every, draft) for draft in drafts]
    return Whole(outline=outline, checked=tuple(checked))


async def _table(
    context: ReportContext, material: ReportMaterial, plan: SectionPlan, revision: str
) -> tuple[Table | None, tuple[str, ...]]:
    """The section's table if it is to have one, and a note when the model could not make it."""
    if not context.order.with_tables or not may_have_table(
        plan, asking_for_ideas(context.actions), revision
    ):
        return None, ()
    try:
        made = await make_table(
            plan,
            material.papers,
            context.actions,
            question=context.question,
            language=material.outline.language,
            llm=context.llm,
            visibility=context.order.visibility,
            revision=revision,
        )
    except CAN_BE_DONE_WITHOUT as failed:
        return None, (f"The table of “{plan.title}” is missing: {failed}",)
    return made, ()
