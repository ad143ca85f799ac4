"""The end of a report: what was not carried out is mended once, everything is checked again,
references are numbered."""

from collections import Counter
from collections.abc import Collection, Sequence

from myscholar.domain.actions import Action
from myscholar.domain.drafts import Draft
from myscholar.domain.model import Frozen
from myscholar.domain.report import Cost, Report, ReportId
from myscholar.domain.runs import Event, ModelCall, RunId
from myscholar.domain.text import counted
from myscholar.gateways.llm.llm import Role
from myscholar.report.llm.assemble import Assembled, assemble, notice
from myscholar.report.llm.edit import SectionChange
from myscholar.report.llm.evidence import gather_evidence
from myscholar.report.llm.markup import visible
from myscholar.report.llm.repair import repair
from myscholar.report.llm.untraceable import without_untraceable
from myscholar.report.llm.verify import Checked, across, note_of
from myscholar.report.outcome_evidence import OutcomeEvidence
from myscholar.report.outcomes import Declined, mendable, outcomes
from myscholar.workflows.engines import label_of
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.records import LlmReportRecord, ReportMaterial
from myscholar.workflows.report.writing import CAN_BE_DONE_WITHOUT, check


class Mended(Frozen):
    """The sections after the repair, and the actions that the model says it can't carry out."""

    checked: tuple[Checked, ...]
    declined: tuple[Declined, ...] = ()
    notes: tuple[str, ...] = ()


async def finish(
    context: ReportContext,
    material: ReportMaterial,
    checked: Sequence[Checked],
    *,
    started: float,
    previous: RunId | None = None,
    changes: tuple[SectionChange, ...] = (),
    notes: tuple[str, ...] = (),
    tried: Collection[Action] = (),
) -> LlmReportRecord:
    """The whole report from its checked sections. `started` is when the run began, in seconds since
    1970. What was `tried` is not tried again."""
    mended = await _mend_missing(context, material, checked, tried)
    report = await _report(context, material, mended, notes, started)
    return LlmReportRecord(
        order=context.order,
        material=material,
        checked=mended.checked,
        report=report,
        previous=previous,
        changes=changes,
    )


async def _report(
    context: ReportContext,
    material: ReportMaterial,
    mended: Mended,
    notes: tuple[str, ...],
    started: float,
) -> Report:
    drafts = across([c.draft for c in mended.checked])
    assembled = assemble(drafts, context.papers(material))
    said = notice(
        _writers(drafts) or context.llm.model(Role.REPORT), assembled, judge=_judge(context)
    )
    return Report(
        report_id=ReportId(context.run.run_id),
        question=context.question,
        title=material.outline.title,
        engine="llm",
        notice=" ".join((*label_of(context.services, context.order.engine), said)),
        created_at=context.services.now(),
        profile_id=context.order.profile.profile_id if context.order.profile else None,
        sections=assembled.sections,
        references=assembled.references,
        actions=context.actions,
        outcomes=outcomes(_evidence(context, assembled, material), declined=mended.declined),
        passages=assembled.passages,
        searches=tuple(r.record for r in material.found.findings.results),
        notes=(*notes, *mended.notes, *await _notes(context, material, mended.checked)),
        cost=cost_of(
            await context.calls(),
            material.found.n_requests,
            context.services.clock().timestamp() - started,
        ),
    )


def cost_of(calls: Sequence[ModelCall], scholar_requests: int, seconds: float) -> Cost:
    """What a run's calls took together; what was answered from this machine's own store cost
    nothing. Dollars are None if a price is unknown."""
    sent = [call for call in calls if not call.replayed]
    prices = [call.dollars for call in sent if call.input_tokens or call.output_tokens]
    return Cost(
        seconds=round(max(0.0, seconds), 3),
        scholar_requests=scholar_requests,
        model_calls=len(sent),
        input_tokens=sum(call.input_tokens for call in sent),
        cached_tokens=sum(call.cached_tokens for call in sent),
        output_tokens=sum(call.output_tokens for call in sent),
        dollars=None if None in prices else round(sum(p for p in prices if p is not None), 6),
    )


async def _mend_missing(
    context: ReportContext,
    material: ReportMaterial,
    checked: Sequence[Checked],
    tried: Collection[Action],
) -> Mended:
    """The sections with what was missing. What can't be traced is left out before, and after: a
    step stored earlier may hold some too."""
    sound, lost = without_untraceable(checked, context.papers(material))
    missing = [action for action in _find_missing(context, material, sound) if action not in tried]
    if not missing:
        return Mended(checked=sound, notes=lost)
    mended = await context.run.step(
        "Carrying out what is missing", Mended, lambda: _mend(context, material, sound, missing)
    )
    sound, lost_too = without_untraceable(mended.checked, context.papers(material))
    return mended.model_copy(
        update={"checked": sound, "notes": tuple(dict.fromkeys((*lost, *lost_too, *mended.notes)))}
    )


def _find_missing(
    context: ReportContext, material: ReportMaterial, checked: Sequence[Checked]
) -> tuple[Action, ...]:
    """Chosen actions that a passage of text could still carry out."""
    context.run.tell(Event(step="Checking", message=counted(len(checked), "section")))
    assembled = assemble(across([c.draft for c in checked]), context.papers(material))
    return mendable(context.actions, outcomes(_evidence(context, assembled, material)))


async def _mend(
    context: ReportContext,
    material: ReportMaterial,
    checked: Sequence[Checked],
    missing: Sequence[Action],
) -> Mended:
    """One call for all of them; in the sections that it adds to, what is new is checked. Without an
    answer the sections stay as they are."""
    context.run.tell(
        Event(step="Carrying out what is missing", message=counted(len(missing), "action"))
    )
    try:
        repaired = await repair(
            [c.draft for c in checked],
            missing,
            material.outline,
            material.citable,
            context.papers(material),
            context.actions,
            question=context.question,
            profile=context.order.profile,
            llm=context.llm,
        )
    except CAN_BE_DONE_WITHOUT as failed:
        return Mended(
            checked=tuple(checked), notes=(f"What was missing could not be added: {failed}",)
        )
    again = list(checked)
    for place in repaired.changed:
        again[place] = await check(
            context,
            material.outline.language,
            context.papers(material),
            repaired.drafts[place],
            earlier=checked[place].draft,
        )
        draft = repaired.drafts[place]
        context.run.show(f"section {place + 1}", f"## {draft.plan.title}\n\n{visible(draft.text)}")
    return Mended(checked=tuple(again), declined=repaired.declined, notes=repaired.dropped)


def _evidence(
    context: ReportContext, assembled: Assembled, material: ReportMaterial
) -> OutcomeEvidence:
    left_out = Counter(
        action_id for dropped in material.quotes.dropped for action_id in dropped.action_ids
    )
    return gather_evidence(context.actions, assembled, material.found.findings, left_out)


async def _notes(
    context: ReportContext, material: ReportMaterial, checked: Sequence[Checked]
) -> tuple[str, ...]:
    unpriced = sorted(
        {
            c.model
            for c in await context.calls()
            if c.dollars is None and c.output_tokens and not c.replayed
        }
    )
    prices = (
        (f"No price is known for {', '.join(unpriced)}: tokens were counted, dollars were not.",)
        if unpriced
        else ()
    )
    return (
        *material.found.notes,
        *material.plan.notes,
        *material.quotes.notes,
        *note_of(checked, judge=_judge(context)),
        *prices,
    )


def _judge(context: ReportContext) -> str:
    return context.llm.model(Role.JUDGE) if context.llm.can(Role.JUDGE) else ""


def _writers(drafts: Sequence[Draft]) -> str:
    return " and ".join(dict.fromkeys(draft.origin for draft in drafts if draft.origin))
