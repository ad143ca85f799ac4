"""A report that someone shared: to read, and nothing else."""

import streamlit as st

from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, report_view, trouble
from myscholar.surfaces.web.navigation import in_address
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.report_view import report_view as view_of
from myscholar.workflows.shares import shared_report


def page() -> None:
    frame.show(alone=True)
    with trouble.shown_here():
        report = shared_report(session.services(), in_address("key") or "")
        st.caption(f"{plain(report.question)} · {plain(report.created_at[:10])} · shared to be read")
        report_view.show(view_of(report), feedback={}, read_only=True)


page()
