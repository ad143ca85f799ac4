"""A language model's report changed: other actions, one section anew, or an instruction. Only what
depends on the change is done again."""

from collections.abc import Collection, Sequence

from myscholar.domain.actions import Action
from myscholar.domain.drafts import Draft, Outline
from myscholar.domain.engine import Engine
from myscholar.domain.orders import FollowUpOrder, ReportOrder, RewriteOrder
from myscholar.domain.report import OutcomeStatus
from myscholar.domain.runs import RunId
from myscholar.domain.text import counted
from myscholar.report.llm.edit import EditPlan, Step
from myscholar.report.llm.edit import finish as finish_edit
from myscholar.report.llm.verify import Checked
from myscholar.runs.run import Run, StepWork
from myscholar.workflows.report.actions_changed import Changes, changes_between, changes_the_search
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.finish import finish
from myscholar.workflows.report.material import gather_quotes
from myscholar.workflows.report.more_material import extend_material
from myscholar.workflows.report.plan_change import plan_change, plan_instruction, plan_one_anew
from myscholar.workflows.report.records import LlmReportRecord, ReportMaterial
from myscholar.workflows.report.write_llm import open_context
from myscholar.workflows.report.writing import write_one
from myscholar.workflows.services import Services


async def rewrite_by_model(
    services: Services, run: Run, base: LlmReportRecord, order: RewriteOrder
) -> LlmReportRecord:
    """With other actions, with one section anew, or with an action tried once more."""
    actions = base.order.actions if order.actions is None else order.actions
    again = tuple(a for a in actions if a.action_id == order.retry)
    changes = (
        Changes(added=again, removed=()) if again else changes_between(base.order.actions, actions)
    )
    anew = _order_of(base, order).model_copy(update={"actions": actions})
    async with open_context(services, run, anew, interaction=base.report.interaction) as context:
        if order.section is not None:
            material, plan = base.material, plan_one_anew(base, order.section, order.again)
        else:
            material = await _material_for(context, base, changes)
            plan = await run.step(
                "Planning the change",
                EditPlan,
                lambda: plan_change(context, base, material, changes),
            )
        tried = tuple(a for a in _undone(base) if a.action_id != order.retry)
        return await _carry_through(context, base, material, plan, tried=tried)


async def follow_up_by_model(
    services: Services, run: Run, base: LlmReportRecord, order: FollowUpOrder
) -> LlmReportRecord:
    anew, before = _order_of(base, order), base.report.interaction
    async with open_context(services, run, anew, interaction=before) as context:
        plan = await run.step(
            "Planning the change",
            EditPlan,
            lambda: plan_instruction(context, base, base.material, order.instruction),
        )
        return await _carry_through(context, base, base.material, plan, tried=_undone(base))


def _order_of(base: LlmReportRecord, order: RewriteOrder | FollowUpOrder) -> ReportOrder:
    """The report's order for a change of it."""
    return base.order.model_copy(
        update={"head_start": None, "engine": order.engine or base.order.engine}
    )


async def _carry_through(
    context: ReportContext,
    base: LlmReportRecord,
    material: ReportMaterial,
    plan: EditPlan,
    *,
    tried: Collection[Action],
) -> LlmReportRecord:
    """The touched sections side by side, the others as they were; then the end that every report
    has."""
    planned = material.model_copy(update={"outline": _citable(plan.outline, material)})
    touched = {step.after: step for step in plan.to_write if step.after is not None}
    n_sections = len(plan.outline.sections)
    context.tell_writing(f"{len(touched)} of {counted(n_sections, 'section')}", total=len(touched))
    works = [
        (f"Writing section {n + 1}", _writer(context, planned, n, step, base))
        for n, step in touched.items()
    ]
    written = dict(zip(touched, await context.run.together(Checked, works), strict=True))
    edited = finish_edit(
        plan, [c.draft for c in base.checked], {n: checked.draft for n, checked in written.items()}
    )
    place = {step.after: step.before for step in plan.steps}
    checked = [
        written[n] if n in written else _keep(base.checked[place[n] or 0], draft, context.actions)
        for n, draft in enumerate(edited.drafts)
    ]
    record = await finish(
        context,
        planned,
        checked,
        previous=RunId(base.report.report_id),
        changes=edited.changes,
        tried=tried,
        notes=_notes(context, base, plan),
    )
    return record.with_interaction(base.report.interaction)


def _notes(context: ReportContext, base: LlmReportRecord, plan: EditPlan) -> tuple[str, ...]:
    is_mixed = base.order.engine is Engine.RECORDED and context.order.engine is not Engine.RECORDED
    mixed = (
        (
            "What this change left as it was comes from recorded answers; the version before says "
            "who gave them.",
        )
        if is_mixed
        else ()
    )
    return (
        (*mixed, f"What could not be changed, in the model's words: {plan.impossible}")
        if plan.impossible
        else mixed
    )


def _citable(outline: Outline, material: ReportMaterial) -> Outline:
    """The outline with the quotes that still lead to their words: nothing new is written on
    others."""
    papers = material.papers
    quotes = [tuple(q for q in s.quotes if q.evidence.is_in(papers)) for s in outline.sections]
    sections = tuple(
        s.model_copy(update={"quotes": own})
        for s, own in zip(outline.sections, quotes, strict=True)
    )
    return outline.model_copy(update={"sections": sections})


def _undone(base: LlmReportRecord) -> tuple[Action, ...]:
    """Actions that the report before had not carried out, though a repair had tried: asking for
    them again would only cost."""
    undone = {o.action_id for o in base.report.outcomes if o.status is not OutcomeStatus.DONE}
    return tuple(a for a in base.order.actions if a.action_id in undone)


def _writer(
    context: ReportContext, material: ReportMaterial, n: int, step: Step, base: LlmReportRecord
) -> StepWork[Checked]:
    before = None if step.before is None else base.checked[step.before]
    return lambda: write_one(
        context, material, n, revision=step.instruction if before else "", earlier=before
    )


async def _material_for(
    context: ReportContext, base: LlmReportRecord, changes: Changes
) -> ReportMaterial:
    """What was found and quoted before, and what added actions search for. Where a search was taken
    back, all is searched anew."""
    if not changes.touch_the_search:
        return base.material
    if any(changes_the_search(action) for action in changes.removed):
        gathered = await gather_quotes(context, known=base.material)
        return gathered.outlined(base.material.outline)
    return await extend_material(context, base.material, first=None, outlined=False)


def _keep(checked: Checked, draft: Draft, actions: Sequence[Action]) -> Checked:
    """The section word for word, without the marks of actions that are gone."""
    known = {a.action_id for a in actions}
    update = {"highlights": tuple(h for h in draft.highlights if h.action_id in known)}
    return checked.model_copy(update={"draft": draft.model_copy(update=update)})
