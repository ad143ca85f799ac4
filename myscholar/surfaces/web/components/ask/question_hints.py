"""What is doubtful about a question, before anything runs; one may go on all the same."""

import streamlit as st

from myscholar.domain.text import shorten
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.ask.question_hints import Hints

_LABEL = 90


def show(hints: Hints) -> tuple[str, str] | None:
    """Of two questions the one to ask now, and the other, if the person takes them apart."""
    if not hints.hints:
        return None
    with st.container(border=True, gap="small", key="question-hints"):
        if not hints.apart:
            for hint in hints.hints:
                st.markdown(f":material/lightbulb: {plain(hint)}")
            return None
        st.markdown(
            ":material/lightbulb: This asks two things. One report for each goes deeper. The "
            "other one waits under *Earlier questions*."
        )
        for number, question in enumerate(hints.apart):
            label = f"Ask only: {plain(shorten(question, _LABEL))}"
            if st.button(
                label, help=plain(question), icon=":material/call_split:", key=f"apart-{number}"
            ):
                return question, hints.apart[1 - number]
    return None
