"""What keeps the event loop of all runs from turning.

Runs go on side by side: profile, actions, head start, report and rewrite by a model that gives the
kept answers of the sample, and the same without a model. Each callback of the loop is timed by the
CPU time of its thread, so that other work on the machine does not count; what it did meanwhile is
told by looking at its stack every few milliseconds. `--papers` takes real PDFs for the profiles
instead of the sample.
"""

import asyncio
import sys
import tempfile
import threading
import time
from asyncio.events import Handle
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from inspect import CO_COROUTINE
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from eval.bench.command import NOWHERE
from myscholar.domain.actions import ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.orders import ActionsOrder, ProfileOrder, ReportOrder, RewriteOrder
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.runs import RunId
from myscholar.settings import load_settings
from myscholar.workflows.ask import asking
from myscholar.workflows.ask.inquiries import new_inquiry
from myscholar.workflows.jobs import made_by, open_services, start
from myscholar.workflows.my_scholar import MyScholar
from myscholar.workflows.preload import preload
from myscholar.workflows.profile.profiles import profile_of
from myscholar.workflows.sample import SAMPLE_QUESTION, sample_papers
from myscholar.workflows.services import Services
from tests.web.replay_server import replay_server

TARGET_MS = 50.0
LOOK_S = 0.004
LOOP = "runs"
ENGINES = (Engine.LLM, Engine.EXTRACTIVE)
OWN = str(Path(__file__).resolve().parents[2] / "myscholar")


@dataclass
class Watched:
    """Milliseconds of each callback of the loop, with what it was doing at most looks."""

    slow: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    n_callbacks: int = 0
    total_ms: float = 0.0
    _seen: Counter[str] = field(default_factory=Counter)

    def ended(self, ms: float) -> None:
        self.n_callbacks += 1
        self.total_ms += ms
        if ms > TARGET_MS / 5:
            doing = self._seen.most_common(1)[0][0] if self._seen else "(not seen)"
            self.slow[doing].append(ms)
        self._seen = Counter()

    def look(self, frame: FrameType | None) -> None:
        self._seen[_doing(frame)] += 1


def _doing(frame: FrameType | None) -> str:
    """Our outermost two functions below the awaited coroutine; itself where a library works."""
    own: list[str] = []
    awaited = ""
    while frame:
        code = frame.f_code
        if code.co_filename.startswith(OWN):
            name = f"{Path(code.co_filename).stem}.{code.co_name}"
            if code.co_flags & CO_COROUTINE:
                awaited = awaited or f"{name}: "
            else:
                own.append(name)
        frame = frame.f_back
    return awaited + " > ".join(reversed(own[-2:])) or "(libraries)"


@contextmanager
def watching() -> Iterator[Watched]:
    watched, run, over = Watched(), Handle._run, threading.Event()

    def timed(handle: Handle) -> None:
        if threading.current_thread().name != LOOP:
            return run(handle)
        began = time.thread_time()
        run(handle)
        watched.ended((time.thread_time() - began) * 1000)
        return None

    def look() -> None:
        while not over.wait(LOOK_S):
            loop = next((t for t in threading.enumerate() if t.name == LOOP), None)
            if loop and loop.ident:
                watched.look(sys._current_frames().get(loop.ident))

    looking = threading.Thread(target=look, daemon=True)
    Handle._run = timed  # type: ignore[method-assign, assignment]
    looking.start()
    try:
        yield watched
    finally:
        over.set()
        looking.join()
        Handle._run = run  # type: ignore[method-assign]


def carry_out(home: Path, address: str, papers: Sequence[Paper]) -> None:
    """All that a person can start, by a model and without, as much at once as can be."""
    (home / "settings.toml").write_text(address, encoding="utf-8")
    services = open_services(
        load_settings({"MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": NOWHERE})
    )
    services.store  # noqa: B018
    preload(services)

    try:
        _start_everything(services, papers)
    finally:
        services.runner.close()
        services.store.close()


async def _wait(services: Services, runs: Sequence[RunId | None]) -> list[RunId]:
    """Those that finished. Kept answers that don't fit may fail a run: no fault of the loop's."""
    known = [run for run in runs if run]
    waits = (services.runner.wait(run) for run in known)
    results = await asyncio.gather(*waits, return_exceptions=True)
    finished = []
    for run, result in zip(known, results, strict=True):
        if isinstance(result, Exception):
            kind = services.runs.info(run).kind
            print(f"{kind}: {type(result).__name__}: {result}", file=sys.stderr)
        else:
            finished.append(run)
    return finished


def _start_everything(services: Services, papers: Sequence[Paper]) -> None:
    question, sources = SAMPLE_QUESTION, ("sample",)
    profiles = [
        start(services, ProfileOrder(papers=tuple(papers), name="Mira", engine=engine))
        for engine in ENGINES
    ]
    asyncio.run(_wait(services, profiles))
    profile = profile_of(services, profiles[0])
    inquiry = new_inquiry(services, question, sources=sources, profile_id=profile.profile_id)
    inquiry = asking.propose(services, inquiry)  # with its head start
    asked = ActionsOrder(question=question, profile=profile, sources=sources)
    proposing = [start(services, asked.model_copy(update={"engine": engine})) for engine in ENGINES]
    assert inquiry.proposing
    asyncio.run(_wait(services, (inquiry.proposing, inquiry.head_start, *proposing)))
    made = (made_by(services, run) for run in proposing)
    chosen = [actions.chosen for actions in made if isinstance(actions, ActionList)]
    plain = ReportOrder(question=question, profile=profile, sources=sources)
    orders = [
        plain.model_copy(update={"actions": actions, "engine": engine})
        for actions, engine in zip(chosen, ENGINES, strict=True)
    ]
    reports = [start(services, order) for order in orders]
    reports.append(asking.write(services, asking.take_in(services, inquiry)))
    written = asyncio.run(_wait(services, reports))
    changes = [RewriteOrder(base=report, actions=chosen[0][:-1]) for report in written]
    asyncio.run(_wait(services, [start(services, change) for change in changes]))


def read(files: Sequence[Path], home: Path) -> tuple[Paper, ...]:
    if not files:
        return sample_papers().papers
    scholar = MyScholar(open_services(load_settings({"MYSCHOLAR_HOME": str(home / "papers")})))
    return tuple(scholar.add_papers(*files, relation=Relation.MINE).papers)


def main(
    papers: Annotated[
        list[Path] | None, typer.Option(help="A PDF file of one researcher; may be given again.")
    ] = None,
) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="myscholar-bench-") as folder,
        replay_server() as replay,
    ):
        home = Path(folder)
        read_papers = read(papers or (), home)
        with watching() as watched:
            carry_out(home, replay.settings(), read_papers)
    table = Table("on the loop", "times", "longest ms", "in all ms", box=None)
    for doing, times in sorted(watched.slow.items(), key=lambda item: -max(item[1])):
        table.add_row(doing, str(len(times)), f"{max(times):.0f}", f"{sum(times):.0f}")
    console = Console(width=160)
    console.print(
        f"{watched.n_callbacks:,} callbacks, {watched.total_ms:,.0f} ms in all; those over "
        f"{TARGET_MS / 5:.0f} ms:"
    )
    console.print(table)
    raise typer.Exit(any(max(times) > TARGET_MS for times in watched.slow.values()))
