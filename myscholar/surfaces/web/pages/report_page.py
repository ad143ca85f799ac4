"""The report that was written last, or an earlier one."""

import streamlit as st

from myscholar.domain.report import Report
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, report_bar, report_view, trouble
from myscholar.surfaces.web.navigation import ASK
from myscholar.workflows.report_view import report_view as view_of
from myscholar.workflows.reports import SavedReport, delete_report, get_report, list_reports


def page() -> None:
    frame.show()
    with trouble.shown_here():
        saved = list_reports(session.services())
        if not saved:
            nothing_yet()
            return
        report = opened(saved)
        match report_bar.show(saved, report):
            case report_bar.Open(report_id):
                session.show_report(report_id)
                st.rerun()
            case report_bar.Delete():
                delete_report(session.services(), report.report_id)
                session.show_report(None)
                st.rerun()
        report_view.show(view_of(report))


def opened(saved: tuple[SavedReport, ...]) -> Report:
    """The report chosen in this session, else the newest."""
    wanted = session.report_id()
    known = [r.report_id for r in saved]
    return get_report(session.services(), wanted if wanted in known else known[0])


def nothing_yet() -> None:
    st.title("Report", anchor=False)
    st.markdown("No report has been written yet.")
    if st.button("Ask a question", type="primary", icon=":material/arrow_forward:", key="to-ask"):
        st.switch_page(ASK)


page()
