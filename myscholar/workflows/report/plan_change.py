"""Which sections a change concerns: as the model plans it, and what follows from the change."""

from collections.abc import Collection, Iterable

from myscholar.domain.actions import Action
from myscholar.domain.papers import PaperId
from myscholar.domain.runs import Event
from myscholar.report.llm.edit import EditPlan, Step, plan_edit
from myscholar.report.llm.section_replies import Operation
from myscholar.workflows.report.actions_changed import Changes
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.records import LlmReportRecord, ReportMaterial


async def plan_change(
    context: ReportContext, base: LlmReportRecord, material: ReportMaterial, changes: Changes
) -> EditPlan:
    """Which sections the changed actions concern: as the model plans it, and those that carry out
    an action that is gone."""
    plan = await plan_instruction(context, base, material, instruction_for(changes))
    gone = {a.action_id: a for a in changes.removed}
    papers = context.papers(material)
    steps = tuple(
        _without_papers(_without(step, base, gone.values()), plan, papers) for step in plan.steps
    )
    added = tuple(a.action_id for a in changes.added)
    touched = {
        s.after
        for s in steps
        if s.operation in (Operation.EXPAND, Operation.REPLACE, Operation.ADD)
    }
    sections = tuple(
        s.model_copy(
            update={
                "action_ids": (
                    *(i for i in s.action_ids if i not in gone),
                    *(added if n in touched else ()),
                )
            }
        )
        for n, s in enumerate(plan.outline.sections)
    )
    return plan.model_copy(
        update={"steps": steps, "outline": plan.outline.model_copy(update={"sections": sections})}
    )


def instruction_for(changes: Changes) -> str:
    """The change of actions in words for the model that plans an edit."""
    added = [
        "Now also carry out: "
        f"{a.text}{' (the reader cares most about this one)' if a.emphasis else ''}"
        for a in changes.added
    ]
    removed = [f"No longer carry out: {a.text}" for a in changes.removed]
    return " ".join((*removed, *added, "Leave every section as it is that this does not concern."))


def _without(step: Step, base: LlmReportRecord, gone: Iterable[Action]) -> Step:
    """A kept section that marks an action that is gone is written again without it."""
    if step.operation is not None or step.before is None:
        return step
    marked = {h.action_id for h in base.checked[step.before].draft.highlights}
    left = [a.tldr for a in gone if a.action_id in marked]
    if not left:
        return step
    return step.model_copy(
        update={
            "operation": Operation.REPLACE,
            "instruction": f"Take out what served: {'; '.join(left)}.",
        }
    )


def _without_papers(step: Step, plan: EditPlan, papers: Collection[PaperId]) -> Step:
    """A kept section that cites papers which a filter now shuts out is written again without
    them."""
    if step.operation is not None or step.after is None:
        return step
    cited = {q.evidence.paper_id for q in plan.outline.sections[step.after].quotes}
    if cited <= set(papers):
        return step
    told = (
        "Some of its papers no longer count, since a filter shuts them out: write it without them."
    )
    return step.model_copy(update={"operation": Operation.REPLACE, "instruction": told})


def plan_one_anew(base: LlmReportRecord, section: int, again: int) -> EditPlan:
    """One section once more, the others kept."""
    told = (
        f"The reader asks for another version of this section (number {again + 1}): other words "
        "and emphasis, the same evidence."
    )
    steps = tuple(
        Step(
            operation=Operation.REPLACE if n == section else None,
            instruction=told if n == section else "",
            before=n,
            after=n,
        )
        for n in range(len(base.checked))
    )
    outline = base.material.outline.model_copy(
        update={"sections": tuple(c.draft.plan for c in base.checked)}
    )
    return EditPlan(instruction=told, outline=outline, steps=steps)


async def plan_instruction(
    context: ReportContext, base: LlmReportRecord, material: ReportMaterial, instruction: str
) -> EditPlan:
    context.run.tell(Event(step="Planning the change"))
    return await plan_edit(
        instruction,
        material.outline,
        [c.draft for c in base.checked],
        material.citable,
        material.papers,
        question=context.question,
        llm=context.llm,
    )
