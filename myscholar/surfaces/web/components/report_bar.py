"""Which report is open and which version of it; what can be done with it as a whole."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from myscholar.domain.report import Report
from myscholar.domain.runs import RunKind
from myscholar.surfaces.web.components import saved_file
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
_MADE = {RunKind.REPORT: "first", RunKind.REWRITE: "rewritten", RunKind.FOLLOW_UP: "follow-up"}


@dataclass(frozen=True)
class OpenReport:
    report_id: str


@dataclass(frozen=True)
class AskAgain:
    """The question on the page Ask, with these actions, to change it."""


@dataclass(frozen=True)
class DeleteReport:
    pass


@dataclass(frozen=True)
class ImportReport:
    upload: Upload


def choose(shelves: Sequence[ReportShelf], open_id: str | None) -> OpenReport | None:
    """`open_id` may be a report that is still being written: then none of the finished ones is
    chosen."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        return _shelf(shelves, open_id)


def _shelf(shelves: Sequence[ReportShelf], open_id: str | None) -> OpenReport | None:
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
        return OpenReport(shelves[chosen].versions[0].report_id)
    return _version(shelves[now], open_id) if now is not None else None


def _version(shelf: ReportShelf, open_id: str | None) -> OpenReport | None:
    current = shelf.version(open_id or "")
    if current is None or len(shelf.versions) == 1:
        return None
    labels = {v.number: f"Version {v.number} ({_MADE[v.kind]})" for v in shelf.versions}
    chosen = st.selectbox(
        "Version",
        list(labels),
        index=list(labels).index(current.number),
        format_func=labels.__getitem__,
        key=f"version-{open_id}-{len(labels)}",
        label_visibility="collapsed",
        width=190,
    )
    before = shelf.numbered(current.base)
    if before and st.button(
        f"Back to version {before.number}", icon=":material/undo:", key="version-before"
    ):
        return OpenReport(before.report_id)
    wanted = shelf.numbered(chosen)
    return OpenReport(wanted.report_id) if wanted and wanted.number != current.number else None


def _labels(shelves: Sequence[ReportShelf]) -> list[str]:
    """No two alike, as Streamlit tells options apart by their labels alone: where day and question
    are, the time is said, else a number."""
    made = [(shelf.versions[0].created_at, shelf.question) for shelf in shelves]
    days = [f"{day(at)} · {question}" for at, question in made]
    alike = Counter(days)
    timed = [
        label if alike[label] == 1 else f"{moment(at)} · {question}"
        for label, (at, question) in zip(days, made, strict=True)
    ]
    met: Counter[str] = Counter()
    labels = []
    for label in reversed(timed):  # the oldest first, so that a number stays
        met[label] += 1
        labels.append(f"{label} · {met[label]}" if met[label] > 1 else label)
    return labels[::-1]


def export(report: Report) -> None:
    with st.popover("Export", icon=":material/download:"), st.container(gap="xxsmall"):
        for suffix, (label, mime) in FORMATS.items():
            st.download_button(
                label,
                _writer(report, suffix),
                file_name=f"{file_name(report.title)}{suffix}",
                mime=mime,
                on_click="ignore",
                type="tertiary",
                key=f"download{suffix}",
            )


def bring_in() -> ImportReport | None:
    """In a box of its own, closed at first."""
    with st.expander(saved_file.label("report"), icon=saved_file.ICON):
        upload = saved_file.choose("report")
    return ImportReport(upload) if upload else None


def more(report: Report) -> AskAgain | DeleteReport | ImportReport | None:
    wish: AskAgain | DeleteReport | ImportReport | None = None
    with st.popover("More", icon=":material/more_horiz:"), st.container(width=340, gap="xsmall"):
        if st.button(
            "Change the question", icon=":material/edit:", type="tertiary", key="ask-again"
        ):
            wish = AskAgain()
        st.caption("Opens it on the page Ask, with these actions.")
        wish = bring_in() or wish
        with st.expander("Delete this report", icon=":material/delete:"):
            st.text(
                "This version goes, and its link with it. Other versions and files you downloaded "
                "stay. It can't be undone."
            )
            if st.button("Delete", type="primary", key=f"delete-{report.report_id}"):
                wish = DeleteReport()
    return wish


def file_name(title: str) -> str:
    """Of a report, without an ending: the words of its title that fit."""
    name = ""
    for word in re.findall(r"[^\W_]+", title.casefold()):
        if len(name) + len(word) >= _NAME:
            break
        name += f"-{word}" if name else word
    return name or "report"


def _writer(report: Report, suffix: str) -> Callable[[], bytes]:
    """Written when the button is clicked, not at every look at the page."""
    return lambda: export_format(Path(f"report{suffix}"))(report).encode()
