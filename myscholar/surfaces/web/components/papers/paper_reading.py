"""What came of papers that were read, until the researcher has seen it."""

import streamlit as st

from myscholar.domain.orders import PapersRead
from myscholar.domain.text import counted
from myscholar.surfaces.web.components import trouble
from myscholar.surfaces.web.components.layout import quiet_button, row


def show(read: PapersRead) -> bool:
    """Whether it has been seen."""
    n, known = len(read.paper_ids), len(read.paper_ids) - read.n_new
    with row():
        if n:
            also = f", {known:,} of them known before" if known else ""
            said = f"{counted(n, 'paper')} read and ticked below{also}."
            st.markdown(f":green[:material/check_circle:] {said}", width="content")
        is_seen = seen()
    trouble.show(read.problems)
    return is_seen


def seen() -> bool:
    return quiet_button("Dismiss", "close", key="seen")
