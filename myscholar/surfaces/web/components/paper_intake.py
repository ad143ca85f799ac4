"""Where the papers of a new profile come from: files, pasted links, a library, or the sample."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from myscholar.domain.papers import Relation
from myscholar.workflows.gather_papers import Upload

RELATIONS = {Relation.MINE: "I wrote them", Relation.FOLLOWED: "I follow them"}


@dataclass(frozen=True)
class FromFiles:
    uploads: tuple[Upload, ...]
    relation: Relation


@dataclass(frozen=True)
class FromText:
    text: str
    relation: Relation


@dataclass(frozen=True)
class FromLibrary:
    name: str


@dataclass(frozen=True)
class FromSample:
    pass


Intake = FromFiles | FromText | FromLibrary


def show(libraries: Sequence[str]) -> Intake | FromSample | None:
    files, text, library = st.tabs(["Upload files", "Paste links, ids or titles", "From a library"])
    with files:
        wanted: Intake | FromSample | None = _files()
    with text:
        wanted = _pasted() or wanted
    with library:
        wanted = _library(libraries) or wanted
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("No papers at hand? Four manuscripts of a fictional researcher come with myscholar.", width="content")
        if st.button("Use the sample", icon=":material/auto_stories:", key="sample"):
            wanted = FromSample()
    return wanted


def _files() -> FromFiles | None:
    with st.form("files", clear_on_submit=True, border=False):
        sent = st.file_uploader("PDF, BibTeX or JSONL", type=["pdf", "bib", "jsonl"], accept_multiple_files=True, key="uploads")
        relation = _relation("files")
        if st.form_submit_button("Add these files", icon=":material/add:") and sent:
            return FromFiles(tuple(Upload(file.name, file.getvalue()) for file in sent), relation)
    return None


def _pasted() -> FromText | None:
    with st.form("pasted", border=False):
        text = st.text_area(
            "One paper or author page a line",
            placeholder="https://arxiv.org/abs/2305.14251\n10.18653/v1/2023.emnlp-main.398\nDense Passage Retrieval for Open-Domain Question Answering",
            help="Looked up at Semantic Scholar: links, DOIs, arXiv ids, titles, author pages.",
            key="pasted-text",
        )
        relation = _relation("pasted")
        if st.form_submit_button("Look them up", icon=":material/travel_explore:") and text.strip():
            return FromText(text, relation)
    return None


def _library(libraries: Sequence[str]) -> FromLibrary | None:
    if not libraries:
        st.caption("There is no library yet. Make one on the command line: `myscholar library add FOLDER`")
        return None
    with st.form("library", border=False):
        name = st.selectbox("Library", libraries, key="library-name")
        if st.form_submit_button("Add its papers", icon=":material/add:") and name:
            return FromLibrary(name)
    return None


def _relation(place: str) -> Relation:
    chosen = st.radio(
        "These papers", list(RELATIONS), format_func=RELATIONS.__getitem__, horizontal=True, key=f"relation-{place}"
    )
    return Relation(chosen)
