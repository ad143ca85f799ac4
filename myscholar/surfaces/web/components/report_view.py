"""The report with its highlights, citations and action bar: drawn in the browser from plain data, as text nodes only."""

from pathlib import Path

import streamlit as st

from myscholar.workflows.report_view import ReportView

_HERE = Path(__file__).parent
_draw = st.components.v2.component(
    "myscholar_report",
    html='<div id="report"></div>',
    css=(_HERE / "report_view.css").read_text(encoding="utf-8"),
    js=(_HERE / "report_view.js").read_text(encoding="utf-8"),
)


def show(view: ReportView) -> None:
    _draw(key=f"report-{view.report_id}", data=view.model_dump(mode="json"))
