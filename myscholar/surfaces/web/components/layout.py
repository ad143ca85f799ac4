"""Things side by side, and buttons that look like words."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def row(key: str | None = None, **how: Any) -> DeltaGenerator:
    """A container whose contents stand side by side, in the middle of its height."""
    return st.container(horizontal=True, key=key, **{"vertical_alignment": "center"} | how)


def quiet_button(label: str, sign: str, *, key: str, help: str | None = None) -> bool:
    """`sign` is one of Material's."""
    return st.button(label, icon=f":material/{sign}:", type="tertiary", key=key, help=help)
