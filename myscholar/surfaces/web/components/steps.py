"""Named steps with their counts while something runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread

import streamlit as st
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

from myscholar.domain.runs import Event, Progress
from myscholar.surfaces.web.plain import plain


@contextmanager
def show(running: str, finished: str) -> Iterator[Progress]:
    """A Progress that draws a line a step, with a bar where parts are counted. Errors pass through; the box then says so."""
    context = get_script_run_ctx()
    with st.status(running, expanded=True) as box:
        lines: dict[str, st.delta_generator.DeltaGenerator] = {}

        def draw(event: Event) -> None:
            # Runs share a thread, which may still be set to draw on the page of the run before.
            if get_script_run_ctx(suppress_warning=True) is not context:
                add_script_run_ctx(current_thread(), context)
            if event.step not in lines:
                lines[event.step] = box.empty()
            label = plain(f"{event.step}: {event.message}" if event.message else event.step)
            if event.total:
                lines[event.step].progress(min(1.0, event.done / event.total), text=f"{label} ({event.done} of {event.total})")
            else:
                lines[event.step].caption(label)

        try:
            yield draw
        except BaseException:
            box.update(label="Stopped", state="error", expanded=False)
            raise
        box.update(label=finished, state="complete", expanded=False)
