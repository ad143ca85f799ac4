"""What a reader asks of a report, or wants changed, in their own words: which of the two, they
say."""

import streamlit as st

from myscholar.domain.model import Frozen
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.report.change_report import LONGEST_INSTRUCTION

_EXAMPLES = "What do these papers leave open? Or a change: Shorten the second section."


class NewQuestion(Frozen):
    """To be answered below the report, which stays as it is."""

    text: str
    search: bool


class NewVersion(Frozen):
    """To make a new version."""

    text: str


def show(report_id: str, n_asked: int, takes: str) -> NewQuestion | NewVersion | None:
    """What was sent; it stays in the box until it is begun, as a further one is counted by
    `n_asked`. `takes` says what an answer costs."""
    st.subheader("Ask this report, or change it", anchor="follow-up")
    key = f"{report_id}-{n_asked}"
    with st.form(f"follow-up-{report_id}", border=False):
        said = st.text_area(
            "Your question, or what to change",
            key=f"follow-up-text-{key}",
            max_chars=LONGEST_INSTRUCTION,
            height=90,
            placeholder=_EXAMPLES,
            label_visibility="collapsed",
        )
        search = st.checkbox("Also search for further papers to answer", key=f"search-{report_id}")
        with row():
            asked = st.form_submit_button("Answer below", type="primary", icon=":material/forum:")
            changed = st.form_submit_button("Make a new version", icon=":material/edit_note:")
        st.caption(
            f"“Answer below” leaves the report as it is. {plain(takes)} “Make a new version” "
            "changes the text; this version is kept."
        )
    if asked:
        return NewQuestion(text=said, search=search)
    return NewVersion(text=said) if changed else None
