"""From the click to the first request at the model, on a server that has just been started.

A fresh server over an empty home, real tabs in Debian's chromium, each of which has the sample's
profile inferred by a model as soon as its page can be used. The model is a local server that notes
when a request comes and keeps it waiting. Quiet, and beside as many busy processes as cores.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import typer
from playwright.sync_api import Browser, BrowserContext
from rich.console import Console
from rich.table import Table

from eval.bench.command import NOWHERE, chromium
from eval.bench.processes import APP, app_server

STARTS = {
    "app": APP,
    "streamlit": ("streamlit", "run", "app.py", "--server.headless", "true", "--server.port"),
}
SETTINGS = (
    '[models]\ndefault = "{vendor}:bench"\n[providers.{vendor}]\nbase_url = "{url}"\nkey = "x"\n'
)
TARGET_S = {False: 3.0, True: 5.0}
PATIENCE_S = 180.0
BUSY = (
    f"import time\nuntil = time.monotonic() + {2 * PATIENCE_S}\nwhile time.monotonic() < until: "
    "pass"
)
"""A process that is never left behind for long."""


class Timed(NamedTuple):
    """Seconds from the process's start to health and to a usable page; clicks to requests."""

    busy: bool
    tabs: int
    healthy: float
    readable: float
    first_requests: tuple[float, ...]


class Listener:
    """The model: notes when each request came, and answers none."""

    def __init__(self) -> None:
        self.came = threading.Condition()
        self.times: list[float] = []

    def wait_for(self, n: int) -> list[float]:
        """When the first n requests came. Raises TimeoutError."""
        with self.came:
            if not self.came.wait_for(lambda: len(self.times) >= n, PATIENCE_S):
                raise TimeoutError(f"{len(self.times)} of {n} requests came in {PATIENCE_S:.0f} s")
            return self.times[:n]


@contextmanager
def listening() -> Iterator[tuple[Listener, str]]:
    listener, over = Listener(), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            with listener.came:
                listener.times.append(time.perf_counter())
                listener.came.notify_all()
            over.wait(PATIENCE_S)

        def log_message(self, format: str, *arguments: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield listener, f"http://127.0.0.1:{server.server_port}"
    finally:
        over.set()
        server.shutdown()
        server.socket.close()


@contextmanager
def busy_cores() -> Iterator[None]:
    processes = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def measure(browser: Browser, *, tabs: int, busy: bool, start: Sequence[str], vendor: str) -> Timed:
    with (
        tempfile.TemporaryDirectory(prefix="myscholar-bench-") as folder,
        listening() as (model, url),
    ):
        settings = SETTINGS.format(vendor=vendor, url=url)
        (Path(folder) / "settings.toml").write_text(settings, encoding="utf-8")
        environ = os.environ | {"MYSCHOLAR_HOME": folder, "MYSCHOLAR_S2_URL": NOWHERE}
        context, quiet = browser.new_context(), subprocess.DEVNULL
        context.set_default_timeout(PATIENCE_S * 1000)
        with busy_cores() if busy else nullcontext():
            began = time.perf_counter()
            with app_server(start, environ, quiet, PATIENCE_S) as address:
                at_health = time.perf_counter() - began
                at_page, clicks = _click(context, address, tabs)
                requests = model.wait_for(tabs)
        context.close()
        waits = tuple(r - c for c, r in zip(clicks, requests, strict=True))
        return Timed(busy, tabs, at_health, at_page - began, waits)


def _click(context: BrowserContext, address: str, tabs: int) -> tuple[float, list[float]]:
    """When the first page could be used, and when each tab was clicked."""
    buttons, readable = [], []
    for _ in range(tabs):
        page = context.new_page()
        page.goto(f"{address}/profile?profile=new", wait_until="commit")
        buttons.append(page.get_by_role("button", name="Try the sample"))
        buttons[-1].wait_for()
        readable.append(time.perf_counter())
    clicks = []
    for button in buttons:
        clicks.append(time.perf_counter())
        button.click()
    return readable[0], clicks


def main(
    start: Annotated[
        Literal["app", "streamlit"], typer.Option(help="How the app is started.")
    ] = "app",
    vendor: Annotated[
        Literal["anthropic", "openai", "google"], typer.Option(help="Whose client.")
    ] = "anthropic",
    tabs: Annotated[str, typer.Option(help="Numbers, parted by commas.")] = "1,2,4",
    rounds: Annotated[int, typer.Option(help="Fresh servers for each figure.")] = 3,
    only: Annotated[Literal["quiet", "busy"] | None, typer.Option(help="One of the two.")] = None,
    out: Annotated[Path | None, typer.Option(help="Also write the figures as JSON.")] = None,
) -> None:
    found = list[Timed]()
    with chromium() as browser:
        for _, condition in product(range(rounds), ("quiet", "busy")):
            if only in (None, condition):
                busy, command = condition == "busy", STARTS[start]
                found += [
                    measure(browser, tabs=n, busy=busy, start=command, vendor=vendor)
                    for n in map(int, tabs.split(","))
                ]
    if out:
        out.write_text(json.dumps([timed._asdict() for timed in found], indent=1), encoding="utf-8")
    raise typer.Exit(show(found))


def show(found: Sequence[Timed]) -> bool:
    """Medians over the rounds, and the slowest tab of all; whether a median is over its target."""
    names = "", "tabs", "health s", "page s", "click to request s", "slowest s", "target s"
    table, slow = Table(*names, box=None), 0
    for busy, tabs in sorted({(t.busy, t.tabs) for t in found}):
        timed = [t for t in found if (t.busy, t.tabs) == (busy, tabs)]
        times = [seconds for one in timed for seconds in one.first_requests]
        healthy, readable, median = (
            statistics.median(values)
            for values in ([t.healthy for t in timed], [t.readable for t in timed], times)
        )
        cells = (healthy, readable, median, max(times), TARGET_S[busy])
        words = [f"{seconds:.1f}" for seconds in cells]
        table.add_row("busy" if busy else "quiet", str(tabs), *words)
        slow += median > TARGET_S[busy]
    Console().print(table)
    return slow > 0
