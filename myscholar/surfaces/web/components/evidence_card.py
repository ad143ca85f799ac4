"""One paper's part in an inference: what it shows, and its words."""

import streamlit as st

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Passage, PassageKind
from myscholar.domain.profile import Inference, Profile
from myscholar.surfaces.web.plain import plain


def show(profile: Profile, inference: Inference, number: int) -> None:
    support = next(s for s in inference.supports if profile.paper(s.paper_id).number == number)
    paper = profile.paper(support.paper_id)
    passages = {p.passage_id: p for p in profile.passages}
    facts = ", ".join(str(fact) for fact in (paper.venue, paper.year) if fact)
    with st.container(border=True, gap="xsmall", key=f"quotes-{inference.inference_id}"):
        st.markdown(f"**{number} · {plain(paper.title)}**{f' ({plain(facts)})' if facts else ''}")
        st.caption(plain(support.explanation))
        for evidence in support.evidence:
            st.markdown(f"> {_quoted(evidence)}")
            st.caption(plain(_place(passages[evidence.passage_id])))


def _quoted(evidence: Evidence) -> str:
    text = plain(evidence.text)
    return text if evidence.kind is PassageKind.SUMMARY else f"“{text}”"


def _place(passage: Passage) -> str:
    if passage.kind is PassageKind.SUMMARY:
        return "myscholar's summary, not the paper's words"
    parts = [
        passage.section or ("" if passage.kind is PassageKind.BODY else passage.kind.value.capitalize()),
        f"paragraph {passage.paragraph}" if passage.paragraph else "",
        f"page {passage.page}" if passage.page else "",
    ]
    return ", ".join(part for part in parts if part) or "from the paper's text"
