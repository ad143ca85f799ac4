"""Said wherever recorded answers play: who gave them, what they are for, and the way to a model."""

import streamlit as st

from myscholar.domain.engine import Engine
from myscholar.domain.runs import RunId
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.navigation import link_to_set_up
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.runs.run_facts import facts_of


def label(run_id: RunId) -> None:
    """Nothing for a run of another engine. Raises UnknownName; UnreadableFile where there is no
    recording any more."""
    if facts_of(session.services(), run_id).engine is Engine.RECORDED:
        st.caption(f":material/play_circle: {plain(session.services().recording.by)}")


def say_no_table(report: RunId) -> None:
    """Of a recorded report, where no model could fill a table of its papers."""
    services = session.services()
    if facts_of(services, report).engine is Engine.RECORDED and not services.settings.has_models:
        with row("recorded-table"):
            st.caption(
                "The recording holds no table: this one is made without a model, of the papers' "
                "own sentences."
            )
            _way_to_model()


def play_change(added: str) -> bool:
    """Whether the recorded change of a report is to play; `added` is what it does besides."""
    with row("recorded-change", border=True):
        st.caption(
            f"Recorded, too: this report with “{plain(added)}”. {_other('Another change')}",
            width="stretch",
        )
        _way_to_model()
        return st.button("Play the change", icon=":material/play_circle:", key="play-change")


def way_on(held: str) -> None:
    """The label with what the recording holds, and the way to a model for all else."""
    with row("recorded", border=True):
        st.caption(
            f":material/play_circle: {plain(session.services().recording.by)} {plain(held)} "
            f"{_other('Anything else')}",
            width="stretch",
        )
        _way_to_model()


def _other(what: str) -> str:
    has_models = session.services().settings.has_models
    return f"{what} {'goes to your model' if has_models else 'needs a model'}."


def _way_to_model() -> None:
    if not session.services().settings.has_models:
        link_to_set_up()
