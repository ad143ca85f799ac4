"""The web app with a report of real size: first load, click to lit spans, reruns of each page, what
is sent.

A rerun is the script of a page, as the server runs it for each click, timed inside the server's own
runner. The browser is Debian's chromium, headless, on the same machine.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from playwright.sync_api import Browser, CDPSession, Page
from rich.console import Console

from eval.bench.command import NOWHERE, ROOT, chromium, table_of
from eval.bench.processes import APP, app_server
from eval.bench.real_size import real_size_report
from myscholar.domain.orders import ProfileOrder, ReportOrder
from myscholar.domain.report import ReportId
from myscholar.domain.runs import RunId
from myscholar.settings import load_settings
from myscholar.workflows.ask import asking
from myscholar.workflows.ask.inquiries import new_inquiry
from myscholar.workflows.jobs import open_services, start, wait_for_end
from myscholar.workflows.profile.profiles import profile_of
from myscholar.workflows.report.reports import import_report
from myscholar.workflows.report.shares import share
from myscholar.workflows.sample import SAMPLE_QUESTION, sample_papers

N_REPORTS = 40
"""On the page Runs; the newest is the one that is measured."""
TARGET_RERUN_MS, TARGET_LOAD_S = 300, 2.0
FRAME = "Network.webSocketFrameReceived"
LIT = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() =>
    requestAnimationFrame(done)));
  const root = [...document.querySelectorAll("*")].map((n) => n.shadowRoot).find((r) =>
    r?.querySelector(".action .pick"));
  const times = [];
  for (let round = 0; round < 5; round++)
    for (const pick of root.querySelectorAll(".action .pick")) {
    await frame();
    const began = performance.now();
    pick.click();
    if (root.querySelectorAll(".hl.strong").length) times.push(await frame().then(() =>
      performance.now() - began));
  }
  return times;
}"""


class Visit(NamedTuple):
    """One page opened: until its content stands, and what came over the two wires."""

    seconds: float
    files_kb: float
    messages_kb: float


class MadeReports(NamedTuple):
    """Addresses of the pages by name, and what shows that each stands."""

    pages: Mapping[str, tuple[str, str]]
    report: RunId


def furnish(home: Path) -> MadeReports:
    """A profile, a question with its actions, forty reports of real size."""
    settings = load_settings({"MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": NOWHERE})
    services = open_services(settings)
    try:
        profile = start(services, ProfileOrder(papers=sample_papers().papers, name="Mira"))
        asyncio.run(services.runner.wait(profile))
        profile_of(services, profile)
        asked = new_inquiry(services, SAMPLE_QUESTION, sources=("sample",), profile_id=profile)
        inquiry = asking.propose(services, asked)
        assert inquiry.proposing
        asyncio.run(services.runner.wait(inquiry.proposing))
        asking.take_in(services, inquiry)
        made, file = real_size_report(), home / "report.json"
        for n in range(N_REPORTS):
            numbered = made.model_copy(update={"report_id": ReportId(f"real-{n}")})
            file.write_text(numbered.model_dump_json())
            report = import_report(services, file)
        pages = {
            "Profile": (f"profile?profile={profile}", ".aspect"),
            "Ask": (f"ask?inquiry={inquiry.inquiry_id}", ".action"),
            "Report": (f"report?run={report}", "article h1"),
            "Runs": ("runs", ".part h2:visible"),
            "Settings": ("settings", "h1"),
            "Shared report": (f"shared?key={share(services, report)}", "article h1"),
        }
        return MadeReports(pages, report)
    finally:
        services.runner.close()
        services.store.close()


def reruns(made: MadeReports, times: int) -> dict[str, list[float]]:
    """Milliseconds of each page's script, after a first run. The environment names the home."""
    from streamlit.runtime.scriptrunner import ScriptRunner
    from streamlit.testing.v1 import AppTest

    run, took = ScriptRunner._run_script, list[float]()

    def timed(self: Any, *args: Any) -> None:
        began = time.perf_counter()
        run(self, *args)
        took.append((time.perf_counter() - began) * 1000)

    ScriptRunner._run_script = timed  # type: ignore[method-assign, assignment]
    measured = {}
    for name, (address, _) in made.pages.items():
        page, _, query = address.partition("?")
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
        for field, value in (pair.split("=") for pair in query.split("&") if pair):
            app.query_params[field] = value
        app.run()
        if page:
            app.switch_page(f"myscholar/surfaces/web/pages/{page}_page.py").run()
        del took[:]
        for _ in range(times):
            app.run()
        assert not app.exception, name
        measured[name] = list(took)
    ScriptRunner._run_script = run  # type: ignore[method-assign]
    return measured


@contextmanager
def server(home: Path) -> Iterator[str]:
    with (home / "server.log").open("w") as log, app_server(APP, os.environ, log, 60) as address:
        yield address


@contextmanager
def reports_beside(n: int) -> Iterator[None]:
    """A worker writes so many at once, without a model, one after the other until the end. The
    environment names the home."""
    services, is_over = open_services(by_worker=True), threading.Event()

    def write() -> None:
        while not is_over.is_set():
            order = ReportOrder(question=SAMPLE_QUESTION, sources=("sample",))
            asyncio.run(wait_for_end(services, start(services, order)))

    writing = [threading.Thread(target=write) for _ in range(n)]
    command = [sys.executable, "-m", "myscholar.surfaces.cli", "worker", "--concurrency", str(n)]
    worker = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert worker.stdout
    worker.stdout.readline()  # it is ready
    for thread in writing:
        thread.start()
    try:
        yield
    finally:
        is_over.set()
        for thread in writing:
            thread.join()
        worker.terminate()
        worker.wait()
        services.close()


def listen(page: Page, event: str, size: Callable[[Any], float]) -> tuple[list[float], CDPSession]:
    sizes, network = list[float](), page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on(event, lambda found: sizes.append(size(found)))
    return sizes, network


def visit(page: Page, address: str, standing: str) -> Visit:
    files, network = listen(page, "Network.loadingFinished", lambda e: e["encodedDataLength"])
    messages, socket = listen(page, FRAME, _size)
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator(standing).first.wait_for()
    seconds = time.perf_counter() - began
    page.wait_for_timeout(500)  # what comes after it was drawn is counted too
    network.detach()
    socket.detach()
    return Visit(seconds, sum(files) / 1024, sum(messages) / 1024)


def _size(event: Mapping[str, Any]) -> float:
    """Bytes: a binary frame comes as base64."""
    frame = event["response"]
    return len(frame["payloadData"]) * 3 // 4 if frame["opcode"] == 2 else len(frame["payloadData"])


def visits(browser: Browser, home: Path, made: MadeReports) -> dict[str, Visit]:
    address, standing = made.pages["Report"]
    found = {}
    with server(home) as url:
        for name in ("first visitor of a fresh server", "new visitor", "another new visitor"):
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            page = context.new_page()
            found[name] = visit(page, f"{url}/{address}", standing)
            if name == "another new visitor":
                found["the same visitor again"] = visit(page, f"{url}/{address}", standing)
            context.close()
        return found


def click(browser: Browser, home: Path, made: MadeReports) -> tuple[list[float], float]:
    """Milliseconds from click to lit, painted spans; kB that a thumb on a section brings back."""
    address, standing = made.pages["Report"]
    with server(home) as url:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        visit(page, f"{url}/{address}", standing)
        times: list[float] = page.evaluate(LIT)
        messages, _ = listen(page, FRAME, _size)
        page.get_by_role("button", name="Is this section good? Good").first.click()
        page.wait_for_timeout(2000)
        page.close()
    return times, sum(messages) / 1024


def p95(values: Sequence[float]) -> float:
    return sorted(values)[max(0, -(-95 * len(values) // 100) - 1)]


def main(
    times: Annotated[int, typer.Option(help="Reruns of each page.")] = 40,
    beside: Annotated[
        int, typer.Option(help="Reports that a worker writes at once while pages run again.")
    ] = 0,
    out: Annotated[Path | None, typer.Option(help="Also write the figures as JSON.")] = None,
) -> None:
    with tempfile.TemporaryDirectory(prefix="myscholar-bench-") as folder:
        home = Path(folder)
        os.environ |= {"MYSCHOLAR_HOME": folder, "MYSCHOLAR_S2_URL": NOWHERE}
        made = furnish(home)
        with chromium() as browser:
            seen, (clicks, thumb_kb) = visits(browser, home, made), click(browser, home, made)
        with reports_beside(beside) if beside else nullcontext():
            scripts = reruns(made, times)
    show(seen, clicks, thumb_kb, scripts)
    if out:
        visited = {name: visit._asdict() for name, visit in seen.items()}
        figures = {"visits": visited, "clicks_ms": clicks, "thumb_kb": thumb_kb}
        figures["reruns_ms"] = scripts
        out.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    slow = max(map(p95, scripts.values())) > TARGET_RERUN_MS
    raise typer.Exit(slow or seen["new visitor"].seconds > TARGET_LOAD_S)


def show(
    seen: Mapping[str, Visit],
    clicks: Sequence[float],
    thumb_kb: float,
    scripts: Mapping[str, Sequence[float]],
) -> None:
    console = Console()
    opened: Mapping[str, Callable[[tuple[str, Visit]], str]] = {
        "The report opened by": lambda row: row[0],
        "s": lambda row: f"{row[1].seconds:.2f}",
        "files kB": lambda row: f"{row[1].files_kb:,.0f}",
        "messages kB": lambda row: f"{row[1].messages_kb:,.0f}",
    }
    console.print(table_of(seen.items(), opened, box=None))
    spread = f"p50 {statistics.median(clicks):.0f} ms, p95 {p95(clicks):.0f} ms"
    thumb = f"A thumb on a section brings {thumb_kb:,.1f} kB."
    console.print(f"\nClick to lit spans: {spread} ({len(clicks)} clicks). {thumb}\n")
    rerun: Mapping[str, Callable[[tuple[str, Sequence[float]]], str]] = {
        "Rerun of": lambda row: row[0],
        "p50 ms": lambda row: f"{statistics.median(row[1]):.0f}",
        "p95 ms": lambda row: f"{p95(row[1]):.0f}",
    }
    console.print(table_of(scripts.items(), rerun, box=None))
