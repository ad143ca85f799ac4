"""Which papers are a table's rows, and what its columns ask."""

from collections.abc import Sequence
from enum import StrEnum

import streamlit as st

from myscholar.domain.orders import TableOrder
from myscholar.domain.runs import RunId
from myscholar.domain.tables import LONGEST_ASKED, MOST_COLUMNS, MOST_ROWS
from myscholar.surfaces.web.components.layout import numbered, row
from myscholar.workflows.library.source_names import SourceChoice
from myscholar.workflows.report.reports import SavedReport


class Rows(StrEnum):
    """Where a table's papers come from, as a person reads it."""

    CITED = "Papers a report cites"
    FOUND = "All papers a report found"
    LIBRARY = "A library"
    SEARCH = "Best papers for a question"


def choose_rows(
    reports: Sequence[SavedReport],
    sources: Sequence[SourceChoice],
    *,
    key: str,
    report_id: str | None = None,
) -> TableOrder | None:
    """The papers as an order without columns; None while something is missing. `report_id` is
    the report that is offered first."""
    libraries = [source for source in sources if source.name.startswith("library:")]
    options = [
        rows
        for rows in Rows
        if (reports or rows not in (Rows.CITED, Rows.FOUND))
        and (libraries or rows is not Rows.LIBRARY)
    ]
    chosen = st.segmented_control(
        "Rows", options, default=options[0], required=True, key=f"{key}-rows"
    )
    match chosen:
        case Rows.CITED | Rows.FOUND:
            return _of_report(reports, report_id, with_found=chosen is Rows.FOUND, key=key)
        case Rows.LIBRARY:
            library = _source("Library", libraries, key=f"{key}-library")
            return TableOrder(sources=(library.name,))
        case _:
            return _searched(sources, key=key)


def _of_report(
    reports: Sequence[SavedReport], report_id: str | None, *, with_found: bool, key: str
) -> TableOrder:
    labels = numbered(report.title for report in reports)
    ids = [report.report_id for report in reports]
    place = st.selectbox(
        "Report",
        range(len(reports)),
        index=next((n for n, own in enumerate(ids) if own == report_id), 0),
        format_func=labels.__getitem__,
        key=f"{key}-report-{report_id}",
    )
    return TableOrder(report=RunId(ids[place]), with_found=with_found)


def _searched(sources: Sequence[SourceChoice], *, key: str) -> TableOrder | None:
    question = st.text_input(
        "Question",
        key=f"{key}-question",
        placeholder="How is factual accuracy of language models evaluated?",
    )
    with row(vertical_alignment="bottom"):
        source = _source("Searched in", sources, key=f"{key}-source")
        limit = st.number_input(
            "At most so many papers", 1, MOST_ROWS, value=40, key=f"{key}-limit", width=200
        )
    if not question.strip():
        return None
    return TableOrder(question=question, sources=(source.name,), limit=limit)


def _source(label: str, sources: Sequence[SourceChoice], *, key: str) -> SourceChoice:
    labels = numbered(source.label for source in sources)
    place = st.selectbox(
        label, range(len(sources)), format_func=labels.__getitem__, key=key, width=420
    )
    return sources[place]


def choose_columns(
    suggested: Sequence[str], chosen: Sequence[str], *, key: str, most: int = MOST_COLUMNS
) -> tuple[str, ...]:
    """What the columns ask, in the order in which they were named; own words are typed."""
    asked = st.multiselect(
        "Columns, in your own words",
        list(dict.fromkeys((*chosen, *suggested))),
        default=list(chosen),
        accept_new_options=True,
        max_selections=most,
        key=f"{key}-columns",
        placeholder="Choose, or type your own words and press Enter",
        help=f"Any words: “sample size”, “how raters were paid”. At most {MOST_COLUMNS} "
        f"columns of {LONGEST_ASKED} characters.",
    )
    return tuple(asked)
