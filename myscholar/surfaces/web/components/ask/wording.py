"""The question said again with the answers, to be changed and taken or left; and the way back."""

from typing import Literal

import streamlit as st

from myscholar.domain.interaction import Clarification
from myscholar.domain.text import shorten
from myscholar.surfaces.web.components.layout import quiet_button, row
from myscholar.surfaces.web.plain import plain

_SAID, _LABEL = 60, 90
Choice = Literal["take", "keep"]


def show(made: Clarification, given: str, *, of: str) -> tuple[str, Choice | None]:
    """The question with what was said, as the person leaves it; `given` as it was left before, `of`
    the run that asked."""
    key = f"rephrased-{of}"
    st.session_state.setdefault(key, given or made.summary)
    with st.container(border=True, gap="small", key="rephrased"):
        _said(made)
        text = st.text_area(
            "Your question with what you said",
            key=key,
            height="content",
            max_chars=20_000,
        )
        is_same = text.strip() == made.question
        with row(gap="small"):
            if st.button("Ask this instead", key="take-wording", disabled=is_same):
                return text, "take"
            if quiet_button("Keep my question", "undo", key="keep-wording"):
                return text, "keep"
    return text, None


def _said(made: Clarification) -> None:
    with row("said", gap="small"):
        for turn in made.turns:
            for words in turn.answer.choices or (turn.answer.text,):
                if words:
                    st.badge(plain(shorten(words, _SAID)), color="gray")
        st.caption(plain(made.ended), width="content")


def is_exchanged(other: str) -> bool:
    """Whether the person goes back to the other wording."""
    label = f"Ask instead: {plain(shorten(other, _LABEL))}"
    return quiet_button(label, "swap_horiz", key="other-wording", help=plain(other))
