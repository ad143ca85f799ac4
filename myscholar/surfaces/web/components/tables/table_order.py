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
    library: str | None = None,
) -> TableOrder | None:
    """The papers as an order without columns; None while a question is missing. The report or the
    library that is named is offered first."""
    libraries = [source for source in sources if source.name.startswith("library:")]
    wanted = f"library:{library}" if library else None
    if report_id and all(report.report_id != report_id for report in reports):
        _say_gone("report")
    if wanted and all(source.name != wanted for source in libraries):
        _say_gone("library")
    options = [
        rows
        for rows in Rows
        if (reports or rows not in (Rows.CITED, Rows.FOUND))
        and (libraries or rows is not Rows.LIBRARY)
    ]
    first = Rows.LIBRARY if library and Rows.LIBRARY in options else options[0]
    chosen = st.segmented_control(
        "Rows", options, default=first, required=True, key=f"{key}-rows-{report_id}-{library}"
    )
    match chosen:
        case Rows.CITED | Rows.FOUND:
            return _of_report(reports, report_id, with_found=chosen is Rows.FOUND, key=key)
        case Rows.LIBRARY:
            own = _source("Library", libraries, key=f"{key}-library-{library}", first=wanted)
            return TableOrder(sources=(own.name,))
        case _:
            return _searched(sources, key=key)


def _say_gone(what: str) -> None:
    st.warning(
        f"The {what} of this address is not here: it was deleted, or it is on another computer. "
        "Choose other papers.",
        icon=":material/warning:",
    )


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


def _source(
    label: str, sources: Sequence[SourceChoice], *, key: str, first: str | None = None
) -> SourceChoice:
    labels = numbered(source.label for source in sources)
    place = st.selectbox(
        label,
        range(len(sources)),
        index=next((n for n, source in enumerate(sources) if source.name == first), 0),
        format_func=labels.__getitem__,
        key=key,
        width=420,
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
