"""Reports with language models in the reference condition, beside ai2-scholar-qa in the same run.

Peer and ours take turns, question by question, against the same two servers; every report is a
process of its own with a new home folder. How the servers, the peer and their environments are set
up: `tools/peers/README.md` in the shared folder.
"""

import json
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from eval.bench.client_order import ClientOrder, Work
from eval.bench.command import BenchSetup, table_of
from eval.bench.processes import Json
from eval.bench.servers import QUESTIONS, Conditions, Servers, questions, servers

PLAIN = ClientOrder(work=Work.REPORT)
TABLES = ClientOrder(work=Work.REPORT, tables=True)
ACTIONS = ClientOrder(work=Work.REPORT, actions=True)
BOTH = ClientOrder(work=Work.REPORT, actions=True, tables=True)


@dataclass(frozen=True)
class ReportCase:
    """`order` of `llm_client`, `peer` of the peer's runner; None where it has nothing alike."""

    title: str
    order: ClientOrder = PLAIN
    peer: tuple[str, ...] | None = None
    limited: bool = False
    """One request a second to Semantic Scholar, by both sides. Otherwise there is no limit."""


CASES = {
    "plain": ReportCase("no actions, no tables", peer=("--no-tables",)),
    "tables": ReportCase("no actions, tables", TABLES, peer=("--tables",)),
    "actions": ReportCase("eight actions, no tables", ACTIONS),
    "full": ReportCase("eight actions, tables", BOTH),
    "head_start": ReportCase(
        "eight actions, no tables, after a head start of 30 s",
        ACTIONS.model_copy(update={"head_start_s": 30}),
    ),
    "limited": ReportCase(
        "no actions, no tables, one request a second", peer=("--no-tables",), limited=True
    ),
}


@dataclass(frozen=True)
class ReportRow:
    """One report, by one system. Seconds; memory in MB; `cpu_s` without imports."""

    system: str
    query_id: str
    error: str | None
    wall_s: float
    first_s: float | None
    calls: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    requests: int
    cpu_s: float
    import_cpu_s: float
    peak_mb: float
    detail: Json


def one(
    running: Servers, case: ReportCase, asked: tuple[str, str], folder: Path, keep: Path
) -> ReportRow:
    query_id, question = asked
    files = {"report": keep, "trace": keep.with_suffix(".trace.json")}
    asked_for = {"question": question, "modules": folder / "modules.txt"} | files
    seen = running.client(case.order.model_copy(update=asked_for), limited=case.limited)
    told, log = seen.told, seen.log
    return ReportRow(
        system="ours",
        query_id=query_id,
        error=told["error"],
        wall_s=told.get("report_s") or told["run"]["wall_s"],
        first_s=told.get("first_words_s"),
        calls=len(log),
        input_tokens=sum(e["input_tokens"] for e in log),
        cached_tokens=sum(e["cached_tokens"] for e in log),
        output_tokens=sum(e["output_tokens"] for e in log),
        requests=len(running.scholar_log()),
        cpu_s=told["run"]["cpu_s"],
        import_cpu_s=told["imports"]["cpu_s"],
        peak_mb=told["peak_mb"],
        detail=told | {"log": log},
    )


def peers(
    running: Servers, case: ReportCase, asked: tuple[str, str], shared: Path, python: Path
) -> ReportRow:
    """The peer's report, by the shared runner. It shows its first section whole."""
    runner = shared.resolve() / "tools/peers/run_scholarqa.py"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        urls = ("--model-url", running.model_url, "--scholar-url", running.scholar_url)
        command = [python, runner, *urls, "--query", asked[1], "--out", out]
        command += [*(case.peer or ()), *(("--s2-key", "local") if case.limited else ())]
        subprocess.run([str(each) for each in command], capture_output=True, check=False)
        told = json.loads(out.read_text(encoding="utf-8"))
    return ReportRow(
        system="ai2-scholar-qa",
        query_id=asked[0],
        error=(told["error"] or "").split(":")[0] or None,
        wall_s=told["wall_s"],
        first_s=told["first_section_s"],
        calls=told["llm"]["calls"],
        input_tokens=told["llm"]["input_tokens"],
        cached_tokens=0,
        output_tokens=told["llm"]["output_tokens"],
        requests=told["s2"]["calls"],
        cpu_s=told["client"]["answer"]["cpu_s"],
        import_cpu_s=told["client"]["import_and_setup"]["cpu_s"],
        peak_mb=told["client"]["peak_rss_mb"],
        detail=told,
    )


@dataclass(frozen=True)
class Rounds:
    """What is asked how often; `peer_python` None: ours runs alone."""

    questions: Mapping[str, str]
    n: int
    peer_python: Path | None
    n_peer: int


def rows_of(
    running: Servers, case: ReportCase, setup: BenchSetup, rounds: Rounds, folder: Path
) -> Iterator[ReportRow]:
    conditions = Conditions(time_scale=setup.time_scale or 1.0)
    if case.limited:
        conditions = replace(conditions, keyed_rate=1.0)
    if not (folder / "modules.txt").exists():  # to learn what is imported; it is not shown
        running.set(replace(conditions, time_scale=0.01))
        warm_up = ReportCase("warm-up", BOTH)
        one(running, warm_up, next(iter(rounds.questions.items())), folder, folder / "warm_up.json")
    for round_ in range(rounds.n):
        for asked in rounds.questions.items():
            name = f"{case.title.replace(' ', '_').replace(',', '')}_{asked[0]}_{round_}.json"
            running.set(conditions)
            yield one(running, case, asked, folder, folder / name)
            if rounds.peer_python and case.peer is not None and round_ < rounds.n_peer:
                running.set(conditions)
                yield peers(running, case, asked, setup.shared, rounds.peer_python)


COLUMNS: Mapping[str, Callable[[ReportRow], str]] = {
    "system": lambda row: row.system,
    "question": lambda row: row.query_id,
    "error": lambda row: row.error or "",
    "wall s": lambda row: f"{row.wall_s:.1f}",
    "first words s": lambda row: "-" if row.first_s is None else f"{row.first_s:.1f}",
    "calls": lambda row: f"{row.calls}",
    "in": lambda row: f"{row.input_tokens:,}",
    "cached": lambda row: f"{row.cached_tokens:,}",
    "out": lambda row: f"{row.output_tokens:,}",
    "S2": lambda row: f"{row.requests}",
    "cpu s": lambda row: f"{row.cpu_s:.2f}",
    "imports": lambda row: f"{row.import_cpu_s:.2f}",
    "MB": lambda row: f"{row.peak_mb:.0f}",
}


def middle(rows: Sequence[ReportRow], system: str) -> ReportRow:
    """Medians of the reports that were finished, or of all if none was."""
    every = [r for r in rows if r.system == system]
    mine = [r for r in every if not r.error] or every
    firsts = [r.first_s for r in mine if r.first_s is not None]
    n_failed = sum(r.error is not None for r in every)
    medians: Json = {}
    for name, kind in ((f.name, f.type) for f in fields(ReportRow) if f.type in (int, float)):
        median = statistics.median(getattr(r, name) for r in mine)
        medians[name] = round(median) if kind is int else median
    return replace(
        mine[0],
        **medians,
        query_id="median",
        error=f"{n_failed} failed" if n_failed else None,
        first_s=statistics.median(firsts) if firsts else None,
    )


def show(case: ReportCase, rows: Sequence[ReportRow], console: Console) -> None:
    shown = table_of(rows, COLUMNS, title=case.title)
    shown.add_section()
    medians = [middle(rows, system) for system in dict.fromkeys(row.system for row in rows)]
    for row in medians:
        shown.add_row(*(cell(row) for cell in COLUMNS.values()))
    console.print(shown)
    if len(medians) == 2 and not any(row.error for row in rows):
        ours, theirs = medians
        times = f"wall {theirs.wall_s / ours.wall_s:.1f}"
        if ours.first_s and theirs.first_s:
            times += f", first words {theirs.first_s / ours.first_s:.1f}"
        console.print(f"peer / ours: {times}, calls {theirs.calls / ours.calls:.2f}\n")


def main(
    context: typer.Context,
    peer_python: Annotated[
        Path | None, typer.Option(help="Python with ai2-scholar-qa; without it ours runs alone.")
    ] = None,
    cases: Annotated[str, typer.Option(help=f"Of {', '.join(CASES)}.")] = (
        "plain,actions,tables,limited"
    ),
    asked: Annotated[str, typer.Option("--questions", help="Ids, parted by commas.")] = ",".join(
        QUESTIONS
    ),
    rounds: int = 1,
    peer_rounds: Annotated[int, typer.Option(help="Rounds in which the peer takes part.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Folder to keep reports and figures in.")] = None,
) -> None:
    setup, console = context.obj, Console(width=190)
    wanted = Rounds(questions(setup.shared, asked.split(",")), rounds, peer_python, peer_rounds)
    with tempfile.TemporaryDirectory() as temporary, servers(setup, Conditions()) as running:
        folder = out or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name in cases.split(","):
            rows = list(rows_of(running, CASES[name], setup, wanted, folder))
            show(CASES[name], rows, console)
            kept = json.dumps([vars(row) for row in rows], ensure_ascii=False, indent=1)
            (folder / f"{name}.json").write_text(kept, encoding="utf-8")
