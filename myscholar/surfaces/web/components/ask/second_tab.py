"""What a second tab did with the question that is open in this one."""

from collections.abc import Iterator
from dataclasses import dataclass

import streamlit as st

from myscholar.domain.inquiry import Inquiry
from myscholar.domain.text import listed
from myscholar.surfaces.web.held import held

_SET = ("profile_id", "sources", "filters", "with_tables", "with_actions")


@dataclass
class _Here:
    """`seen` is the question as this tab knows it. What is `said` stays until something is done
    here that was not done before it `is_new`."""

    seen: Inquiry | None = None
    said: str = ""
    is_new: bool = False
    is_refused: bool = False


def look(inquiry: Inquiry | None) -> bool:
    """Whether another tab has gone on since this one looked last: then what is pressed here was
    pressed without knowing."""
    here = held(_Here)
    before, here.seen = here.seen, inquiry
    is_same = inquiry and before and before.inquiry_id == inquiry.inquiry_id
    found = tuple(_news(before, inquiry)) if inquiry and before and is_same else ()
    here.is_new = bool(found)
    if found:
        here.said = f"Meanwhile in another tab {listed(found)}: this page shows it now."
    elif not is_same:
        here.said, here.is_refused = "", False
    return here.is_new


def note(inquiry: Inquiry) -> None:
    """It is as this tab has left it."""
    here = held(_Here)
    is_typing = here.seen and here.seen.question != inquiry.question
    here.seen = inquiry
    if not here.is_new and not is_typing:
        here.said, here.is_refused = "", False


def note_apart(inquiry: Inquiry) -> None:
    """It is a question of its own from now on, since the one that was open reads otherwise."""
    held(_Here).seen = inquiry
    held(_Here).said = (
        "Meanwhile the question was changed in another tab. Yours is kept here as a question of "
        "its own; the other one is under *Earlier questions*."
    )


def note_refused() -> None:
    """What was pressed here began nothing."""
    held(_Here).is_refused = True


def show() -> None:
    here = held(_Here)
    refused = "Nothing was begun from here; press again if you still want to." * here.is_refused
    if here.said or refused:
        st.info(f"{here.said} {refused}", icon=":material/tab_group:")


def _news(before: Inquiry, now: Inquiry) -> Iterator[str]:
    if now.question != before.question:
        yield "the question was changed"
    if any(getattr(now, name) != getattr(before, name) for name in _SET):
        yield "other settings were chosen"
    if now.clarifying not in (None, before.clarifying):
        yield "questions about it were asked for"
    if now.proposing not in (None, before.proposing):
        yield "actions were asked for"
    elif now.actions != before.actions and before.proposing is None:
        yield "other actions were chosen"
    if len(now.reports) > len(before.reports):
        yield "a report was begun"
