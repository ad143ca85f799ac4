"""Said wherever recorded answers play: who gave them, what they are for, and the way to a model."""

import streamlit as st

from myscholar.surfaces.web import session
from myscholar.surfaces.web.navigation import SETTINGS
from myscholar.surfaces.web.plain import plain


def label() -> None:
    """Raises UnreadableFile where there is no recording any more."""
    st.caption(f":material/play_circle: {plain(session.services().recording.by)}")


def way_on(held: str) -> None:
    """The label with what the recording holds, and the page where a model is set up for all else."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="recorded"):
        st.markdown(f":material/play_circle: {plain(session.services().recording.by)} {plain(held)}", width="content")
        st.page_link(SETTINGS, label="Set up a model", icon=":material/settings:")
