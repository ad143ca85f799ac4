"""An error of the product as one message beside the thing that caused it."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

from myscholar.domain.text import counted
from myscholar.errors import MyScholarError
from myscholar.surfaces.web.plain import plain
from myscholar.surfaces.web.remedies import explain

SHOWN = 5
_log = logging.getLogger(__name__)


@contextmanager
def shown_here() -> Iterator[None]:
    """Shows an error of the product raised inside, and goes on after the block; any other error is
    a bug and passes."""
    try:
        yield
    except MyScholarError as error:
        st.error(plain(explain(error)), icon=":material/error:")


@contextmanager
def nothing_worse() -> Iterator[None]:
    """Any other error, which is a bug, ends in one message, with its trace in the server's log."""
    try:
        with shown_here():
            yield
    except Exception:
        _log.exception("A page failed")
        st.error(
            "Something went wrong here. What you saved is kept. Reload the page to go on.",
            icon=":material/error:",
        )


def show(problems: Sequence[str]) -> None:
    """What could not be read, a line each; many are cut with their number."""
    for problem in problems[:SHOWN]:
        st.warning(plain(problem), icon=":material/warning:")
    if len(problems) > SHOWN:
        st.caption(f"and {counted(len(problems) - SHOWN, 'more problem')}")
