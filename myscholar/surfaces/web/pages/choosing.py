"""The part of the ask page where actions are chosen."""

from pathlib import Path
from typing import NoReturn

import streamlit as st

from myscholar.domain.actions import ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.feedback import Subject
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.runs import RunId
from myscholar.errors import BegunElsewhere, EngineUnavailable, MyScholarError
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import judging
from myscholar.surfaces.web.components.ask import action_editor, second_tab
from myscholar.surfaces.web.navigation import REPORT, RESEARCH, SETTINGS, go_to, head_for
from myscholar.surfaces.web.remedies import explain
from myscholar.views.action_view import ActionsView, actions_view
from myscholar.views.asking_view import (
    ahead_in_words,
    ahead_stage,
    is_proposing,
    is_searching_ahead,
    report_takes,
)
from myscholar.workflows.actions import choose_actions, feedback, learned
from myscholar.workflows.ask import asking, inquiry_orders
from myscholar.workflows.engines import takes_model


def show(inquiry: Inquiry, *, blocked: str) -> None:
    services = session.services()
    stage = ahead_stage(services, inquiry) if is_searching_ahead(services, inquiry) else None
    situation = situation_of(inquiry, blocked)
    mail = action_editor.show(view_of(inquiry), situation, of=inquiry.inquiry_id, stage=stage)
    if not mail.messages:
        return
    run_id, to_settings = None, False
    troubles: list[str] = []
    for message in mail.messages:
        try:
            if isinstance(message, action_editor.SetKey):
                to_settings = True
            elif isinstance(message, action_editor.Write):
                if message.n_reports != len(inquiry.reports):
                    raise BegunElsewhere
                engine = Engine.EXTRACTIVE if message.free else Engine.AUTO
                run_id = None if blocked else write(inquiry, engine)
            else:
                inquiry = asking.search_ahead(services, carry_out(inquiry, message))
                second_tab.note(inquiry)
        except BegunElsewhere:
            second_tab.note_refused()
        except MyScholarError as error:
            troubles.append(explain(error))
    action_editor.note_troubles(inquiry.inquiry_id, troubles)
    mail.take()
    if to_settings:
        go_to(SETTINGS)
    if run_id:
        go_to_report(inquiry, run_id)
    st.rerun()


def go_to_report(inquiry: Inquiry, run_id: RunId) -> NoReturn:
    """To where it is followed."""
    go_to(_followed_on(inquiry), run=run_id)


def _followed_on(inquiry: Inquiry) -> Path:
    return RESEARCH if inquiry.research else REPORT


def write(inquiry: Inquiry, engine: Engine) -> RunId:
    """Raises what `asking.write` raises."""
    run_id = asking.write(session.services(), inquiry, engine=engine)
    head_for(_followed_on(inquiry), run=run_id)
    second_tab.note(inquiry.model_copy(update={"reports": (*inquiry.reports, run_id)}))
    return run_id


def view_of(inquiry: Inquiry) -> ActionsView:
    services = session.services()
    return actions_view(
        inquiry.actions or ActionList(question=inquiry.question, actions=()),
        inquiry_orders.reader_of(services, inquiry),
        defaults=inquiry.defaults,
        newest=inquiry.newest,
        feedback=feedback.feedback_on(services, inquiry.inquiry_id),
        by_rules=not takes_model(services, inquiry_orders.engine_of(services, inquiry)),
    )


def situation_of(inquiry: Inquiry, blocked: str) -> action_editor.Situation:
    services, takes = session.services(), ""
    try:
        takes = report_takes(services, inquiry)
    except EngineUnavailable as error:
        blocked = explain(error)
    return action_editor.Situation(
        takes=takes,
        ahead=ahead_in_words(services, inquiry) or "",
        more_note="There are no more for this question." if inquiry.exhausted else "",
        blocked=blocked,
        no_key=inquiry_orders.no_model(services, inquiry),
        n_reports=len(inquiry.reports),
        busy=is_proposing(services, inquiry),
    )


def carry_out(inquiry: Inquiry, message: action_editor.Message) -> Inquiry:
    """The inquiry after what the person did. Raises UnknownAction, InputError."""
    services = session.services()
    match message:
        case action_editor.More(like=like):
            return asking.propose_more(services, inquiry, like=like)
        case action_editor.JudgeAction():
            return judge(inquiry, message)
        case _:
            return asking.edit_actions(
                services, inquiry, lambda actions: change(inquiry, actions, message)
            )


def change(inquiry: Inquiry, actions: ActionList, message: action_editor.Message) -> ActionList:
    match message:
        case action_editor.Pick(action_id=action_id, on=on):
            return choose_actions.switch(actions, action_id, on=on)
        case action_editor.Emphasize(action_id=action_id, on=on):
            return choose_actions.emphasize_one(actions, action_id, on=on)
        case action_editor.RewordAction(action_id=action_id, text=text):
            return choose_actions.reword(actions, action_id, text)
        case action_editor.RemoveAction(action_id=action_id):
            return choose_actions.remove(actions, action_id)
        case action_editor.BringBack(action_id=action_id):
            return choose_actions.bring_back(actions, action_id)
        case action_editor.AddAction(text=text):
            return choose_actions.add_own(session.services(), actions, text)
        case action_editor.Move(action_id=action_id, to=to):
            return choose_actions.move(actions, action_id, to)
        case action_editor.Only(which=which):
            return choose_actions.choose_only(
                actions, inquiry.defaults if which == "defaults" else ()
            )
        case _:
            return actions


def judge(inquiry: Inquiry, said: action_editor.JudgeAction) -> Inquiry:
    """The inquiry without the action, where what was said of it sets it aside; later proposals
    learn that at once."""
    services, actions = session.services(), inquiry.actions or ActionList(question="", actions=())
    action = next((a for a in actions.actions if a.action_id == said.action_id), None)
    words = action.tldr if action else ""
    is_aside = judging.keep(said, Subject.ACTION, inquiry.inquiry_id, said.action_id, words=words)
    if action is None:
        return inquiry
    learned.refuse(services, actions, action, on=said.liked is False)
    if not is_aside:
        return inquiry
    return asking.edit_actions(
        services, inquiry, lambda now: choose_actions.switch(now, action.action_id, on=False)
    )
