"""Choose, make, rename, keep and remove profiles; undo and redo."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from myscholar.domain.profile import Profile
from myscholar.surfaces.web.history import History
from myscholar.workflows.gather_papers import Upload
from myscholar.workflows.profiles import SavedProfile


@dataclass(frozen=True)
class Choose:
    profile_id: str


@dataclass(frozen=True)
class New:
    pass


@dataclass(frozen=True)
class Import:
    upload: Upload


@dataclass(frozen=True)
class Rename:
    name: str


@dataclass(frozen=True)
class Delete:
    pass


@dataclass(frozen=True)
class Undo:
    pass


@dataclass(frozen=True)
class Redo:
    pass


Wish = Choose | New | Import | Rename | Delete | Undo | Redo


def show(saved: Sequence[SavedProfile], history: History[Profile] | None) -> Wish | None:
    current = history.now if history else None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        wish = _choice(saved, current)
        if current and st.button("New", icon=":material/add:", key="new-profile"):
            wish = New()
        wish = _import() or wish
        if history:
            wish = _keep(history.now) or _steps(history) or wish
    return wish


def _choice(saved: Sequence[SavedProfile], current: Profile | None) -> Wish | None:
    if not saved:
        return None
    names = {p.profile_id: p.name for p in saved}
    ids = list(names)
    now = current.profile_id if current else None
    chosen = st.selectbox(
        "Profile", ids, index=ids.index(now) if now in names else None, format_func=names.__getitem__,
        placeholder="Choose a saved profile", label_visibility="collapsed", key=f"profile-{now}-{len(ids)}", width=250,
    )  # fmt: skip
    return Choose(chosen) if chosen and chosen != now else None


def _import() -> Wish | None:
    with st.popover("Import", icon=":material/upload:"), st.form("import-profile", clear_on_submit=True, border=False):
        sent = st.file_uploader("A profile saved as JSON", type=["json"], key="profile-file")
        if st.form_submit_button("Import") and sent:
            return Import(Upload(sent.name, sent.getvalue()))
    return None


def _keep(profile: Profile) -> Wish | None:
    st.download_button(
        "JSON", profile.model_dump_json(indent=1), file_name="profile.json", mime="application/json",
        icon=":material/download:", help="Download this profile with its quotes.", on_click="ignore", key="download-profile",
    )  # fmt: skip
    with st.popover("Rename", icon=":material/edit:"), st.form(f"rename-{profile.profile_id}", border=False):
        name = st.text_input("Name", value=profile.name, max_chars=120, key=f"name-{profile.profile_id}-{profile.name}")
        if st.form_submit_button("Rename"):
            return Rename(name)
    with st.popover("Delete", icon=":material/delete:"):
        st.text("The profile and its edits go; its papers stay where they are.")
        if st.button("Delete this profile", type="primary", key=f"delete-{profile.profile_id}"):
            return Delete()
    return None


def _steps(history: History[Profile]) -> Wish | None:
    undo = st.button("Undo", icon=":material/undo:", disabled=not history.past, key="undo")
    redo = st.button("Redo", icon=":material/redo:", disabled=not history.future, key="redo")
    if undo:
        return Undo()
    return Redo() if redo else None
