"""Which sections a change concerns: as the model plans it, and what follows from the change."""

from collections.abc import Collection, Iterable, Mapping

from myscholar.domain.actions import Action, Stage
from myscholar.domain.evidence import ActionId
from myscholar.domain.papers import PaperId
from myscholar.domain.runs import Event
from myscholar.report.llm.edit import EditPlan, Step, plan_edit
from myscholar.report.llm.section_replies import Operation
from myscholar.report.llm.table import wants_table
from myscholar.workflows.report.actions_changed import Changes
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.records import LlmReportRecord, ReportMaterial


async def plan_change(
    context: ReportContext, base: LlmReportRecord, material: ReportMaterial, changes: Changes
) -> EditPlan:
    """Which sections the changed actions concern: seen by their marks where an action on the
    writing alone was reworded or is gone; else as the model plans it, and those that carry out an
    action that is gone."""
    if told := _told_by_marks(base, changes):
        lost = {a.action_id for a in changes.removed} - {a.action_id for a in changes.added}
        return _anew(base, told, lost)
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
    lines = (*map(_no_longer, changes.removed), *map(_also, changes.added))
    return " ".join((*lines, "Leave every section as it is that this does not concern."))


def _no_longer(action: Action) -> str:
    return f"No longer carry out: {action.text}"


def _also(action: Action) -> str:
    cares = " (the reader cares most about this one)" if action.emphasis else ""
    return f"Now also carry out{cares}: {action.text}"


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
    return _anew(base, {section: told})


def _anew(
    base: LlmReportRecord, told: Mapping[int, str], lost: Collection[ActionId] = ()
) -> EditPlan:
    """These sections written again as they are told, the others kept; none for actions that are
    `lost`."""
    steps = tuple(
        Step(
            operation=Operation.REPLACE if n in told else None,
            instruction=told.get(n, ""),
            before=n,
            after=n,
        )
        for n in range(len(base.checked))
    )
    plans = (checked.draft.plan for checked in base.checked)
    sections = tuple(
        p.model_copy(update={"action_ids": tuple(i for i in p.action_ids if i not in lost)})
        for p in plans
    )
    outline = base.material.outline.model_copy(update={"sections": sections})
    return EditPlan(
        instruction=" ".join(dict.fromkeys(told.values())), outline=outline, steps=steps
    )


def _told_by_marks(base: LlmReportRecord, changes: Changes) -> dict[int, str]:
    """What the sections are told that were to carry out the changed actions, or did. Nothing where
    that does not settle it: where an action is new, concerns more than the writing, or stands in no
    section."""
    now = {a.action_id: a for a in changes.added}
    known = {a.action_id for a in changes.removed}
    on_writing = all(a.stage is Stage.GENERATION and not wants_table(a) for a in changes.all)
    if not on_writing or changes.touch_the_search or not now.keys() <= known:
        return {}
    told: dict[int, str] = {}
    for n, checked in enumerate(base.checked):
        marked = {h.action_id for h in checked.draft.highlights}
        own = marked | (now.keys() & set(checked.draft.plan.action_ids))
        lines = [_reworded(a, now.get(a.action_id)) for a in changes.removed if a.action_id in own]
        if lines:
            told[n] = " ".join(lines)
        known -= own
    return {} if known else told


def _reworded(before: Action, now: Action | None) -> str:
    if now is None:
        return f"Take out what served: {before.tldr}."
    return f"{_no_longer(before)} {_also(now)}"


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
