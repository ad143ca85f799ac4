"""The papers gathered for a profile: which to use, and whether they are the researcher's own."""

import hashlib
from collections.abc import Sequence

import streamlit as st

from myscholar.domain.papers import Paper, Relation, TextSource

_RELATION_WORDS = {Relation.MINE: "mine", Relation.FOLLOWED: "followed"}
TEXT_WORDS = {
    TextSource.FULL_TEXT: "full text",
    TextSource.SNIPPETS: "snippets",
    TextSource.ABSTRACT: "abstract",
    TextSource.SUMMARY: "summary",
    TextSource.TITLE_ONLY: "title only",
}


def show(papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """The papers that are ticked, marked as the researcher says."""
    rows = [
        {
            "Use": True,
            "Title": p.title,
            "By": p.citation_label,
            "Mine or followed": _RELATION_WORDS[p.relation or Relation.MINE],
            "Read from": TEXT_WORDS[p.text_source],
        }
        for p in papers
    ]
    edited = st.data_editor(
        rows,
        key=f"papers-{_fingerprint(papers)}",
        hide_index=True,
        width="stretch",
        disabled=["Title", "By", "Read from"],
        column_config={
            "Use": st.column_config.CheckboxColumn(width="small"),
            "Title": st.column_config.TextColumn(width="large"),
            "Mine or followed": st.column_config.SelectboxColumn(
                options=list(_RELATION_WORDS.values()), required=True, width="small",
                help="No inference says that you did what a followed paper did.",
            ),
        },
    )  # fmt: skip
    relations = {word: relation for relation, word in _RELATION_WORDS.items()}
    return tuple(
        paper.model_copy(update={"relation": relations[str(row["Mine or followed"])]})
        for paper, row in zip(papers, edited, strict=True)
        if row["Use"]
    )


def _fingerprint(papers: Sequence[Paper]) -> str:
    """Another set of papers is another table: edits of one never land on the other."""
    return hashlib.sha256("\n".join(p.paper_id for p in papers).encode()).hexdigest()[:12]
