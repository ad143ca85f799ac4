"""Which library the papers go into, and what is made of the ticked ones: a profile."""

from dataclasses import dataclass

import streamlit as st

from myscholar.domain.text import counted
from myscholar.surfaces.web.components import no_key
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.profile.profiles import NAME_LIMIT
from myscholar.workflows.runs.estimates import Estimate


@dataclass(frozen=True)
class Infer:
    name: str
    free: bool = False
    """Without a model."""


def choose(names: tuple[str, ...], current: str) -> str:
    """The library that is to be in use; one can be named that is not there yet."""
    options = tuple(dict.fromkeys((*names, current)))
    chosen = st.selectbox(
        "Library",
        options,
        index=options.index(current),
        accept_new_options=True,
        key=f"library-{current}-{'-'.join(options)}",
        placeholder="Choose one, or name a new one",
        label_visibility="collapsed",
        width=240,
    )
    return str(chosen).strip() if chosen else current


def infer(n_papers: int, estimate: Estimate | None, why_no_model: str = "") -> Infer | None:
    with st.form("infer", border=False), row(vertical_alignment="bottom"):
        name = st.text_input(
            "Name of the profile",
            value="My profile",
            max_chars=NAME_LIMIT,
            key="profile-name",
            width=260,
        )
        label = (
            f"Infer a profile from {counted(n_papers, 'paper')}"
            if n_papers
            else "Tick papers to infer a profile"
        )
        wanted = st.form_submit_button(label, type="primary", disabled=not n_papers, key="infer-go")
        free = bool(why_no_model) and st.form_submit_button(
            "Infer without a model, free", disabled=not n_papers, key="infer-free"
        )
    if why_no_model and n_papers:
        no_key.show(why_no_model)
    if estimate and n_papers:
        st.caption(plain(estimate.spoken))
    return Infer(name, free) if wanted or free else None
