"""Users, workers, and what happens to them: load, and faults meanwhile.

Two web apps, workers and PostgreSQL are real processes on this machine; users order through the
door that the pages use. `load`: as many runs without a model as with one, by one, two and three
workers. `faults`: runs are ordered all the time while workers are killed, PostgreSQL is restarted
and the web apps are killed.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from eval.bench.command import BenchSetup, table_of
from eval.bench.deployment import Deployment, deployment, postgres
from eval.bench.servers import Conditions, Servers, servers
from eval.bench.worker_faults import Faults, carry_out_faults, show_faults
from eval.bench.worker_load import LOAD_COLUMNS, Load, Served, chart, measure
from myscholar.domain.engine import Engine

CONDITIONS = Conditions(prefill_per_1k=0.05, jitter=0.3)
PROVIDER = "[providers.anthropic]\nmax_concurrency = {n}\n"
PLACES = 400
"""Requests at once that the vendor grants: what workers do is measured, not what it allows."""


def loads(
    setup: BenchSetup, load: Load, workers: Sequence[int], engines: Sequence[Engine]
) -> list[Served]:
    """The same orders for each number of workers, each time on a new database and home."""
    found, console = list[Served](), Console(width=150)
    for n in workers:
        with ExitStack() as stack:
            deployed, running = deploy(stack, setup)
            deployed.start_webs(2)
            deployed.start_workers(n, load.at_once)
            for engine in engines:
                running.set(replace(CONDITIONS, time_scale=setup.time_scale or 1.0))
                found.append(measure(deployed, load, n, engine))
                console.print(found[-1].in_words)
    return found


def deploy(stack: ExitStack, setup: BenchSetup) -> tuple[Deployment, Servers]:
    running = stack.enter_context(servers(setup, CONDITIONS, scholar=False))
    server = stack.enter_context(postgres())
    environ = running.environment(Path("home"))
    deployed = stack.enter_context(deployment(server, environ))
    settings = Path(deployed.environ["MYSCHOLAR_HOME"]) / "settings.toml"
    settings.write_text(PROVIDER.format(n=PLACES), encoding="utf-8")
    return deployed, running


def main(
    context: typer.Context,
    parts: Annotated[str, typer.Option(help="Of load, faults; parted by commas.")] = "load,faults",
    n_users: Annotated[int, typer.Option("--users")] = 30,
    n_runs: Annotated[int, typer.Option("--runs", help="Without a model; as many with one.")] = 120,
    n_reports: Annotated[
        int, typer.Option("--reports", help="Of those with a model; the others propose actions.")
    ] = 120,
    workers: Annotated[str, typer.Option(help="Numbers, parted by commas.")] = "1,2,3",
    engines: Annotated[str, typer.Option(help="Of extractive, llm.")] = "extractive,llm",
    at_once: Annotated[int, typer.Option("--concurrency", help="Of each worker.")] = 4,
    seconds: Annotated[float, typer.Option(help="How long faults go on.")] = 120.0,
    kill_every_s: Annotated[float, typer.Option(help="A worker, in the mean.")] = 10.0,
    seed: int = 5,
    out: Annotated[Path | None, typer.Option(help="Folder for figures and chart.")] = None,
) -> None:
    setup, console = context.obj, Console(width=150)
    figures: dict[str, Any] = {}
    if "load" in parts.split(","):
        load = Load(n_users, n_runs, n_reports, at_once)
        chosen = [Engine(name) for name in engines.split(",")]
        served = loads(setup, load, list(map(int, workers.split(","))), chosen)
        console.print(table_of(served, LOAD_COLUMNS, title="Runs by workers"))
        figures["load"] = [asdict(one) for one in served]
        if out:
            out.mkdir(parents=True, exist_ok=True)
            chart(served).savefig(out / "workers.svg", format="svg")
    if "faults" in parts.split(","):
        wanted = Faults(seconds, kill_every_s, max(map(int, workers.split(","))), at_once, seed)
        with ExitStack() as stack:
            deployed, running = deploy(stack, setup)
            running.set(replace(CONDITIONS, time_scale=setup.time_scale or 0.2))
            found = carry_out_faults(deployed, running, wanted)
        show_faults(found, console)
        figures["faults"] = asdict(found)
    if out:
        write(out, figures)


def write(out: Path, figures: Mapping[str, Any]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(figures, indent=1, default=str)
    (out / "workers.json").write_text(text, encoding="utf-8")
