"""What a model can do of what is needed, tested when a person asks for it."""

from dataclasses import dataclass

import streamlit as st

from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import trouble
from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.plain import plain
from myscholar.views.settings_view import SettingsView
from myscholar.workflows.models.model_process import examine_apart
from myscholar.workflows.models.model_test import (
    ModelFinding,
    ModelTest,
    model_to_test,
    told_before,
)


@dataclass
class _Check:
    """The last one, which stays until another model is named."""

    done: ModelTest | None = None


def show(view: SettingsView) -> None:
    st.header("Test a model", anchor=False)
    names = dict.fromkeys(role.models[0] for role in view.roles if role.models)
    if view.default_model.text:
        names.setdefault(view.default_model.text)
    name = st.selectbox(
        "Model",
        list(names),
        index=0 if names else None,
        accept_new_options=True,
        placeholder="provider:name, for example ollama:qwen3",
        help="One that is set, or type the name of any other.",
        key="check-which",
    )
    with trouble.shown_here():
        wanted = model_to_test(session.services(), name) if name else None
        if wanted:
            st.caption(plain(told_before(session.services(), wanted)))
        if (
            st.button(
                "Test the model",
                icon=":material/network_check:",
                key="check-model",
                disabled=wanted is None,
            )
            and wanted
        ):
            with st.spinner("Asking …"):
                held(_Check).done = examine_apart(wanted)
        done = held(_Check).done
        if wanted and done and done.model == wanted.name:
            for finding in done.findings:
                _finding(finding)


def _finding(finding: ModelFinding) -> None:
    said = f"**{plain(finding.what)}:** {plain(f'{finding.said} {finding.means}')}"
    if finding.is_good is False:
        st.error(said, icon=":material/error:")
    elif finding.is_good is None:
        st.markdown(f":material/info: {said}")
    else:
        st.markdown(f":green[:material/check_circle:] {said}")
