"""A finished report changed: other actions, one section anew, an action tried once more, or an
instruction.

Every change ends in a new report that knows the one it came from, so that going back is opening
that one.
"""

import asyncio
from collections.abc import Sequence
from typing import TypeVar

from myscholar.actions.own import emphasize, with_wishes
from myscholar.domain.actions import Action
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import ActionId
from myscholar.domain.orders import FollowUpOrder, RewriteOrder
from myscholar.domain.report import OutcomeStatus
from myscholar.domain.runs import RunId
from myscholar.domain.text import counted, one_line
from myscholar.errors import InputError, NotRecorded, RunNotResumable, UnknownAction, UnknownName
from myscholar.report.llm.section_replies import Operation
from myscholar.runs.run import Run
from myscholar.text.question_topics import is_asking
from myscholar.workflows.engines import check_model
from myscholar.workflows.job import Job
from myscholar.workflows.report import write_extractive, write_llm
from myscholar.workflows.report.actions_changed import changes_between
from myscholar.workflows.report.answers import get_answer
from myscholar.workflows.report.edits import follow_up_by_model, rewrite_by_model
from myscholar.workflows.report.instructions import edit_of, follow_up_by_rules
from myscholar.workflows.report.records import (
    ExtractiveReportRecord,
    LlmReportRecord,
    ReportRecord,
    report_of,
)
from myscholar.workflows.report.reports import report_record
from myscholar.workflows.report.steering import check_steering, tree_before
from myscholar.workflows.report.take_in import check_taking_in, take_in
from myscholar.workflows.runs.recorded_orders import check_recorded
from myscholar.workflows.services import Services

LONGEST_INSTRUCTION = 2000
Change = TypeVar("Change", RewriteOrder, FollowUpOrder)


def check_rewrite(services: Services, order: RewriteOrder) -> RewriteOrder:
    """The order, beside the report that it changes. Raises UnknownName, UnknownAction, InputError,
    EngineUnavailable, NotRecorded."""
    if order.again < 1:
        raise InputError("New versions of a section are counted from 1.")
    others = (order.actions, order.section, order.retry)
    if order.tree and any(other is not None for other in others):
        raise InputError(
            "A report goes on from its tree, or changes otherwise: one after the other."
        )
    kept = _changeable(services, order.base)
    chosen = None if order.actions is None else tuple(a for a in order.actions if a.enabled)
    if order.retry is not None:
        chosen = _try_again(kept, chosen, order.retry)
    elif order.section is not None:
        _check_section(kept, order.section)
    elif order.tree:
        check_steering(services, kept, order)
    elif chosen is None or not changes_between(kept.order.actions, chosen).all:
        raise InputError(
            "The report was written with these very actions. Change one of them, or have a "
            "section written anew."
        )
    return _settle_engine(services, order.model_copy(update={"actions": chosen}), kept)


def check_follow_up(services: Services, order: FollowUpOrder) -> FollowUpOrder:
    """As `check_rewrite`; without a language model also what rules can't read is refused."""
    if order.answer is not None:
        kept = _changeable(services, order.base)
        check_taking_in(services, kept, order.answer)
        return order
    said = one_line(order.instruction)
    if not any(c.isalnum() for c in said):
        raise InputError(
            "The instruction is empty. Say what to change, for example: add a section on datasets."
        )
    if len(said) > LONGEST_INSTRUCTION:
        raise InputError(
            f"The instruction has {len(said):,} characters; the limit is {LONGEST_INSTRUCTION:,}. "
            "Shorten it."
        )
    kept = _changeable(services, order.base)
    if not isinstance(kept, LlmReportRecord):
        _check_instruction(kept, said)
    return _settle_engine(services, order.model_copy(update={"instruction": said}), kept)


def _settle_engine(services: Services, order: Change, kept: ReportRecord) -> Change:
    """A model that is set goes on with a played report where the recording does not hold the
    change. Raises NotRecorded where none is, EngineUnavailable."""
    check_model(services, kept.order.engine)
    if kept.order.engine is not Engine.RECORDED:
        return order
    try:
        check_recorded(services, order, base=kept.order)
    except NotRecorded:
        if not services.settings.has_models:
            raise
        return order.model_copy(update={"engine": Engine.LLM})
    return order


def title_of(services: Services, order: RewriteOrder | FollowUpOrder) -> str:
    """What a list of runs shows: the change first, since many may be made to one report."""
    kept = report_record(services, order.base)
    if isinstance(order, FollowUpOrder):
        what = order.instruction or f"Taken in: {get_answer(services, order.answer or '').question}"
    elif order.retry is not None:
        what = (
            f"Once more: {next(a.tldr for a in kept.order.actions if a.action_id == order.retry)}"
        )
    elif order.tree:
        what = "The tree goes on"
    else:
        what = "Other actions" if order.section is None else f"Section {order.section + 1} anew"
    return f"{what} ({kept.report.title})"


def change_lines(kept: ReportRecord) -> tuple[str, ...]:
    """What became of each section, a line each: "rewritten: Metrics"."""
    words = {
        None: "kept",
        Operation.EXPAND: "expanded",
        Operation.REPLACE: "rewritten",
        Operation.ADD: "added",
        Operation.DELETE: "deleted",
    }
    return tuple(f"{words[change.operation]}: {change.title}" for change in kept.changes)


async def rewrite(services: Services, run: Run, order: RewriteOrder) -> ReportRecord:
    """By the engine that wrote the report before."""
    if order.actions is not None:
        order = order.model_copy(update={"actions": with_wishes(order.actions)})
    base = await asyncio.to_thread(_base_of, services, run, order)
    if order.tree:
        return await _go_on(services, run, base, order)
    if isinstance(base, LlmReportRecord):
        return await rewrite_by_model(services, run, base, order)
    wanted = base.order.model_copy(
        update={} if order.actions is None else {"actions": order.actions}
    )
    return await write_extractive.write_report(services, run, wanted, base=base)


async def _go_on(
    services: Services, run: Run, base: ReportRecord, order: RewriteOrder
) -> ReportRecord:
    """The tree goes on, and the report is written from all of it."""
    if isinstance(base, LlmReportRecord):
        before = await tree_before(services, run, base, base.material.found, order)
        return await write_llm.write_from_tree(services, run, base, order, before)
    if not isinstance(base, ExtractiveReportRecord):
        raise RunNotResumable(run.run_id, "the report was read from a file, without its tree.")
    before = await tree_before(services, run, base, base.searched.found, order)
    return await write_extractive.write_report(services, run, base.order, base=base, before=before)


async def follow_up(services: Services, run: Run, order: FollowUpOrder) -> ReportRecord:
    """By the engine that wrote the report before; an answer is taken in without any."""
    base = await asyncio.to_thread(_base_of, services, run, order)
    if order.answer is not None:
        return await asyncio.to_thread(take_in, services, run, base, order)
    if isinstance(base, LlmReportRecord):
        return await follow_up_by_model(services, run, base, order)
    return await follow_up_by_rules(services, run, base, order)


REWRITE = Job(check_rewrite, title_of, rewrite, report_of)
FOLLOW_UP = Job(check_follow_up, title_of, follow_up, report_of)


def _base_of(services: Services, run: Run, order: RewriteOrder | FollowUpOrder) -> ReportRecord:
    try:
        return report_record(services, order.base)
    except UnknownName as error:
        raise RunNotResumable(run.run_id, "the report that it changes was deleted.") from error


def _changeable(services: Services, base: RunId) -> ReportRecord:
    kept = report_record(services, base)
    if kept.order.engine.is_model and not isinstance(kept, LlmReportRecord):
        raise InputError(
            "This report was read from a file, without the material that it was written from, so "
            "it can't be changed. Write it anew."
        )
    return kept


def _check_instruction(kept: ReportRecord, said: str) -> None:
    """Raises InputError for what rules can't read."""
    try:
        edit_of(kept, said)
    except InputError as error:
        if is_asking(said):
            raise InputError(
                "This is a question, which no change of the report answers. Have it answered below "
                "the report, or say what to change."
            ) from error
        raise


def _check_section(kept: ReportRecord, section: int) -> None:
    if not isinstance(kept, LlmReportRecord):
        raise InputError(
            "Without a language model a section comes out the same. Change an action, or say what "
            "to change."
        )
    n = len(kept.checked)
    if not 0 <= section < n:
        raise InputError(
            f"The report has {counted(n, 'section')}; there is no section {section + 1}."
        )


def _try_again(
    kept: ReportRecord, chosen: Sequence[Action] | None, retry: ActionId
) -> tuple[Action, ...]:
    """The actions with this one emphasized: without a language model that is what makes a
    difference."""
    actions = kept.order.actions if chosen is None else chosen
    wanted = next((a for a in actions if a.action_id == retry), None)
    if wanted is None:
        raise UnknownAction(retry)
    if any(o.action_id == retry and o.status is OutcomeStatus.DONE for o in kept.report.outcomes):
        raise InputError(
            "This action was carried out in full. Reword it to have something else done."
        )
    if wanted.emphasis and not isinstance(kept, LlmReportRecord):
        raise InputError(
            "This action was emphasized already and comes out the same. Reword it to try another "
            "way."
        )
    return tuple(emphasize(a, on=True) if a is wanted else a for a in actions)
