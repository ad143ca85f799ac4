"""Papers in, profile out, and the researcher's edits to it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile
from myscholar.domain.runs import Progress
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import (
    frame,
    inference_list,
    paper_intake,
    paper_table,
    profile_bar,
    profile_facts,
    steps,
    trouble,
)
from myscholar.surfaces.web.history import History
from myscholar.surfaces.web.navigation import ASK
from myscholar.workflows import edit_profile, gather_papers, profiles
from myscholar.workflows.gather_papers import Gathered, Upload
from myscholar.workflows.infer_profile import infer_profile, library_papers
from myscholar.workflows.sample import sample_papers

SAMPLE_NAME = "Mira Solberg-Adeyemi (fictional)"


def page() -> None:
    frame.show("Profile")
    history: History[Profile] | None = None
    with trouble.shown_here():
        history = session.history()
    with trouble.shown_here():
        wish = profile_bar.show(profiles.list_profiles(session.services()), history)
        if wish:
            fulfil(wish, history)
            st.rerun()
    if history:
        show_profile(history)
    else:
        new_profile()


def fulfil(wish: profile_bar.Wish, history: History[Profile] | None) -> None:
    services = session.services()
    match wish, history:
        case profile_bar.Choose(profile_id), _:
            session.use_profile(profiles.get_profile(services, profile_id))
        case profile_bar.New(), _:
            session.use_profile(None)
        case profile_bar.Import(upload), _:
            session.use_profile(imported(upload))
        case profile_bar.Rename(name), History() as past:
            session.keep(past.changed(profiles.named(past.now, name)))
        case profile_bar.Delete(), History() as past:
            profiles.delete_profile(services, past.now.profile_id)
            session.use_profile(None)
        case profile_bar.Undo(), History() as past:
            session.keep(past.undone())
        case profile_bar.Redo(), History() as past:
            session.keep(past.redone())


def imported(upload: Upload) -> Profile:
    with TemporaryDirectory(prefix="myscholar-") as folder:
        path = Path(folder) / "profile.json"
        path.write_bytes(upload.content)
        return profiles.import_profile(session.services(), path)


def show_profile(history: History[Profile]) -> None:
    profile_facts.show(history.now)
    with trouble.shown_here():
        edit = inference_list.show(history.now, step=history.n_steps)
        if edit:
            session.keep(history.changed(edited(history.now, edit)))
            st.rerun()
    if st.button("Ask a question", type="primary", icon=":material/arrow_forward:", key="to-ask"):
        st.switch_page(ASK)


def edited(profile: Profile, edit: inference_list.Edit) -> Profile:
    services = session.services()
    match edit:
        case inference_list.Switch(inference_id, on):
            return edit_profile.switched(services, profile, inference_id, on=on)
        case inference_list.Reword(inference_id, text):
            return edit_profile.reworded(services, profile, inference_id, text)
        case inference_list.Remove(inference_id):
            return edit_profile.removed(services, profile, inference_id)
        case inference_list.Add(aspect, text):
            return edit_profile.added(services, profile, aspect, text)


def new_profile() -> None:
    st.markdown("Hand in papers that stand for you. What they say of your interests is shown with the words it rests on.")
    above, below = st.container(), st.container()
    with below, trouble.shown_here():
        chosen = gathered_so_far()
    with above, trouble.shown_here():
        intake = paper_intake.show(gather_papers.library_names(session.services()))
        if isinstance(intake, paper_intake.FromSample):
            infer(lambda progress: sample_papers(progress).papers, SAMPLE_NAME)
        elif intake:
            take(intake, chosen)
        trouble.show(session.problems())


def gathered_so_far() -> tuple[Paper, ...]:
    papers = session.staged()
    if not papers:
        return ()
    chosen = paper_table.show(papers)
    with st.form("infer", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input("Name of the profile", value="My profile", max_chars=profiles.NAME_LIMIT, key="profile-name")
        wanted = st.form_submit_button("Infer the profile", type="primary", disabled=not chosen)
    if wanted:
        infer(lambda _: chosen, name)
    return chosen


def take(intake: paper_intake.Intake, chosen: tuple[Paper, ...]) -> None:
    """Reads the papers and adds them to those gathered so far."""
    with steps.show("Reading papers", "Read") as progress:
        match intake:
            case paper_intake.FromFiles(uploads, relation):
                read = gather_papers.read_uploads(uploads, relation=relation, progress=progress)
            case paper_intake.FromText(text, relation):
                read = asyncio.run(gather_papers.read_pasted(session.services(), text, relation=relation, progress=progress))
            case paper_intake.FromLibrary(name):
                read = Gathered(library_papers(session.services(), name), ())
    session.stage(gather_papers.together(chosen, read.papers))
    session.note_problems(read.problems)
    st.rerun()


def infer(read: Callable[[Progress], tuple[Paper, ...]], name: str) -> None:
    with steps.show("Reading what the papers say", "The profile is ready") as progress:
        profile = asyncio.run(infer_profile(session.services(), read(progress), progress=progress))
        profile = profiles.named(profile, name) if name.strip() else profile
        profiles.save_profile(session.services(), profile)
    session.stage(())
    session.note_problems(())
    session.use_profile(profile)
    st.rerun()


page()
