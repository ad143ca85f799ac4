"""The part of the ask page where the tool asks about the question before anything else."""

from collections.abc import Callable
from typing import NoReturn

import streamlit as st

from myscholar.domain.inquiry import Inquiry
from myscholar.domain.interaction import Clarification
from myscholar.domain.runs import RunId
from myscholar.errors import UnknownName
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components.ask import second_tab, wording
from myscholar.surfaces.web.components.layout import quiet_button
from myscholar.surfaces.web.components.runs import following
from myscholar.views.run_watch import Watched
from myscholar.workflows.ask import asking
from myscholar.workflows.ask.asking_first import clarification_of, keep_wording, take_wording


def show(inquiry: Inquiry, *, also: Callable[[Watched], None]) -> None:
    """`also` is done as the run goes on. Raises what taking a wording raises."""
    services = session.services()
    if inquiry.clarifying is None:
        other = inquiry.other_wording
        if other and other != inquiry.question and wording.is_exchanged(other):
            _go_on(take_wording(services, inquiry, other))
        return
    try:
        made = clarification_of(services, inquiry)
    except UnknownName:  # its run was deleted
        _go_on(keep_wording(services, inquiry))
    if made:
        _choose(inquiry, inquiry.clarifying, made)
        return
    following.follow(inquiry.clarifying, also=also)
    if quiet_button("Keep my question, ask no more", "close", key="ask-no-more"):
        _go_on(keep_wording(services, inquiry))


def _choose(inquiry: Inquiry, run_id: RunId, made: Clarification) -> None:
    services = session.services()
    text, choice = wording.show(made, inquiry.rephrased, of=run_id)
    if choice == "take":
        _go_on(take_wording(services, inquiry, text))
    if choice == "keep":
        _go_on(keep_wording(services, inquiry))
    if text != (inquiry.rephrased or made.summary):
        asking.change(services, inquiry, rephrased=text)


def _go_on(inquiry: Inquiry) -> NoReturn:
    second_tab.note(inquiry)
    st.rerun()
