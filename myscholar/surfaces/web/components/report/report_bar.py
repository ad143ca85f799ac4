"""Which report is open and which version of it; what can be done with it as a whole."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import streamlit as st

from myscholar.domain.report import Report
from myscholar.domain.text import file_name
from myscholar.surfaces.web.components import saved_file
from myscholar.surfaces.web.components.layout import numbered, quiet_button
from myscholar.surfaces.web.times import day, moment
from myscholar.views.report_file import export_format
from myscholar.workflows.library.gather_papers import Upload
from myscholar.workflows.report.shelf import ReportShelf

FORMATS = {
    ".html": ("HTML, with highlights and quotes", "text/html"),
    ".md": ("Markdown", "text/markdown"),
    ".json": ("JSON, to open it here again", "application/json"),
    ".bib": ("BibTeX of its sources", "text/plain"),
}
_NAME = 60

Wish = Upload | Literal["ask again", "table", "delete"]
"""To bring in a report that was saved as a file; to have the question on the page Ask, with these
actions, to change it; to make a table of its papers."""


def choose(shelves: Sequence[ReportShelf], open_id: str | None) -> str | None:
    """The id of the report to open. `open_id` may be one that is still being written: then none
    of the finished ones is chosen."""
    labels = _labels(shelves)
    now = next((n for n, shelf in enumerate(shelves) if shelf.version(open_id or "")), None)
    chosen = st.selectbox(
        "Report",
        range(len(shelves)),
        index=now,
        format_func=labels.__getitem__,
        key=f"shelf-{open_id}-{now}-{len(shelves)}",
        label_visibility="collapsed",
        placeholder="Open a finished report",
    )
    if chosen is not None and chosen != now:
        return shelves[chosen].versions[0].report_id
    return _version(shelves[now], open_id) if now is not None else None


def _version(shelf: ReportShelf, open_id: str | None) -> str | None:
    current = shelf.version(open_id or "")
    if current is None or len(shelf.versions) == 1:
        return None
    labels = {v.number: f"Version {v.number}" for v in shelf.versions}
    chosen = st.selectbox(
        "Version",
        list(labels),
        index=list(labels).index(current.number),
        format_func=labels.__getitem__,
        key=f"version-{open_id}-{len(labels)}",
        label_visibility="collapsed",
        width=125,
    )
    before = shelf.numbered(current.base)
    if before and quiet_button(f"Back to version {before.number}", "undo", key="version-before"):
        return before.report_id
    wanted = shelf.numbered(chosen)
    return wanted.report_id if wanted and wanted.number != current.number else None


def _labels(shelves: Sequence[ReportShelf]) -> list[str]:
    """No two alike: where day and question are, the time is said, else a number."""
    made = [(shelf.versions[0].created_at, shelf.question) for shelf in shelves]
    days = [f"{question} · {day(at)}" for at, question in made]
    alike = Counter(days)
    timed = [
        label if alike[label] == 1 else f"{question} · {moment(at)}"
        for label, (at, question) in zip(days, made, strict=True)
    ]
    return numbered(reversed(timed))[::-1]  # the oldest first, so that a number stays


def export(report: Report) -> None:
    with (
        st.popover("Export", icon=":material/download:", type="tertiary"),
        st.container(gap="xxsmall"),
    ):
        for suffix, (label, mime) in FORMATS.items():
            st.download_button(
                label,
                _writer(report, suffix),
                file_name=f"{short_name(report.title)}{suffix}",
                mime=mime,
                on_click="ignore",
                type="tertiary",
                key=f"download{suffix}",
            )


def bring_in() -> Upload | None:
    """In a box of its own, closed at first."""
    with st.expander(saved_file.label("report"), icon=saved_file.ICON):
        return saved_file.choose("report")


def more(report: Report) -> Wish | None:
    wish: Wish | None = None
    with (
        st.popover("More", icon=":material/more_horiz:", type="tertiary"),
        st.container(width=340, gap="xsmall"),
    ):
        if quiet_button("Change the question", "edit", key="ask-again"):
            wish = "ask again"
        st.caption("Opens it on the page Ask, with these actions.")
        if quiet_button("Table of its papers", "table", key="to-table"):
            wish = "table"
        wish = bring_in() or wish
        with st.expander("Delete this report", icon=":material/delete:"):
            st.text(
                "This version goes, and its link with it. Other versions and files you downloaded "
                "stay. It can't be undone."
            )
            if st.button("Delete", type="primary", key=f"delete-{report.report_id}"):
                wish = "delete"
    return wish


def short_name(title: str) -> str:
    """Of a report, without an ending: the words of its title that fit."""
    name, words = "", re.findall(r"[^\W_]+", title.casefold())
    for word in words:
        if len(name) + len(word) >= _NAME:
            break
        name += f"-{word}" if name else word
    return file_name(name or "".join(words)[:_NAME], default="report")


def _writer(report: Report, suffix: str) -> Callable[[], bytes]:
    """Written when the button is clicked, not at every look at the page."""
    return lambda: export_format(Path(f"report{suffix}"))(report).encode()
