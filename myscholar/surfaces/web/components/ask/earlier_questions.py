"""Questions asked before, to open again or delete, and the way to a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import streamlit as st

from myscholar.domain.inquiry import Inquiry
from myscholar.domain.text import counted, shorten
from myscholar.surfaces.web.components.layout import quiet_button, row
from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.navigation import in_address, put_in_address
from myscholar.surfaces.web.plain import plain
from myscholar.surfaces.web.times import day

_STEP = 20
_LABEL = 80
ADDRESS = "inquiry"


class QuestionWish(NamedTuple):
    """Ids of the question that is to be opened, or deleted; neither: a new one."""

    opened: str | None = None
    deleted: str | None = None


@dataclass
class _Here:
    """Ids of questions; so many of the last ones are listed."""

    open: str | None = None
    deleting: str | None = None
    n_shown: int = _STEP


def open_now() -> str | None:
    """The id in the address, else, where none of a profile is there, of the last that was open."""
    if not in_address(ADDRESS) and in_address("profile"):
        return None
    return in_address(ADDRESS) or held(_Here).open


def note_open(inquiry_id: str | None) -> None:
    """It stands in the address from now on."""
    held(_Here).open = inquiry_id
    put_in_address(ADDRESS, inquiry_id)


def n_shown() -> int:
    """So many of the last questions are to be listed."""
    return held(_Here).n_shown


def show(earlier: Sequence[Inquiry], now: Inquiry | None, *, n: int) -> QuestionWish | None:
    """`n` questions there are in all."""
    wish: QuestionWish | None = None
    with row("question-tools", horizontal_alignment="right"):
        if earlier:
            with st.popover(
                f"Earlier questions ({n:,})",
                icon=":material/history:",
                type="tertiary",
                key="earlier-questions",
            ):
                for inquiry in earlier:
                    is_open = now is not None and inquiry.inquiry_id == now.inquiry_id
                    wish = _row(inquiry, is_open=is_open) or wish
                if n > len(earlier) and st.button(
                    "Show older questions", icon=":material/expand_more:", key="older-questions"
                ):
                    held(_Here).n_shown += _STEP
                    st.rerun()
        if now and quiet_button("New question", "add", key="new-question"):
            wish = QuestionWish()
    return wish


def _row(inquiry: Inquiry, *, is_open: bool) -> QuestionWish | None:
    key = inquiry.inquiry_id
    with row(wrap=False):
        with st.container(gap=None):
            label = plain(shorten(inquiry.question, _LABEL))
            if st.button(label, type="tertiary", key=f"open-{key}") and not is_open:
                return QuestionWish(opened=key)
            st.caption(f"{_facts(inquiry)}{' · **open now**' if is_open else ''}")
        if held(_Here).deleting == key:
            return _sure(key)
        if quiet_button("", "delete", key=f"delete-{key}", help=f"Delete: {label}"):
            held(_Here).deleting = key
            st.rerun()
    return None


def _sure(key: str) -> QuestionWish | None:
    if st.button(
        "Delete",
        type="primary",
        help="The question and its actions go; its reports stay.",
        key=f"really-{key}",
    ):
        held(_Here).deleting = None
        return QuestionWish(deleted=key)
    if st.button("Keep", key=f"keep-{key}"):
        held(_Here).deleting = None
        st.rerun()
    return None


def _facts(inquiry: Inquiry) -> str:
    n = len(inquiry.actions.chosen) if inquiry.actions else 0
    chosen = f"{counted(n, 'action')} chosen" if inquiry.actions else "no actions yet"
    written = counted(len(inquiry.reports), "report") if inquiry.reports else "no report yet"
    return f"{day(inquiry.created_at)} · {chosen} · {written}"
