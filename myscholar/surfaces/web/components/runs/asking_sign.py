"""On every page: how many of the reader's runs wait for an answer."""

from typing import Any

import streamlit as st

from myscholar.domain.text import counted
from myscholar.errors import MyScholarError
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components.part import RETURN_S, Part
from myscholar.workflows.services import Services


def show() -> None:
    st.fragment(_look, run_every=RETURN_S)()


def _look() -> None:
    owners = "/".join(session.own())
    try:
        data = document(session.services(), owners)
    except MyScholarError:  # the page says it
        return
    kept = {"cookie": session.COOKIE, "browser": session.browser_id()}
    PART.show(data | kept | {"in_background": True}, key="asking-sign", live=owners)


def document(services: Services, owners: str) -> dict[str, Any]:
    asked = services.runs.open_questions(owners=owners.split("/"))
    n = len({each.run_id for each in asked})
    words = f"{counted(n, 'run')} {'waits' if n == 1 else 'wait'} for your answer"
    return {"n": n, "words": words}


PART: Part[None] = Part("asking_sign", None, document=document)
