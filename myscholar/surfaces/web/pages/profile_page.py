"""Papers are chosen, or a profile is edited. Between them a run infers it."""

from functools import partial

import streamlit as st

from myscholar.domain.feedback import Subject
from myscholar.domain.profile import InferenceId, Profile
from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import InputError, UnknownName
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, judging, saved_file, trouble
from myscholar.surfaces.web.components.layout import quiet_button, row
from myscholar.surfaces.web.components.profile import (
    profile_changes,
    profile_choice,
    profile_editor,
    profile_head,
    profile_learned,
)
from myscholar.surfaces.web.components.runs import recorded
from myscholar.surfaces.web.components.runs.following import follow
from myscholar.surfaces.web.history import History
from myscholar.surfaces.web.navigation import ASK, go_to, in_address, put_in_address
from myscholar.surfaces.web.pages import choose_papers
from myscholar.surfaces.web.pages.choose_papers import NEW
from myscholar.surfaces.web.plain import plain
from myscholar.surfaces.web.remedies import explain
from myscholar.views.profile_view import profile_view
from myscholar.views.run_watch import watch
from myscholar.workflows.actions import feedback, learned
from myscholar.workflows.ask import asking, inquiry_orders
from myscholar.workflows.library.gather_papers import Upload
from myscholar.workflows.profile import edit_profile, profiles


def page() -> None:
    frame.show()
    with trouble.shown_here():
        wanted = in_address("profile")
        run_id = still_inferred(wanted) if wanted and wanted != NEW else None
        history = None if run_id or wanted == NEW else session.history()
        if run_id:
            show_run(run_id)
        elif history and (update := in_address(choose_papers.UPDATE)):
            show_update(RunId(update), history.now)
        elif history and in_address(choose_papers.PAPERS):
            show_papers(history.now)
        elif history:
            show_profile(history)
        else:
            start()
        return
    if st.button("Choose papers", icon=":material/arrow_back:", key="to-papers"):
        open_profile(NEW)


def open_profile(profile_id: str) -> None:
    """A profile, or papers for a new one."""
    session.use_profile(
        None if profile_id == NEW else profiles.get_profile(session.services(), profile_id)
    )
    put_in_address("profile", profile_id)
    put_in_address(choose_papers.PAPERS, None)
    st.rerun()


def still_inferred(profile_id: str) -> RunId | None:
    """The run that has not made it yet. Raises InputError."""
    services = session.services()
    if any(saved.profile_id == profile_id for saved in profiles.list_profiles(services)):
        return None
    run_id = RunId(profile_id)
    try:
        status = watch(services, run_id).status
    except UnknownName:
        raise InputError(
            "There is no profile at this address: it was deleted, or it was made on another "
            "computer."
        ) from None
    if status is not RunStatus.FINISHED:
        return run_id
    # it finished at this moment, or says why it can't be read
    profiles.profile_of(services, profile_id)
    return None


def show_run(run_id: RunId) -> None:
    st.title(plain(watch(session.services(), run_id).title), anchor=False)
    recorded.label(run_id)
    follow(run_id, diversions=True)
    if quiet_button("Choose other papers", "arrow_back", key="to-papers"):
        open_profile(NEW)


def show_update(run_id: RunId, profile: Profile) -> None:
    """The profile with other papers is being made; then it stands in place of the one before."""
    services = session.services()
    if watch(services, run_id).status is RunStatus.FINISHED:
        put_in_address(choose_papers.UPDATE, None)
        st.rerun()
    st.title(plain(profile.name), anchor=False)
    follow(run_id, diversions=True)
    if quiet_button("Back to the profile as it is", "arrow_back", key="leave-update"):
        put_in_address(choose_papers.UPDATE, None)
        st.rerun()


def show_papers(profile: Profile) -> None:
    st.title(f"Papers of {plain(profile.name)}", anchor=False)
    st.markdown(
        "Tick what the profile is to rest on. What still holds stays, and so do your edits; what "
        "changed is shown, and can be undone."
    )
    if quiet_button("Back to the profile", "arrow_back", key="leave-papers"):
        put_in_address(choose_papers.PAPERS, None)
        st.rerun()
    choose_papers.show(profile)


def start() -> None:
    st.title("Make a profile", anchor=False)
    st.markdown(
        "Choose papers that stand for you. What they say of your work is shown with the words it "
        "rests on."
    )
    with trouble.shown_here():
        fulfil(profile_choice.show(profiles.list_profiles(session.services()), None), None)
    choose_papers.show()


def show_profile(history: History[Profile]) -> None:
    services = session.services()
    put_in_address("profile", history.now.profile_id)
    if profile_head.show(history.now):
        if inquiry_orders.is_played(services, history.now.profile_id):
            go_to(ASK, inquiry=asking.play_sample(services, history.now.profile_id).inquiry_id)
        go_to(ASK)
    choices = learned.list_learned(services, history.now.profile_id)
    with row("profile-bar", horizontal_alignment="distribute"):
        view = profile_choice.look_at(n_changes=len(history.now.edits), n_learned=len(choices))
        wish = profile_choice.show(profiles.list_profiles(services), history.now)
    with trouble.shown_here():
        fulfil(wish, history)
    with trouble.shown_here():
        match view:
            case profile_choice.View.CHANGES:
                show_changes(history)
            case profile_choice.View.LEARNED:
                learn(profile_learned.show(choices), history.now)
            case _:
                show_editor(history)


def fulfil(wish: profile_choice.Wish | None, history: History[Profile] | None) -> None:
    services = session.services()
    match wish, history:
        case profile_choice.Choose(profile_id), _:
            open_profile(profile_id)
        case "new", _:
            open_profile(NEW)
        case Upload() as upload, _:
            with saved_file.on_disk(upload) as path:
                made = profiles.import_profile(services, path)
            open_profile(made.profile_id)
        case profile_choice.Rename(name), History():
            session.change(lambda past: past.changed(profiles.rename(past.now, name)))
            st.rerun()
        case "papers", History():
            put_in_address(choose_papers.PAPERS, "change")
            st.rerun()
        case "copy", History() as past:
            open_profile(profiles.copy_profile(services, past.now.profile_id).profile_id)
        case "delete", History() as past:
            profiles.delete_profile(services, past.now.profile_id)
            session.use_profile(None)
            st.rerun()


def show_editor(history: History[Profile]) -> None:
    profile = history.now
    said = feedback.feedback_on(session.services(), profile.profile_id)
    mail = profile_editor.show(
        profile_view(profile),
        feedback={f.item: f for f in said.values()},
        can_undo=bool(history.past),
        can_redo=bool(history.future),
    )
    if not mail.messages:
        return
    refused = list[profile_editor.Refusal]()
    for message in mail.messages:
        try:
            profile = carry_out(profile, message)
        except InputError as error:
            refused.append(profile_editor.refusal(message, explain(error)))
    profile_editor.refuse(profile.profile_id, tuple(refused))
    mail.take()
    st.rerun()


def carry_out(profile: Profile, message: profile_editor.Message) -> Profile:
    """The profile with it, saved. Raises UnknownName, InputError."""
    if isinstance(message, profile_editor.JudgeInference):
        item, about = message.inference_id, profile.profile_id
        words = profile.inference(InferenceId(item)).text if message.liked is not None else ""
        if not judging.keep(message, Subject.INFERENCE, about, item, words=words):
            return profile
        message = profile_editor.Switch(kind="switch", inference_id=item, on=False)
    return session.change(partial(edited, message=message))


def edited(history: History[Profile], message: profile_editor.Edit) -> History[Profile]:
    """Raises UnknownName, InputError."""
    services, profile = session.services(), history.now
    match message:
        case profile_editor.Switch(inference_id=inference_id, on=on):
            return history.changed(edit_profile.switch(services, profile, inference_id, on=on))
        case profile_editor.RewordInference(inference_id=inference_id, text=text):
            return history.changed(edit_profile.reword(services, profile, inference_id, text))
        case profile_editor.RemoveInference(inference_id=inference_id):
            return history.changed(edit_profile.remove(services, profile, inference_id))
        case profile_editor.AddInference(aspect=aspect, text=text):
            return history.changed(edit_profile.add(services, profile, aspect, text))
        case profile_editor.EditStep():
            return history.undone() if message.kind == "undo" else history.redone()


def show_changes(history: History[Profile]) -> None:
    services, number = session.services(), profile_changes.show(history.now)
    if number is not None:
        session.change(lambda h: h.changed(edit_profile.bring_back(services, h.now, number)))
        st.rerun()


def learn(wish: profile_learned.Wish | None, profile: Profile) -> None:
    services = session.services()
    match wish:
        case None:
            return
        case profile_learned.Correct(choice_id, kind):
            learned.correct(services, choice_id, kind)
        case profile_learned.Forget(choice_id):
            learned.forget(services, choice_id)
        case "forget all":
            learned.forget_all(services, profile.profile_id)
    st.rerun()


page()
