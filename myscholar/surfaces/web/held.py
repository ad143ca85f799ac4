"""What one browser session holds."""

import threading
from typing import TypeVar

import streamlit as st

T = TypeVar("T")
_here = threading.local()


def held(kind: type[T]) -> T:
    """The `kind` of this browser session, made when first asked for, to be changed in place.

    Streamlit ends a page's run at any call of its own, a look into `st.session_state` or
    `st.query_params` included, once the browser has asked for another. A thread of it serves one
    session, so it looks there once: from then on nothing can come between what a person did and
    the note that it is done.
    """
    if not hasattr(_here, "held"):
        _here.held = st.session_state.setdefault("held", {})
    found: T = _here.held.setdefault(kind, kind())
    return found
