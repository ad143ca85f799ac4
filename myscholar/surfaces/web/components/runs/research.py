"""What a person and the tool do together for a report, while it is researched and afterwards: the
conversation, the tree and the persona side by side. Source: STEER appendix H."""

from typing import Any

from myscholar.domain.interaction import Interaction
from myscholar.domain.runs import RunId
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.surfaces.web.components.runs import run_progress, steering
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
    services, run_id = session.services(), watched.run_id
    known = interaction_so_far(services, run_id)
    data = as_data(services, watched, known) | {"refused": steering.refusal(run_id)}
    return PART.show(data, key=f"research-{run_id}", live=run_id)


def show_finished(watched: Watched, interaction: Interaction) -> Mail[run_progress.Message]:
    run_id = watched.run_id
    data = as_data(session.services(), watched, interaction)
    data |= {"refused": steering.refusal(run_id)}
    return PART.show(data, key=f"researched-{run_id}")


def document(services: Services, of: str) -> dict[str, Any]:
    run_id = RunId(of)
    return as_data(services, watch(services, run_id), interaction_so_far(services, run_id))


def as_data(services: Services, watched: Watched, known: Interaction | None) -> dict[str, Any]:
    """What the browser draws; without an interaction nothing has been found yet."""
    run = run_progress.as_data(watched)
    doing = next((step for step in run["steps"] if step["state"] == "running"), None)
    now = with_answers(known, watched.questions) if known else None
    is_writing = doing is not None and doing["name"] == WRITING
    does = "Writing the report" if is_writing else "Researching"
    return {name: run[name] for name in _OF_THE_RUN} | {
        "heading": f"{does}{run_progress.how_it_stands(watched.status)}",
        "doing": doing and {name: doing[name] for name in ("name", "message", "done", "total")},
        "steering": steering.as_data(services, watched, known),
        "view": interaction_view(now).model_dump(mode="json") if now else None,
    }


PART: Part[run_progress.Message] = Part(
    "research",
    run_progress.Message,
    scripts=(SCRIPT, "run_head", steering.SCRIPT, "research_tree"),
    styles=(SCRIPT, "run_progress"),
    document=document,
)
