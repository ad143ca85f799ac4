"""What is seen while a call works: in a notebook one line below the cell, on a terminal a line a
step; gone when it is over."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from html import escape
from time import monotonic, time
from typing import Any

from myscholar.domain.runs import Event, Progress, RunQuestion, ignore
from myscholar.domain.text import shorten
from myscholar.views.question_view import decides_at, numbered

_EVERY_S = 0.5
"""So often a line is drawn; by hand."""


@contextmanager
def shown(wanted: bool | None) -> Iterator[Progress]:
    """`wanted` None: in a notebook and in IPython, not in a script."""
    shell = _shell()
    if not (shell is not None if wanted is None else wanted):
        yield ignore
    elif hasattr(shell, "kernel"):
        with _line() as progress:
            yield progress
    else:
        from myscholar.surfaces.cli.screen import steps

        with steps() as progress:
            yield progress


@contextmanager
def asked(question: RunQuestion) -> Iterator[None]:
    """A run waits for an answer, and nobody here gives one: where it can be given is shown while it
    waits, in a notebook below the cell, else as lines on standard error."""
    from myscholar.surfaces.cli.asked import command, say_where

    if not hasattr(_shell(), "kernel"):
        say_where(question, time())
        yield
        return
    display = sys.modules["IPython"].display.display
    shown = display(_told(question, command(question)), raw=True, display_id=True)
    try:
        yield
    finally:
        shown.update(_drawn(""), raw=True)


def _told(asked: RunQuestion, command: str) -> dict[str, str]:
    question, until = asked.question, decides_at(asked, time())
    facts = [line for line in (question.why, *numbered(question), until) if line]
    where = f"Answer it in the app, or on a terminal: {command}"
    text = "\n".join((question.text, *facts, where))
    lines = "<br>".join(escape(line) for line in (*facts, where))
    return {"text/html": f"<b>{escape(question.text)}</b><br>{lines}", "text/plain": text}


def _shell() -> Any:
    """The running IPython; None in a plain Python."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


@contextmanager
def _line() -> Iterator[Progress]:
    """Below the cell of a notebook, drawn by a thread of its own, so that the seconds go on."""
    display = sys.modules["IPython"].display.display
    line = display(_drawn("…"), raw=True, display_id=True)
    told, is_over, began = Event(step="Starting"), threading.Event(), monotonic()

    def hear(event: Event) -> None:
        nonlocal told
        told = event

    def draw() -> None:
        while not is_over.wait(_EVERY_S):
            count = f"{told.done}/{told.total}" if told.total else ""
            seconds = f"{monotonic() - began:.0f} s"
            parts = (told.step, shorten(told.message, 60), count, seconds)
            line.update(_drawn(" · ".join(filter(None, parts))), raw=True)

    drawing = threading.Thread(target=copy_context().run, args=(draw,), daemon=True)
    drawing.start()
    try:
        yield hear
    finally:
        is_over.set()
        drawing.join()
        line.update(_drawn(""), raw=True)


def _drawn(text: str) -> dict[str, str]:
    return {"text/html": f"<small>{escape(text)}</small>", "text/plain": text}
