"""Which profile is open, and what can be done with it as a whole."""

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

import streamlit as st

from myscholar.domain.profile import Profile
from myscholar.surfaces.web.components import saved_file
from myscholar.surfaces.web.components.layout import numbered, row
from myscholar.surfaces.web.components.profile.profile_head import CHANGED
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.library.gather_papers import Upload
from myscholar.workflows.profile.profiles import NAME_LIMIT, SavedProfile


class Choose(NamedTuple):
    profile_id: str


class Rename(NamedTuple):
    name: str


Wish = Choose | Rename | Upload | Literal["new", "papers", "copy", "delete"]
"""An upload is a profile that was saved as a file."""


class View(StrEnum):
    INFERENCES = "Inferences"
    CHANGES = CHANGED
    LEARNED = "Learned"


def look_at(*, n_changes: int, n_learned: int) -> View:
    """What of the open profile is shown."""
    counts = {View.CHANGES: n_changes, View.LEARNED: n_learned}
    chosen = st.segmented_control(
        "What to look at",
        list(View),
        default=View.INFERENCES,
        required=True,
        label_visibility="collapsed",
        key="profile-view",
        format_func=lambda view: f"{view} ({counts[view]:,})" if counts.get(view) else str(view),
    )
    return View(chosen or View.INFERENCES)


def show(saved: Sequence[SavedProfile], current: Profile | None) -> Wish | None:
    with row("profile-choice", width="content"):
        wish = _choice(saved, current)
        if current:
            if st.button(
                "Papers",
                icon=":material/library_add:",
                key="to-papers",
                help="Add or remove papers of this profile",
            ):
                wish = "papers"
            if st.button("New profile", icon=":material/add:", key="new-profile"):
                wish = "new"
            wish = _manage(current) or wish
        else:
            label = saved_file.label("profile")
            with st.popover(label, icon=saved_file.ICON, type="tertiary", key="import"):
                wish = saved_file.choose("profile") or wish
    return wish


def _choice(saved: Sequence[SavedProfile], current: Profile | None) -> Wish | None:
    if not saved or (current and len(saved) == 1):
        return None
    labels = labels_of(saved)
    ids = list(labels)
    now = current.profile_id if current else None
    # Other options are another widget: Streamlit would keep the place in the list that was chosen,
    # not the profile.
    options = hashlib.sha256("\n".join(ids).encode()).hexdigest()[:12]
    chosen = st.selectbox(
        "Profile",
        ids,
        index=ids.index(now) if now in labels else None,
        format_func=labels.__getitem__,
        placeholder="Open a saved profile",
        label_visibility="collapsed",
        key=f"profile-{now}-{options}",
        width=260,
    )
    return Choose(chosen) if chosen and chosen != now else None


def labels_of(saved: Sequence[SavedProfile]) -> dict[str, str]:
    """By name and id."""
    by_name = sorted(saved, key=lambda p: (p.name.casefold(), p.profile_id))
    labels = numbered(profile.name for profile in by_name)
    return {str(p.profile_id): label for p, label in zip(by_name, labels, strict=True)}


def _manage(profile: Profile) -> Wish | None:
    wish: Wish | None = None
    with st.popover(
        "More", help="Name, copy, save, delete", icon=":material/more_horiz:", key="manage"
    ):
        with st.form(f"rename-{profile.profile_id}", border=False):
            name = st.text_input(
                "Name",
                value=profile.name,
                max_chars=NAME_LIMIT,
                key=f"name-{profile.profile_id}-{profile.name}",
            )
            if st.form_submit_button("Rename", key="rename"):
                wish = Rename(name)
        if st.button(
            "Make a copy", icon=":material/content_copy:", key="copy-profile", width="stretch"
        ):
            wish = "copy"
        st.download_button(
            "Save as a file (JSON)",
            lambda: profile.model_dump_json(indent=1),
            file_name="profile.json",
            mime="application/json",
            icon=":material/download:",
            on_click="ignore",
            key="download-profile",
            width="stretch",
        )
        with st.expander(saved_file.label("profile"), icon=saved_file.ICON):
            wish = saved_file.choose("profile") or wish
        with st.expander("Delete this profile", icon=":material/delete:"):
            st.markdown(
                f"**{plain(profile.name)}** and its edits go for good. The papers stay in the "
                "library."
            )
            if st.button("Delete it", type="primary", key=f"delete-{profile.profile_id}"):
                wish = "delete"
    return wish
