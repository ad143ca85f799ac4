"""Things side by side, buttons that look like words, long lists, labels of options."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

T = TypeVar("T")
SHOWN = 20


def row(key: str | None = None, **how: Any) -> DeltaGenerator:
    """A container whose contents stand side by side, in the middle of its height."""
    return st.container(horizontal=True, key=key, **{"vertical_alignment": "center"} | how)


def quiet_button(label: str, sign: str, *, key: str, help: str | None = None) -> bool:
    """`sign` is one of Material's."""
    return st.button(label, icon=f":material/{sign}:", type="tertiary", key=key, help=help)


def cut_short(items: Sequence[T], key: str) -> Sequence[T]:
    """The first of many, until `offer_all` below them is switched on."""
    return items if st.session_state.get(key) else items[:SHOWN]


def offer_all(items: Sequence[Any], key: str, noun: str) -> None:
    if len(items) > SHOWN:
        st.toggle(f"Show all {len(items):,} {noun}", key=key)


def numbered(labels: Iterable[str]) -> list[str]:
    """Streamlit tells options apart by their labels alone: the second of one is `label · 2`."""
    met: Counter[str] = Counter()
    told = []
    for label in labels:
        met[label] += 1
        told.append(f"{label} · {met[label]}" if met[label] > 1 else label)
    return told
