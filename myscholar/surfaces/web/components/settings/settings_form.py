"""The settings in parts, each kept with a button of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import streamlit as st

from myscholar.surfaces.web.components.settings import settings_fields as fields
from myscholar.surfaces.web.components.settings import settings_words as words
from myscholar.surfaces.web.plain import plain
from myscholar.views.settings_view import ProviderView, RoleView, SettingsView, Value
from myscholar.workflows.models.edit_settings import SettingsChange

Changes = tuple[SettingsChange, ...]
Errors = Mapping[str, str]
"""What is wrong, by the name of the setting."""
_ENGINES = {
    "auto": "Automatic: a language model when one is set, else without",
    "llm": "A language model, always",
    "extractive": "No language model: free, on this machine",
}
_KEPT = "settings-kept"


class Sent(NamedTuple):
    """A part that is to be kept, with what was changed in it, which may be nothing."""

    part: str
    changes: Changes


def note_kept(sent: Sent) -> None:
    """Said once beside the part's button, with the names of what was changed."""
    names = ", ".join(words.label(change.name) for change in sent.changes)
    st.session_state[_KEPT] = (sent.part, f"Saved: {names}." if names else "Nothing was changed.")


def work(view: SettingsView, errors: Errors) -> Sent | None:
    """Who does the work, and what it may cost."""
    values = [view.engine, view.default_model, view.budget_usd, *(role.own for role in view.roles)]

    def draw() -> list[SettingsChange]:
        kept = [fields.choice(view.engine, words.ENGINE, _ENGINES, errors)]
        left, right = st.columns(2)
        with left:
            kept += [_default(view.default_model, errors)]
        with right:
            kept += [_budget(view.budget_usd, errors)]
        has_own = any(role.own.text or role.own.name in errors for role in view.roles)
        with st.expander("Another model for some of the work", expanded=has_own):
            kept += [_role(role, errors) for role in view.roles]
        return kept

    return _part("work", values, draw)


def _default(value: Value, errors: Errors) -> SettingsChange:
    return fields.text(
        value, words.MODEL, errors, placeholder="anthropic:claude-sonnet-5-5",
        help="provider:name. Several, parted by commas: the next one is asked where one fails.",
    )  # fmt: skip


def _budget(value: Value, errors: Errors) -> SettingsChange:
    return fields.text(
        value, words.BUDGET, errors, placeholder="no limit",
        help="A run stops before a call that would go beyond it; what is finished is kept. With 0 "
        "no model that costs is asked.",
    )  # fmt: skip


def _role(role: RoleView, errors: Errors) -> SettingsChange:
    empty = (
        ", ".join(role.models)
        if role.falls_back
        else "nobody"
        if role.role == "judge"
        else "as above"
    )
    return fields.text(
        role.own, f"{words.ROLES[role.role]}. {role.does}", errors, placeholder=empty
    )


def providers(view: SettingsView, errors: Errors) -> Sent | None:
    """Addresses and keys, those in use first."""
    used = [p for p in view.providers if p.is_used or p.key_found or p.base_url.origin.in_file]
    rest = [p for p in view.providers if p not in used]
    sent = [_provider(provider, errors) for provider in used]
    sent += [_scholar(view, errors)]
    said = st.session_state.get(_KEPT, ("", ""))[0]
    touched = any(
        p.base_url.name in errors or p.key_env.name in errors or said == _of(p) for p in rest
    )
    with st.expander(words.OTHERS, expanded=touched):
        sent += [_provider(provider, errors) for provider in rest]
    return next((part for part in sent if part), None)


def _of(provider: ProviderView) -> str:
    return f"provider-{provider.name}"


def _provider(provider: ProviderView, errors: Errors) -> Sent | None:
    def draw() -> list[SettingsChange]:
        left, right = st.columns(2)
        with left:
            address = fields.text(
                provider.base_url, words.ADDRESS, errors, placeholder="http://127.0.0.1:11434/v1"
            )
        with right:
            usual = "the usual one" if provider.is_vendor else "MY_SERVER_KEY"
            key = fields.text(provider.key_env, words.KEY, errors, placeholder=usual)
        return [address, key]

    with st.container(border=True):
        st.markdown(f"**{plain(provider.name)}** · {_key(provider)}")
        return _part(_of(provider), [provider.base_url, provider.key_env], draw)


def _key(provider: ProviderView) -> str:
    if provider.key_found:
        return f":material/check_circle: key found in {plain(provider.key_from)}"
    if not provider.needs_key:
        return "without a key"
    return ":material/error: no key found" if provider.is_used else "no key found"


def _scholar(view: SettingsView, errors: Errors) -> Sent | None:
    scholar = view.scholar

    def draw() -> list[SettingsChange]:
        left, right = st.columns(2)
        with left:
            address = fields.text(scholar.base_url, words.ADDRESS, errors)
        with right:
            rate = fields.text(
                scholar.rate, words.RATE, errors, help="One a second is what everybody gets."
            )
        return [address, rate]

    key = (
        f":material/check_circle: key found in {plain(scholar.key_from)}"
        if scholar.key_found
        else "without a key, which works"
    )
    with st.container(border=True):
        st.markdown(f"**Semantic Scholar** · {key}")
        return _part("scholar", [scholar.base_url, scholar.rate], draw)


def _part(
    name: str, values: Sequence[Value], draw: Callable[[], list[SettingsChange]]
) -> Sent | None:
    with st.form(f"settings-{name}", border=False):
        typed = draw()
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            sent = st.form_submit_button(
                "Save", icon=":material/save:", disabled=not any(v.can_be_edited for v in values)
            )
            if st.session_state.get(_KEPT, ("", ""))[0] == name:
                st.markdown(
                    f":green[:material/check_circle:] {plain(st.session_state.pop(_KEPT)[1])}",
                    width="content",
                )
    return Sent(name, fields.changed(values, typed)) if sent else None
