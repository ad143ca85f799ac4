"""A page that waits for a run, for tests in the browser: the run ends when the file `ready` lies in
the home folder. Run by streamlit."""

import dataclasses
import time

import streamlit as st

from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components.runs import following
from myscholar.views.run_watch import Watched, WatchedStep

HOSTILE = "<img src=x onerror=alert(1)> ![x](javascript:alert(2))"
STEPS = (
    WatchedStep("Searching", "3 sources", 8, 8, "done", 4.0),
    WatchedStep("Reading papers", HOSTILE, 12, 40, "running", 3.0),
    WatchedStep("Writing sections", "", 0, 0, "waiting", 0.0),
)
RUNNING = Watched(
    run_id=RunId("r1"),
    kind=RunKind.PAPERS,
    title=HOSTILE,
    status=RunStatus.RUNNING,
    steps=STEPS,
    parts=(),
    titles=(),
    seconds=0.0,
    estimate_s=21.0,
    n_calls=14,
    dollars=0.12,
    error=None,
    can_cancel=True,
    can_resume=False,
    base=None,
)


def watch(*_: object) -> Watched:
    began = st.session_state.setdefault("began", time.monotonic())
    is_ready = (session.services().settings.home / "ready").exists()
    status = RunStatus.FINISHED if is_ready else RunStatus.RUNNING
    return dataclasses.replace(RUNNING, status=status, seconds=time.monotonic() - began)


following.watch = watch  # type: ignore[assignment]
st.title("Waiting", anchor=False)
if watch().is_over:
    st.write("The result is here.")
else:
    following.follow(RunId("r1"), diversions=True)
