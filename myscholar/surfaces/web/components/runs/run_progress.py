"""A run as it goes, the report that it writes, and what can be done when it stopped."""

from typing import Any, Literal

from myscholar.domain.model import Frozen
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.domain.text import counted
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.surfaces.web.components.runs import run_questions, steering, worker_notice
from myscholar.surfaces.web.components.runs.run_questions import SCRIPT, AnswerQuestion
from myscholar.surfaces.web.components.runs.run_words import RunNeed, need_of, problem, spent
from myscholar.views.live_view import live_view
from myscholar.views.run_watch import Watched, WatchedStep, watch
from myscholar.views.times import took
from myscholar.workflows.runs.estimates import duration


class ProgressWish(Frozen):
    """To `start_again` is from the beginning, with the same order; to `change` what it was asked
    for, since the same would fail again; `back` is to the report that it was to change."""

    kind: Literal["cancel", "resume", "start_again", "change", "back", "settings"]


Message = ProgressWish | AnswerQuestion | steering.SteerTree
_DOING = {
    RunKind.PAPERS: "Reading the papers",
    RunKind.PROFILE: "Inferring the profile",
    RunKind.PROFILE_UPDATE: "Updating the profile",
    RunKind.ACTIONS: "Proposing actions",
    RunKind.CLARIFY: "Asking about the question",
    RunKind.REPORT: "Writing the report",
    RunKind.HEAD_START: "Searching ahead for the report",
    RunKind.REWRITE: "Rewriting the report",
    RunKind.FOLLOW_UP: "Editing the report",
    RunKind.ANSWER: "Answering",
    RunKind.TABLE: "Filling the table",
}
_STOPPED = (RunStatus.FAILED, RunStatus.CANCELLED, RunStatus.INTERRUPTED)
_CHANGES = {
    RunKind.REPORT: ["change"],
    RunKind.ACTIONS: ["change"],
    RunKind.REWRITE: ["back"],
    RunKind.FOLLOW_UP: ["back"],
    RunKind.ANSWER: ["back"],
}
"""Where what was asked for is changed; the pages of the others have a way of their own."""
_LEAVE = "You can leave this page: the work goes on. Find it under Runs."
_READY = "Getting ready. You can leave this page: the work goes on."
_ASKS = "It goes on when you have answered. You can leave this page, and answer under Runs."


def show(watched: Watched) -> Mail[Message]:
    run = watched.run_id
    return PART.show(as_data(watched), key=f"progress-{run}", live=run)


def stage_of(watched: Watched) -> str:
    """Another one when there is something else to show than how it goes."""
    return watched.status.value if watched.is_over else "going on"


def _in_line(watched: Watched) -> str:
    if not watched.has_workers:
        return worker_notice.why_nobody() or _READY
    if not watched.n_before:
        return _READY
    n = watched.n_before
    return f"In line, {n:,} before you. You can leave this page: the work goes on."


def as_data(watched: Watched) -> dict[str, Any]:
    """What the browser draws: words, counts and whole seconds, and a report as far as it is
    written."""
    is_over = watched.is_over
    return {
        "stage": stage_of(watched),
        "live_report": live_view(watched).model_dump(mode="json") if watched.parts else None,
        "run": watched.run_id,
        "status": watched.status.value,
        "heading": f"{_DOING[watched.kind]}{how_it_stands(watched.status)}",
        "asks_first": watched.kind is RunKind.CLARIFY,
        "title": watched.title
        if watched.kind is RunKind.PAPERS
        else "",  # the pages of the others say it above
        "steps": [_step(step, watched.status) for step in watched.steps],
        "seconds": round(watched.seconds),
        "left": None if is_over else _left(watched),
        "spent": spent(watched.n_calls, watched.dollars) or None,
        "note": {
            RunStatus.RUNNING: _LEAVE,
            RunStatus.WAITING: _in_line(watched),
            RunStatus.ASKING: _ASKS,
        }.get(watched.status),
        "problem": problem(watched.status, watched.error) or None,
        "kept": _kept(watched),
        "buttons": _buttons(watched),
        "questions": run_questions.as_data(watched.questions, goes_on=watched.status.goes_on),
    }


def how_it_stands(status: RunStatus) -> str:
    """Behind what it does, in a heading; nothing while that goes on."""
    if status is RunStatus.ASKING:
        return ": waits for your answer"
    return f": {status}" if status in _STOPPED else ": done" if status is RunStatus.FINISHED else ""


def _step(step: WatchedStep, status: RunStatus) -> dict[str, Any]:
    """In a run that is over, or waits, nothing goes on: what was begun has stopped, or pauses."""
    pauses = "paused" if status.goes_on else "stopped"
    begun = "running" if status is RunStatus.RUNNING else pauses
    state = begun if step.state == "running" else step.state
    seconds = took(step.seconds) if step.state == "done" and step.seconds >= 1 else ""
    told = {"name": step.name, "message": step.message, "done": step.done, "total": step.total}
    return told | {"state": state, "took": seconds}


def _left(watched: Watched) -> str | None:
    """The nearer the end, the finer; never a false precision. What was estimated stays when it
    takes longer."""
    estimate_s = watched.estimate_s
    if estimate_s is None:
        return None
    if estimate_s < 0:
        return f"longer than the {duration(watched.seconds + estimate_s)} estimated"
    if estimate_s < 5:
        return "a few seconds left"
    if estimate_s < 57.5:
        return f"about {5 * round(estimate_s / 5)} s left"
    return f"about {max(1, round(estimate_s / 60))} min left"


def _kept(watched: Watched) -> str | None:
    if watched.status not in _STOPPED or "resume" not in _buttons(watched):
        return None
    done = sum(step.state == "done" for step in watched.steps)
    if not done:
        return "What models answered is kept: they are not paid again." if watched.n_calls else None
    return (
        f"{counted(done, 'finished step')} of {len(watched.steps)} {'is' if done == 1 else 'are'} "
        "kept. Resume goes on from there."
    )


def _buttons(watched: Watched) -> list[str]:
    """The first is the main one."""
    if watched.can_cancel:
        return [] if watched.kind is RunKind.CLARIFY else ["cancel"]  # the page ends it
    if not watched.can_resume:
        return []
    change = _CHANGES.get(watched.kind, [])
    return {
        RunNeed.NONE: ["resume", "start_again"],
        RunNeed.ORDER: change,
        RunNeed.SETTINGS: ["settings", "resume", *change],
        RunNeed.MAYBE_SETTINGS: ["resume", "start_again", "settings"],
    }[need_of(watched.status, watched.error)]


PART: Part[Message] = Part(
    "run_progress",
    Message,
    scripts=("report_text", "report_live", SCRIPT, "run_head"),
    styles=("report_text", "report_live", SCRIPT),
    document=lambda services, run_id: as_data(watch(services, RunId(run_id))),
)
