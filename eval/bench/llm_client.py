"""One profile or report with language models, in a process of its own, and what it took. Started by
the other benchmarks; settings come from the environment.

    python -m eval.bench.llm_client report OUT.json --question "..." [--actions] [--head-start 30]
    python -m eval.bench.llm_client profile OUT.json --user u01
    python -m eval.bench.llm_client rewrite OUT.json --question "..."

What the work imports is imported before the clocks start, when `--modules FILE` names the modules
that an earlier process noted there; else it notes them.
First words: when ten words of a section's final text could be read, in a text that stands in the
final section as it was shown (markers and marks aside).
"""

import argparse
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

from eval.bench.command import parser

if TYPE_CHECKING:
    from myscholar.domain.report import Report
    from myscholar.workflows.services import Services

SOURCES = ("semantic-scholar",)
FIRST_WORDS = 10
KEPT = 600
"""Characters kept of each text shown: enough for its first words."""
MARKS = re.compile(r"\[[^\[\]]*\]|</?\w+[^<>]*>")


Json = dict[str, Any]
Work = Callable[["Services", argparse.Namespace, Json], Coroutine[Any, Any, None]]


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


async def report(services: "Services", options: argparse.Namespace, told: Json) -> None:
    made, watch, seconds = await write_timed(services, options)
    told |= {"report_s": seconds, **figures(made, watch)}
    if options.report:
        options.report.write_text(made.model_dump_json(indent=1), encoding="utf-8")
    if options.trace:
        from myscholar.domain.runs import RunId
        from myscholar.workflows.runs.save_trace import save_trace

        save_trace(services, RunId(made.report_id), options.trace)


async def write_timed(
    services: "Services", options: argparse.Namespace
) -> "tuple[Report, Watch, float]":
    """The report, what was shown of it, and the seconds that it took after the head start."""
    from eval.bench.llm_actions import eight_actions
    from myscholar.domain.engine import Engine
    from myscholar.domain.orders import ReportOrder
    from myscholar.workflows.jobs import carry_out, start

    order = ReportOrder(
        question=options.question,
        actions=eight_actions() if options.actions else (),
        sources=SOURCES,
        engine=Engine.LLM,
        with_tables=options.tables,
    )
    if options.head_start:
        order = order.model_copy(update={"head_start": start(services, order.ahead)})
        await asyncio.sleep(options.head_start)
    watch = Watch()
    made = await carry_out(services, order, on_text=watch)
    return made, watch, time.perf_counter() - watch.started


async def rewrite(services: "Services", options: argparse.Namespace, told: Json) -> None:
    """A report with eight actions; with one of them reworded; with its third section anew."""
    from eval.bench.llm_actions import eight_actions
    from myscholar.domain.orders import RewriteOrder
    from myscholar.domain.runs import RunId
    from myscholar.workflows.jobs import carry_out
    from myscholar.workflows.report.change_report import change_lines
    from myscholar.workflows.report.reports import report_record

    options.actions = True
    made, _, seconds = await write_timed(services, options)
    *others, last = eight_actions()
    text = (
        "I can say for whom each result was measured, which might help you judge whether it "
        "carries over."
    )
    reworded = last.model_copy(update={"text": text})
    told["changes"] = [("whole report with eight actions", seconds, time.time(), [])]
    for name, wanted in (
        ("one generation action changed", {"actions": (*others, reworded)}),
        ("one section written anew", {"section": 2}),
    ):
        clock = Clock()
        order = RewriteOrder(base=RunId(made.report_id), **wanted)
        written_anew = await carry_out(services, order)
        lines = list(change_lines(report_record(services, written_anew.report_id)))
        told["changes"].append((name, clock.so_far()["wall_s"], time.time(), lines))


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


async def profile(services: "Services", options: argparse.Namespace, told: Json) -> None:
    from eval.bench.profile import USERS, papers_of
    from myscholar.domain.engine import Engine
    from myscholar.domain.orders import ProfileOrder
    from myscholar.workflows.jobs import carry_out

    rows = map(json.loads, (options.shared / USERS).read_text(encoding="utf-8").splitlines())
    user = next(row for row in rows if row["user_id"] == options.user)
    papers = papers_of(user, services.settings.home)
    clock = Clock()
    made = await carry_out(services, ProfileOrder(papers=tuple(papers), engine=Engine.LLM))
    told |= {"n_papers": len(papers), "n_inferences": len(made.inferences)}
    told["profile_s"] = clock.so_far()["wall_s"]


def measure(work: Work, options: argparse.Namespace) -> Json:
    clock = Clock()
    import_all(options.modules)
    from myscholar.errors import MyScholarError
    from myscholar.workflows.jobs import open_services

    told: Json = {"imports": clock.so_far(), "ok": True, "error": None}
    clock = Clock()
    try:
        asyncio.run(work(open_services(), options, told))
    except MyScholarError as error:
        told |= {"ok": False, "error": type(error).__name__, "message": str(error)}
    except Exception as error:
        told |= {"ok": False, "error": f"bug: {type(error).__name__}", "message": str(error)}
        if options.loud:
            raise
    told |= {"run": clock.so_far(), "peak_mb": peak_mb()}
    if options.modules and not options.modules.exists():
        options.modules.write_text("\n".join(sys.modules), encoding="utf-8")
    return told


def import_all(names: Path | None) -> None:
    """Of an earlier process's note; what has no name of its own is left to the work itself."""
    for name in names.read_text(encoding="utf-8").splitlines() if names and names.exists() else ():
        with contextlib.suppress(Exception):
            importlib.import_module(name)


def main() -> int:
    options = parser(__doc__)
    options.add_argument("work", choices=WORKS)
    options.add_argument("out", type=Path)
    options.add_argument("--question", default="")
    options.add_argument("--user", default="u01")
    options.add_argument("--actions", action="store_true", help="choose those of `llm_actions`")
    options.add_argument("--tables", action=argparse.BooleanOptionalAction, default=False)
    options.add_argument("--head-start", type=float, default=0.0, help="seconds before the rest")
    for name, help_text in (
        ("--report", "file for the report (JSON)"),
        ("--trace", "file for the run's trace (JSON)"),
        ("--modules", "file of modules to import before the clocks start"),
    ):
        options.add_argument(name, type=Path, help=help_text)
    options.add_argument("--loud", action="store_true", help="let a bug's traceback through")
    chosen = options.parse_args()
    told = measure(WORKS[chosen.work], chosen)
    chosen.out.write_text(json.dumps(told, ensure_ascii=False, indent=1), encoding="utf-8")
    return 0 if told["ok"] else 1


WORKS: Mapping[str, Work] = {"report": report, "profile": profile, "rewrite": rewrite}

if __name__ == "__main__":
    sys.exit(main())
