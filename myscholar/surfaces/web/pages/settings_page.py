"""Who does the work, where and for how much; the theme; what was said of results."""

import streamlit as st

from myscholar.errors import BadSettings
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, theme, trouble
from myscholar.surfaces.web.components.settings import (
    model_check,
    set_up,
    settings_facts,
    settings_form,
    settings_words,
)
from myscholar.surfaces.web.held import held
from myscholar.views.settings_view import settings_view
from myscholar.workflows.actions.feedback import feedback_lines, feedback_rows
from myscholar.workflows.models.edit_settings import change_settings


def page() -> None:
    frame.show("Settings")
    with trouble.shown_here():
        view = settings_view(session.services())
        has_model = bool(view.default_model.text)
        if not has_model:  # what a newcomer looks for comes first
            set_up.show(has_model=False)
        settings_facts.state(view)
        if has_model:
            set_up.show(has_model=True)
        st.header("Who does the work", anchor=False)
        keep(settings_form.work(view, held(session.Browser).setting_errors))
        model_check.show(view)
        st.header("Addresses and keys", anchor=False)
        st.caption(
            "Keys stay in variables of the environment or in the system's keyring, and in no file "
            "of ours; "
            "this page says whether one is found."
        )
        keep(settings_form.providers(view, held(session.Browser).setting_errors))
    st.header("Theme", anchor=False)
    theme.choose()
    with trouble.shown_here():
        st.header("What you said of results", anchor=False)
        offer_feedback()
        st.header("Where things are", anchor=False)
        settings_facts.places(view)


def keep(sent: settings_form.Sent | None) -> None:
    """All that was changed in a part, or nothing; what is wrong stands beside its setting."""
    if sent is None:
        return
    here = held(session.Browser)
    try:
        change_settings(session.services(), sent.changes)
        here.setting_errors = {}
        settings_form.note_kept(sent)
    except BadSettings as error:
        here.setting_errors = dict([settings_words.fault(error, sent.changes)])
    st.rerun()


def offer_feedback() -> None:
    n = len(feedback_rows(session.services()))
    st.caption(
        f"Thumbs, error types and comments on inferences, actions, sections and passages: {n} so "
        "far. They stay on this machine."
    )
    st.download_button(
        "Download as JSON lines",
        lambda: feedback_lines(session.services()).encode(),
        file_name="feedback.jsonl",
        mime="application/jsonl",
        icon=":material/download:",
        on_click="ignore",
        disabled=not n,
        key="download-feedback",
    )


page()
