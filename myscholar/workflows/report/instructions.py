"""Follow-ups without a language model: the instruction is read by rules, and only what it names is
touched."""

import asyncio

from myscholar.actions.filters import without_filters
from myscholar.actions.interpret import interpret
from myscholar.actions.own import new_action
from myscholar.domain.actions import Action, Directive, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.orders import FollowUpOrder, ReportOrder
from myscholar.domain.report import ActionOutcome, OutcomeStatus, Report, ReportId, Section
from myscholar.domain.runs import Event, RunId
from myscholar.domain.text import counted
from myscholar.report.extractive.additions import book_of, find_unquoted, lengthen, write_section_on
from myscholar.report.extractive.edit import edit_sections, with_sections
from myscholar.report.extractive.instructions import EditKind, ReportEdit, read_instruction
from myscholar.report.extractive.titles import Lexicon
from myscholar.runs.run import Run
from myscholar.search.retrieve import fused
from myscholar.workflows.report.records import (
    ExtractiveReportRecord,
    ReportRecord,
    Searched,
    SearchResult,
)
from myscholar.workflows.report.section_changes import changes_of
from myscholar.workflows.report.write_extractive import queries_of, search
from myscholar.workflows.runs.budgets import cost_of
from myscholar.workflows.services import Services

_KEPT_PAPERS = 120
"""Papers of the report's searches and an added section's together."""


def edit_of(base: ReportRecord, instruction: str) -> ReportEdit:
    """What the instruction asks to be done to the report. Raises InputError for what rules can't
    read."""
    directive = interpret(instruction)
    limit = directive.filters if directive.verb is Verb.LIMIT else SearchFilters()
    return read_instruction(instruction, [s.title for s in base.report.sections], limit=limit)


async def follow_up_by_rules(
    services: Services, run: Run, base: ReportRecord, order: FollowUpOrder
) -> ReportRecord:
    """The report with the edit carried out. Raises InputError for what is not understood or can't
    be done."""
    edit = edit_of(base, order.instruction)
    run.tell(Event(step="Changing the report", message=order.instruction))
    known = searched = base.searched if isinstance(base, ExtractiveReportRecord) else None
    wanted = _with_action(base.order, edit, order.instruction, f"u{run.run_id}")
    if edit.kind in (EditKind.ADD, EditKind.LENGTHEN):
        searched = await _search_added(
            services, run, wanted, searched, only_new=edit.kind is EditKind.ADD
        )
        report = await asyncio.to_thread(_with_more, services, base.report, wanted, searched, edit)
    else:
        report = with_sections(base.report, edit_sections(base.report, edit))
    if edit.kind is EditKind.LIMIT:
        report = _limit(base.report, report, wanted.actions[-1])
    n_requests = _n_requests(searched) - _n_requests(known)
    report = report.model_copy(
        update={
            "report_id": ReportId(run.run_id),
            "created_at": services.now(),
            "cost": cost_of((), n_requests, await run.stop_clock()),
            "notes": (f"Changed as you said: “{order.instruction}”.", *base.report.notes),
            "n_leading_notes": base.report.n_leading_notes + 1,
        }
    )
    changes = changes_of(base.report.sections, report.sections)
    previous = RunId(base.report.report_id)
    if searched is None:
        return ReportRecord(order=wanted, report=report, previous=previous, changes=changes)
    return ExtractiveReportRecord(
        order=wanted, report=report, previous=previous, changes=changes, searched=searched
    )


def _n_requests(searched: Searched | None) -> int:
    return searched.found.n_requests if searched else 0


def _with_action(
    order: ReportOrder, edit: ReportEdit, instruction: str, action_id: str
) -> ReportOrder:
    """What asks for papers or a section is an action from now on, so that a later change of the
    report keeps to it."""
    if edit.kind not in (EditKind.ADD, EditKind.LIMIT):
        return order
    action = new_action(instruction, action_id=action_id, question=order.question)
    if edit.kind is EditKind.ADD:
        terms = (without_filters(edit.topic) or edit.topic,)
        action = action.model_copy(
            update={"directive": Directive(verb=Verb.ADD_SECTION, terms=terms)}
        )
    return order.model_copy(update={"actions": (*order.actions, action)})


async def _search_added(
    services: Services, run: Run, order: ReportOrder, known: Searched | None, *, only_new: bool
) -> Searched:
    """What was found for the report, with what is searched for an added section."""
    queries = await queries_of(services, order)
    if known is None:
        return await run.step(
            "Searching", Searched, lambda: search(services, order, queries, run.tell)
        )
    if not only_new:
        return known
    own = tuple(q for q in queries if order.actions[-1].action_id in q.action_ids)
    more = await run.step("Searching", Searched, lambda: search(services, order, own, run.tell))
    findings = fused(
        (*known.found.findings.results, *more.found.findings.results), limit=_KEPT_PAPERS
    )
    hits = {h.paper.paper_id: h for h in (*known.found.findings.hits, *more.found.findings.hits)}
    findings = findings.model_copy(update={"hits": tuple(hits.values())})
    notes = tuple(dict.fromkeys((*known.found.notes, *more.found.notes)))
    requests = known.found.n_requests + more.found.n_requests
    return Searched(
        queries=(*known.queries, *own),
        found=SearchResult(findings=findings, notes=notes, n_requests=requests),
    )


def _with_more(
    services: Services, report: Report, order: ReportOrder, searched: Searched, edit: ReportEdit
) -> Report:
    """With a longer section, or one more. Raises InputError where nothing was found for it."""
    book = book_of(report)
    candidates = find_unquoted(report, searched.found.findings, order.actions, services.background)
    sections = list(report.sections)
    if edit.kind is EditKind.ADD:
        lexicon = Lexicon([p.text for h in searched.found.findings.hits for p in h.paper.readable])
        sections.append(write_section_on(edit.topic, order.actions[-1], candidates, book, lexicon))
        report = report.model_copy(update={"actions": (*report.actions, order.actions[-1])})
    else:
        for n in edit.sections:
            sections[n] = lengthen(sections[n], candidates, book)
    known = report.model_copy(update={"passages": tuple(book.passages.values())})
    made = with_sections(known, sections, papers=dict(enumerate(book.papers.values(), 1)))
    if edit.kind is not EditKind.ADD:
        return made
    searches = tuple(r.record for r in searched.found.findings.results)
    outcome = _add_section(order.actions[-1], made.sections)
    return made.model_copy(update={"searches": searches, "outcomes": (*made.outcomes, outcome)})


def _add_section(action: Action, sections: tuple[Section, ...]) -> ActionOutcome:
    n, section = len(sections), sections[-1]
    trace = f"Section {n}, “{section.title}”, was written for it."
    reason = (
        f"{counted(len(section.citations), 'sentence')} in a section of their own, "
        f"“{section.title}”."
    )
    return ActionOutcome(
        action_id=action.action_id, status=OutcomeStatus.DONE, trace=(trace,), reason=reason
    )


def _limit(before: Report, after: Report, action: Action) -> Report:
    """The filter as an action of the report, with what it took out."""
    n = len(before.references) - len(after.references)
    trace = (
        f"{counted(n, 'paper')} of {len(before.references)} taken out, with every sentence that "
        "cites them."
    )
    reason = f"Every cited paper keeps to it: {action.directive.filters}."
    outcome = ActionOutcome(
        action_id=action.action_id, status=OutcomeStatus.DONE, trace=(trace,), reason=reason
    )
    return after.model_copy(
        update={"actions": (*after.actions, action), "outcomes": (*after.outcomes, outcome)}
    )
