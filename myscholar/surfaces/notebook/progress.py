"""What is seen while a call works: in a notebook one line below the cell, on a terminal a line a
step; gone when it is over."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from time import monotonic
from typing import Any

from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import shorten

_EVERY_S = 0.2
"""A line is drawn no more often; by hand."""


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


def _shell() -> Any:
    """The running IPython; None in a plain Python."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


@contextmanager
def _line() -> Iterator[Progress]:
    """Below the cell of a notebook."""
    display = sys.modules["IPython"].display.display
    line = display(_drawn("…"), raw=True, display_id=True)
    began = last = monotonic()

    def show(event: Event) -> None:
        nonlocal last
        if (now := monotonic()) - last < _EVERY_S and event.done < event.total:
            return
        last = now
        count = f"{event.done}/{event.total}" if event.total else ""
        parts = (event.step, shorten(event.message, 60), count, f"{now - began:.0f} s")
        line.update(_drawn(" · ".join(filter(None, parts))), raw=True)

    try:
        yield show
    finally:
        line.update(_drawn(""), raw=True)


def _drawn(text: str) -> dict[str, str]:
    return {"text/html": f"<small>{escape(text)}</small>", "text/plain": text}
