"""Reports with language models in the reference condition, beside ai2-scholar-qa in the same run.

Peer and ours take turns, question by question, against the same two servers. Ours is the whole
command on a terminal, from Enter to the prompt, in a new home folder (`used`: in one where a report
was written before); the peer's is the whole process of its runner. How the servers, the peer and
their environments are set up: `tools/peers/README.md` in the shared folder.
"""

import json
import statistics
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
from eval.bench.report_rows import ReportCase, ReportRow, one, peers
from eval.bench.servers import QUESTIONS, Conditions, Servers, questions, servers

TABLES = ClientOrder(work=Work.REPORT, tables=True)
ACTIONS = ClientOrder(work=Work.REPORT, actions=True)
BOTH = ClientOrder(work=Work.REPORT, actions=True, tables=True)
BEFORE = "How do retrieval-augmented models handle sources that disagree?"
"""Asked before, where a home folder is to have been used."""


CASES = {
    "plain": ReportCase("no actions, no tables", peer=("--no-tables",)),
    "used": ReportCase("no actions, no tables, second use", used=True),
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
    for round_ in range(rounds.n):
        for asked in rounds.questions.items():
            name = f"{case.title.replace(' ', '_').replace(',', '')}_{asked[0]}_{round_}.json"
            with tempfile.TemporaryDirectory() as temporary:
                home = Path(temporary) / "home"
                if case.used:
                    running.set(replace(conditions, time_scale=0.01))
                    one(running, case, ("", BEFORE), home, folder / "before.json")
                running.set(conditions)
                yield one(running, case, asked, home, folder / name)
            if rounds.peer_python and case.peer is not None and round_ < rounds.n_peer:
                running.set(conditions)
                yield peers(running, case, asked, setup.shared, rounds.peer_python)


COLUMNS: Mapping[str, Callable[[ReportRow], str]] = {
    "system": lambda row: row.system,
    "question": lambda row: row.query_id,
    "error": lambda row: row.error or "",
    "whole s": lambda row: f"{row.wall_s:.1f}",
    "inside s": lambda row: f"{row.inside_s:.1f}",
    "asks s": lambda row: "-" if row.asks_s is None else f"{row.asks_s:.1f}",
    "first words s": lambda row: "-" if row.first_s is None else f"{row.first_s:.1f}",
    "calls": lambda row: f"{row.calls}",
    "in": lambda row: f"{row.input_tokens:,}",
    "cached": lambda row: f"{row.cached_tokens:,}",
    "out": lambda row: f"{row.output_tokens:,}",
    "S2": lambda row: f"{row.requests}",
    "cpu s": lambda row: f"{row.cpu_s:.2f}",
    "MB": lambda row: f"{row.peak_mb:.0f}",
}


def middle(rows: Sequence[ReportRow], system: str) -> ReportRow:
    """Medians of the reports that were finished, or of all if none was."""
    every = [r for r in rows if r.system == system]
    mine = [r for r in every if not r.error] or every
    asks = [r.asks_s for r in mine if r.asks_s is not None]
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
        asks_s=statistics.median(asks) if asks else None,
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
        times = f"whole {theirs.wall_s / ours.wall_s:.1f}"
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
