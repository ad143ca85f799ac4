"""On every page: how many of the reader's runs wait for an answer."""

from typing import Any

import streamlit as st

from myscholar.domain.text import counted
from myscholar.errors import MyScholarError
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components.part import Part

PART: Part[None] = Part("asking_sign", None)
LOOKS_S = 5.0


def show() -> None:
    """Looked at again every few seconds."""
    st.fragment(_look, run_every=LOOKS_S)()


def _look() -> None:
    PART.show(_data(), key="asking-sign")


def _data() -> dict[str, Any]:
    """What can't be looked up is told by the page."""
    try:
        asked = session.services().runs.open_questions(owners=session.own())
    except MyScholarError:
        asked = ()
    n = len({each.run_id for each in asked})
    words = f"{counted(n, 'run')} {'waits' if n == 1 else 'wait'} for your answer"
    return {"n": n, "words": words, "cookie": session.COOKIE, "browser": session.browser_id()}
