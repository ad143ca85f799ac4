"""The reports written for a question, to open."""

from collections.abc import Sequence

import streamlit as st

from myscholar.domain.runs import RunStatus
from myscholar.domain.text import shorten
from myscholar.surfaces.web.components.layout import quiet_button, row
from myscholar.surfaces.web.components.runs.run_words import problem
from myscholar.surfaces.web.plain import plain
from myscholar.surfaces.web.times import moment
from myscholar.views.asking_view import WrittenReport

_WORDS = {RunStatus.RUNNING: "being written", RunStatus.FAILED: "stopped"}
_REASON = 200


def show(reports: Sequence[WrittenReport]) -> str | None:
    """The id of the one to open."""
    wanted = None
    if reports:
        st.subheader("Reports for this question", anchor=False)
    for report in reports:
        with row():
            label = f"Report of {moment(report.created_at)}"
            if quiet_button(label, "article", key=f"report-{report.run_id}"):
                wanted = report.run_id
            why = problem(report.status, report.error)
            said = _WORDS.get(report.status, report.status.value)
            said += f": {plain(shorten(why, _REASON))}" if why else ""
            st.caption(said, width="content")
    return wanted
