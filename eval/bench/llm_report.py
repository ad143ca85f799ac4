"""Reports with language models in the reference condition, beside ai2-scholar-qa in the same run.

    python -m eval.bench.llm_report --server-python SERVERS/bin/python [--peer-python
    PEER/bin/python] [--cases plain,actions] [--rounds 1]

Peer and ours take turns, question by question, against the same two servers; every report is a
process of its own with a new home folder. How the servers, the peer and their environments are set
up: `tools/peers/README.md` in the shared folder.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from eval.bench.llm_servers import (
    QUESTIONS,
    Conditions,
    Json,
    Servers,
    client_command,
    parser,
    questions,
    servers,
)


@dataclass(frozen=True)
class ReportCase:
    """`options` are those of `llm_client`; `peer` those of the peer's runner, None where it has
    nothing to compare."""

    title: str
    options: tuple[str, ...] = ()
    peer: tuple[str, ...] | None = None
    limited: bool = False
    """One request a second to Semantic Scholar: the server refuses more, and we send no more.
    Otherwise there is no limit."""


CASES = {
    "plain": ReportCase("no actions, no tables", peer=("--no-tables",)),
    "tables": ReportCase("no actions, tables", ("--tables",), peer=("--tables",)),
    "actions": ReportCase("eight actions, no tables", ("--actions",)),
    "full": ReportCase("eight actions, tables", ("--actions", "--tables")),
    "head_start": ReportCase(
        "eight actions, no tables, after a head start of 30 s", ("--actions", "--head-start", "30")
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
    servers: Servers,
    case: ReportCase,
    conditions: Conditions,
    query_id: str,
    question: str,
    modules: Path,
    keep: Path,
) -> ReportRow:
    """Our report."""
    servers.set(conditions)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = client_command("report", out, "--question", question, *case.options)
        environ = servers.environment(Path(folder) / "home", limited=case.limited)
        command += [
            "--modules",
            str(modules),
            "--report",
            str(keep),
            "--trace",
            str(keep.with_suffix(".trace.json")),
        ]
        done = subprocess.run(command, env=environ, check=False)
        if not out.exists():
            raise RuntimeError(f"the report's process ended with {done.returncode}")
        told = json.loads(out.read_text(encoding="utf-8"))
    log = servers.settled()
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
        requests=len(servers.scholar_log()),
        cpu_s=told["run"]["cpu_s"],
        import_cpu_s=told["imports"]["cpu_s"],
        peak_mb=told["peak_mb"],
        detail=told | {"log": log},
    )


def peers(
    servers: Servers,
    case: ReportCase,
    conditions: Conditions,
    query_id: str,
    question: str,
    options: argparse.Namespace,
) -> ReportRow:
    """The peer's report, by the shared runner. Its first words are the first section, which it
    shows whole."""
    servers.set(conditions)
    runner = options.shared.resolve() / "tools/peers/run_scholarqa.py"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = [
            options.peer_python,
            runner,
            "--model-url",
            servers.model_url,
            "--scholar-url",
            servers.scholar_url,
        ]
        command += [
            "--query",
            question,
            "--out",
            out,
            *(case.peer or ()),
            *(("--s2-key", "local") if case.limited else ()),
        ]
        subprocess.run([str(each) for each in command], capture_output=True, check=False)
        told = json.loads(out.read_text(encoding="utf-8"))
    return ReportRow(
        system="ai2-scholar-qa",
        query_id=query_id,
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


def rows_of(servers: Servers, case: ReportCase, options: argparse.Namespace) -> Iterator[ReportRow]:
    conditions = Conditions(time_scale=options.time_scale)
    if case.limited:
        conditions = replace(conditions, keyed_rate=1.0)
    modules = options.out / "modules.txt"
    asked = questions(options.shared, options.questions)
    if not modules.exists():  # one report to learn what is imported; it is not shown
        fast = replace(conditions, time_scale=0.01)
        one(
            servers,
            ReportCase("warm-up", ("--tables", "--actions")),
            fast,
            "",
            next(iter(asked.values())),
            modules,
            options.out / "warm_up.json",
        )
    for round_ in range(options.rounds):
        for query_id, question in asked.items():
            keep = (
                options.out
                / f"{case.title.replace(' ', '_').replace(',', '')}_{query_id}_{round_}.json"
            )
            yield one(servers, case, conditions, query_id, question, modules, keep)
            if options.peer_python and case.peer is not None and round_ < options.peer_rounds:
                yield peers(servers, case, conditions, query_id, question, options)


def line(row: ReportRow) -> list[str]:
    return [
        row.system,
        row.query_id,
        row.error or "",
        f"{row.wall_s:.1f}",
        "-" if row.first_s is None else f"{row.first_s:.1f}",
        f"{row.calls}",
        f"{row.input_tokens:,}",
        f"{row.cached_tokens:,}",
        f"{row.output_tokens:,}",
        f"{row.requests}",
        f"{row.cpu_s:.2f}",
        f"{row.import_cpu_s:.2f}",
        f"{row.peak_mb:.0f}",
    ]


def middle(rows: Sequence[ReportRow], system: str) -> ReportRow:
    """Medians of the reports that were finished, or of all if none was."""
    mine = [r for r in rows if r.system == system and not r.error] or [
        r for r in rows if r.system == system
    ]
    firsts = [r.first_s for r in mine if r.first_s is not None]
    failed = sum(r.error is not None for r in rows if r.system == system)

    def mid(name: str) -> float:
        return float(statistics.median(getattr(r, name) for r in mine))

    return replace(
        mine[0],
        query_id="median",
        error=f"{failed} failed" if failed else None,
        first_s=statistics.median(firsts) if firsts else None,
        wall_s=mid("wall_s"),
        calls=round(mid("calls")),
        input_tokens=round(mid("input_tokens")),
        cached_tokens=round(mid("cached_tokens")),
        output_tokens=round(mid("output_tokens")),
        requests=round(mid("requests")),
        cpu_s=mid("cpu_s"),
        import_cpu_s=mid("import_cpu_s"),
        peak_mb=mid("peak_mb"),
    )


def show(case: ReportCase, rows: Sequence[ReportRow], console: Console) -> None:
    shown = Table(
        "system",
        "question",
        "error",
        "wall s",
        "first words s",
        "calls",
        "in",
        "cached",
        "out",
        "S2",
        "cpu s",
        "imports",
        "MB",
        title=case.title,
    )
    for row in rows:
        shown.add_row(*line(row))
    systems = list(dict.fromkeys(row.system for row in rows))
    medians = [middle(rows, system) for system in systems]
    shown.add_section()
    for row in medians:
        shown.add_row(*line(row))
    console.print(shown)
    if len(medians) == 2 and not any(row.error for row in rows):
        ours, theirs = medians
        firsts = (
            f", first words {theirs.first_s / ours.first_s:.1f}"
            if ours.first_s and theirs.first_s
            else ""
        )
        console.print(
            f"peer / ours: wall {theirs.wall_s / ours.wall_s:.1f}{firsts}, calls "
            f"{theirs.calls / ours.calls:.2f}\n"
        )


def main() -> None:
    options = parser(__doc__)
    options.add_argument(
        "--peer-python", type=Path, help="Python with ai2-scholar-qa; without it ours runs alone"
    )
    options.add_argument(
        "--cases", default="plain,actions,tables,limited", help=f"of {', '.join(CASES)}"
    )
    options.add_argument("--questions", nargs="*", default=list(QUESTIONS))
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument(
        "--peer-rounds", type=int, default=1, help="rounds in which the peer takes part"
    )
    options.add_argument(
        "--out", type=Path, help="folder to keep reports and figures in; default: none are kept"
    )
    chosen = options.parse_args()
    console = Console(width=190)
    with (
        tempfile.TemporaryDirectory() as folder,
        servers(chosen, Conditions(time_scale=chosen.time_scale)) as running,
    ):
        chosen.out = chosen.out or Path(folder)
        chosen.out.mkdir(parents=True, exist_ok=True)
        for name in chosen.cases.split(","):
            rows = list(rows_of(running, CASES[name], chosen))
            show(CASES[name], rows, console)
            kept = json.dumps([vars(row) for row in rows], ensure_ascii=False, indent=1)
            (chosen.out / f"{name}.json").write_text(kept, encoding="utf-8")


if __name__ == "__main__":
    main()
