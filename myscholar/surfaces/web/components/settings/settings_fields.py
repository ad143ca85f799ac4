"""Single settings as fields: each with where its value comes from, and with what is wrong with it
right below."""

from collections.abc import Mapping, Sequence

import streamlit as st

from myscholar.surfaces.web.plain import plain
from myscholar.views.settings_view import Value
from myscholar.workflows.models.edit_settings import SettingsChange


def text(
    value: Value,
    label: str,
    errors: Mapping[str, str],
    *,
    placeholder: str = "",
    help: str | None = None,
) -> SettingsChange:
    """What the person has typed stays in the field until it is kept."""
    typed = st.text_input(
        label,
        value=value.text,
        placeholder=placeholder,
        help=help,
        disabled=not value.can_be_edited,
        max_chars=500,
        key=f"set-{value.name}-{value.text}",
    )
    _below(value, errors)
    return SettingsChange(name=value.name, value=typed)


def choice(
    value: Value, label: str, words: Mapping[str, str], errors: Mapping[str, str]
) -> SettingsChange:
    options = list(words)
    chosen = st.radio(
        label,
        options,
        index=options.index(value.text) if value.text in words else 0,
        format_func=words.__getitem__,
        disabled=not value.can_be_edited,
        key=f"set-{value.name}-{value.text}",
    )
    _below(value, errors)
    return SettingsChange(name=value.name, value=chosen)


def changed(
    values: Sequence[Value], changes: Sequence[SettingsChange]
) -> tuple[SettingsChange, ...]:
    """Those that differ from what holds and may be changed here."""
    known = {value.name: value for value in values}
    return tuple(
        c
        for c in changes
        if known[c.name].can_be_edited and str(c.value or "").strip() != known[c.name].text
    )


def _below(value: Value, errors: Mapping[str, str]) -> None:
    if value.name in errors:
        st.error(plain(errors[value.name]), icon=":material/error:")
    elif not value.can_be_edited:
        st.caption(plain(f"{value.comes_from[:1].upper()}{value.comes_from[1:]}."))
