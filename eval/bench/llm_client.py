"""One profile or report with language models, in a process of its own, and what it took. Started by
the other benchmarks with a `ClientOrder`; settings come from the environment.

What the work imports is imported before the clocks start, when the order names a file of the
modules that an earlier process noted there; else it notes them.
First words: when ten words of a section's final text could be read, in a text that stands in the
final section as it was shown (markers and marks aside).
"""

import asyncio
import contextlib
import importlib
import json
import re
import sys
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eval.bench.client_order import ClientOrder, Work

if TYPE_CHECKING:
    from myscholar.domain.report import Report
    from myscholar.workflows.services import Services

SOURCES = ("semantic-scholar",)
FIRST_WORDS = 10
KEPT = 600
"""Characters kept of each text shown: enough for its first words."""
MARKS = re.compile(r"\[[^\[\]]*\]|</?\w+[^<>]*>")


Json = dict[str, Any]
Client = Callable[["Services", ClientOrder, Json], Coroutine[Any, Any, None]]


@dataclass
class Clock:
    """Seconds of wall and of this process's processor since it was started."""

    wall: float = field(default_factory=time.perf_counter)
    cpu: float = field(default_factory=time.process_time)

    def so_far(self) -> dict[str, float]:
        return {"wall_s": time.perf_counter() - self.wall, "cpu_s": time.process_time() - self.cpu}


@dataclass
class Watch:
    started: float = field(default_factory=time.perf_counter)
    seen: dict[str, list[tuple[float, str]]] = field(default_factory=dict)

    def __call__(self, part: str, text: str) -> None:
        shown = self.seen.setdefault(part, [])
        if not shown or len(shown[-1][1]) < KEPT or not text.startswith(shown[-1][1]):
            shown.append((time.perf_counter() - self.started, text[:KEPT]))


def words(text: str) -> list[str]:
    """Without markers, marks and punctuation."""
    return re.findall(r"\w+(?:[-'’]\w+)*", MARKS.sub(" ", text))


def first_words_s(seen: Sequence[tuple[float, str]], finals: Sequence[str]) -> float | None:
    """When the first ten words could be read, for texts shown at these times, if what was shown
    then is how a final text begins.

    The last word shown may be half a word. A text that was replaced later on by another one does
    not count.
    """
    kept: float | None = None
    for at, text in seen:
        shown = words(text)[:-1]
        if any(words(final)[: len(shown)] == shown for final in finals):
            kept = at if kept is None and len(shown) >= FIRST_WORDS else kept
        else:
            kept = None
    return kept


def peak_mb() -> float:
    """The most memory that this program held at once; what its starter held does not count."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


async def report(services: "Services", wanted: ClientOrder, told: Json) -> None:
    made, watch, seconds = await write_timed(services, wanted)
    told |= {"report_s": seconds, **figures(made, watch)}
    if wanted.report:
        wanted.report.write_text(made.model_dump_json(indent=1), encoding="utf-8")
    if wanted.trace:
        from myscholar.domain.runs import RunId
        from myscholar.workflows.runs.save_trace import save_trace

        save_trace(services, RunId(made.report_id), wanted.trace)


async def write_timed(services: "Services", wanted: ClientOrder) -> "tuple[Report, Watch, float]":
    """The report, what was shown of it, and the seconds that it took after the head start."""
    from eval.bench.llm_actions import eight_actions
    from myscholar.domain.engine import Engine
    from myscholar.domain.orders import ReportOrder
    from myscholar.workflows.jobs import carry_out, start

    order = ReportOrder(
        question=wanted.question,
        actions=eight_actions() if wanted.actions else (),
        sources=SOURCES,
        engine=Engine.LLM,
        with_tables=wanted.tables,
    )
    if wanted.head_start_s:
        order = order.model_copy(update={"head_start": start(services, order.ahead)})
        await asyncio.sleep(wanted.head_start_s)
    watch = Watch()
    made = await carry_out(services, order, on_text=watch)
    return made, watch, time.perf_counter() - watch.started


def figures(made: "Report", watch: Watch) -> Json:
    finals = [section.text for section in made.sections]
    firsts = [at for seen in watch.seen.values() if (at := first_words_s(seen, finals)) is not None]
    return {
        "first_words_s": min(firsts, default=None),
        "words_by_section": [len(words(text)) for text in finals],
        "tables": sum(section.table is not None for section in made.sections),
        "citations": sum(len(section.citations) for section in made.sections),
        "papers": len(made.references),
        "doubts": sum(len(section.doubts) for section in made.sections),
        "outcomes": [outcome.status.value for outcome in made.outcomes],
        "notes": list(made.notes),
        "cost": made.cost.model_dump(),
    }


async def profile(services: "Services", wanted: ClientOrder, told: Json) -> None:
    from eval.bench.profile import USERS, papers_of
    from myscholar.domain.engine import Engine
    from myscholar.domain.orders import ProfileOrder
    from myscholar.workflows.jobs import carry_out

    rows = map(json.loads, (wanted.shared / USERS).read_text(encoding="utf-8").splitlines())
    user = next(row for row in rows if row["user_id"] == wanted.user)
    papers = papers_of(user, services.settings.home)
    clock = Clock()
    made = await carry_out(services, ProfileOrder(papers=tuple(papers), engine=Engine.LLM))
    told |= {"n_papers": len(papers), "n_inferences": len(made.inferences)}
    told["profile_s"] = clock.so_far()["wall_s"]


async def judge(services: "Services", wanted: ClientOrder, told: Json) -> None:
    from eval.bench.judging import judge_all

    told |= await judge_all(services, wanted.shared)


def measure(wanted: ClientOrder) -> Json:
    clock = Clock()
    import_all(wanted.modules)
    from myscholar.errors import MyScholarError
    from myscholar.workflows.jobs import open_services

    told: Json = {"imports": clock.so_far(), "ok": True, "error": None}
    clock = Clock()
    try:
        asyncio.run(WORKS[wanted.work](open_services(), wanted, told))
    except MyScholarError as error:
        told |= {"ok": False, "error": type(error).__name__, "message": str(error)}
    except Exception as error:
        told |= {"ok": False, "error": f"bug: {type(error).__name__}", "message": str(error)}
        if wanted.loud:
            raise
    told |= {"run": clock.so_far(), "peak_mb": peak_mb()}
    if wanted.modules and not wanted.modules.exists():
        wanted.modules.write_text("\n".join(sys.modules), encoding="utf-8")
    return told


def import_all(names: Path | None) -> None:
    """Of an earlier process's note; what has no name of its own is left to the work itself."""
    for name in names.read_text(encoding="utf-8").splitlines() if names and names.exists() else ():
        with contextlib.suppress(Exception):
            importlib.import_module(name)


WORKS: Mapping[Work, Client] = {
    Work.REPORT: report,
    Work.PROFILE: profile,
    Work.JUDGE: judge,
}

if __name__ == "__main__":
    ordered = ClientOrder.model_validate_json(sys.argv[1])
    found = json.dumps(measure(ordered), ensure_ascii=False, indent=1)
    ordered.out.write_text(found, encoding="utf-8")
