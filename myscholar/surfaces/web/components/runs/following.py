"""Follows a run on a page until it is over."""

from collections.abc import Callable

import streamlit as st

from myscholar.domain.runs import RunId, RunStatus
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import trouble
from myscholar.surfaces.web.components.ask import question_box
from myscholar.surfaces.web.components.part import RETURN_S, Mail
from myscholar.surfaces.web.components.runs import (
    diversions,
    run_progress,
    run_questions,
    steering,
)
from myscholar.surfaces.web.components.runs.run_progress import stage_of
from myscholar.surfaces.web.navigation import ASK, REPORT, SETTINGS, go_to
from myscholar.views.run_watch import Watched, watch
from myscholar.workflows.ask.ask_again import ask_instead
from myscholar.workflows.jobs import cancel, resume
from myscholar.workflows.runs.run_facts import facts_of

Draw = Callable[[Watched], Mail[run_progress.Message]]
Also = Callable[[Watched], None]


def follow(
    run_id: RunId,
    *,
    draw: Draw = run_progress.show,
    diversions: bool = False,
    also: Also | None = None,
) -> None:
    """Draws the run's progress, which then goes on by itself, with what `also` makes of it; runs
    the page again when the run is over, or goes on again.

    For a run that has not finished. One that stopped is drawn with why, what is kept, and the
    buttons to go on. Raises UnknownName.
    """
    watched = watch(session.services(), run_id)
    if also is None and watched.status is RunStatus.FINISHED:  # since the page asked
        st.rerun()
    look = st.fragment(_look, run_every=RETURN_S)
    look(run_id, stage_of(watched), draw, diversions and not watched.is_over, also)


def _look(run_id: RunId, stage: str, draw: Draw, divert: bool, also: Also | None) -> None:
    with trouble.nothing_worse():  # it may have been deleted elsewhere
        watched = watch(session.services(), run_id)
        _fulfil(draw(watched), run_id)
        if also:
            also(watched)
        played = divert and diversions.is_played(
            diversions.show(key=f"diversions-{run_id}", news=_news(watched))
        )
        if stage_of(watched) != stage and not (played and watched.is_over):
            st.rerun()


def _news(watched: Watched) -> str | None:
    if not watched.is_over:
        return None
    return "Ready." if watched.status is RunStatus.FINISHED else "The work has stopped."


def _fulfil(wishes: Mail[run_progress.Message], run_id: RunId) -> None:
    """A wish that can't be fulfilled says why, once, and is not tried again by itself."""
    if not wishes.messages:
        return
    wishes.take()
    services = session.services()
    with trouble.shown_here():
        for wish in wishes.messages:
            match wish.kind:
                case "cancel":
                    cancel(services, run_id)
                case "resume":
                    resume(services, run_id)
                case "start_again":
                    resume(services, run_id, anew=True)
                case "change":
                    question_box.open_search()
                    go_to(ASK, inquiry=ask_instead(services, run_id).inquiry_id)
                case "back":
                    go_to(REPORT, run=facts_of(services, run_id).base)
                case "settings":
                    go_to(SETTINGS)
                case "answer":
                    run_questions.give(wish)
                case "steer":
                    steering.give(wish)
        st.rerun()
