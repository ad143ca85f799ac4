"""What a person and the tool do together for a report, while it is researched and afterwards: the
conversation, the tree and the persona side by side. Source: STEER appendix H."""

from typing import Any

from myscholar.domain.interaction import Interaction
from myscholar.domain.runs import RunId
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.surfaces.web.components.runs import run_progress
from myscholar.surfaces.web.components.runs.run_questions import SCRIPT
from myscholar.views.interaction_view import interaction_view, with_answers
from myscholar.views.live_view import WRITING
from myscholar.views.run_watch import Watched, watch
from myscholar.workflows.report.research import interaction_so_far
from myscholar.workflows.services import Services

_OF_THE_RUN = (
    *("stage", "run", "status", "seconds", "left"),
    *("spent", "note", "problem", "kept", "buttons", "questions"),
)


def show(watched: Watched) -> Mail[run_progress.Message]:
    """Of a run that has not finished: drawn anew as it goes on."""
    known = interaction_so_far(session.services(), watched.run_id)
    run_id = watched.run_id
    return PART.show(as_data(watched, known), key=f"research-{run_id}", live=run_id)


def show_finished(watched: Watched, interaction: Interaction) -> None:
    PART.show(as_data(watched, interaction), key=f"researched-{watched.run_id}")


def document(services: Services, of: str) -> dict[str, Any]:
    run_id = RunId(of)
    return as_data(watch(services, run_id), interaction_so_far(services, run_id))


def as_data(watched: Watched, known: Interaction | None) -> dict[str, Any]:
    """What the browser draws; without an interaction nothing has been found yet."""
    run = run_progress.as_data(watched)
    doing = next((step for step in run["steps"] if step["state"] == "running"), None)
    now = with_answers(known, watched.questions) if known else None
    is_writing = doing is not None and doing["name"] == WRITING
    does = "Writing the report" if is_writing else "Researching"
    return {name: run[name] for name in _OF_THE_RUN} | {
        "heading": f"{does}{run_progress.how_it_stands(watched.status)}",
        "doing": doing and {name: doing[name] for name in ("name", "message", "done", "total")},
        "view": interaction_view(now).model_dump(mode="json") if now else None,
    }


PART: Part[run_progress.Message] = Part(
    "research",
    run_progress.Message,
    scripts=(SCRIPT, "run_head", "research_tree"),
    styles=(SCRIPT, "run_progress"),
    document=document,
)
