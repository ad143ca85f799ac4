"""What is mended of a report: what was not carried out is added in one pass and checked, while what
was rewritten is read again."""

from asyncio import gather
from collections import Counter
from collections.abc import Collection, Sequence

from myscholar.domain.actions import Action
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event
from myscholar.domain.text import counted
from myscholar.gateways.llm.llm import Role
from myscholar.report.llm.across import across
from myscholar.report.llm.assemble import Assembled, assemble
from myscholar.report.llm.evidence import gather_evidence
from myscholar.report.llm.reading import CONCERN_ONE_REQUEST
from myscholar.report.llm.repair import repair
from myscholar.report.llm.second_reading import SecondReading, find_unread, read_again, take_in
from myscholar.report.llm.untraceable import without_untraceable
from myscholar.report.llm.verify import Checked
from myscholar.report.outcome_evidence import OutcomeEvidence
from myscholar.report.outcomes import Declined, mendable, outcomes
from myscholar.runs.run import both
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.records import ReportMaterial
from myscholar.workflows.report.writing import check, show_section


class Mended(Frozen):
    """The sections after the repair, and the actions that the model says it can't carry out."""

    checked: tuple[Checked, ...]
    declined: tuple[Declined, ...] = ()
    notes: tuple[str, ...] = ()


async def mend(
    context: ReportContext,
    material: ReportMaterial,
    checked: Sequence[Checked],
    tried: Collection[Action],
) -> Mended:
    """The sections with what was missing, and without what can't be traced (a step stored earlier
    may hold some too). What was rewritten is read again meanwhile; what the repair itself rewrote,
    after it."""
    sound, lost = without_untraceable(checked, context.papers(material))
    missing = [action for action in _find_missing(context, material, sound) if action not in tried]
    mended, reading = await both(
        _carry_out(context, material, sound, missing),
        _read_again(context, material, sound, "Reading again what was rewritten"),
    )
    sound, lost_too = without_untraceable(mended.checked, context.papers(material))
    added = await _read_again(
        context, material, sound, "Reading again what was added", before=reading
    )
    return mended.model_copy(
        update={
            "checked": take_in(take_in(sound, reading), added),
            "notes": tuple(dict.fromkeys((*lost, *lost_too, *mended.notes))),
        }
    )


def _find_missing(
    context: ReportContext, material: ReportMaterial, checked: Sequence[Checked]
) -> tuple[Action, ...]:
    """Chosen actions that a passage of text could still carry out."""
    context.run.tell(Event(step="Checking", message=counted(len(checked), "section")))
    assembled = assemble(across([c.draft for c in checked]), context.papers(material))
    return mendable(context.actions, outcomes(evidence_of(context, assembled, material, checked)))


async def _carry_out(
    context: ReportContext,
    material: ReportMaterial,
    checked: Sequence[Checked],
    missing: Sequence[Action],
) -> Mended:
    """With nothing missing there is no step."""
    if not missing:
        return Mended(checked=tuple(checked))
    mended: Mended = await context.run.step(
        "Carrying out what is missing", Mended, lambda: _repair(context, material, checked, missing)
    )
    return mended


async def _repair(
    context: ReportContext,
    material: ReportMaterial,
    checked: Sequence[Checked],
    missing: Sequence[Action],
) -> Mended:
    """One call for all of them: words that carry one out already are marked; in the sections that
    it adds to, what is new is checked. Without an answer the sections stay as they are."""
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
    except CONCERN_ONE_REQUEST as failed:
        return Mended(
            checked=tuple(checked), notes=(f"What was missing could not be added: {failed}",)
        )
    marked = zip(checked, repaired.drafts, strict=True)
    again = [each.model_copy(update={"draft": draft}) for each, draft in marked]
    language, papers = material.outline.language, context.papers(material)
    read = await gather(
        *(
            check(context, language, papers, repaired.drafts[place], earlier=checked[place])
            for place in repaired.changed
        )
    )
    for place, each in zip(repaired.changed, read, strict=True):
        again[place] = each
        show_section(context, place, each.draft)
    return Mended(checked=tuple(again), declined=repaired.declined, notes=repaired.dropped)


async def _read_again(
    context: ReportContext,
    material: ReportMaterial,
    checked: Sequence[Checked],
    step: str,
    *,
    before: SecondReading = SecondReading(),
) -> SecondReading:
    """What was rewritten and not given to a judge `before`, all in one call; without any, or
    without a judge, there is no step."""
    unread = find_unread(checked, before)
    if not unread or not context.llm.can(Role.JUDGE):
        return SecondReading()

    async def read() -> SecondReading:
        context.run.tell(Event(step=step, message=counted(len(unread), "sentence")))
        papers, reader = context.papers(material), context.reader
        return await read_again(unread, checked, papers, reader=reader, llm=context.llm)

    reading: SecondReading = await context.run.step(step, SecondReading, read)
    return reading


def evidence_of(
    context: ReportContext,
    assembled: Assembled,
    material: ReportMaterial,
    checked: Sequence[Checked],
) -> OutcomeEvidence:
    left_out = Counter(
        action_id for dropped in material.quotes.dropped for action_id in dropped.action_ids
    )
    found = material.found.findings
    return gather_evidence(context.actions, assembled, checked, found, left_out)
