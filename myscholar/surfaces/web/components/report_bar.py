"""Earlier reports, and the one that is open as a file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from myscholar.domain.report import Report
from myscholar.workflows.files import export_format
from myscholar.workflows.reports import SavedReport

FORMATS = {
    ".html": ("HTML", "text/html"),
    ".md": ("Markdown", "text/markdown"),
    ".json": ("JSON", "application/json"),
    ".bib": ("BibTeX", "text/plain"),
}


@dataclass(frozen=True)
class Open:
    report_id: str


@dataclass(frozen=True)
class Delete:
    pass


def show(saved: Sequence[SavedReport], report: Report) -> Open | Delete | None:
    titles = {r.report_id: f"{r.title} ({r.created_at[:10]})" for r in saved}
    ids = list(titles)
    wish: Open | Delete | None = None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = f"report-{report.report_id}-{len(ids)}"
        chosen = st.selectbox(
            "Report",
            ids,
            index=ids.index(report.report_id),
            format_func=titles.__getitem__,
            key=key,
            width=420,
            label_visibility="collapsed",
        )
        if chosen != report.report_id:
            wish = Open(chosen)
        for suffix, (label, mime) in FORMATS.items():
            st.download_button(
                label, _writer(report, suffix), file_name=f"report{suffix}", mime=mime, icon=":material/download:",
                on_click="ignore", key=f"download{suffix}",
            )  # fmt: skip
        with st.popover("Delete", icon=":material/delete:"):
            st.text("The report goes; files you downloaded stay.")
            if st.button("Delete this report", type="primary", key=f"delete-{report.report_id}"):
                wish = Delete()
    return wish


def _writer(report: Report, suffix: str) -> Callable[[], bytes]:
    """Written when the button is clicked, not at every look at the page."""
    return lambda: export_format(Path(f"report{suffix}"))(report).encode()
