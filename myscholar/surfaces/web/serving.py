"""`myscholar app`: the web app, and a worker beside it."""

import pkgutil
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute

from myscholar.domain.runs import RunKind
from myscholar.errors import BadSettings
from myscholar.settings import load_settings
from myscholar.surfaces.web import components, health, live, own_worker, session
from myscholar.surfaces.web.guard import Guard
from myscholar.workflows.jobs import job_of
from myscholar.workflows.observe import observe

_PACKAGE = Path(__file__).resolve().parents[2]
INSTALLED = Path("surfaces/web/app/app.py")
"""Where the wheel has `app.py`, in the package; beside it `.streamlit`."""


def serve(port: int, *, opens_browser: bool, worker: own_worker.OwnWorker | None) -> None:
    """Serves the app on this machine until the process is stopped, and then stops the worker beside
    it; None: others carry out what is ordered."""
    observe("warning")
    script = script_file()
    address = f"http://127.0.0.1:{port}"

    @asynccontextmanager
    async def lifespan(_: st.App) -> AsyncIterator[None]:
        if opens_browser:  # it waits for the answer
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        async with own_worker.beside(worker):
            _load_components()
            threading.Thread(target=_load_jobs, name="load jobs", daemon=True).start()
            yield

    sys.argv = [str(script)]  # beside it Streamlit looks for its settings
    routes = [health.ROUTE, WebSocketRoute(live.ROUTE, live.Live(session.services).follow)]
    guard = Middleware(Guard, hosts=_hosts())
    st.App(script, lifespan=lifespan, routes=routes, middleware=[guard]).run(
        config={"server.port": port, "server.address": "127.0.0.1", "server.headless": True}
    )


def _hosts() -> tuple[str, ...]:
    """None but this machine's where the settings can't be read: its pages say so."""
    try:
        return load_settings().hosts
    except BadSettings:
        return ()


def _load_components() -> None:
    """They register with the server, so there must be one."""
    for module in pkgutil.walk_packages(components.__path__, f"{components.__name__}."):
        import_module(module.name)


def _load_jobs() -> None:
    """What looks at orders: the first one is not to wait for it."""
    for kind in RunKind:
        job_of(kind)


def script_file() -> Path:
    """The checkout's when there is one, else the one that was installed with the package."""
    checkout = _PACKAGE.parent / "app.py"
    return checkout if checkout.is_file() else _PACKAGE / INSTALLED
