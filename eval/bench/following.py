"""Tabs that follow a run which another process carries out: what they cost the web app, and when a
text that was shown stands on their page.

The run is carried out by this process and writes into the same database as a worker does: six
sections of a report that grow side by side. Text is shown every 0.05 s, as a model's words come;
that it waits to be stored counts. Pushed: `myscholar app`. Polled: `streamlit run`, whose pages ask
again by themselves. Debian's chromium, headless, on the same machine.
"""

import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from playwright.sync_api import Browser, Page
from rich.console import Console

from eval.bench.command import NOWHERE, chromium, table_of
from eval.bench.first_request import STARTS
from eval.bench.processes import app_server
from eval.bench.web import p95
from myscholar.domain.runs import Event, RunId, RunKind
from myscholar.runs.run import Run, Story
from myscholar.settings import load_settings
from myscholar.workflows.services import Services

N_SECTIONS, N_WORDS = 6, 250
"""Each has so many words at the beginning, and grows by four whenever its turn comes."""
SETTLE_S = 6.0
TARGET_SHARE, TARGET_MS = 0.10, 300
LISTEN = """() => {
  const root = [...document.querySelectorAll("*")].map((n) => n.shadowRoot).find((r) =>
    r?.querySelector(".live"));
  let last = 0;
  window.seen = {};
  new MutationObserver(() => {
    const now = Date.now();
    const marks = [...root.textContent.matchAll(/mark(\\d+)x/g)].map((m) => Number(m[1]));
    const newest = Math.max(0, ...marks);
    for (let n = last + 1; n <= newest; n++) window.seen[n] = now;
    last = Math.max(last, newest);
  }).observe(root, { subtree: true, childList: true, characterData: true });
}"""


class Followed(NamedTuple):
    """Share of one core that the web app took, and milliseconds from each text to each tab."""

    share: float
    delays_ms: tuple[float, ...]


class Writing:
    """A report that is written without an end; `shown` is when each mark was, in seconds since
    1970."""

    def __init__(self, every_s: float) -> None:
        self.every_s = every_s
        self.shown: dict[int, float] = {}

    async def __call__(self, run: Run, _: Mapping[str, Any]) -> Any:
        words = "Most studies of attention that we found report a small effect on recall. ".split()
        texts = [" ".join(words[i % len(words)] for i in range(N_WORDS)) for _ in range(N_SECTIONS)]
        for step in ("Opening sources", "Searching", "Selecting sentences"):
            run.tell(Event(step=step, message="of the sample", done=3, total=3))
        while True:
            n = len(self.shown) + 1
            place = n % N_SECTIONS
            texts[place] += f" It grows by mark{n}x."
            for i, text in enumerate(texts) if n == 1 else [(place, texts[place])]:
                run.show(f"section {i + 1}", f"## Section {i + 1}\n\n{text}")
            if n % 40 == 1:
                run.tell(Event(step="Writing", done=min(n // 40, 5), total=N_SECTIONS))
            self.shown[n] = time.time()
            await asyncio.sleep(self.every_s)


def follow(
    browser: Browser, start: Sequence[str], *, tabs: int, seconds: float, every_s: float
) -> Followed:
    """On a home of its own."""
    with tempfile.TemporaryDirectory(prefix="myscholar-bench-") as folder:
        home = {"MYSCHOLAR_HOME": folder, "MYSCHOLAR_S2_URL": NOWHERE}
        writing = Writing(every_s)
        stories: dict[RunKind, Story] = {RunKind.REPORT: writing}
        services = Services(stories=lambda _: stories, settings=load_settings(home))
        order = {"question": "What holds attention?", "engine": "extractive"}
        run_id = RunId("followed")
        services.runner.start(RunKind.REPORT, "What holds attention?", order, run_id)
        try:
            with (
                Path(folder, "server.log").open("w") as log,
                app_server(start, os.environ | home, log, 60) as address,
            ):
                return _measure(browser, f"{address}/report?run={run_id}", writing, tabs, seconds)
        finally:
            services.close()


def _measure(browser: Browser, url: str, writing: Writing, tabs: int, seconds: float) -> Followed:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    pages = [context.new_page() for _ in range(tabs)]
    for page in pages:
        page.goto(url)
    for page in pages:
        page.locator(".live section").first.wait_for()
        page.evaluate(LISTEN)
    time.sleep(SETTLE_S)
    web = _process_at(url)
    first, used, began = len(writing.shown) + 1, _cpu_s(web), time.monotonic()
    time.sleep(seconds)
    share = (_cpu_s(web) - used) / (time.monotonic() - began)
    last = len(writing.shown)
    time.sleep(SETTLE_S)
    delays = [d for page in pages for d in _delays(page, writing, first, last)]
    context.close()
    return Followed(share, tuple(delays))


def _delays(page: Page, writing: Writing, first: int, last: int) -> list[float]:
    seen: Mapping[str, int] = page.evaluate("window.seen")
    return [
        seen[str(n)] - writing.shown[n] * 1000 for n in range(first, last + 1) if str(n) in seen
    ]


def _process_at(url: str) -> Path:
    """Of the server that was started for this address."""
    port = url.split("/")[2].partition(":")[2].encode()
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if file.read_bytes().split(b"\0")[-2:-1] == [port]:
                return file.parent
        except OSError:  # it has ended
            continue
    raise LookupError(url)


def _cpu_s(process: Path) -> float:
    """That all its threads took so far."""
    fields = (process / "stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(
    tabs: Annotated[int, typer.Option(help="So many follow the run.")] = 10,
    seconds: Annotated[float, typer.Option(help="That are measured of each.")] = 30.0,
    every_s: Annotated[float, typer.Option("--every", help="Seconds from text to text.")] = 0.05,
    out: Annotated[Path | None, typer.Option(help="Also write the figures as JSON.")] = None,
) -> None:
    ways = {"pushed": STARTS["app"], "polled": STARTS["streamlit"]}
    with chromium() as browser:
        found = {
            name: follow(browser, start, tabs=tabs, seconds=seconds, every_s=every_s)
            for name, start in ways.items()
        }
    show(found, tabs)
    if out:
        figures = {name: way._asdict() for name, way in found.items()}
        out.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    pushed = found["pushed"]
    raise typer.Exit(pushed.share > TARGET_SHARE or p95(pushed.delays_ms) > TARGET_MS)


def show(found: Mapping[str, Followed], tabs: int) -> None:
    columns = {
        f"{tabs} tabs": lambda row: row[0],
        "of one core": lambda row: f"{row[1].share:.1%}",
        "p50 ms": lambda row: f"{statistics.median(row[1].delays_ms):.0f}",
        "p95 ms": lambda row: f"{p95(row[1].delays_ms):.0f}",
        "texts": lambda row: f"{len(row[1].delays_ms):,}",
    }
    Console().print(table_of(found.items(), columns, box=None))
