"""Where papers come from: a search, pasted links and titles, files, or the sample."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from myscholar.domain.papers import Relation
from myscholar.surfaces.web.components.layout import row
from myscholar.workflows.library.gather_papers import Upload

SEARCH, PASTE, UPLOAD = "Search Semantic Scholar", "Paste links or titles", "Upload files"
_USED = "way-used"
RELATIONS = {Relation.MINE: "I wrote them", Relation.FOLLOWED: "I follow them"}


@dataclass(frozen=True)
class Search:
    text: str


@dataclass(frozen=True)
class ReadPapers:
    """Lines to look up, or files."""

    relation: Relation
    text: str = ""
    uploads: tuple[Upload, ...] = ()


class Ways(NamedTuple):
    """`found` is the place for what a search finds, whatever way is open; `asked` that of the way
    by which `wanted` came, for what is said about it."""

    found: DeltaGenerator
    asked: DeltaGenerator
    wanted: Search | ReadPapers | None


def show() -> Ways:
    # While papers are read the tabs are gone: afterwards the one that was used last is open again.
    search, paste, upload = st.tabs([SEARCH, PASTE, UPLOAD], default=st.session_state.get(_USED))
    with search:
        searched = _search()
    with paste:
        pasted = _pasted()
    with upload:
        sent = _files()
    if searched or pasted or sent:
        st.session_state[_USED] = SEARCH if searched else PASTE if pasted else UPLOAD
    asked = paste if pasted else upload if sent else search
    return Ways(st.container(), asked, searched or pasted or sent)


def sample() -> Literal["made", "played"] | None:
    """Whether the sample is wanted, and how: made here and now, or played from recorded answers."""
    with row("sample-line"):
        st.caption(
            "No papers at hand? Four manuscripts of a fictional researcher come with myscholar.",
            width="content",
        )
        if st.button("Try the sample", icon=":material/auto_stories:", key="sample"):
            return "made"
        help_ = (
            "The whole way as it is with a language model, from answers that were recorded: no "
            "key, no network, no cost."
        )
        if st.button(
            "Play it with recorded answers", icon=":material/play_circle:", key="play", help=help_
        ):
            return "played"
    return None


def _search() -> Search | None:
    with st.form("search-papers", border=False), row(vertical_alignment="bottom"):
        text = st.text_input(
            "Title, words of it, or an author's name",
            placeholder="Ada Lovelace, or Attention is all you need",
            key="search-text",
        )
        if st.form_submit_button("Search", icon=":material/search:", key="search-go"):
            return Search(text)
    return None


def _pasted() -> ReadPapers | None:
    with st.form("pasted", border=False):
        text = st.text_area(
            "One paper or author page a line: link, DOI, arXiv id or title",
            placeholder="https://arxiv.org/abs/2305.14251\n10.18653/v1/2023.emnlp-main.398\nDense "
            "Passage Retrieval for Open-Domain Question Answering",
            key="pasted-text",
        )
        relation = _relation("pasted")
        if st.form_submit_button("Read these papers", icon=":material/add:", key="paste-go"):
            return ReadPapers(relation, text=text)
    return None


def _files() -> ReadPapers | None:
    with st.form("files", clear_on_submit=True, border=False):
        label = f"PDF, BibTeX or JSONL, each of at most {st.get_option('server.maxUploadSize')} MB"
        sent = st.file_uploader(
            label, type=["pdf", "bib", "jsonl"], accept_multiple_files=True, key="uploads"
        )
        relation = _relation("files")
        if st.form_submit_button("Read these files", icon=":material/add:", key="files-go"):
            return ReadPapers(
                relation, uploads=tuple(Upload(file.name, file.getvalue()) for file in sent)
            )
    return None


def _relation(place: str) -> Relation:
    chosen = st.radio(
        "These papers",
        list(RELATIONS),
        format_func=RELATIONS.__getitem__,
        horizontal=True,
        key=f"relation-{place}",
    )
    return Relation(chosen)
