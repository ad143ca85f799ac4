"""How a report was researched together with a person, or is at this moment."""

import streamlit as st

from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import InputError
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, trouble
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.components.runs import following, research, steering
from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.navigation import REPORT, RESEARCH, go_to, in_address
from myscholar.surfaces.web.plain import plain
from myscholar.views.run_watch import watch
from myscholar.workflows.report.reports import REPORTS, get_report

_NOT_HERE = (
    "There is no research at this address. A report that was researched together with you leads "
    "here from its own page."
)


def page() -> None:
    frame.show()
    with trouble.shown_here():
        wanted = in_address("run") or held(session.Browser).report
        if wanted is None:
            raise InputError(_NOT_HERE)
        show(RunId(wanted))


def show(run_id: RunId) -> None:
    """Raises UnknownName, InputError."""
    services = session.services()
    info = services.runs.info(run_id)
    if info.kind not in REPORTS:
        raise InputError(_NOT_HERE)
    session.open_report(run_id)
    is_finished = info.status is RunStatus.FINISHED
    with row("research-head", vertical_alignment="bottom"):
        st.subheader(plain(info.title), anchor=False, width="stretch")
        label = "Read the report" if is_finished else "The report, while it is written"
        st.page_link(REPORT, label=label, icon=":material/article:", query_params={"run": run_id})
    if not is_finished:
        following.follow(run_id, draw=research.show)
        return
    known = get_report(services, run_id).interaction
    if known is None:
        st.markdown("This report was written from one search: nobody was asked on the way.")
        return
    wishes = research.show_finished(watch(services, run_id), known)
    if changed := [wish for wish in wishes.messages if wish.kind == "steer"]:
        begun = steering.go_on(changed[-1])
        wishes.take()
        if begun:
            go_to(RESEARCH, run=begun)
        st.rerun()


page()
