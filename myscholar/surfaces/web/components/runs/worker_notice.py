"""What became of the worker beside the app, where it died or does not start."""

from datetime import UTC, datetime, timedelta

import streamlit as st

from myscholar.surfaces.web import own_worker, times
from myscholar.surfaces.web.plain import plain

_LOOKS_S = 5.0
_SHOWN_FOR = timedelta(minutes=10)
_NO_WORKER = "Nobody is there to carry it out. In a terminal, start: myscholar worker"


@st.fragment(run_every=_LOOKS_S)
def show() -> None:
    worker = own_worker.here()
    if worker is None:
        return
    if worker.failure:
        st.error(plain(not_started(worker.failure)), icon=":material/error:")
    elif worker.died_at and _is_news(worker.died_at):
        at = times.moment(worker.died_at)
        said = f"The worker stopped ({at}) and was started again: its runs go on."
        st.info(plain(said), icon=":material/restart_alt:")


def why_nobody() -> str | None:
    """Why nobody lives who carries out what waits; None while a worker gets ready."""
    worker = own_worker.here()
    if worker is None:
        return _NO_WORKER
    return not_started(worker.failure) if worker.failure else None


def not_started(failure: str) -> str:
    """`failure` is what it said last."""
    said = " ".join(failure.split())
    return (
        f"The worker does not start. It said: “{said}” What is ordered waits in line. It is tried "
        "again every half a minute: once the cause is mended, all goes on by itself."
    )


def _is_news(at: str) -> bool:
    return datetime.now(UTC) - datetime.fromisoformat(at) < _SHOWN_FOR
