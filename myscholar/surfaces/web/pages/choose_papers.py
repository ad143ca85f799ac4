"""The profile page before there is a profile: papers are found, read, ticked and sent."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ProfileOrder
from myscholar.domain.papers import Paper
from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import InputError, MyScholarError
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import trouble
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.components.papers import (
    paper_desk,
    paper_library,
    paper_reading,
    paper_results,
    paper_sources,
    paper_table,
)
from myscholar.surfaces.web.components.runs.following import follow
from myscholar.surfaces.web.navigation import in_address, put_in_address
from myscholar.surfaces.web.remedies import explain
from myscholar.views.run_watch import watch
from myscholar.workflows.engines import missing_key
from myscholar.workflows.jobs import start
from myscholar.workflows.library import libraries
from myscholar.workflows.library.begin_papers import begin_papers
from myscholar.workflows.library.find_papers import FoundPapers, find_papers, papers_of_author
from myscholar.workflows.library.gather_papers import library_names, papers_read
from myscholar.workflows.library.libraries import LibraryPaper
from myscholar.workflows.names import check_name
from myscholar.workflows.runs.estimates import estimate_profile
from myscholar.workflows.sample import SAMPLE_NAME, sample_papers

NEW = "new"
"""Stands in the address in place of a profile's id while papers are chosen."""
READING, PROFILE = "reading", "profile"
"""In the address: the run that reads papers; the profile, or the run that makes it."""


def show() -> None:
    desk = paper_desk.now()
    papers: tuple[LibraryPaper, ...] = ()
    with trouble.shown_here():
        papers = libraries.library_view(session.services(), desk.library)
    reading = in_address(READING)
    ways = None if reading and still_reading(RunId(reading)) else add_papers(desk, papers)
    with trouble.shown_here():
        show_library(desk, papers)
    if ways:  # at the end, so that all the rest stands while Semantic Scholar is asked
        with ways.asked, trouble.shown_here():
            act(desk, ways.wanted)


def add_papers(
    desk: paper_desk.PaperSelection, papers: tuple[LibraryPaper, ...]
) -> paper_sources.Ways:
    ways = paper_sources.show()
    if not isinstance(ways.wanted, paper_sources.Search):
        with ways.found, trouble.shown_here():
            show_found(desk, papers)
    with trouble.shown_here():
        if wanted := paper_sources.sample():
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
            paper_desk.keep(desk.with_found(found, f"for “{text}”"))
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
    if desk.found is None:
        return
    titles = [paper.title for paper in papers]
    mail = paper_results.show(
        desk.found, search=desk.n_searches, sought=desk.found_by, titles=titles
    )
    if not mail.messages:
        return
    begun = None
    with noting_troubles():
        for message in mail.messages:
            begun = take_found(desk, message) or begun
    mail.take()
    if begun:
        show_reading(begun)
    st.rerun()


def take_found(desk: paper_desk.PaperSelection, message: paper_results.Message) -> RunId | None:
    """The run that reads papers, where some are wanted."""
    match message:
        case paper_results.AddFound(paper_ids=lines, relation=relation):
            return begin_papers(
                session.services(), text="\n".join(lines), library=desk.library, relation=relation
            )
        case paper_results.OpenAuthor(author_id=author_id, name=name):
            with st.spinner("Asking Semantic Scholar"):
                theirs = asyncio.run(papers_of_author(session.services(), author_id))
            paper_desk.keep(desk.with_found(FoundPapers(papers=theirs), f"by {name}"))
        case paper_results.Close():
            paper_desk.keep(desk.with_found(None))
    return None


def show_reading(run_id: RunId) -> None:
    put_in_address(PROFILE, NEW)
    put_in_address(READING, run_id)


def show_library(desk: paper_desk.PaperSelection, papers: tuple[LibraryPaper, ...]) -> None:
    services = session.services()
    with row(horizontal_alignment="distribute"):
        st.header("Your library", anchor=False, width="content")
        name = paper_library.choose(library_names(services), desk.library)
    if name != desk.library:
        paper_desk.keep(desk.in_library(check_name("library", name)))
        st.rerun()
    trouble.show(desk.troubles)
    if not papers:
        st.markdown("None yet. Add papers above, or try the sample.")
        return
    mail = paper_table.show(papers, unticked=desk.unticked, key=f"papers-{desk.library}")
    if mail.messages:
        with noting_troubles():
            for message in mail.messages:
                take_table(message)
        mail.take()
        st.rerun()
    ticked = [paper.paper_id for paper in papers if paper.paper_id not in desk.unticked]
    why_no_model = missing_key(services)
    is_faulty = bool(why_no_model and services.settings.models_config.fault)
    estimate = estimate_profile(services, len(ticked)) if ticked and not is_faulty else None
    wanted = paper_library.infer(len(ticked), estimate, why_no_model)
    if wanted:
        engine = Engine.EXTRACTIVE if wanted.free else Engine.AUTO
        begin_inference(libraries.papers_of(services, desk.library, ticked), wanted.name, engine)


def take_table(message: paper_table.Message) -> None:
    services, desk = session.services(), paper_desk.now()
    match message:
        case paper_table.Tick(paper_ids=ids, on=on):
            paper_desk.keep(desk.ticked(ids, on=on))
        case paper_table.Relate(paper_id=paper_id, relation=relation):
            libraries.set_relation(services, desk.library, paper_id, relation)
        case paper_table.Date(paper_id=paper_id, year=year):
            libraries.set_year(services, desk.library, paper_id, year)
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
