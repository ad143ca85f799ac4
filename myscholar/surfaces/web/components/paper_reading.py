"""What came of papers that were read: how many, and one message for each that could not be, until the researcher has seen it."""

import streamlit as st

from myscholar.domain.text import counted
from myscholar.surfaces.web.components import trouble
from myscholar.workflows.gather_papers import Read


def show(read: Read) -> bool:
    """Whether it has been seen."""
    n = len(read.paper_ids)
    if n:
        known = n - read.n_new
        also = f"; {counted(known, 'paper')} of them {'was' if known == 1 else 'were'} there before" if known > 0 else ""
        st.success(f"{counted(n, 'paper')} read and ticked below{also}.", icon=":material/check_circle:")
    trouble.show(read.problems)
    return seen()


def seen() -> bool:
    return st.button("All right", icon=":material/check:", key="seen")
