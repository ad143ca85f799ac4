"""`myscholar app`: the web app, which answers when what a first order needs is loaded."""

import asyncio
import pkgutil
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

import streamlit as st

from myscholar.surfaces.web import components, health, own_worker
from myscholar.workflows.observe import observe

_PACKAGE = Path(__file__).resolve().parents[2]
INSTALLED = Path("surfaces/web/app/app.py")
"""Where the wheel has `app.py`, in the package; beside it `.streamlit`."""


def serve(port: int, *, opens_browser: bool, at_once: int | None) -> None:
    """Serves the app on this machine until the process is stopped, and beside it a worker that
    carries out `at_once` runs side by side; None: others carry them out."""
    observe("warning")
    script = script_file()
    address = f"http://127.0.0.1:{port}"

    @asynccontextmanager
    async def lifespan(_: st.App) -> AsyncIterator[None]:
        if opens_browser:  # it waits for the answer
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        worker = own_worker.begin(at_once) if at_once else None
        _load_components()
        yield
        if worker:
            await asyncio.to_thread(worker.stop)

    sys.argv = [str(script)]  # beside it Streamlit looks for its settings
    st.App(script, lifespan=lifespan, routes=[health.ROUTE]).run(
        config={"server.port": port, "server.address": "127.0.0.1", "server.headless": True}
    )


def _load_components() -> None:
    """They register with the server, so there must be one."""
    for module in pkgutil.walk_packages(components.__path__, f"{components.__name__}."):
        import_module(module.name)


def script_file() -> Path:
    """The checkout's when there is one, else the one that was installed with the package."""
    checkout = _PACKAGE.parent / "app.py"
    return checkout if checkout.is_file() else _PACKAGE / INSTALLED
