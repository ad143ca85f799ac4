"""The five aspects of a profile: each inference can be switched off, reworded, removed; its papers open their quotes."""

from dataclasses import dataclass

import streamlit as st

from myscholar.domain.profile import Inference, Profile, ProfileAspect
from myscholar.surfaces.web.components import evidence_card, flag_lines
from myscholar.surfaces.web.plain import plain

_EDITING = "inference-being-edited"
MEANINGS = {
    ProfileAspect.KNOWLEDGE: "What the papers show you know",
    ProfileAspect.RESEARCH_STYLE: "How the papers do research",
    ProfileAspect.WRITING_STYLE: "How the papers are written",
    ProfileAspect.POSITIONS: "What the papers argue",
    ProfileAspect.AUDIENCE: "Whom the papers address",
}


@dataclass(frozen=True)
class Switch:
    inference_id: str
    on: bool


@dataclass(frozen=True)
class Reword:
    inference_id: str
    text: str


@dataclass(frozen=True)
class Remove:
    inference_id: str


@dataclass(frozen=True)
class Add:
    aspect: ProfileAspect
    text: str


Edit = Switch | Reword | Remove | Add


def show(profile: Profile, *, step: int) -> Edit | None:
    """`step` grows with each edit, undo and redo: a switch of an earlier step must not be taken for one of now."""
    edit: Edit | None = None
    for aspect in ProfileAspect:
        inferences = profile.of_aspect(aspect)
        n_on = sum(i.enabled for i in inferences)
        label = f"**{aspect.label}** · {MEANINGS[aspect]} · {n_on} of {len(inferences)} on"
        with st.expander(label, expanded=True, key=f"aspect-{aspect}-{profile.profile_id}"):
            for inference in inferences:
                edit = _inference(profile, inference, step) or edit
            edit = _add(profile, aspect, empty=not inferences) or edit
    return edit


def _inference(profile: Profile, inference: Inference, step: int) -> Edit | None:
    with st.container(key=f"inference-{inference.inference_id}", gap="xxsmall"):
        if st.session_state.get(_EDITING) == inference.inference_id:
            return _form(inference)
        edit: Edit | None = None
        key = f"on-{profile.profile_id}-{inference.inference_id}-{inference.enabled}-{step}"
        if st.toggle(_label(inference), value=inference.enabled, key=key, wrap=True) != inference.enabled:
            edit = Switch(inference.inference_id, not inference.enabled)
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"tools-{inference.inference_id}"):
            number = _chips(profile, inference)
            _basis(inference)
            if st.button("Reword", icon=":material/edit:", type="tertiary", key=f"edit-{inference.inference_id}"):
                st.session_state[_EDITING] = inference.inference_id
                st.rerun()
            if st.button("Remove", icon=":material/close:", type="tertiary", key=f"remove-{inference.inference_id}"):
                edit = Remove(inference.inference_id)
        repair = flag_lines.show(inference.flags, key=inference.inference_id)
        if number is not None:
            evidence_card.show(profile, inference, number)
        return Reword(inference.inference_id, repair) if repair else edit


def _label(inference: Inference) -> str:
    """An inference that is switched off is struck through: to be seen also without the colour of the switch."""
    return plain(inference.text) if inference.enabled else f"~~{plain(inference.text)}~~"


def _chips(profile: Profile, inference: Inference) -> int | None:
    """A chip a paper; returns the number of the one that is open."""
    numbers = sorted(profile.paper(s.paper_id).number for s in inference.supports)
    if not numbers:
        st.caption(
            "Your own words, no paper behind it." if inference.origin == "user" else "No paper behind it.", width="content"
        )
        return None
    label = f"Papers behind: {plain(inference.text)}"
    return st.pills(label, numbers, key=f"chips-{inference.inference_id}", label_visibility="collapsed")


def _basis(inference: Inference) -> None:
    """The numbers, on demand."""
    if not inference.supports:
        return
    with st.popover("Basis", type="tertiary"):
        st.text(inference.basis or "No numbers were recorded.")
        makers = {"user": "you", "extractive": "the extractive engine"}
        st.caption(plain(f"Worded by {makers.get(inference.origin, inference.origin)}."))


def _form(inference: Inference) -> Edit | None:
    with st.form(f"reword-{inference.inference_id}", border=True):
        text = st.text_area("In your words", value=inference.text, max_chars=2000, key=f"text-{inference.inference_id}")
        with st.container(horizontal=True):
            saved = st.form_submit_button("Save", type="primary")
            cancelled = st.form_submit_button("Cancel")
    if saved or cancelled:
        del st.session_state[_EDITING]
    if cancelled:
        st.rerun()
    return Reword(inference.inference_id, text) if saved else None


def _add(profile: Profile, aspect: ProfileAspect, *, empty: bool) -> Edit | None:
    if empty:
        st.caption("The papers gave nothing that could be shown with a quote. You can say it yourself.")
    with (
        st.popover("Add an inference", icon=":material/add:", type="tertiary"),
        st.form(f"add-{aspect}-{profile.profile_id}", clear_on_submit=True, border=False),
    ):
        text = st.text_area(aspect.label, max_chars=2000, placeholder="My papers ...", key=f"new-{aspect}")
        if st.form_submit_button("Add") and text.strip():
            return Add(aspect, text)
    return None
