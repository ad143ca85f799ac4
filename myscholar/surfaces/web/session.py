"""What one browser session holds. Every read and write of `st.session_state` by name is here."""

import streamlit as st

from myscholar.domain.actions import ActionList
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile
from myscholar.settings import load_settings
from myscholar.surfaces.web.history import History
from myscholar.workflows.profiles import get_profile, list_profiles, save_profile
from myscholar.workflows.services import Services

_HISTORY, _STARTED, _STAGED, _PROBLEMS = "history", "started", "staged_papers", "problems"
_ACTIONS, _REPORT = "actions", "report_id"
_current: list[Services] = []


def services() -> Services:
    """One for all sessions of the process: it holds the database's connections. Another one after the settings have changed."""
    settings = load_settings()
    if not _current or _current[0].settings != settings:
        _current[:] = [Services(settings)]
    return _current[0]


def history() -> History[Profile] | None:
    """The profile in use with its undo steps; in a new session the one that was saved last."""
    if _STARTED not in st.session_state:
        st.session_state[_STARTED] = True
        saved = list_profiles(services())
        if saved and _HISTORY not in st.session_state:
            use_profile(get_profile(services(), saved[0].profile_id))
    found: History[Profile] | None = st.session_state.get(_HISTORY)
    return found


def profile() -> Profile | None:
    past = history()
    return past.now if past else None


def use_profile(chosen: Profile | None) -> None:
    """Another profile is in use, or none; actions proposed for the one before are gone."""
    st.session_state[_HISTORY] = History(chosen) if chosen else None
    st.session_state[_STARTED] = True
    set_actions(None)


def keep(changed: History[Profile]) -> None:
    """The profile in use after an edit, undo or redo; saved at once."""
    st.session_state[_HISTORY] = changed
    save_profile(services(), changed.now)


def staged() -> tuple[Paper, ...]:
    """Papers gathered for a profile that is not inferred yet."""
    found: tuple[Paper, ...] = st.session_state.get(_STAGED, ())
    return found


def stage(papers: tuple[Paper, ...]) -> None:
    st.session_state[_STAGED] = papers


def problems() -> tuple[str, ...]:
    """What the last reading could not take."""
    found: tuple[str, ...] = st.session_state.get(_PROBLEMS, ())
    return found


def note_problems(found: tuple[str, ...]) -> None:
    st.session_state[_PROBLEMS] = found


def actions() -> ActionList | None:
    found: ActionList | None = st.session_state.get(_ACTIONS)
    return found


def set_actions(proposed: ActionList | None) -> None:
    st.session_state[_ACTIONS] = proposed


def report_id() -> str | None:
    found: str | None = st.session_state.get(_REPORT)
    return found


def show_report(chosen: str | None) -> None:
    st.session_state[_REPORT] = chosen
