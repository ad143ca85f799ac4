"""All runs with their steps and costs, and what a person can do with each."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, Literal

from myscholar.domain.model import Frozen
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.domain.text import counted
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.surfaces.web.components.runs import run_questions, worker_notice
from myscholar.surfaces.web.components.runs.run_questions import SCRIPT, AnswerQuestion
from myscholar.surfaces.web.components.runs.run_words import RunNeed, need_of, problem, spent
from myscholar.views.run_list import RunLine, RunListView, StepLine, run_list
from myscholar.views.times import took
from myscholar.workflows.services import Services


class RunWish(Frozen):
    """To `open` the page where the run's result lives, to `look` at its steps ..."""

    kind: Literal["open", "look", "cancel", "resume", "delete"]
    run: RunId


class Older(Frozen):
    """Runs older than those that are listed are wanted too."""

    kind: Literal["older"]


Message = RunWish | AnswerQuestion | Older
KEY = "run-list"

KINDS = {
    RunKind.PAPERS: "Papers",
    RunKind.PROFILE: "Profile",
    RunKind.PROFILE_UPDATE: "Profile, other papers",
    RunKind.ACTIONS: "Actions",
    RunKind.CLARIFY: "Clarification",
    RunKind.REPORT: "Report",
    RunKind.HEAD_START: "Head start",
    RunKind.REWRITE: "New version",
    RunKind.FOLLOW_UP: "Follow-up",
    RunKind.ANSWER: "Answer",
    RunKind.TABLE: "Table",
}
STATUSES = {status: status.value.capitalize() for status in RunStatus} | {
    RunStatus.ASKING: "Asks you"
}
_WITH_IT = {
    RunKind.PROFILE: "The profile goes with it.",
    RunKind.REPORT: "The report goes with it, and what was asked of it.",
    RunKind.REWRITE: "This version of the report goes with it.",
    RunKind.FOLLOW_UP: "This version of the report goes with it.",
    RunKind.ANSWER: "The answer goes with it.",
    RunKind.TABLE: "The table goes with it.",
}


def show(
    view: RunListView, looked_into: Collection[str], limit: int, troubles: Mapping[RunId, str]
) -> Mail[Message]:
    """`troubles` are shown beside the run they concern."""
    live = "/".join((str(limit), *sorted(looked_into)))
    return PART.show(as_data(view) | {"troubles": troubles}, key=KEY, live=live)


def document(services: Services, live: str) -> dict[str, Any]:
    """Of the newest, so many as the address says, with the steps of those that it names."""
    limit, *looked_into = live.split("/")
    return as_data(run_list(services, looked_into=frozenset(looked_into), limit=int(limit)))


def as_data(view: RunListView) -> dict[str, Any]:
    return {
        "runs": [_run(run) for run in view.runs],
        "kinds": _choices(KINDS, {run.kind for run in view.runs}),
        "statuses": _choices(STATUSES, {_status(run) for run in view.runs}),
        "n": len(view.runs) + view.n_more,
    }


def _status(run: RunLine) -> RunStatus:
    """What a person is to know first: it may ask while it goes on with something else."""
    return RunStatus.ASKING if run.asks else run.status


def _choices(names: Mapping[Any, str], there: Collection[StrEnum]) -> list[dict[str, str]]:
    return [{"id": each.value, "name": name} for each, name in names.items() if each in there]


def _run(run: RunLine) -> dict[str, Any]:
    return {
        "id": run.run_id,
        "kind": run.kind.value,
        "kindName": KINDS[run.kind],
        "status": _status(run).value,
        "statusName": STATUSES[_status(run)],
        "title": run.title,
        "at": run.created_at,
        "took": took(run.seconds) if run.can_cancel or run.status is RunStatus.FINISHED else "",
        "steps": "Steps" if run.steps is None else counted(len(run.steps), "step"),
        "doing": _doing(run),
        "done": run.done,
        "total": 0 if run.status is RunStatus.WAITING else run.total,
        "cost": spent(run.n_calls, run.dollars),
        "error": problem(run.status, run.error),
        "canCancel": run.can_cancel,
        "canResume": run.can_resume and need_of(run.status, run.error) is not RunNeed.ORDER,
        "withIt": _WITH_IT.get(run.kind, "") if run.status is RunStatus.FINISHED else "",
        "questions": run_questions.as_data(run.questions, goes_on=run.status.goes_on),
        "lines": None if run.steps is None else [_step(step) for step in run.steps],
    }


def _doing(run: RunLine) -> str:
    if run.status is RunStatus.WAITING:
        return "" if run.has_worker else worker_notice.why_nobody() or ""
    return "" if run.status is RunStatus.ASKING else run.doing


def _step(step: StepLine) -> dict[str, str]:
    cost = spent(step.n_calls, step.dollars)
    return {"name": step.name, "took": took(step.seconds), "cost": cost}


PART: Part[Message] = Part(
    "run_list", Message, scripts=(SCRIPT,), styles=(SCRIPT,), document=document
)
