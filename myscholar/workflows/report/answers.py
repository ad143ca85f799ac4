"""What was asked of a report and its other versions, and what its sources are."""

from typing import NamedTuple

from pydantic import ValidationError

from myscholar.domain.answers import ReportAnswer
from myscholar.domain.evidence import Hit
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunInfo, RunKind, RunStatus
from myscholar.errors import EvidenceMismatch, InputError, RunUnfinished, UnknownName
from myscholar.report.numbering import number_after
from myscholar.search.more_passages import with_passages
from myscholar.workflows.report.records import (
    ExtractiveReportRecord,
    LlmReportRecord,
    ReportRecord,
)
from myscholar.workflows.report.reports import get_report, list_reports
from myscholar.workflows.report.shelf import shelves
from myscholar.workflows.runs.kept import Kept
from myscholar.workflows.runs.run_facts import facts_of
from myscholar.workflows.services import Services

LOOKED_THROUGH = 500
"""Of the newest questions to any report, those that may be of this one; by hand."""
_answers: Kept[ReportAnswer] = Kept(100)


class ReportQuestion(NamedTuple):
    """A question to a report and how far it is; `answer` is None until it has finished.
    `is_taken_in` says whether it is a section of that version."""

    run: RunInfo
    answer: ReportAnswer | None = None
    is_taken_in: bool = False


def asked_of(services: Services, report_id: str) -> tuple[ReportQuestion, ...]:
    """The newest first, those to other versions among them; the answers are numbered after this
    one. Raises UnknownName, StorageError."""
    versions = _versions(services, report_id)
    oldest_first = [
        run
        for run in services.runs.recent(LOOKED_THROUGH, kind=RunKind.ANSWER)[::-1]
        if _base(services, run.run_id) in versions
    ]
    made = {
        run.run_id: found
        for run in oldest_first
        if run.status is RunStatus.FINISHED and (found := _read(services, run.run_id))
    }
    report = get_report(services, report_id)
    by_run = dict(zip(made, number_after(made.values(), report.references), strict=True))
    return tuple(
        ReportQuestion(run, found, found is not None and stands_in(report, found))
        for run, found in ((run, by_run.get(run.run_id)) for run in oldest_first[::-1])
    )


def stands_in(report: Report, answer: ReportAnswer) -> bool:
    """Whether it was taken in: one of the sections rests on the very same words."""
    return answer.is_answered and any(
        section.evidence == answer.section.evidence for section in report.sections
    )


def answers_of(services: Services, report_id: str) -> tuple[ReportAnswer, ...]:
    """The finished ones, the oldest first, as of `asked_of`."""
    return tuple(a.answer for a in asked_of(services, report_id)[::-1] if a.answer)


def get_answer(services: Services, run_id: str) -> ReportAnswer:
    """Raises UnknownName; InputError for a run that left no answer."""
    kind, status = services.runs.standing(RunId(run_id))
    if kind is not RunKind.ANSWER:
        raise InputError(
            f"Run {run_id} answered no question; it is a run of the kind {kind.replace('_', ' ')}."
        )
    if status is not RunStatus.FINISHED:
        raise RunUnfinished(RunId(run_id))
    found = _read(services, RunId(run_id))
    if found is None:
        raise InputError(
            f"The answer of run {run_id} comes from another version of myscholar. Ask again."
        )
    return found


def sources_of(kept: ReportRecord) -> tuple[Hit, ...]:
    """All that the report's run kept of what it found, best first; of a report from a file, what it
    cites."""
    hits: tuple[Hit, ...] = ()
    if isinstance(kept, LlmReportRecord):
        hits = kept.material.found.findings.hits
    elif isinstance(kept, ExtractiveReportRecord):
        hits = kept.searched.found.findings.hits
    held = {hit.paper.paper_id for hit in hits}
    cited = (r.paper for r in kept.report.references if r.paper.paper_id not in held)
    every = (*hits, *(Hit(paper=paper, score=0.0) for paper in cited))
    return with_passages(every, kept.report.passages)


def asked_of_version(services: Services, report_id: RunId) -> tuple[RunId, ...]:
    """Questions to this very version: they go with it when it is deleted."""
    asked = services.runs.recent(LOOKED_THROUGH, kind=RunKind.ANSWER)
    return tuple(run.run_id for run in asked if _base(services, run.run_id) == report_id)


def _versions(services: Services, report_id: str) -> frozenset[str]:
    """All that the report's shelf holds."""
    shelf = next((s for s in shelves(list_reports(services)) if s.version(report_id)), None)
    return frozenset(str(v.report_id) for v in shelf.versions) if shelf else frozenset([report_id])


def _base(services: Services, run_id: RunId) -> str | None:
    try:
        return facts_of(services, run_id).base
    except UnknownName:
        return None


def _read(services: Services, run_id: RunId) -> ReportAnswer | None:
    """None for one that has just been deleted, or is of another version."""
    try:
        return _answers.get(
            (services.settings.library_url, run_id),
            lambda: ReportAnswer.model_validate(services.runs.result(run_id)),
        )
    except (UnknownName, ValidationError, EvidenceMismatch):
        return None
