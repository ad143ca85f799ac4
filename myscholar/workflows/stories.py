"""What each kind of run does, wired from Services."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from myscholar.domain.model import Frozen
from myscholar.domain.runs import RunKind
from myscholar.runs.run import Run
from myscholar.runs.runner import Story

if TYPE_CHECKING:
    from myscholar.workflows.services import Services

Wired = Callable[["Services", Run, dict[str, Any]], Awaitable[Frozen]]


def stories(services: "Services") -> Mapping[RunKind, Story]:
    """A story takes a Run and plain JSON and gives plain JSON; it makes clients and gateways
    itself, on the loop that carries it out.

    What it gives becomes JSON on another thread: a report has papers enough to keep all other runs
    waiting.
    """
    return {kind: partial(_tell, kind, services) for kind in RunKind}


async def _tell(kind: RunKind, services: "Services", run: Run, inputs: dict[str, Any]) -> Any:
    made = await story_of(kind)(services, run, inputs)
    return await asyncio.to_thread(made.model_dump, mode="json")


def story_of(kind: RunKind) -> Wired:
    """Imported when the first run of its kind begins."""
    match kind:
        case RunKind.PAPERS:
            from myscholar.workflows.library.gather_papers import papers_story

            return papers_story
        case RunKind.PROFILE:
            from myscholar.workflows.profile.infer_profile import profile_story

            return profile_story
        case RunKind.ACTIONS:
            from myscholar.workflows.actions.propose_actions import actions_story

            return actions_story
        case RunKind.REPORT:
            from myscholar.workflows.report.report_runs import report_story

            return report_story
        case RunKind.HEAD_START:
            from myscholar.workflows.report.report_runs import head_start_story

            return head_start_story
        case RunKind.REWRITE:
            from myscholar.workflows.report.change_report import rewrite_story

            return rewrite_story
        case RunKind.FOLLOW_UP:
            from myscholar.workflows.report.change_report import follow_up_story

            return follow_up_story
