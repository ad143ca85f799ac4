"""The button that a question ends in, with how long it takes and what it costs."""

from typing import Literal

import streamlit as st

from myscholar.domain.interaction import MOST_TURNS
from myscholar.surfaces.web.components import no_key
from myscholar.surfaces.web.components.layout import quiet_button, row
from myscholar.surfaces.web.plain import plain
from myscholar.views.asking_view import QuestionState

Begun = Literal["propose", "propose-free", "write", "write-free", "ask-first"]
_LABELS = {
    "propose": "Propose actions",
    "again": "Propose actions again",
    "choose": "Propose again",
    "write": "Write the report",
}
_ASKS_FIRST = (
    f"Up to {MOST_TURNS} questions, one at a time; stop when you like. Your question is then said "
    "again with your answers, for you to change, take or leave."
)
_ICONS = {"write": ":material/edit_note:"}


def show(state: QuestionState, *, blocked: bool = False) -> Begun | None:
    """`blocked`: something above is to be mended first."""
    if state.stale:
        st.caption(f":material/info: {plain(state.stale)} Propose again, or go on with them.")
    with row("propose-bar", gap="medium"):
        if _main(state, blocked):
            return "write" if state.first == "write" else "propose"
        asks_first = plain(f"{_ASKS_FIRST} {state.asking_first_takes}")
        if state.can_ask_first and quiet_button(
            "Ask me first", "quiz", key="ask-first", help=asks_first
        ):
            return "ask-first"
        if state.can_do_without_model:
            if state.first == "write" and st.button(
                "Write without a model, free", key="write-free"
            ):
                return "write-free"
            if (state.first in ("propose", "again") or state.has_stopped) and st.button(
                "Propose without a model, free", key="propose-free"
            ):
                return "propose-free"
        if state.takes and not state.is_proposing:
            st.caption(f":material/timer: {plain(state.takes)}", width="content")
    if state.no_key and state.first != "choose":  # it stands beside the actions then
        no_key.show(state.no_key)
    if state.first == "propose" and not state.is_proposing:
        st.caption(
            "Next you choose what the report does: what it covers, leaves out, compares, "
            "explains. Nothing is written before."
        )
    return None


def _main(state: QuestionState, blocked: bool) -> bool:
    """A hint makes it another button: a click that was on its way does not answer the hint."""
    hinted = bool(state.hints.hints)
    begins = state.first == "write" and state.is_researched
    name = "Begin the research" if begins else _LABELS[state.first]
    label = f"{name}{' anyway' if hinted else ''}"
    return st.button(
        label,
        type="tertiary" if state.first == "choose" else "primary",
        icon=_ICONS.get(state.first, ":material/checklist:"),
        disabled=blocked or (state.is_proposing and state.first != "write"),
        help="Others take the place of those below; what you added stays."
        if state.first in ("choose", "again")
        else None,
        key=f"{'write' if state.first == 'write' else 'propose'}{'-anyway' if hinted else ''}",
    )
