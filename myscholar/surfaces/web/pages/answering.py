"""Below the report: the box for a question or a change, and what was asked before."""

from dataclasses import dataclass, field

import streamlit as st

from myscholar.domain.orders import AnswerOrder, FollowUpOrder
from myscholar.domain.runs import RunId
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import trouble
from myscholar.surfaces.web.components.part import RETURN_S
from myscholar.surfaces.web.components.report import report_answers, report_follow_up
from myscholar.surfaces.web.held import held
from myscholar.views.answer_view import AnswerView, answer_takes, answer_views, search_takes
from myscholar.workflows.jobs import cancel, resume, start
from myscholar.workflows.runs.delete_runs import delete_run


@dataclass
class _Here:
    """How many questions were begun here, by report: each has a box of its own. `wanted` is an
    answer that was begun and is not yet on the screen, `taken_in` the version that took one in."""

    n: dict[str, int] = field(default_factory=dict)
    wanted: RunId | None = None
    taken_in: RunId | None = None


def show(report_id: RunId) -> None:
    services, here = session.services(), held(_Here)
    n_asked = here.n.get(report_id, 0)
    with trouble.shown_here():
        match report_follow_up.show(report_id, n_asked, answer_takes(services)):
            case report_follow_up.NewQuestion(text=text, search=search):
                here.wanted = start(
                    services, AnswerOrder(base=report_id, question=text, search=search)
                )
                here.n[report_id] = n_asked + 1
                st.rerun()
            case report_follow_up.NewVersion(text=text):
                _open(start(services, FollowUpOrder(base=report_id, instruction=text)))
    was_going_on = report_answers.is_going_on(answer_views(services, report_id))
    wanted, here.wanted = here.wanted, None
    st.fragment(_look, run_every=RETURN_S)(report_id, wanted, was_going_on)


def takes_in(report_id: str) -> bool:
    """Whether the version's last section is an answer that was taken in here; told once."""
    here = held(_Here)
    is_new = here.taken_in == report_id
    if is_new:
        here.taken_in = None
    return is_new


def _look(report_id: RunId, wanted: RunId | None, was_going_on: bool) -> None:
    with trouble.nothing_worse():
        services = session.services()
        views = answer_views(services, report_id)
        if not views and not was_going_on:
            return
        wishes = report_answers.show(views, search_takes(services), wanted, report_id=report_id)
        if wishes.messages:
            wishes.take()
            for wish in wishes.messages:
                _fulfil(wish, report_id, views)
        if wishes.messages or report_answers.is_going_on(views) != was_going_on:
            st.rerun()


def _fulfil(
    wish: report_answers.AnswerWish, report_id: RunId, views: tuple[AnswerView, ...]
) -> None:
    """Of an answer that is not this report's nothing is done: the wish was made by hand."""
    services, here = session.services(), held(_Here)
    asked = next((view for view in views if view.run_id == wish.run), None)
    if asked is None:
        return
    match wish.kind:
        case "take_in":
            here.taken_in = start(services, FollowUpOrder(base=report_id, answer=wish.run))
            _open(here.taken_in)
        case "search":
            here.wanted = start(
                services, AnswerOrder(base=report_id, question=asked.question, search=True)
            )
        case "cancel":
            cancel(services, wish.run)
        case "resume":
            resume(services, wish.run)
        case "delete":
            delete_run(services, wish.run)


def _open(run_id: RunId) -> None:
    session.open_report(run_id)
    st.rerun()
