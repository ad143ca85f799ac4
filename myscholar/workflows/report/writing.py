"""The sections of a report, written side by side and checked against their quotes. Source: MySQA
§2.3."""

from asyncio import gather
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from myscholar.domain.actions import Action
from myscholar.domain.drafts import Draft, Outline, SectionPlan
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Table
from myscholar.errors import LLMError
from myscholar.report.llm.markup import visible
from myscholar.report.llm.one_prompt import write_in_one
from myscholar.report.llm.reader import with_own_papers
from myscholar.report.llm.reading import CONCERN_ONE_REQUEST
from myscholar.report.llm.sections import write_section
from myscholar.report.llm.table import (
    make_table,
    may_have_table,
    quotes_behind,
    speaks_of_table,
)
from myscholar.report.llm.verify import Checked, asking_for_ideas, own_actions, verify_section
from myscholar.runs.run import StepWork, both, results_of
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.material import GatheredMaterial
from myscholar.workflows.report.records import ReportMaterial

Attempt = Checked | LLMError
"""A section, or why the model could not write it."""


class WrittenSections(NamedTuple):
    """What a report is written from, without the sections that the model could not write, which the
    notes name; and its sections."""

    material: ReportMaterial
    checked: tuple[Checked, ...]
    notes: tuple[str, ...] = ()


async def write_sections(
    context: ReportContext,
    material: ReportMaterial,
    numbers: Iterable[int],
    *,
    first: StepWork[Checked] | None = None,
    again: str = "",
) -> dict[int, Attempt]:
    """The sections of these numbers, counted from 0, side by side; `first` writes the report's
    first. When one fails the others still finish, as they are paid for. Raises LLMError where it
    concerns more than one section."""
    if again:
        context.sections.written.clear()
    context.tell_writing(material.outline.title, total=len(material.outline.sections))
    numbers = tuple(numbers)
    steps = (
        context.run.step(
            f"Writing section {n + 1}{again}",
            Checked,
            first if first and not n else partial(write_one, context, material, n),
        )
        for n in numbers
    )
    made = await gather(*steps, return_exceptions=True)
    results_of([one for one in made if not isinstance(one, CONCERN_ONE_REQUEST)])
    each = zip(numbers, made, strict=True)
    return {n: one for n, one in each if isinstance(one, Checked | LLMError)}


def without_missing(material: ReportMaterial, made: Mapping[int, Attempt]) -> WrittenSections:
    """What could be written of all the sections. Raises the first LLMError where fewer than half
    of them would stay."""
    missing = {n: one for n, one in made.items() if isinstance(one, LLMError)}
    written = [one for _, one in sorted(made.items()) if isinstance(one, Checked)]
    plans = material.outline.sections
    if not missing:
        return WrittenSections(material, tuple(written))
    if 2 * len(missing) > len(plans) or not written:
        raise missing[min(missing)]
    notes = tuple(
        f"Section “{plans[n].title}” is missing: {missing[n].message} A change of the report can "
        "ask for it again."
        for n in sorted(missing)
    )
    kept = tuple(plan for n, plan in enumerate(plans) if n not in missing)
    outline = material.outline.model_copy(update={"sections": kept})
    return WrittenSections(material.model_copy(update={"outline": outline}), tuple(written), notes)


async def write_one(
    context: ReportContext,
    material: ReportMaterial,
    n: int,
    *,
    revision: str = "",
    earlier: Checked | None = None,
) -> Checked:
    """One section (counted from 0) with its table, checked against its quotes; before the table is
    there, unless actions are to be judged, which it may carry out."""
    plan, papers = material.outline.sections[n], context.papers(material)
    language = material.outline.language
    context.tell_writing(f"“{plan.title}”")

    async def write() -> tuple[Draft, Checked | None]:
        draft = await write_section(
            n,
            material.outline,
            papers,
            context.actions,
            question=context.asked,
            llm=context.llm,
            visibility=context.order.visibility,
            profile=context.order.profile,
            revision=revision,
            earlier=earlier.draft if earlier else None,
            on_text=lambda text: context.run.show(
                f"section {n + 1}", f"## {plan.title}\n\n{visible(text, plan.title)}"
            ),
        )
        if own_actions(draft, context.numbered):
            return draft, None
        return draft, await check(context, language, papers, draft, earlier=earlier)

    (draft, checked), (table, trouble) = await both(
        write(), _table(context, material, plan, revision, earlier.draft if earlier else None)
    )
    cited = quotes_behind(table, material.citable) if table else ()
    if checked:
        checked = checked.model_copy(update={"draft": checked.draft.with_table(table, cited)})
    else:
        whole = draft.with_table(table, cited)
        checked = await check(context, language, papers, whole, earlier=earlier)
    if checked.rewritten:
        show_section(context, n, checked.draft)
    context.tell_writing(f"“{plan.title}” is written", written=f"section {n + 1}")
    return checked.model_copy(update={"notes": (*checked.notes, *trouble)})


def show_section(context: ReportContext, n: int, draft: Draft) -> None:
    """As it stands now, number `n` counted from 0."""
    context.run.show(f"section {n + 1}", f"## {draft.plan.title}\n\n{visible(draft.text)}")


async def check(
    context: ReportContext,
    language: str,
    papers: Mapping[PaperId, Paper],
    draft: Draft,
    *,
    earlier: Checked | None = None,
) -> Checked:
    """The draft as far as its quotes bear it out, with its doubts; of one that grew out of an
    earlier one only what is new is checked."""
    return await verify_section(
        draft,
        papers,
        language=language,
        actions=context.numbered,
        reader=context.reader,
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
    checked = await gather(*(check(context, language, every, draft) for draft in drafts))
    return Whole(outline=outline, checked=tuple(checked))


async def _table(
    context: ReportContext,
    material: ReportMaterial,
    plan: SectionPlan,
    revision: str,
    earlier: Draft | None,
) -> tuple[Table | None, tuple[str, ...]]:
    """The section's table if it is to have one, and a note when the model could not make it. An
    earlier one stays where nothing is said of it."""
    if not context.order.with_tables or not may_have_table(
        plan, asking_for_ideas(context.actions), revision
    ):
        return None, ()
    if earlier and earlier.table and _stays(earlier, plan, context.actions, revision):
        return earlier.table, ()
    try:
        made = await make_table(
            plan,
            material.papers,
            context.actions,
            quotes=material.citable,
            question=context.question,
            language=material.outline.language,
            llm=context.llm,
            visibility=context.order.visibility,
            revision=revision,
        )
    except CONCERN_ONE_REQUEST as failed:
        return None, (f"The table of “{plan.title}” is missing: {failed}",)
    return made, ()


def _stays(earlier: Draft, plan: SectionPlan, actions: Sequence[Action], revision: str) -> bool:
    """Whether the table of the earlier text is still that of the section: on the same quotes, for
    actions that are still chosen, with no word on it in what is to change."""
    assert earlier.table
    chosen = {action.action_id for action in actions}
    return (
        plan.quotes == earlier.plan.quotes
        and chosen.issuperset(earlier.table.action_ids)
        and not speaks_of_table(revision)
    )
