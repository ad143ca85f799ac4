"""From a key to a model that works: whose model, which, its key, a test, a budget, saved."""

import asyncio
import math
from dataclasses import dataclass, field
from typing import NamedTuple

import streamlit as st

from myscholar.settings import MOST_USD
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import trouble
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.navigation import ASK, SET_UP_ANCHOR
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.models.list_models import list_models, list_providers
from myscholar.workflows.models.model_keys import (
    KEYRING,
    LABELS,
    OWN_SERVER,
    export_line,
    is_keyed,
    label_of,
    needs_key,
    system_keyring,
)
from myscholar.workflows.models.model_process import try_model_apart
from myscholar.workflows.models.save_model import Saved, save_model
from myscholar.workflows.models.set_up_model import (
    Server,
    Trial,
    Wanted,
    key_for,
    look_at_server,
    offers,
    wanted_model,
)

_OTHER = "another"


@dataclass
class _SetUp:
    """`places` says by provider where a key was found, and what was wrong with the keyring: looked
    for once, since a keyring may want to be unlocked. `server` stands behind its address and the
    key typed for it."""

    round: int = 0
    """Fields of the next round are new, so that no key stays in one."""
    places: dict[str, tuple[str, str]] = field(default_factory=dict)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    server: tuple[str, str, Server] | None = None
    trial: Trial | None = None
    saved: tuple[str, Saved] | None = None


class _Key(NamedTuple):
    """`is_missing`: the vendor wants one, there is none, and none can be kept."""

    typed: str = ""
    is_missing: bool = False


def show(*, has_model: bool) -> None:
    """Open where no model is set; else behind a switch."""
    st.header("Set up a model", anchor=SET_UP_ANCHOR)
    _said()
    if has_model and not st.toggle("Set up another model", key=f"set-up-open-{held(_SetUp).round}"):
        return
    with st.container(border=True), trouble.shown_here():
        _form()


def _form() -> None:
    provider = _provider()
    if not provider:
        return
    server = _server() if provider == OWN_SERVER else None
    if provider == OWN_SERVER and server is None:
        return
    model = _model(provider, server)
    places = held(_SetUp).places
    if provider not in places:
        found = key_for(session.services(), provider)
        places[provider] = (found.place, found.trouble)
    place, said = places[provider]
    # so that a key that was only just pasted is sent along with the button
    with st.form("set-up", border=False):
        key = _key(provider, place, said) if _wants_field(provider, place, server) else _Key()
        with row():
            asked = st.form_submit_button(
                "Test", icon=":material/network_check:", type="primary", disabled=key.is_missing
            )
            st.caption(
                "Sends one small request, for a cent at most. Nothing is saved yet.",
                width="content",
            )
    if asked:
        held(_SetUp).trial = None
    typed = key_for(session.services(), provider, key.typed).key if key.typed else None
    wanted = (
        wanted_model(provider, model, base_url=server.base_url if server else None, key=typed)
        if asked or model
        else None
    )
    if asked and wanted:
        with st.spinner("Asking …"):
            held(_SetUp).trial = try_model_apart(wanted)
    trial = held(_SetUp).trial
    if wanted and trial and trial.wanted == wanted:
        _save(wanted, trial)


def _provider() -> str:
    """Empty until one of the others is chosen."""
    chosen = st.radio(
        "Whose model",
        [*LABELS, _OTHER],
        format_func=_label,
        horizontal=True,
        key="set-up-provider",
    )
    if chosen != _OTHER:
        return chosen
    lines = list_providers(session.services().settings)
    others = [line.name for line in lines if line.name not in LABELS]
    return st.selectbox("Provider", others, index=None, key="set-up-other") or ""


def _label(provider: str) -> str:
    said = label_of(provider)
    return said[:1].upper() + said[1:]


def _server() -> Server | None:
    """Looked at once for each address and key."""
    address = st.text_input(
        "Address of the server",
        placeholder="http://127.0.0.1:11434/v1",
        max_chars=500,
        key="set-up-address",
    )
    if not address.strip():
        st.caption(
            "Any server that speaks OpenAI's protocol: Ollama, vLLM, LM Studio, llama.cpp and "
            "others."
        )
        return None
    typed = st.session_state.get(_key_field(OWN_SERVER), "")
    known = held(_SetUp).server
    if known is None or known[:2] != (address, typed):
        with st.spinner("Looking at the server …"):
            found = asyncio.run(
                look_at_server(address, key_for(session.services(), OWN_SERVER, typed).key)
            )
        held(_SetUp).server = known = (address, typed, found)
    if known[2].base_url != address.strip().rstrip("/"):
        st.caption(plain(f"Its address is {known[2].base_url}"))
    return known[2]


def _model(provider: str, server: Server | None) -> str:
    notes = (
        dict.fromkeys(server.models, "")
        if server
        else {o.name: o.note for o in offers(session.services().settings, provider)}
        or dict.fromkeys(_listed(provider), "")
    )
    if not notes:
        return st.text_input(
            "Model", placeholder="as the server calls it", max_chars=200, key="set-up-model-name"
        ).strip()
    chosen = st.selectbox(
        "Model",
        list(notes),
        format_func=lambda name: f"{name} · {notes[name]}" if notes.get(name) else name,
        accept_new_options=True,
        help="Choose one, or type the name of another.",
        key=f"set-up-model-{provider}",
    )
    return (chosen or "").strip()


def _listed(provider: str) -> tuple[str, ...]:
    """Asked for once."""
    lists = held(_SetUp).lists
    if provider not in lists:
        with st.spinner("Looking at its models …"):
            lists[provider] = asyncio.run(list_models(session.services(), provider)).names
    return lists[provider]


def _wants_field(provider: str, place: str, server: Server | None) -> bool:
    """Not where a key is found, unless it is to be replaced, nor where a server asks for none."""
    if place:
        st.markdown(f":green[:material/check_circle:] {plain(f'The key in {place} is used.')}")
        return place == KEYRING and st.checkbox(
            "Use another key", key=f"set-up-new-key-{held(_SetUp).round}"
        )
    wants = server.wants_key if server else is_keyed(provider)
    return wants or bool(st.session_state.get(_key_field(provider)))


def _key(provider: str, place: str, said: str) -> _Key:
    """A field where a key can be kept; what is typed goes to the keyring and nowhere else."""
    keyring = system_keyring()
    if not keyring.name:
        st.info(
            plain(
                f"{said or keyring.trouble or 'There is no system keyring here.'} So the key "
                "stays in the environment: put this line, with "
                "your key in place of the dots, into your shell's profile, and start the app "
                "again from a new shell."
            ),
            icon=":material/key:",
        )
        # its colours for a shell are too faint on the dark page
        st.code(export_line(provider), language=None)
        return _Key(is_missing=needs_key(session.services().settings, provider) and not place)
    typed = st.text_input(
        "Key", type="password", max_chars=500, key=_key_field(provider), autocomplete="off"
    )
    st.caption(plain(f"It goes into the system's keyring ({keyring.name}), and into no file."))
    return _Key(typed.strip())


def _save(wanted: Wanted, trial: Trial) -> None:
    st.success(plain(f"{trial.answered} {trial.report}"), icon=":material/check_circle:")
    budget = None
    if trial.report_dollars is not None:
        st.session_state.setdefault("set-up-budget", trial.budget)
        typed = st.number_input(
            "Most that one run may cost, in dollars",
            min_value=0.0,
            max_value=MOST_USD,
            value=None,
            step=0.5,
            format="%.2f",
            placeholder="no limit",
            help="Empty is no limit. A run stops before a call that would go beyond it; what is "
            "finished is kept. With 0 no model that costs is asked.",
            key="set-up-budget",
            width=320,
        )
        budget = math.inf if typed is None else typed
    if st.button("Save", icon=":material/save:", type="primary", key="set-up-save"):
        saved = save_model(session.services(), wanted, budget_usd=budget)
        st.session_state.pop(_key_field(wanted.provider), None)
        here = held(_SetUp)
        here.round, here.saved = here.round + 1, (wanted.name, saved)
        here.places, here.lists, here.server, here.trial = {}, {}, None, None
        st.rerun()


def _said() -> None:
    """Once, after saving."""
    done = held(_SetUp).saved
    if done is None:
        return
    held(_SetUp).saved = None
    name, saved = done
    key = f", its key lies in {saved.key_place}" if saved.key_place else ""
    # seen wherever the page is scrolled to
    st.toast(plain(f"Saved: {name}"), icon=":material/check_circle:")
    st.success(
        plain(f"Saved: {name} does the work from now on{key}."), icon=":material/check_circle:"
    )
    for note in saved.notes:
        st.warning(plain(note), icon=":material/warning:")
    st.page_link(ASK, label="Ask your first question", icon=":material/search:")


def _key_field(provider: str) -> str:
    return f"set-up-key-{provider}-{held(_SetUp).round}"
