"""The end of a report: what was not carried out is mended once, everything is checked again,
references are numbered."""

from collections.abc import Collection, Sequence

from myscholar.domain.actions import Action
from myscholar.domain.drafts import Draft
from myscholar.domain.report import Report, ReportId
from myscholar.domain.runs import RunId
from myscholar.gateways.llm.llm import Role
from myscholar.report.llm.across import across
from myscholar.report.llm.assemble import Assembled, assemble, notice
from myscholar.report.llm.edit import SectionChange
from myscholar.report.llm.told_checks import note_of, tell_checks
from myscholar.report.llm.verify import Checked
from myscholar.report.outcomes import outcomes
from myscholar.report.queries import failed_searches
from myscholar.workflows.engines import label_of
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.mending import Mended, evidence_of, mend
from myscholar.workflows.report.records import LlmReportRecord, ReportMaterial
from myscholar.workflows.runs.budgets import cost_of


async def finish(
    context: ReportContext,
    material: ReportMaterial,
    checked: Sequence[Checked],
    *,
    previous: RunId | None = None,
    changes: tuple[SectionChange, ...] = (),
    notes: tuple[str, ...] = (),
    tried: Collection[Action] = (),
) -> LlmReportRecord:
    """The whole report from its checked sections. What was `tried` is not tried again."""
    mended = await mend(context, material, checked, tried)
    report = await _report(context, material, mended, notes)
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
) -> Report:
    drafts = across([c.draft for c in mended.checked])
    leading = (*notes, *material.found.notes)
    assembled = assemble(drafts, context.papers(material))
    return Report(
        report_id=ReportId(context.run.run_id),
        question=context.question,
        title=material.outline.title,
        engine="llm",
        notice=_notice(context, material, drafts, assembled, mended.checked),
        created_at=context.services.now(),
        profile_id=context.order.profile.profile_id if context.order.profile else None,
        sections=assembled.sections,
        references=assembled.references,
        actions=context.actions,
        outcomes=outcomes(
            evidence_of(context, assembled, material, mended.checked), declined=mended.declined
        ),
        passages=assembled.passages,
        searches=tuple(r.record for r in material.found.findings.results),
        notes=(*leading, *mended.notes, *await _notes(context, material, mended.checked)),
        n_leading_notes=len(leading),
        cost=cost_of(
            await context.calls(), material.found.n_requests, await context.run.stop_clock()
        ),
    )


def _notice(
    context: ReportContext,
    material: ReportMaterial,
    drafts: Sequence[Draft],
    assembled: Assembled,
    checked: Sequence[Checked],
) -> str:
    told = tell_checks(
        checked,
        n_doubts=sum(section.n_doubtful for section in assembled.sections),
        judge=_judge(context),
        language=material.outline.language,
    )
    said = notice(_writers(drafts) or context.llm.model(Role.REPORT), assembled, told)
    return " ".join((*label_of(context.services, context.order.engine), said))


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
        *failed_searches(material.found.findings),
        *material.plan.notes,
        *material.quotes.told,
        *note_of(checked, judge=_judge(context)),
        *prices,
    )


def _judge(context: ReportContext) -> str:
    return context.llm.model(Role.JUDGE) if context.llm.can(Role.JUDGE) else ""


def _writers(drafts: Sequence[Draft]) -> str:
    return " and ".join(dict.fromkeys(draft.origin for draft in drafts if draft.origin))
