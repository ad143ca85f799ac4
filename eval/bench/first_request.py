"""From the click to the first request at the model, on a server that has just been started. Run:
python -m eval.bench.first_request

A fresh server over an empty home, real tabs in Debian's chromium, each of which has the sample's
profile inferred by a model as soon as its page can be used. The model is a local server that notes
when a request comes and keeps it waiting. Quiet, and beside as many busy processes as cores.
`--shared` is taken like by the other benchmarks and not needed.
"""

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = "http://127.0.0.1:9"
STARTS = {
    "app": ("myscholar.surfaces.cli", "app", "--no-browser", "--port"),
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
    """Seconds: process start to health, process start to a page that can be used, each click to its
    first request."""

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


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def healthy(address: str) -> None:
    """Waits until the server answers. Raises TimeoutError."""
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up:
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=PATIENCE_S).close()
            return
        except OSError:
            time.sleep(0.02)
    raise TimeoutError("the app did not start")


def measure(browser: Browser, *, tabs: int, busy: bool, start: str, vendor: str) -> Timed:
    """One fresh server."""
    with (
        tempfile.TemporaryDirectory(prefix="myscholar-bench-") as folder,
        listening() as (model, url),
    ):
        (Path(folder) / "settings.toml").write_text(
            SETTINGS.format(vendor=vendor, url=url), encoding="utf-8"
        )
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        context = browser.new_context()
        environ = os.environ | {"MYSCHOLAR_HOME": folder, "MYSCHOLAR_S2_URL": NOWHERE}
        with busy_cores() if busy else nullcontext():
            began = time.perf_counter()
            command = [sys.executable, "-m", *STARTS[start], str(port)]
            process = subprocess.Popen(
                command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            try:
                healthy(address)
                at_health = time.perf_counter() - began
                context.set_default_timeout(PATIENCE_S * 1000)
                at_page, clicks = _click(context, address, tabs)
                requests = model.wait_for(tabs)
            finally:
                process.kill()
                process.wait()
                context.close()
        return Timed(
            busy,
            tabs,
            at_health,
            at_page - began,
            tuple(r - c for c, r in zip(clicks, requests, strict=True)),
        )


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


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path, help="not needed")
    parser.add_argument("--start", choices=STARTS, default="app", help="how the app is started")
    parser.add_argument(
        "--vendor",
        choices=("anthropic", "openai", "google"),
        default="anthropic",
        help="whose client is used",
    )
    parser.add_argument("--tabs", type=int, nargs="+", default=(1, 2, 4))
    parser.add_argument("--rounds", type=int, default=3, help="fresh servers for each figure")
    parser.add_argument("--only", choices=("quiet", "busy"), help="one of the two")
    parser.add_argument("--out", type=Path, help="also write the figures as JSON")
    options = parser.parse_args()
    program = shutil.which("chromium")
    if program is None:
        parser.error("needs the program chromium (Debian: apt-get install chromium)")
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for _ in range(options.rounds):
            for busy in (False, True):
                if options.only in (None, "busy" if busy else "quiet"):
                    found += [
                        measure(
                            browser, tabs=n, busy=busy, start=options.start, vendor=options.vendor
                        )
                        for n in options.tabs
                    ]
        browser.close()
    if options.out:
        options.out.write_text(
            json.dumps([timed._asdict() for timed in found], indent=1), encoding="utf-8"
        )
    return show(found)


def show(found: Sequence[Timed]) -> int:
    """Medians over the rounds, and the slowest tab of all; 1 where a median is over its target."""
    table = Table(
        "", "tabs", "health s", "page s", "click to request s", "slowest s", "target s", box=None
    )
    groups: Mapping[tuple[bool, int], list[Timed]] = {
        key: [timed for timed in found if (timed.busy, timed.tabs) == key]
        for key in sorted({(t.busy, t.tabs) for t in found})
    }
    slow = 0
    for (busy, tabs), timed in groups.items():
        times = [seconds for one in timed for seconds in one.first_requests]
        median = statistics.median(times)
        starts = (
            statistics.median(t.healthy for t in timed),
            statistics.median(t.readable for t in timed),
        )
        words = [f"{seconds:.1f}" for seconds in (*starts, median, max(times), TARGET_S[busy])]
        table.add_row("busy" if busy else "quiet", str(tabs), *words)
        slow += median > TARGET_S[busy]
    Console().print(table)
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
