"""All that was started: what goes on, what is finished, and what stopped."""

import streamlit as st

from myscholar.domain.runs import RunId, RunKind
from myscholar.errors import MyScholarError
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, run_list, trouble
from myscholar.surfaces.web.navigation import ASK, PROFILE, REPORT, go_to
from myscholar.surfaces.web.remedies import explain
from myscholar.workflows.jobs import answer
from myscholar.workflows.runs import run_list as runs

REFRESH_S = 1.0


def page() -> None:
    frame.show("Runs")
    with trouble.shown_here():
        view = runs.run_list(session.services())
        if not view.runs:
            nothing_yet()
            return
        st.fragment(look, run_every=REFRESH_S if view.is_going_on else None)(view.is_going_on)


def look(was_going_on: bool) -> None:
    """Drawn every second while something goes on."""
    with trouble.nothing_worse():
        view = runs.run_list(
            session.services(), looked_into=session.looked_into(), limit=session.n_runs()
        )
        wishes = run_list.show(view, session.troubles())
        for wish in wishes:
            if isinstance(wish, run_list.Older):
                session.list_older_runs()
            else:
                fulfil(wish)
        run_list.PART.taken(run_list.KEY)
        if wishes or view.is_going_on != was_going_on:
            st.rerun()


def fulfil(wish: run_list.OfOne) -> None:
    """An error is shown beside its run."""
    session.note_trouble(wish.run, None)
    try:
        carry_out(wish)
    except MyScholarError as error:
        session.note_trouble(wish.run, explain(error))


def carry_out(wish: run_list.OfOne) -> None:
    services = session.services()
    match wish:
        case run_list.OpenRun(run=run_id):
            run_list.PART.taken(run_list.KEY)
            open_run(run_id)
        case run_list.Look(run=run_id):
            session.look_into(run_id)
        case run_list.CancelRun(run=run_id):
            services.runner.cancel(run_id)
        case run_list.ResumeRun(run=run_id):
            services.runner.resume(run_id)
        case run_list.DeleteRun(run=run_id):
            runs.remove_run(services, run_id)
        case run_list.AnswerRun(run=run_id, question=question, text=text):
            answer(services, run_id, question, text)


def open_run(run_id: RunId) -> None:
    services = session.services()
    match services.runs.info(run_id).kind:
        case RunKind.PROFILE:
            go_to(PROFILE, profile=run_id)
        case RunKind.PAPERS:
            go_to(PROFILE)
        case RunKind.ACTIONS | RunKind.HEAD_START:
            go_to(ASK, inquiry=runs.inquiry_of(services, run_id))
        case RunKind.REPORT | RunKind.REWRITE | RunKind.FOLLOW_UP:
            go_to(REPORT, run=run_id)


def nothing_yet() -> None:
    st.markdown(
        "Nothing has been started yet. What you start on the other pages is listed here, with its "
        "steps and what it cost."
    )
    if st.button(
        "Make a profile", type="primary", icon=":material/arrow_forward:", key="to-profile"
    ):
        go_to(PROFILE)


page()
