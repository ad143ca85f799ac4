"""What a reader asks on, or wants changed, in their own words."""

import streamlit as st

from myscholar.surfaces.web.components.layout import row
from myscholar.workflows.report.change_report import LONGEST_INSTRUCTION

_EXAMPLES = (
    "Add a section on evaluation with people. Shorten the second section. What do these papers "
    "leave open?"
)


def show(report_id: str) -> str | None:
    """The instruction, once it is sent; it stays in the box until the page has gone on."""
    st.subheader("Ask a follow-up or say what to change", anchor="follow-up")
    with st.form(f"follow-up-{report_id}", border=False):
        said = st.text_area(
            "Your follow-up",
            key=f"follow-up-text-{report_id}",
            max_chars=LONGEST_INSTRUCTION,
            height=90,
            placeholder=_EXAMPLES,
            label_visibility="collapsed",
        )
        with row():
            sent = st.form_submit_button("Make a new version", icon=":material/edit_note:")
            st.caption(
                "This version stays as it is; the new one shows what changed.", width="content"
            )
    return said if sent else None
