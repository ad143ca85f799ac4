"""The question, with examples to start from, where to search, and what the papers must satisfy."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from myscholar.domain.evidence import SearchFilters
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.source_names import SourceChoice

KEY = "question"
EXAMPLES = {
    "How is cited text checked?": SAMPLE_QUESTION,
    "How are hallucinations detected?": "Which methods detect hallucinations in long generated text, and how well do they agree with people?",
    "How is personalization evaluated?": "How are personalized language models evaluated, and what do those evaluations miss?",
}


@dataclass(frozen=True)
class Asked:
    """`propose` or, without looking at actions, the report `at_once`."""

    question: str
    sources: tuple[str, ...]
    filters: SearchFilters
    propose: bool
    at_once: bool


def show(choices: Sequence[SourceChoice]) -> Asked:
    """Raises BadFilter."""
    question = st.text_area(
        "Your question", key=KEY, height=100, max_chars=20_000, placeholder="One question, as you would put it to a colleague"
    )
    _examples()
    with st.expander("Where to search, and filters", expanded=False, key="search-options"):
        sources = _sources(choices)
        filters = _filters()
    with st.container(horizontal=True):
        propose = st.button("Propose actions", type="primary", icon=":material/checklist:", key="propose")
        at_once = st.button("Write the report at once", help="Without any action", key="at-once")
    return Asked(question, sources, filters, propose, at_once)


def _examples() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="examples"):
        st.caption("For example:", width="content")
        for number, (label, example) in enumerate(EXAMPLES.items()):
            st.button(label, help=example, type="tertiary", key=f"example-{number}", on_click=_take, args=(example,))


def _take(example: str) -> None:
    st.session_state[KEY] = example


def _sources(choices: Sequence[SourceChoice]) -> tuple[str, ...]:
    labels = {c.name: c.label for c in choices}
    chosen = st.multiselect(
        "Sources", list(labels), format_func=labels.__getitem__, key="sources", placeholder="Everything there is",
        help="Left empty: every local corpus and library, and Semantic Scholar if it can be reached; with none of them the sample.",
    )  # fmt: skip
    return tuple(chosen)


def _filters() -> SearchFilters:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        first = st.number_input("From year", 1000, 2999, value=None, step=1, key="year-min", width=140)
        last = st.number_input("To year", 1000, 2999, value=None, step=1, key="year-max", width=140)
        citations = st.number_input("At least so many citations", 0, value=None, step=10, key="citations", width=200)
        open_access = st.checkbox("Open access only", key="open-access")
    with st.container(horizontal=True):
        venues = st.text_input("Venues", placeholder="ACL, NeurIPS", key="venues")
        fields = st.text_input("Fields of study", placeholder="Computer Science, Medicine", key="fields")
    return SearchFilters(
        year_min=first, year_max=last, min_citations=citations, open_access=open_access,
        venues=_listed(venues), fields=_listed(fields),
    )  # fmt: skip


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
