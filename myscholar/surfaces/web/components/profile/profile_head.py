"""A profile's name, what is on, who made it, and what the reader should know."""

import streamlit as st

from myscholar.domain.profile import Profile
from myscholar.domain.text import counted
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.plain import plain
from myscholar.surfaces.web.times import day
from myscholar.views.profile_history import last_papers_change
from myscholar.views.profile_view import ENGINE_NAMES, maker_of

CHANGED = "What changed"
_WITHHELD = (
    "myscholar says nothing about anyone's origin, language, gender, age, health, beliefs or "
    "ability."
)


def show(profile: Profile) -> bool:
    """Whether the researcher goes on to ask."""
    with row(horizontal_alignment="distribute"):
        st.title(plain(profile.name), anchor=False, width="content")
        to_ask = st.button(
            "Ask a question", type="primary", icon=":material/arrow_forward:", key="to-ask"
        )
    st.caption(plain(_facts(profile)))
    if change := last_papers_change(profile):
        st.caption(f":material/sync: {plain(change)} Look under “{CHANGED}”.")
    for note in profile.notes:
        st.caption(f":material/info: {plain(note)}")
    if profile.n_withheld:
        was = "was" if profile.n_withheld == 1 else "were"
        st.caption(
            f":material/shield: {counted(profile.n_withheld, 'inference')} {was} withheld: "
            f"{plain(_WITHHELD)}"
        )
    return to_ask


def _facts(profile: Profile) -> str:
    n_on, n = len(profile.enabled), len(profile.inferences)
    maker = maker_of(profile)
    facts = (
        f"{n_on} of {counted(n, 'inference')} on, from {counted(len(profile.papers), 'paper')}. "
        f"Inferred by {maker}"
    )
    made = f"{facts} on {day(profile.created_at)}."
    return (
        made
        if maker in ENGINE_NAMES.values()
        else f"{made} Read the quotes before you rely on a statement."
    )
