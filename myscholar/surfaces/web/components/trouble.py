"""An error of the product as one message beside the thing that caused it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

from myscholar.domain.text import counted
from myscholar.errors import MyScholarError
from myscholar.surfaces.web.plain import plain

SHOWN = 5


@contextmanager
def shown_here() -> Iterator[None]:
    """Shows an error of the product raised inside, and goes on after the block; any other error is a bug and passes."""
    try:
        yield
    except MyScholarError as error:
        st.error(plain(str(error)), icon=":material/error:")


def show(problems: Sequence[str]) -> None:
    """What could not be read, a line each; many are cut with their number."""
    for problem in problems[:SHOWN]:
        st.warning(plain(problem), icon=":material/warning:")
    if len(problems) > SHOWN:
        st.caption(f"and {counted(len(problems) - SHOWN, 'more problem')}")
