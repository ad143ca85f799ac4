"""A report while it is written and afterwards: read, judged, changed, exported, shared."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from myscholar.domain.engine import Engine
from myscholar.domain.feedback import Feedback
from myscholar.domain.orders import RewriteOrder
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunInfo, RunStatus
from myscholar.errors import InputError, UnknownName
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, saved_file, trouble
from myscholar.surfaces.web.components.layout import quiet_button, row
from myscholar.surfaces.web.components.report import (
    report_bar,
    report_changes,
    report_share,
    report_view,
)
from myscholar.surfaces.web.components.runs import following, recorded
from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.navigation import ASK, RESEARCH, TABLES, go_to, in_address
from myscholar.surfaces.web.pages import answering, change_actions
from myscholar.surfaces.web.plain import plain
from myscholar.views.report_view import report_view as view_of
from myscholar.views.run_watch import watch
from myscholar.workflows.actions import feedback
from myscholar.workflows.ask.ask_again import actions_to_change, ask_again
from myscholar.workflows.jobs import start
from myscholar.workflows.library.gather_papers import Upload
from myscholar.workflows.report import diff as report_diff
from myscholar.workflows.report import reports, shares
from myscholar.workflows.report.shelf import ReportShelf, shelves
from myscholar.workflows.runs import recorded_orders
from myscholar.workflows.runs.delete_runs import delete_run
from myscholar.workflows.runs.run_facts import facts_of

CHANGE, CHANGED = "Change the actions", "What changed"
_SIGNS = {CHANGE: "checklist", CHANGED: "difference"}


def page() -> None:
    frame.show()
    with trouble.shown_here():
        wanted = in_address("run") or held(session.Browser).report
        if wanted is None:
            newest = reports.list_reports(session.services(), 1)
            if not newest:
                nothing_yet()
                return
            wanted = newest[0].report_id
        session.open_report(RunId(wanted))
        show(RunId(wanted))


def nothing_yet() -> None:
    st.title("Report", anchor=False)
    st.markdown(
        "No report has been written yet. Ask a question: its report appears here while it is "
        "written."
    )
    if st.button("Ask a question", type="primary", icon=":material/arrow_forward:", key="to-ask"):
        go_to(ASK)
    with trouble.shown_here():
        if upload := report_bar.bring_in():
            bring_in(upload)


def bring_in(upload: Upload) -> None:
    """Raises UnreadableFile."""
    with saved_file.on_disk(upload) as path:
        run_id = reports.import_report(session.services(), path)
    open_report(run_id)


def show(run_id: RunId) -> None:
    services = session.services()
    info = info_of(run_id)  # before the list: what has finished by now stands in it
    known = shelves(reports.list_reports(services))
    tools = row("unprinted-toolbar", gap="xsmall")
    with tools:
        wanted = report_bar.choose(known, run_id) if known else None
    if wanted:
        open_report(RunId(wanted))
    if info is None:
        raise InputError(
            "There is no report at this address: it was deleted, or it was written on another "
            "computer."
        )
    if info.kind not in reports.REPORTS:
        raise InputError(
            "This address belongs to something else than a report. Open it from the page Runs."
        )
    if info.status is not RunStatus.FINISHED:
        show_unfinished(info)
        return
    report = reports.get_report(services, run_id)
    older_than_listed = ReportShelf(question=report.question, versions=())
    shelf = next((shelf for shelf in known if shelf.version(run_id)), older_than_listed)
    show_finished(report, shelf, tools)


def show_unfinished(info: RunInfo) -> None:
    st.title(plain(info.title), anchor=False)
    recorded.label(info.run_id)
    if facts_of(session.services(), info.run_id).research:
        link_to_research(info.run_id, "The research, as it goes on")
    following.follow(info.run_id)
    base = watch(session.services(), info.run_id).base
    if base and quiet_button("Back to the version before", "undo", key="to-base"):
        open_report(base)


def link_to_research(run_id: RunId, label: str) -> None:
    st.page_link(
        RESEARCH, label=label, icon=":material/account_tree:", query_params={"run": run_id}
    )


def info_of(run_id: RunId) -> RunInfo | None:
    try:
        return session.services().runs.info(run_id)
    except UnknownName:
        return None


def open_report(run_id: RunId) -> None:
    session.open_report(run_id)
    st.rerun()


def show_finished(report: Report, shelf: ReportShelf, tools: DeltaGenerator) -> None:
    """`tools` is where what can be done with the report stands."""
    run_id = RunId(report.report_id)
    with tools:
        if report.interaction:
            link_to_research(run_id, "How it was researched")
        panel = panel_of(report, shelf)
        st.markdown("[:material/forum: Ask or change](#follow-up)", width="content")
        report_bar.export(report)
        share(run_id)
        with trouble.shown_here():
            fulfil(report_bar.more(report), run_id)
    with st.container(key="unprinted-panel"), trouble.shown_here():
        if panel == CHANGED:
            show_changes(run_id)
        elif panel == CHANGE and (begun := change_actions.show(report)):
            open_report(begun)
    with st.container(key="unprinted-recorded"), trouble.shown_here():
        offer_recorded_change(report)
    with trouble.shown_here():
        read(report, shelf)
    noted = "-noted" if view_of(report).doubts else ""  # notes in its margin move its text
    with st.container(key=f"unprinted-follow-up{noted}"), trouble.shown_here():
        answering.show(run_id)


def offer_recorded_change(report: Report) -> None:
    services = session.services()
    order = reports.report_record(services, report.report_id).order
    if order.engine is not Engine.RECORDED:
        return
    actions = actions_to_change(services, report.report_id)
    changed = recorded_orders.recorded_change(services, order, actions)
    if changed is None:
        return
    known = {action.text for action in order.actions}
    added = [action.tldr for action in changed.chosen if action.text not in known]
    if added and recorded.play_change(", ".join(added)):
        base = RunId(report.report_id)
        open_report(start(services, RewriteOrder(base=base, actions=changed.chosen)))


def panel_of(report: Report, shelf: ReportShelf) -> str | None:
    version = shelf.version(report.report_id)
    return st.segmented_control(
        "Besides the report",
        [CHANGE, CHANGED] if version and version.base else [CHANGE],
        format_func=lambda panel: f":material/{_SIGNS[panel]}: {panel}",
        key=f"panel-{report.report_id}",
        label_visibility="collapsed",
        width="content",
    )


def show_changes(run_id: RunId) -> None:
    diff = report_diff.diff_of(session.services(), run_id)
    if diff is None:
        st.caption("The version before is gone, so there is nothing to compare with.")
        return
    report_changes.show(diff, key=f"changes-{run_id}")


def share(run_id: RunId) -> None:
    services = session.services()
    with trouble.shown_here():
        wish = report_share.show(shares.share_key(services, run_id))
        if wish:
            change = shares.share if isinstance(wish, report_share.Share) else shares.unshare
            change(services, run_id)
            st.rerun()


def fulfil(wish: report_bar.Wish | None, run_id: RunId) -> None:
    services = session.services()
    match wish:
        case "ask again":
            go_to(ASK, inquiry=ask_again(services, run_id).inquiry_id)
        case "table":
            go_to(TABLES, report=run_id)
        case "delete":
            delete_run(services, run_id)
            session.open_report(None)
            st.rerun()
        case Upload():
            bring_in(wish)


def read(report: Report, shelf: ReportShelf) -> None:
    """The report itself, and what the reader says of it there."""
    services, view = session.services(), view_of(report)
    known = feedback.feedback_on(services, report.report_id)
    if is_grown := answering.takes_in(report.report_id):
        st.toast("Taken in as the last section of this version.", icon=":material/note_add:")
    said = report_view.show(view, feedback=known, at_end=is_grown)
    begun = None
    try:
        for message in said.messages:
            if begun := answer(message, report, shelf):
                break  # the page turns to the new version
    finally:
        said.take()
    if begun:
        open_report(begun)
    if said.messages:
        st.rerun()


def answer(message: report_view.Message, report: Report, shelf: ReportShelf) -> RunId | None:
    """The run that writes a new version, where one is wanted."""
    services, run_id = session.services(), RunId(report.report_id)
    match message:
        case report_view.JudgeReport():
            said = message.model_dump(exclude={"kind"})
            feedback.give_feedback(services, Feedback(about=run_id, **said))
        case report_view.TakeBack(subject=subject, item=item):
            feedback.take_back(services, subject, run_id, item)
        case report_view.TryAgain(action_id=action_id):
            return start(services, RewriteOrder(base=run_id, retry=action_id))
        case report_view.Anew(section=section):
            again = shelf.n_after(run_id) + 1
            return start(services, RewriteOrder(base=run_id, section=section, again=again))
    return None


page()
