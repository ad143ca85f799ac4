"""Where a report's actions are changed, to write anew what depends on them."""

import streamlit as st

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.inquiry import Inquiry, InquiryId
from myscholar.domain.orders import ReportOrder, RewriteOrder
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId
from myscholar.domain.text import counted
from myscholar.errors import MyScholarError
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components.ask import action_editor
from myscholar.surfaces.web.components.part import Mail
from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.pages import choosing
from myscholar.surfaces.web.remedies import explain
from myscholar.views.action_view import actions_view
from myscholar.workflows.actions import feedback
from myscholar.workflows.ask.ask_again import actions_to_change
from myscholar.workflows.jobs import start
from myscholar.workflows.report.actions_changed import changes_between
from myscholar.workflows.report.reports import report_record
from myscholar.workflows.runs.estimates import estimate_report


def show(report: Report) -> RunId | None:
    """The run that writes the new version. What was changed is kept while this session lasts."""
    drafts = held(session.Browser).drafts
    draft = drafts.get(report.report_id) or draft_of(report)
    drafts[report.report_id] = draft
    mail = show_editor(report, draft)
    if not mail.messages:
        return None
    begun = None
    troubles: list[str] = []
    for message in mail.messages:
        try:
            if isinstance(message, action_editor.Write):
                order = RewriteOrder(base=RunId(report.report_id), actions=chosen_in(draft))
                begun = start(session.services(), order)
            elif isinstance(message, action_editor.JudgeAction):
                choosing.judge(draft, message)
            elif draft.actions:
                draft = draft.model_copy(
                    update={"actions": choosing.change(draft, draft.actions, message)}
                )
        except MyScholarError as error:
            troubles.append(explain(error))
    drafts[report.report_id] = draft
    action_editor.note_troubles(report.report_id, troubles)
    mail.take()
    if begun is None:
        st.rerun()
    return begun


def draft_of(report: Report) -> Inquiry:
    """The report's actions as they are, to be changed."""
    actions = actions_to_change(session.services(), report.report_id)
    return Inquiry(
        inquiry_id=InquiryId(report.report_id),
        question=report.question,
        actions=actions,
        profile_id=report.profile_id,
        defaults=tuple(a.action_id for a in actions.chosen),
    )


def chosen_in(draft: Inquiry) -> tuple[Action, ...]:
    return draft.actions.chosen if draft.actions else ()


def show_editor(report: Report, draft: Inquiry) -> Mail[action_editor.Message]:
    services = session.services()
    order = report_record(services, report.report_id).order
    view = actions_view(
        draft.actions or ActionList(question=report.question, actions=()),
        order.profile,
        defaults=draft.defaults,
        feedback=feedback.feedback_on(services, draft.inquiry_id),
        by_rules=order.engine is Engine.EXTRACTIVE,
    )
    takes = time_of(draft, order)
    situation = action_editor.Situation(
        takes=takes or "Nothing changed yet.",
        idle=not takes,
        write="Rewrite what depends on them",
        defaults="Choose as in this report",
        with_more=False,
    )
    return action_editor.show(view, situation, of=report.report_id)


def time_of(draft: Inquiry, order: ReportOrder) -> str:
    """What changes, and at most how long it takes and what it costs; empty where nothing does."""
    changes = changes_between(order.actions, chosen_in(draft))
    if not changes.all:
        return ""
    n = len({a.action_id for a in changes.all})
    whole = estimate_report(
        session.services(),
        n_actions=len(chosen_in(draft)),
        with_tables=order.with_tables,
        engine=order.engine,
    )
    return (
        f"{counted(n, 'action')} changed. The whole report would take "
        f"{whole.spoken[0].lower()}{whole.spoken[1:]}; a change takes less."
    )
