"""What keeps the event loop of all runs from turning. Run: python -m eval.bench.run_loop

Runs go on side by side: profile, actions, head start, report and rewrite by a model that gives the
kept answers of the sample, and the same without a model. Each callback of the loop is timed by the
CPU time of its thread, so that other work on the machine does not count; what it did meanwhile is
told by looking at its stack every few milliseconds. `--papers` takes real PDFs for the profiles
instead of the sample. `--shared` is taken like by the other benchmarks and not needed.
"""

import argparse
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

from rich.console import Console
from rich.table import Table

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
from tests.web.replay_server import replay_server

TARGET_MS = 50.0
LOOK_S = 0.004
LOOP = "runs"
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
    """The outermost two functions of ours below the coroutine that is awaited; that coroutine
    itself where the work is a library's."""
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
    """Everything that a person can start, by a model and without, as much at once as depends on
    nothing else."""
    (home / "settings.toml").write_text(address, encoding="utf-8")
    services = open_services(
        load_settings({"MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": "http://127.0.0.1:9"})
    )
    services.store  # noqa: B018
    preload(services)

    async def ended(*runs: RunId) -> list[RunId]:
        """Those that finished. Kept answers that don't fit may fail a run, which is no fault of the
        loop's."""
        results = await asyncio.gather(
            *(services.runner.wait(run) for run in runs), return_exceptions=True
        )
        for run, result in zip(runs, results, strict=True):
            if isinstance(result, Exception):
                print(
                    f"{services.runs.info(run).kind}: {type(result).__name__}: {result}",
                    file=sys.stderr,
                )
        return [
            run
            for run, result in zip(runs, results, strict=True)
            if not isinstance(result, Exception)
        ]

    try:
        engines = (Engine.LLM, Engine.EXTRACTIVE)
        profiles = [
            start(services, ProfileOrder(papers=tuple(papers), name="Mira", engine=engine))
            for engine in engines
        ]
        asyncio.run(ended(*profiles))
        profile = profile_of(services, profiles[0])
        inquiry = new_inquiry(
            services, SAMPLE_QUESTION, sources=("sample",), profile_id=profile.profile_id
        )
        inquiry = asking.propose(services, inquiry)  # with its head start
        proposing = [
            start(
                services,
                ActionsOrder(
                    question=SAMPLE_QUESTION, profile=profile, sources=("sample",), engine=engine
                ),
            )
            for engine in engines
        ]
        assert inquiry.proposing
        asyncio.run(
            ended(*(run for run in (inquiry.proposing, inquiry.head_start, *proposing) if run))
        )
        chosen = [
            made.chosen
            for run in proposing
            if isinstance(made := made_by(services, run), ActionList)
        ]
        reports = [
            start(
                services,
                ReportOrder(
                    question=SAMPLE_QUESTION,
                    actions=actions,
                    profile=profile,
                    sources=("sample",),
                    engine=engine,
                ),
            )
            for actions, engine in zip(chosen, engines, strict=True)
        ]
        reports.append(asking.write(services, asking.take_in(services, inquiry)))
        written = asyncio.run(ended(*reports))
        changes = [RewriteOrder(base=report, actions=chosen[0][:-1]) for report in written]
        asyncio.run(ended(*(start(services, change) for change in changes)))
    finally:
        services.runner.close()
        services.store.close()


def read(files: Sequence[Path], home: Path) -> tuple[Paper, ...]:
    if not files:
        return sample_papers().papers
    scholar = MyScholar(open_services(load_settings({"MYSCHOLAR_HOME": str(home / "papers")})))
    return tuple(scholar.add_papers(*files, relation=Relation.MINE).papers)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path, help="not needed")
    parser.add_argument(
        "--papers", type=Path, nargs="+", default=(), help="PDF files of one researcher"
    )
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="myscholar-bench-") as folder,
        replay_server() as replay,
    ):
        home = Path(folder)
        papers = read(options.papers, home)
        with watching() as watched:
            carry_out(home, replay.settings(), papers)
    table = Table("on the loop", "times", "longest ms", "in all ms", box=None)
    for doing, times in sorted(watched.slow.items(), key=lambda item: -max(item[1])):
        table.add_row(doing, str(len(times)), f"{max(times):.0f}", f"{sum(times):.0f}")
    console = Console(width=160)
    console.print(
        f"{watched.n_callbacks:,} callbacks, {watched.total_ms:,.0f} ms in all; those over "
        f"{TARGET_MS / 5:.0f} ms:"
    )
    console.print(table)
    return int(any(max(times) > TARGET_MS for times in watched.slow.values()))


if __name__ == "__main__":
    sys.exit(main())
