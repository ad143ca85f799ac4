"""What one browser session holds, and the services that all sessions share.

What must outlive a session (profiles, inquiries, runs, reports) stands in the store; its id stands
in the page's address.
"""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import streamlit as st

from myscholar.domain.inquiry import Inquiry
from myscholar.domain.profile import Profile
from myscholar.domain.runs import RunId, Ticket
from myscholar.settings import load_settings
from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.history import History
from myscholar.surfaces.web.navigation import in_address, put_in_address
from myscholar.workflows.jobs import open_services
from myscholar.workflows.profile.profiles import get_profile, list_profiles
from myscholar.workflows.services import Services, login_name, random_id

COOKIE = "myscholar-browser"
_BROWSER_ID = re.compile(r"[0-9a-f]{12}")
_lock = threading.Lock()
_in_use: list[Services] = []


def services() -> Services:
    """One for all sessions of the process: it holds the database's connections. What is ordered of
    it belongs to the session that orders. Raises BadSettings, StorageError.

    Another one after the settings have changed.
    """
    settings = load_settings()
    with _lock:
        if not _in_use or _in_use[0].settings != settings:
            _in_use[:] = [open_services(settings, by_worker=True, for_whom=ticket)]
        return _in_use[0]


def reader() -> str:
    """Who reads here, by their address; empty for who is not logged in."""
    is_known = st.user.get("is_logged_in")
    return str(st.user.get("email") or "") if is_known else ""


def browser_id() -> str:
    """This browser's own, by a cookie that a part of the page sets (`asking_sign`): it outlives a
    reload. One that keeps no cookies has another one in each session."""
    here = held(Browser)
    if not here.browser_id:
        kept = str(st.context.cookies.get(COOKIE, ""))
        here.browser_id = kept if _BROWSER_ID.fullmatch(kept) else random_id()
    return here.browser_id


def ticket() -> Ticket:
    """A run belongs to who is logged in, else to the browser that ordered it: that decides whose
    turn it is, and nothing else."""
    return Ticket(owner=reader() or browser_id())


def own() -> tuple[str, ...]:
    """Whose runs are this reader's: to who is not logged in also what commands and scripts of the
    one who runs this server have ordered."""
    return (reader(),) if reader() else (browser_id(), login_name(), "")


@dataclass
class Browser:
    """What the pages hold for one browser session."""

    browser_id: str = ""
    history: History[Profile] | None = None
    """The profile in use with its undo steps."""
    has_begun: bool = False
    """A profile was in use, or none on purpose."""
    report: RunId | None = None
    """The one, or the run that writes one, that was looked at last."""
    drafts: dict[str, Inquiry] = field(default_factory=dict)
    """A report's actions as they were changed here, by its id."""
    looked_into: frozenset[str] = frozenset()
    """Runs whose steps are shown."""
    n_older: int = 0
    """So many times older runs were wanted."""
    troubles: dict[RunId, str] = field(default_factory=dict)
    """What could not be done with a run, for its place in the list."""
    setting_errors: dict[str, str] = field(default_factory=dict)
    """What could not be kept, by the name of the setting."""


def history() -> History[Profile] | None:
    """The profile in use with its undo steps: the one in the address, else the last in use in this
    session, else in a new session the last saved.

    An edit made elsewhere, as in a second tab, is a step like any other. Raises UnknownName for an
    address without a profile.
    """
    here = held(Browser)
    before = here.history
    wanted = in_address("profile") or (before.now.profile_id if before else None)
    if wanted is None and not here.has_begun:
        wanted = next((saved.profile_id for saved in list_profiles(services())), None)
    if wanted is None:
        return None
    stored = get_profile(services(), wanted)
    same = before is not None and before.now.profile_id == stored.profile_id
    here.history = before.changed(stored) if before and same else History(stored)
    here.has_begun = True
    return here.history


def profile() -> Profile | None:
    past = history()
    return past.now if past else None


def use_profile(chosen: Profile | None) -> None:
    """Another profile is in use, or none; it stands in the address."""
    here = held(Browser)
    here.history, here.has_begun = History(chosen) if chosen else None, True
    put_in_address("profile", chosen.profile_id if chosen else None)


def change(edit: Callable[[History[Profile]], History[Profile]]) -> Profile:
    """An edit, undo or redo of the profile in use as it is stored by now, saved at once: what was
    done to it elsewhere stays, as a step before. Raises UnknownName where it was deleted, and what
    `edit` raises, which is asked again where somebody else saves it at this moment."""
    here = held(Browser)
    assert here.history
    while True:
        past = here.history.changed(get_profile(services(), here.history.now.profile_id))
        changed = edit(past)
        store, now = services().store, services().now()
        if changed == past or store.replace_profile(past.now, changed.now, at=now):
            here.history = changed
            return changed.now


def open_report(run_id: RunId | None) -> None:
    held(Browser).report = run_id
    put_in_address("run", run_id)
