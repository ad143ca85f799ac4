"""What a profile rests on: its papers by number, and what the reader should know."""

import streamlit as st

from myscholar.domain.papers import Relation, short_authors
from myscholar.domain.profile import Profile
from myscholar.domain.text import counted
from myscholar.surfaces.web.components.paper_table import TEXT_WORDS
from myscholar.surfaces.web.plain import plain


def show(profile: Profile) -> None:
    models = dict.fromkeys(i.origin for i in profile.inferences if i.origin not in ("user", "extractive"))
    if models:
        st.caption(f"Inferred by {plain(', '.join(models))}. Read the quotes before you rely on a statement.")
    for note in profile.notes:
        st.caption(f":material/info: {plain(note)}")
    if profile.n_withheld:
        st.caption(f"{counted(profile.n_withheld, 'inference')} about the person withheld by the safeguards.")
    n_followed = sum(p.relation is Relation.FOLLOWED for p in profile.papers)
    label = f"{counted(len(profile.papers), 'paper')} behind this profile" + (
        f", {n_followed} of them followed" if n_followed else ""
    )
    with st.expander(label, expanded=False, key=f"papers-of-{profile.profile_id}"):
        for paper in profile.papers:
            facts = [short_authors(paper.authors), paper.venue, paper.year, paper.relation.value, TEXT_WORDS[paper.text_source]]
            st.markdown(f"**{paper.number}** · {plain(paper.title)}  \n{plain(' · '.join(str(f) for f in facts if f))}")
