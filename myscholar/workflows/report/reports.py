"""The reports written so far: each is what a finished run left."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from myscholar.domain.actions import ActionList, Verb
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import QueryKind, SearchFilters
from myscholar.domain.model import Frozen
from myscholar.domain.orders import ReportOrder
from myscholar.domain.report import Report, ReportId
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.errors import EvidenceMismatch, InputError, RunUnfinished, UnknownName
from myscholar.gateways.storage.run_queries import RunHead
from myscholar.workflows.files import load_report
from myscholar.workflows.library.sources import SAMPLE, SCHOLAR, local_source_names, named_to_open
from myscholar.workflows.report.records import ReportRecord, record_of, report_of
from myscholar.workflows.runs.kept import Kept
from myscholar.workflows.services import Services

REPORTS = (RunKind.REPORT, RunKind.REWRITE, RunKind.FOLLOW_UP)
"""Runs that leave a report."""
_reports: Kept[Report] = Kept(8)
_kept: Kept[ReportRecord] = Kept(4)


class SavedReport(NamedTuple):
    """What a list of reports shows. `created_at` is an ISO 8601 time; `base` is the report that
    this one changes."""

    report_id: ReportId
    title: str
    question: str
    created_at: str
    kind: RunKind
    base: RunId | None = None


class _Summary(Frozen):
    title: str
    question: str
    base: RunId | None


def list_reports(services: Services, limit: int = 200) -> tuple[SavedReport, ...]:
    """The newest first. Raises StorageError."""
    heads = services.runs.finished(REPORTS, limit)
    said = [
        (
            head,
            _Summary.model_validate_json(head.summary)
            if head.summary
            else _summarize(services, head),
        )
        for head in heads
    ]
    return tuple(
        SavedReport(ReportId(head.run_id), s.title, s.question, head.created_at, head.kind, s.base)
        for head, s in said
        if s
    )


def get_report(services: Services, report_id: str) -> Report:
    """Raises UnknownName; InputError for a run that left no report."""
    run_id = _check_finished(services, report_id)
    return _reports.get(_key(services, run_id), lambda: _read_report(services, run_id))


def report_record(services: Services, report_id: str) -> ReportRecord:
    """The report with all that a change of it builds on. Raises UnknownName; InputError for a run
    that left no report."""
    run_id = _check_finished(services, report_id)
    return _kept.get(_key(services, run_id), lambda: _read(services, run_id))


def actions_of_report(services: Services, report_id: str) -> ActionList | None:
    """The actions that it was written with, to change them; None without any."""
    kept = report_record(services, report_id)
    if not kept.order.actions:
        return None
    profile = kept.order.profile
    return ActionList(
        question=kept.report.question,
        actions=kept.order.actions,
        profile_id=profile.profile_id if profile else kept.report.profile_id,
        engine=kept.report.engine,
    )


def forget_report(services: Services, run_id: RunId) -> None:
    """It was deleted: its link opens nothing any more. Raises StorageError."""
    services.store.shares.end(run_id)
    _reports.drop(_key(services, run_id))
    _kept.drop(_key(services, run_id))


def import_report(services: Services, path: Path) -> RunId:
    """A report from a file, kept as a finished run under an id of its own. Raises
    UnreadableFile."""
    run_id = RunId(services.new_id())
    report = load_report(path).model_copy(update={"report_id": ReportId(run_id)})
    order = _order_of(services, report)
    left = ReportRecord(order=order, report=report).model_dump(mode="json")
    inputs = order.model_dump(mode="json")
    services.runs.add_finished(
        run_id, RunKind.REPORT, report.question, inputs, left, at=services.now()
    )
    return run_id


def _order_of(services: Services, report: Report) -> ReportOrder:
    """What the report must have been ordered as, as far as it tells and this machine has it."""
    profile = None
    with contextlib.suppress(UnknownName):
        profile = services.store.load_profile(report.profile_id) if report.profile_id else None
    filters = {r.query.filters for r in report.searches if r.query.kind is QueryKind.QUESTION}
    is_limited = any(action.directive.verb is Verb.LIMIT for action in report.actions)
    searched = dict.fromkeys(named_to_open(r.source) for r in report.searches)
    here = (*local_source_names(services), SCHOLAR, SAMPLE)
    return ReportOrder(
        question=report.question,
        actions=report.actions,
        profile=profile,
        sources=tuple(name for name in searched if name in here),
        filters=filters.pop() if len(filters) == 1 and not is_limited else SearchFilters(),
        engine=Engine.EXTRACTIVE if report.engine == Engine.EXTRACTIVE else Engine.LLM,
    )


def _check_finished(services: Services, report_id: str) -> RunId:
    run_id = RunId(report_id)
    kind, status = services.runs.standing(run_id)
    if kind not in REPORTS:
        raise InputError(
            f"Run {run_id} wrote no report; it is a run of the kind {kind.replace('_', ' ')}."
        )
    if status is not RunStatus.FINISHED:
        raise RunUnfinished(run_id)
    return run_id


def _summarize(services: Services, head: RunHead) -> _Summary | None:
    """Read from the result once, then kept beside it; None for a run that has just been deleted, or
    of another version."""
    try:
        left = services.runs.result(head.run_id)
        made = _Summary(
            title=left["report"]["title"],
            question=left["report"]["question"],
            base=left["previous"],
        )
    except (UnknownName, ValidationError, KeyError, TypeError):
        return None
    services.runs.summarize(head.run_id, made.model_dump_json())
    return made


def _read(services: Services, run_id: RunId) -> ReportRecord:
    left = services.runs.result(run_id) or {}
    with _of_this_version(run_id):
        return record_of(left)


def _read_report(services: Services, run_id: RunId) -> Report:
    with _of_this_version(run_id):
        return report_of(services.runs.result(run_id) or {})


@contextlib.contextmanager
def _of_this_version(run_id: RunId) -> Iterator[None]:
    try:
        yield
    except (ValidationError, EvidenceMismatch) as error:
        raise InputError(
            f"The report of run {run_id} comes from another version of myscholar. Write it anew."
        ) from error


def _key(services: Services, run_id: RunId) -> tuple[str, RunId]:
    return services.settings.library_url, run_id
