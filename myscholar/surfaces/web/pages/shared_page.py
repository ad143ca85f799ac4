"""A report that someone shared: to read, and nothing else."""

import streamlit as st

from myscholar.domain.report import Report
from myscholar.errors import UnknownShare
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, trouble
from myscholar.surfaces.web.components.report import report_view
from myscholar.surfaces.web.navigation import in_address
from myscholar.views.report_view import report_view as view_of
from myscholar.workflows.report.shares import shared_report


def page() -> None:
    frame.show(alone=True)
    with trouble.shown_here():
        report = open_shared(in_address("key") or "")
        st.caption("A report that was shared with you, to read.")
        report_view.show(view_of(report), feedback={}, read_only=True)


def open_shared(key: str) -> Report:
    try:
        return shared_report(session.services(), key)
    except UnknownShare:
        st.title("Shared report", anchor=False)
        raise


page()
