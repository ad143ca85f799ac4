"""What is missing and what works all the same, and where things are kept."""

from collections.abc import Sequence

import streamlit as st

from myscholar.domain.engine import Engine
from myscholar.surfaces.web.plain import plain
from myscholar.views.settings_view import SettingsView


def state(view: SettingsView) -> None:
    by = (
        "a language model"
        if view.engine_now is Engine.LLM
        else "the extractive engine, without a language model"
    )
    st.markdown(f"Profiles, actions and reports are made by **{by}** at present.")
    left, right = st.columns(2)
    with left:
        sign = ":material/info:" if view.missing else ":material/check:"
        _lines("What is missing", sign, view.missing or ("Nothing.",))
    with right:
        _lines("What works", ":material/check:", view.works)


def places(view: SettingsView) -> None:
    rows = (
        ("Everything of yours", str(view.home)),
        ("These settings", str(view.file)),
        ("Database", view.database),
        ("Embedder of new corpora", view.embedder.text),
    )
    with st.container(gap="xxsmall"):
        for name, value in rows:
            st.markdown(f"{name}: {plain(value)}")


def _lines(heading: str, sign: str, lines: Sequence[str]) -> None:
    with st.container(gap="xsmall"):
        st.markdown(f"**{heading}**")
        for line in lines:
            st.markdown(f"{sign} {plain(line)}")
