"""Said before work begins: the model that is to do it has no key."""

import streamlit as st

from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.navigation import link_to_set_up
from myscholar.surfaces.web.plain import plain


def show(why: str) -> None:
    with row("no-key"):
        st.markdown(f":orange[:material/key_off:] {plain(why)}", width="content")
        link_to_set_up("Settings")
