"""A question, the actions for it, and the start of the report."""

import asyncio

import streamlit as st

from myscholar.domain.actions import ActionList
from myscholar.domain.profile import Profile
from myscholar.domain.text import counted
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import action_list, frame, question_box, steps, trouble
from myscholar.surfaces.web.navigation import PROFILE, REPORT
from myscholar.surfaces.web.plain import plain
from myscholar.workflows import choose_actions
from myscholar.workflows.propose_actions import propose_actions, remember_choices
from myscholar.workflows.reports import save_report
from myscholar.workflows.source_names import source_choices
from myscholar.workflows.write_report import write_report


def page() -> None:
    frame.show("Ask")
    with trouble.shown_here():
        profile = reader()
        asked = question_box.show(source_choices(session.services()))
        if (asked.propose or asked.at_once) and not asked.question.strip():
            st.error("Write a question first.", icon=":material/error:")
        elif asked.propose:
            propose(asked, profile)
        elif asked.at_once:
            write(asked, ActionList(question=asked.question, actions=()), profile)
        show_actions(asked, profile)


def reader() -> Profile | None:
    """The profile that the actions are for, if the researcher wants one."""
    profile = session.profile()
    if profile is None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption("Without a profile there are generic actions only.", width="content")
            st.page_link(PROFILE, label="Make a profile", icon=":material/person:")
        return None
    n_on = len(profile.enabled)
    wanted = st.toggle(
        f"Use the profile “{plain(profile.name)}” ({counted(n_on, 'inference')} on)", value=True, key="use-profile"
    )
    return profile if wanted else None


def propose(asked: question_box.Asked, profile: Profile | None) -> None:
    with steps.show("Proposing actions", "Actions proposed") as progress:
        proposed = asyncio.run(
            propose_actions(session.services(), asked.question, profile=profile, sources=asked.sources, progress=progress)
        )
    session.set_actions(proposed)
    st.rerun()


def show_actions(asked: question_box.Asked, profile: Profile | None) -> None:
    actions = session.actions()
    if actions is None:
        return
    st.divider()
    st.markdown(f"Actions for: *{plain(actions.question)}*")
    if " ".join(asked.question.split()) != actions.question:
        st.caption("The question above has changed since; propose again to use it.")
    for hint in actions.hints:
        st.info(plain(hint), icon=":material/lightbulb:")
    with trouble.shown_here():
        change = action_list.show(actions, profile)
        if change:
            session.set_actions(changed(actions, change))
            st.rerun()
    label = f"Write the report with {counted(len(actions.chosen), 'action')}"
    if st.button(label, type="primary", icon=":material/edit_note:", key="write"):
        write(asked, actions, profile)


def changed(actions: ActionList, change: action_list.Change) -> ActionList:
    match change:
        case action_list.Pick(action_id, on):
            return choose_actions.switched(actions, action_id, on=on)
        case action_list.Emphasize(action_id, on):
            return choose_actions.emphasized(actions, action_id, on=on)
        case action_list.Reword(action_id, text):
            return choose_actions.reworded(actions, action_id, text)
        case action_list.Drop(action_id):
            return choose_actions.without_action(actions, action_id)
        case action_list.Add(text):
            return choose_actions.with_own_action(session.services(), actions, text)


def write(asked: question_box.Asked, actions: ActionList, profile: Profile | None) -> None:
    """Writes, keeps and opens the report. An error is one message here, and the chosen actions stay."""
    with trouble.shown_here():
        with steps.show("Writing the report", "The report is ready") as progress:
            report = asyncio.run(
                write_report(
                    session.services(), actions.question, actions=actions.chosen, profile=profile,
                    sources=asked.sources, filters=asked.filters, progress=progress,
                )
            )  # fmt: skip
            save_report(session.services(), report)
            remember_choices(session.services(), actions)
        session.show_report(report.report_id)
        st.switch_page(REPORT)


page()
