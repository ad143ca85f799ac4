"""What one browser session holds, and the services that all sessions share. `st.session_state` is
read and written by name only here.

What must outlive a session (profiles, inquiries, runs, reports) stands in the store; its id stands
in the page's address.
"""

import contextlib
import logging
import threading

import streamlit as st

from myscholar.domain.inquiry import Inquiry
from myscholar.domain.profile import Profile
from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import MyScholarError
from myscholar.settings import Settings, load_settings
from myscholar.surfaces.web.history import History
from myscholar.surfaces.web.navigation import in_address, put_in_address
from myscholar.surfaces.web.remedies import explain
from myscholar.workflows.jobs import open_services
from myscholar.workflows.preload import preload
from myscholar.workflows.profile.profiles import get_profile, list_profiles, save_profile
from myscholar.workflows.runs.run_list import SHOWN
from myscholar.workflows.services import Services

SERVER = "web"
"""Under this name the app finds its unfinished runs again after a restart."""
_HISTORY, _STARTED, _REPORT = "history", "started", "report"
_DRAFTS, _LOOKED_INTO, _TROUBLES, _SETTING_ERRORS = (
    "drafts",
    "looked_into",
    "troubles",
    "setting_errors",
)
_N_RUNS = "n_runs"
_UNFINISHED = (RunStatus.WAITING, RunStatus.RUNNING, RunStatus.INTERRUPTED)
_log = logging.getLogger(__name__)
_lock = threading.Lock()
_current: list[Services] = []
_prepared: list[Settings] = []
_recovered: dict[str, str | None] = {}
"""By the address of the database of runs: what went wrong when unfinished runs were taken up
again."""


def services() -> Services:
    """One for all sessions of the process: it holds the database's connections and carries out
    runs. Raises BadSettings, StorageError.

    Another one after the settings have changed; runs of the one before go on, on its event loop,
    with the settings they began with.
    """
    settings = load_settings()
    with _lock:
        if not _current or _current[0].settings != settings:
            made = open_services(settings, server=SERVER)
            made.runner  # noqa: B018  (here, where only one thread is)
            _current[:] = [made]
        return _current[0]


def prepare() -> None:
    """Loads what a first order by the settings needs, unless that has begun already; what is wrong
    with the settings the pages say."""
    with contextlib.suppress(MyScholarError):
        known = services()
        with _lock:
            if known.settings in _prepared:
                return
            _prepared.append(known.settings)
        preload(known)


def prepare_beside() -> None:
    """Where nobody did before the app was served, or a model was set since; whoever looks at a page
    does not wait for it."""
    with contextlib.suppress(MyScholarError):
        if services().settings not in _prepared:
            threading.Thread(target=prepare, name="prepare", daemon=True).start()


def recover() -> None:
    """Takes up what an earlier process of the app left unfinished, once and beside the page: it
    needs a second that nobody waits for."""
    try:
        known = services()
    except MyScholarError:
        return  # the page says so
    with _lock:
        if known.settings.runs_url in _recovered:
            return
        _recovered[known.settings.runs_url] = None
    threading.Thread(target=_recover, args=(known,), name="recover", daemon=True).start()


def recovery_trouble() -> str | None:
    """Why unfinished runs were not taken up again, if they were not."""
    return _recovered.get(services().settings.runs_url)


def _recover(known: Services) -> None:
    try:
        if any(run.status in _UNFINISHED for run in known.runs.recent()):
            known.runner.recover()
    except MyScholarError as error:
        _recovered[known.settings.runs_url] = explain(error)
    except Exception:
        _log.exception("Unfinished runs could not be taken up again")
        _recovered[known.settings.runs_url] = (
            "Unfinished runs could not be taken up again. Resume them on the page Runs."
        )


def history() -> History[Profile] | None:
    """The profile in use with its undo steps: the one in the address, else the last in use in this
    session, else the last saved.

    An edit made elsewhere, as in a second tab, is a step like any other. Raises UnknownName for an
    address without a profile.
    """
    held: History[Profile] | None = st.session_state.get(_HISTORY)
    wanted = in_address("profile") or (held.now.profile_id if held else _first())
    if wanted is None:
        return None
    stored = get_profile(services(), wanted)
    same = held is not None and held.now.profile_id == stored.profile_id
    found = held.changed(stored) if held and same else History(stored)
    st.session_state[_HISTORY], st.session_state[_STARTED] = found, True
    return found


def _first() -> str | None:
    """In a new session the profile that was saved last; later on none, since the person asked for
    none."""
    if _STARTED in st.session_state:
        return None
    saved = list_profiles(services())
    return saved[0].profile_id if saved else None


def profile() -> Profile | None:
    past = history()
    return past.now if past else None


def use_profile(chosen: Profile | None) -> None:
    """Another profile is in use, or none; it stands in the address."""
    st.session_state[_HISTORY] = History(chosen) if chosen else None
    st.session_state[_STARTED] = True
    put_in_address("profile", chosen.profile_id if chosen else None)


def keep(changed: History[Profile]) -> None:
    """The profile in use after an edit, undo or redo; saved at once."""
    st.session_state[_HISTORY] = changed
    save_profile(services(), changed.now)


def last_report() -> str | None:
    """The report, or the run that writes one, that was looked at last in this session."""
    found: str | None = st.session_state.get(_REPORT)
    return found


def open_report(run_id: RunId | None) -> None:
    st.session_state[_REPORT] = run_id
    put_in_address("run", run_id)


def draft(report_id: str) -> Inquiry | None:
    """A report's actions as they were changed in this session."""
    found: Inquiry | None = st.session_state.get(_DRAFTS, {}).get(report_id)
    return found


def keep_draft(report_id: str, changed: Inquiry) -> None:
    st.session_state[_DRAFTS] = st.session_state.get(_DRAFTS, {}) | {report_id: changed}


def looked_into() -> frozenset[str]:
    """Runs whose steps are shown."""
    found: frozenset[str] = st.session_state.get(_LOOKED_INTO, frozenset())
    return found


def look_into(run_id: RunId) -> None:
    st.session_state[_LOOKED_INTO] = looked_into() | {run_id}


def n_runs() -> int:
    """So many runs are listed."""
    found: int = st.session_state.get(_N_RUNS, SHOWN)
    return found


def list_older_runs() -> None:
    st.session_state[_N_RUNS] = n_runs() + SHOWN


def troubles() -> dict[RunId, str]:
    """What could not be done with a run, for its place in the list."""
    found: dict[RunId, str] = st.session_state.get(_TROUBLES, {})
    return found


def note_trouble(run_id: RunId, said: str | None) -> None:
    others = {known: words for known, words in troubles().items() if known != run_id}
    st.session_state[_TROUBLES] = others | ({run_id: said} if said else {})


def setting_errors() -> dict[str, str]:
    """What could not be kept, by the name of the setting."""
    found: dict[str, str] = st.session_state.get(_SETTING_ERRORS, {})
    return found


def note_setting_errors(errors: dict[str, str]) -> None:
    st.session_state[_SETTING_ERRORS] = errors
