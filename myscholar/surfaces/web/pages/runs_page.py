"""All that was started: what goes on, what is finished, and what stopped."""

from pathlib import Path

import streamlit as st

from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.errors import MyScholarError
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, trouble
from myscholar.surfaces.web.components.part import RETURN_S
from myscholar.surfaces.web.components.runs import run_list, run_questions, worker_notice
from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.navigation import ASK, PROFILE, REPORT, RESEARCH, TABLES, go_to
from myscholar.surfaces.web.remedies import explain
from myscholar.views import run_list as runs
from myscholar.workflows.ask.run_inquiry import inquiry_of
from myscholar.workflows.jobs import cancel, resume
from myscholar.workflows.profile.update_profile import updated_profile
from myscholar.workflows.runs.remove_run import remove_run
from myscholar.workflows.runs.run_facts import facts_of

Place = tuple[Path, dict[str, str | None]]


def page() -> None:
    frame.show("Runs")
    worker_notice.show()
    with trouble.shown_here():
        if not session.services().runs.count():
            nothing_yet()
            return
        st.fragment(look, run_every=RETURN_S)()


def look() -> None:
    with trouble.nothing_worse():
        here, services = held(session.Browser), session.services()
        limit = runs.SHOWN * (1 + here.n_older)
        view = runs.run_list(services, looked_into=here.looked_into, limit=limit)
        wishes = run_list.show(view, here.looked_into, limit, here.troubles)
        opened = None
        for wish in wishes.messages:
            if isinstance(wish, run_list.Older):
                here.n_older += 1
                continue
            here.troubles.pop(wish.run, None)
            try:
                opened = fulfil(wish, here) or opened
            except MyScholarError as error:  # shown beside its run
                here.troubles[wish.run] = explain(error)
        wishes.take()
        if opened:
            page, address = opened
            go_to(page, **address)
        if wishes.messages:
            st.rerun()


def fulfil(
    wish: run_list.RunWish | run_questions.AnswerQuestion, here: session.Browser
) -> Place | None:
    """Where to go then, if anywhere."""
    services, run_id = session.services(), wish.run
    match wish.kind:
        case "open":
            return place_of(run_id)
        case "look":
            here.looked_into |= {run_id}
        case "cancel":
            cancel(services, run_id)
        case "resume":
            resume(services, run_id)
        case "delete":
            remove_run(services, run_id)
        case "answer":
            run_questions.give(wish)
    return None


def place_of(run_id: RunId) -> Place:
    """The page where a run's result lives, and what its address says then."""
    services = session.services()
    match services.runs.info(run_id).kind:
        case RunKind.PROFILE:
            return PROFILE, {"profile": run_id}
        case RunKind.PROFILE_UPDATE:
            return PROFILE, {"profile": updated_profile(services, run_id), "update": run_id}
        case RunKind.PAPERS:
            return PROFILE, {}
        case RunKind.ACTIONS | RunKind.CLARIFY | RunKind.HEAD_START:
            return ASK, {"inquiry": inquiry_of(services, run_id)}
        case RunKind.REPORT | RunKind.REWRITE | RunKind.FOLLOW_UP:
            return (RESEARCH if is_researched(run_id) else REPORT), {"run": run_id}
        case RunKind.ANSWER:
            return REPORT, {"run": facts_of(services, run_id).base}
        case RunKind.TABLE:
            return TABLES, {"table": run_id}


def is_researched(run_id: RunId) -> bool:
    """Whether it is followed on the page Research: once its report is there, that is looked at."""
    services = session.services()
    is_finished = services.runs.info(run_id).status is RunStatus.FINISHED
    return not is_finished and facts_of(services, run_id).research is not None


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
