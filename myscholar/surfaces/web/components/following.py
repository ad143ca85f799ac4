"""Follows a run on a page until it is over."""

from collections.abc import Callable

import streamlit as st

from myscholar.domain.runs import RunId, RunStatus
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import diversions, run_progress, trouble
from myscholar.workflows.run_watch import Watched, watch
from myscholar.workflows.run_work import start_again

QUICK_S, SLOW_S, PATIENT_AFTER_S = 0.5, 2.0, 60.0


def follow(run_id: RunId, *, diversions: bool = False, also: Callable[[Watched], None] | None = None) -> None:
    """Draws the run's progress, and below it what `also` makes of it, over and over; then runs the page again.

    For a run that has not finished. One that stopped is drawn once, with why, what is kept, and the buttons to go on.
    Raises UnknownName.
    """
    watched = watch(session.services(), run_id)
    pace = None if watched.is_over else _pace(watched)
    st.fragment(_look, run_every=pace)(run_id, pace, diversions, also)


def _pace(watched: Watched) -> float:
    """Text that streams in is shown as it comes; else a long run is looked at more seldom."""
    return QUICK_S if watched.seconds < PATIENT_AFTER_S or watched.parts else SLOW_S


def _look(run_id: RunId, pace: float | None, divert: bool, also: Callable[[Watched], None] | None) -> None:
    watched = watch(session.services(), run_id)
    key = f"progress-{run_id}"
    wishes = run_progress.show(watched, key=key)
    if wishes:
        with trouble.shown_here():
            for wish in wishes:
                _fulfil(wish, run_id)
            run_progress.PART.taken(key)
            st.rerun()
        run_progress.PART.taken(key)
    if also:
        also(watched)
    if pace is None:
        return
    if divert and diversions.is_played(diversions.show(key=f"diversions-{run_id}", news=_news(watched))):
        return
    if watched.is_over or _pace(watched) != pace:
        st.rerun()


def _news(watched: Watched) -> str | None:
    if not watched.is_over:
        return None
    return "Ready." if watched.status is RunStatus.FINISHED else "The work has stopped."


def _fulfil(wish: run_progress.Message, run_id: RunId) -> None:
    services = session.services()
    match wish:
        case run_progress.Cancel():
            services.runner.cancel(run_id)
        case run_progress.Resume():
            services.runner.resume(run_id)
        case run_progress.StartAgain():
            start_again(services, run_id)
