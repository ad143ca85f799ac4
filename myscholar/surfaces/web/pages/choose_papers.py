"""The profile page before there is a profile: papers are found, read, ticked and sent."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import streamlit as st

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ProfileOrder
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.profile import Profile
from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import InputError, MyScholarError, UnknownName, UnknownPaper
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import trouble
from myscholar.surfaces.web.components.layout import quiet_button, row
from myscholar.surfaces.web.components.papers import (
    paper_desk,
    paper_library,
    paper_reading,
    paper_results,
    paper_sources,
    paper_table,
)
from myscholar.surfaces.web.components.runs.following import follow
from myscholar.surfaces.web.navigation import TABLES, go_to, in_address, put_in_address
from myscholar.surfaces.web.remedies import explain
from myscholar.views.run_watch import watch
from myscholar.workflows.engines import missing_key
from myscholar.workflows.jobs import start
from myscholar.workflows.library import libraries
from myscholar.workflows.library.begin_papers import begin_papers
from myscholar.workflows.library.edit_paper import edit_paper
from myscholar.workflows.library.find_papers import FoundPapers, find_papers, papers_of_author
from myscholar.workflows.library.gather_papers import library_names, papers_read
from myscholar.workflows.library.libraries import LibraryPaper
from myscholar.workflows.names import check_name
from myscholar.workflows.profile.update_profile import (
    Change,
    asks_model,
    estimate_update,
    update_order,
)
from myscholar.workflows.runs.estimates import estimate_profile
from myscholar.workflows.sample import SAMPLE_NAME, sample_papers

NEW = "new"
"""Stands in the address in place of a profile's id while papers are chosen."""
READING, PROFILE, PAPERS, UPDATE = "reading", "profile", "papers", "update"
"""In the address: the run that reads papers; the profile, or the run that makes it; whether its
papers are being changed; the run that does it."""


def show(base: Profile | None = None) -> None:
    """For a new profile, or to change the papers of a base."""
    desk = paper_desk.now()
    papers: tuple[LibraryPaper, ...] = ()
    with trouble.shown_here():
        papers = libraries.library_view(session.services(), desk.library)
        if desk.updating != (base.profile_id if base else None):
            desk = in_library(desk, desk.library, papers, base)
    reading = in_address(READING)
    ways = None if reading and still_reading(RunId(reading)) else add_papers(desk, papers, base)
    with trouble.shown_here():
        show_library(desk, papers, base)
    if ways:  # at the end, so that all the rest stands while Semantic Scholar is asked
        with ways.asked, trouble.shown_here():
            act(desk, ways.wanted)


def add_papers(
    desk: paper_desk.PaperSelection, papers: tuple[LibraryPaper, ...], base: Profile | None
) -> paper_sources.Ways:
    ways = paper_sources.show()
    if not isinstance(ways.wanted, paper_sources.Search):
        with ways.found, trouble.shown_here():
            show_found(desk, papers)
    with trouble.shown_here():
        if base is None and (wanted := paper_sources.sample()):
            engine = Engine.RECORDED if wanted == "played" else Engine.AUTO
            begin_inference(sample_papers().papers, SAMPLE_NAME, engine)
    return ways


def still_reading(run_id: RunId) -> bool:
    """Shows papers being read, or what came of it until the researcher has seen it."""
    with trouble.shown_here():
        watched = watch(session.services(), run_id)
        if watched.status is RunStatus.FINISHED:
            seen = paper_reading.show(papers_read(session.services(), run_id))
        else:
            follow(run_id)
            seen = watched.is_over and paper_reading.seen()
        if seen:
            put_in_address(READING, None)
            st.rerun()
        return not watched.is_over
    return False


def act(
    desk: paper_desk.PaperSelection, wanted: paper_sources.Search | paper_sources.ReadPapers | None
) -> None:
    match wanted:
        case paper_sources.Search(text):
            with st.spinner("Asking Semantic Scholar"):
                found = asyncio.run(find_papers(session.services(), text))
            paper_desk.keep(desk.with_found(paper_desk.Found(found, f"for “{text}”")))
            st.rerun()
        case paper_sources.ReadPapers(relation, text, uploads):
            show_reading(
                begin_papers(
                    session.services(),
                    text=text,
                    uploads=uploads,
                    library=desk.library,
                    relation=relation,
                )
            )
            st.rerun()


def show_found(desk: paper_desk.PaperSelection, papers: tuple[LibraryPaper, ...]) -> None:
    if desk.found is None and not desk.basket:
        return
    mail = paper_results.show(desk, [paper.title for paper in papers])
    if not mail.messages:
        return
    begun = None
    with noting_troubles():
        for message in mail.messages:
            begun = take_found(paper_desk.now(), message) or begun
    mail.take()
    if begun:
        show_reading(begun)
    st.rerun()


def take_found(desk: paper_desk.PaperSelection, message: paper_results.Message) -> RunId | None:
    """The run that reads papers, where some are wanted."""
    match message:
        case paper_results.AddFound(relation=relation):
            begun = begin_papers(
                session.services(),
                text="\n".join(p.identifier for p in desk.basket),
                library=desk.library,
                relation=relation,
                years={PaperId(p.identifier): p.year for p in desk.basket if p.year},
            )
            paper_desk.keep(replace(desk, basket=()))
            return begun
        case paper_results.PickFound(paper_ids=ids, on=on):
            paper_desk.keep(desk.picked(ids, on=on))
        case paper_results.DateFound(paper_id=paper_id, year=year):
            paper_desk.keep(desk.dated(paper_id, year))
        case paper_results.OpenAuthor(author_id=author_id):
            with st.spinner("Asking Semantic Scholar"):
                theirs = asyncio.run(papers_of_author(session.services(), author_id))
            known = desk.found.papers.authors if desk.found else ()
            author = next((a for a in known if a.author_id == author_id), None)
            sought = f"by {author.name}" if author else "of this author"
            found = paper_desk.Found(FoundPapers(papers=theirs), sought, author)
            paper_desk.keep(desk.with_found(found))
        case paper_results.Leave(kind=kind):
            paper_desk.keep(desk.with_found(desk.opened_from if kind == "back" else None))
    return None


def show_reading(run_id: RunId) -> None:
    if in_address(PROFILE) is None:
        put_in_address(PROFILE, NEW)
    put_in_address(READING, run_id)


def in_library(
    desk: paper_desk.PaperSelection,
    name: str,
    papers: tuple[LibraryPaper, ...],
    base: Profile | None,
) -> paper_desk.PaperSelection:
    """Ticked are all papers of the library; while a base is changed, those that it rests on."""
    of_base = {p.paper_id for p in base.papers} if base else set()
    unticked = [p.paper_id for p in papers if base and p.paper_id not in of_base]
    now = desk.in_library(name, unticked=unticked, updating=base.profile_id if base else None)
    paper_desk.keep(now)
    return now


def show_library(
    desk: paper_desk.PaperSelection, papers: tuple[LibraryPaper, ...], base: Profile | None
) -> None:
    services = session.services()
    with row(horizontal_alignment="distribute"):
        st.header("Papers to rest on" if base else "Your library", anchor=False, width="content")
        if papers and quiet_button("Table of these papers", "table", key="to-table"):
            go_to(TABLES, library=desk.library)
        name = paper_library.choose(library_names(services), desk.library)
    if name != desk.library:
        line = check_name("library", name)
        in_library(desk, line, libraries.library_view(services, line), base)
        st.rerun()
    trouble.show(desk.troubles)
    elsewhere = libraries.elsewhere(base.papers, papers) if base else ()
    listed = (*elsewhere, *papers)
    if not listed:
        st.markdown("None yet. Add papers above, or try the sample.")
        return
    mail = paper_table.show(
        listed,
        unticked=desk.unticked,
        elsewhere={p.paper_id for p in elsewhere},
        refused=desk.refused,
        key=f"papers-{desk.library}",
    )
    if mail.messages:
        with noting_troubles():
            for message in mail.messages:
                take_table(message)
        mail.take()
        st.rerun()
    ticked = [paper.paper_id for paper in listed if paper.paper_id not in desk.unticked]
    if base:
        change_papers(desk, base, ticked)
        return
    why_no_model = missing_key(services)
    is_faulty = bool(why_no_model and services.settings.model_fault)
    estimate = estimate_profile(services, len(ticked)) if ticked and not is_faulty else None
    wanted = paper_library.infer(len(ticked), estimate, why_no_model)
    if wanted:
        engine = Engine.EXTRACTIVE if wanted.free else Engine.AUTO
        begin_inference(libraries.papers_of(services, desk.library, ticked), wanted.name, engine)


def change_papers(
    desk: paper_desk.PaperSelection, base: Profile, ticked: Sequence[PaperId]
) -> None:
    """The base with just the ticked papers."""
    services, there = session.services(), {p.paper_id for p in base.papers}
    added = [i for i in ticked if i not in there]
    removed = there - set(ticked)
    change = Change(base, n_papers=len(ticked), n_added=len(added), n_removed=len(removed))
    wanted = paper_library.change(
        change,
        estimate_update(services, change) if change.is_one else None,
        missing_key(services) if asks_model(services, change) else "",
    )
    if wanted:
        order = update_order(
            services,
            base,
            add=libraries.papers_of(services, desk.library, added),
            remove=removed,
            engine=Engine.EXTRACTIVE if wanted == "free" else Engine.AUTO,
            is_kept=True,
        )
        put_in_address(UPDATE, start(services, order))
        put_in_address(PAPERS, None)
        st.rerun()


def take_table(message: paper_table.Message) -> None:
    services, desk = session.services(), paper_desk.now()
    match message:
        case paper_table.Tick(paper_ids=ids, on=on):
            paper_desk.keep(desk.ticked(ids, on=on))
        case paper_table.Relate(paper_id=paper_id, relation=relation):
            libraries.set_relation(services, desk.library, paper_id, relation)
        case paper_table.EditFacts(paper_id=paper_id):
            facts = message.model_dump(exclude={"kind", "paper_id"})
            reason = None
            try:
                edit_paper(services, desk.library, paper_id, **facts)
            except (UnknownName, UnknownPaper):  # gone: there is no form to say it in
                raise
            except InputError as error:
                reason = explain(error)
            paper_desk.keep(desk.with_refusal(paper_id, reason))
        case paper_table.RemovePaper(paper_id=paper_id):
            libraries.remove_papers(services, desk.library, [paper_id])


def begin_inference(papers: tuple[Paper, ...], name: str, engine: Engine = Engine.AUTO) -> None:
    line = " ".join(name.split())
    if not line:
        raise InputError("A profile needs a name.")
    order = ProfileOrder(papers=papers, name=line, engine=engine)
    put_in_address(PROFILE, start(session.services(), order))
    put_in_address(READING, None)
    st.rerun()


@contextmanager
def noting_troubles() -> Iterator[None]:
    """An error is kept beside the papers until something goes well: the page is drawn again at
    once, so that the browser hears of it."""
    try:
        yield
    except MyScholarError as error:
        paper_desk.keep(paper_desk.now().with_trouble(explain(error)))
    else:
        paper_desk.keep(paper_desk.now().with_trouble())
