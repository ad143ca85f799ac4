"""Which library the papers go into, and what is made of the ticked ones: a profile."""

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from myscholar.domain.text import counted
from myscholar.surfaces.web.components import no_key
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.profile.profiles import NAME_LIMIT
from myscholar.workflows.profile.update_profile import Change
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


def change(
    change: Change, estimate: Estimate | None, why_no_model: str = ""
) -> Literal["made", "free"] | None:
    """Whether the profile is to rest on the ticked papers, and how."""
    words = (
        f"{counted(change.n_added, 'paper')} added" if change.n_added else "",
        f"{counted(change.n_removed, 'paper')} removed" if change.n_removed else "",
    )
    told = ", ".join(filter(None, words))
    if not change.n_papers:
        st.markdown(":material/info: A profile needs at least one paper. Tick one to go on.")
    with row("change-papers"):
        label = f"Update the profile: {told}" if change.is_one else "Tick other papers to update"
        wanted = st.button(label, type="primary", disabled=not change.is_one, key="update-go")
        free = bool(why_no_model) and st.button(
            "Update without a model, free", disabled=not change.is_one, key="update-free"
        )
    if why_no_model and change.is_one:
        no_key.show(why_no_model)
    if estimate and change.is_one:
        st.caption(plain(f"{estimate.spoken}. {_what_is_done(change, estimate)}"))
    return "free" if free else "made" if wanted else None


def _what_is_done(change: Change, estimate: Estimate) -> str:
    if change.is_cut:
        return "Nothing is read anew: an inference that loses all of its papers goes. Edits stay."
    whole = "All papers are read again, since counts are of all of them."
    return f"{whole if estimate.models else 'Everything is counted anew.'} Your edits stay."
