"""What became of the worker beside the app, where it died or does not start."""

from datetime import UTC, datetime, timedelta

import streamlit as st

from myscholar.surfaces.web import own_worker, times
from myscholar.surfaces.web.plain import plain

_LOOKS_S = 5.0
_SHOWN_FOR = timedelta(hours=1)


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


def not_started(failure: str) -> str:
    """`failure` is what it said last."""
    said = " ".join(failure.split())
    return (
        f"The worker does not start. It said: “{said}” What is ordered waits in line. It is tried "
        "again every half a minute: once the cause is mended, all goes on by itself."
    )


def _is_news(at: str) -> bool:
    return datetime.now(UTC) - datetime.fromisoformat(at) < _SHOWN_FOR
