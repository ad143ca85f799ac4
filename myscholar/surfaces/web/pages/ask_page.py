"""A question, the actions for it, and the start of the report."""

from functools import partial

import streamlit as st

from myscholar.domain.engine import Engine
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.profile import ProfileId
from myscholar.domain.runs import RunStatus
from myscholar.errors import BegunElsewhere, UnknownName
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, trouble
from myscholar.surfaces.web.components.ask import (
    asked_reports,
    earlier_questions,
    propose_bar,
    question_box,
    question_hints,
    second_tab,
)
from myscholar.surfaces.web.components.ask.question_box import Asked
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.components.runs import following, recorded
from myscholar.surfaces.web.navigation import REPORT, go_to
from myscholar.surfaces.web.pages import asking_first, choosing
from myscholar.views.asking_view import question_state, reports_of
from myscholar.views.run_watch import Watched
from myscholar.workflows.ask import asking, inquiries, inquiry_orders
from myscholar.workflows.ask.asking_first import ask_first
from myscholar.workflows.ask.question_hints import QUESTION_LIMIT, example_questions
from myscholar.workflows.library.source_names import name_sources, source_choices
from myscholar.workflows.profile.profiles import list_profiles


def page() -> None:
    frame.show()
    with trouble.shown_here():
        inquiry = current()
        with row("ask-head", vertical_alignment="bottom"):
            st.title("Ask", anchor=False, width="content")
            st.space("stretch")
            services = session.services()
            earlier = inquiries.list_inquiries(services, earlier_questions.n_shown())
            n = inquiries.count_inquiries(services)
            wish = earlier_questions.show(earlier, inquiry, n=n)
        if wish:
            turn(wish, inquiry)
        ask(inquiry)


def current() -> Inquiry | None:
    """The question that is open, with what its run has proposed meanwhile."""
    wanted = earlier_questions.open_now()
    if wanted is None:
        return None
    try:
        found = inquiries.get_inquiry(session.services(), wanted)
    except UnknownName:
        earlier_questions.note_open(None)
        is_held = question_box.hold_rewording(wanted, given_of(None))
        st.warning(
            "This question is not kept any more: it was deleted, or asked on another computer."
            + " Your new wording is kept as a question of its own." * is_held,
            icon=":material/warning:",
        )
        return None
    earlier_questions.note_open(found.inquiry_id)
    return asking.take_in(session.services(), found)


def turn(wish: earlier_questions.QuestionWish, inquiry: Inquiry | None) -> None:
    """To another question, or to a new one; or one goes."""
    services = session.services()
    leaves = wish.deleted is None or (inquiry and wish.deleted == inquiry.inquiry_id)
    if inquiry and leaves:
        asking.leave(services, inquiry)
    if wish.deleted:
        inquiries.delete_inquiry(services, wish.deleted)
    if leaves:
        earlier_questions.note_open(wish.opened)
    st.rerun()


def ask(inquiry: Inquiry | None) -> None:
    services = session.services()
    given = given_of(inquiry)
    examples = example_questions(inquiry_orders.profile_by_id(services, given.profile_id))
    of = inquiry.inquiry_id if inquiry else None
    choices, profiles = source_choices(services), list_profiles(services)
    where = partial(name_sources, services)
    is_news = second_tab.look(inquiry)
    asked = question_box.show(given, choices, profiles, examples, of=of, searched=where)
    inquiry = keep(inquiry, given, asked)
    if inquiry and inquiry.recorded:
        with trouble.shown_here():
            recorded.way_on(
                "They are for this question, the profile as it was inferred, and the report with "
                "the actions as they are proposed."
            )
    second_tab.show()
    if inquiry:
        with trouble.shown_here():
            asking_first.show(inquiry, also=take_in)
    with trouble.shown_here():
        try:
            begin_here(inquiry, asked, is_news=is_news)
        except BegunElsewhere:
            second_tab.note_refused()
            st.rerun()
    if inquiry is None:
        return
    if inquiry.actions and inquiry.with_actions:
        choosing.show(inquiry, blocked=blocked(asked))
    if inquiry.proposing:
        following.follow(inquiry.proposing, also=take_in)
    wanted = asked_reports.show(reports_of(services, inquiry))
    if wanted:
        go_to(REPORT, run=wanted)


def take_in(watched: Watched) -> None:
    """A run may finish between two looks of one drawing of the page: then the next drawing takes in
    what it made."""
    if watched.status is RunStatus.FINISHED:
        st.rerun()


def given_of(inquiry: Inquiry | None) -> Asked:
    """What is kept, as the question box shows it. A new question is for the profile in use."""
    if inquiry is None:
        profile = session.profile()
        return Asked(profile_id=profile.profile_id if profile else None)
    return Asked(
        inquiry.question, inquiry.profile_id, inquiry.sources, inquiry.filters,
        inquiry.with_tables, inquiry.with_actions, inquiry.research,
    )  # fmt: skip


def keep(inquiry: Inquiry | None, given: Asked, asked: Asked) -> Inquiry | None:
    """What the person set anew, kept at once. What can't be asked stays on this screen alone."""
    if asked == given:
        return inquiry
    services = session.services()
    question = asked.question if is_askable(asked.question) else given.question
    if not question:
        return inquiry
    seen = (
        inquiry.model_copy(update={"question": asked.instead_of})
        if inquiry
        else inquiries.new_inquiry(services, question)
    )
    inquiry = asking.change(
        services,
        seen,
        question=question,
        profile_id=ProfileId(asked.profile_id) if asked.profile_id else None,
        sources=asked.sources,
        filters=seen.filters if asked.filters is None else asked.filters,
        with_tables=asked.with_tables,
        with_actions=asked.with_actions,
        research=asked.research,
    )
    is_apart = inquiry.inquiry_id != seen.inquiry_id
    (second_tab.note_apart if is_apart else second_tab.note)(inquiry)
    question_box.note_given(inquiry.inquiry_id, given_of(inquiry))
    earlier_questions.note_open(inquiry.inquiry_id)
    return inquiry


def is_askable(question: str) -> bool:
    return any(c.isalnum() for c in question) and len(question) <= QUESTION_LIMIT


def begin_here(inquiry: Inquiry | None, asked: Asked, *, is_news: bool) -> None:
    """Hints, and the button that begins what comes next: not with `is_news`, which whoever pressed
    it had not seen. Raises what beginning raises."""
    services = session.services()
    state = question_state(services, inquiry, asked.question)
    apart = question_hints.show(state.hints)
    begun = propose_bar.show(state, blocked=asked.filters is None)
    if (begun or apart) and is_news:
        raise BegunElsewhere
    if apart and inquiry:
        second_tab.note(asking.split_question(services, inquiry, *apart))
        st.rerun()
    if begun and (inquiry is None or not is_askable(asked.question)):
        st.error("Write a question first.", icon=":material/error:")
    elif begun and inquiry:
        if begun == "ask-first":
            second_tab.note(ask_first(services, inquiry))
            st.rerun()
        engine = Engine.EXTRACTIVE if begun.endswith("-free") else Engine.AUTO
        if begun.startswith("write"):
            choosing.go_to_report(inquiry, choosing.write(inquiry, engine))
        if not state.is_proposing:  # a second click
            second_tab.note(asking.propose(services, inquiry, engine=engine))
        st.rerun()


def blocked(asked: Asked) -> str:
    """Why no report can be written now."""
    if len(asked.question) > QUESTION_LIMIT:
        return "Shorten the question first."
    if not is_askable(asked.question):
        return "Write a question first."
    return "Mend the filters first." if asked.filters is None else ""


page()
