"""`python -m eval bench`: every benchmark by its name, each in a process of its own, so that one's
memory and caches don't colour the next one's figures."""

import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from eval.bench.command import BenchSetup
from myscholar.errors import InputError

ALONE: Mapping[str, str] = {
    "pdf": "reading PDF files, beside raw pypdfium2 and pypdf",
    "search": "speed of the index, beside what a user would pick instead",
    "retrieval": "how well it finds what scholars cite",
    "profile": "profiles of real researchers",
    "report": "evidence digests on judged questions",
    "web": "the web app with a report of real size",
    "following": "tabs that follow a run: pushed, and polled",
    "first_request": "from the click to the model, on a fresh server",
    "run_loop": "what keeps the loop of all runs from turning",
    "worst_cases": "what must be quick whatever it is given",
}
"""Run when none is named."""
OTHERS: Mapping[str, str] = {
    "pdf_accuracy": "what reading finds of papers whose source is known",
    "lexicons": "what is lost without each entry of the lexicons",
    "planted": "errors planted in cited sentences: which the checks find, without and with a model",
    "thresholds": "what each threshold of the extractive engine decides",
    "critical_path": "a chart of a run from its trace",
    "scholar": "a report's search under every fault of Semantic Scholar",
    "reading": "what reading papers takes, by how many a request holds",
    "llm_report": "reports with language models, beside ai2-scholar-qa",
    "llm_profile": "profiles with language models",
    "llm_incremental": "what is done again when a report changes",
    "llm_wires": "the same report over each vendor's wire",
    "llm_faults": "reports under every fault of both servers",
    "llm_kill": "reports killed and resumed",
    "workers": "runs an hour and waits by workers, and faults meanwhile",
    "long_line": "ten thousand runs in line: to order one, to begin the next, to look",
    "outages": "faults one at a time: what a person sees, what becomes of runs",
    "judging": "how fast a model judges, and what a killed evaluation pays for twice",
    "research": "a question researched by a team or as a tree, asked or not, beside a plain report",
}
"""They need servers, a file, or long."""
NAMES = {**ALONE, **OTHERS}
PLAIN: dict[str, Any] = {
    "add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": None,
}  # fmt: skip
app = typer.Typer(**PLAIN)
MINE = {"ignore_unknown_options": True, "allow_extra_args": True, "allow_interspersed_args": False}
EPILOG = "\b\n" + "\n".join(f"{name:16} {what}" for name, what in NAMES.items())


@app.command(context_settings=MINE, epilog=EPILOG)
def bench(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(help="One of those below; default: all that need nothing else.")
    ] = None,
    shared: Annotated[
        Path, typer.Option(help="Folder of the shared research data and tools.")
    ] = Path("../shared"),
    server_python: Annotated[
        Path, typer.Option(help="Python that can run both servers.", show_default=False)
    ] = Path(sys.executable),
    scholar_cache: Annotated[
        Path | None, typer.Option(help="Folder for the scholar server's indexes.")
    ] = None,
    time_scale: Annotated[
        float | None, typer.Option(help="Factor on every simulated wait of both servers.")
    ] = None,
) -> None:
    """Measure speed and memory. What follows a benchmark's NAME are its own options, which `NAME
    --help` lists."""
    if name and name not in NAMES:
        raise typer.BadParameter(f"{name!r} is none of {', '.join(NAMES)}")
    if name is None:
        _run_all(shared)
        return
    benchmark, own = import_module(f"eval.bench.{name}"), typer.Typer(**PLAIN)
    own.command(help=benchmark.__doc__)(benchmark.main)
    setup = BenchSetup(shared, server_python, scholar_cache, time_scale)
    own(context.args, prog_name=f"python -m eval bench {name}", obj=setup)


def _run_all(shared: Path) -> None:
    failed = []
    for name in ALONE:
        print(f"\n== {name}", flush=True)
        command = [sys.executable, "-m", "eval.bench", "--shared", str(shared), name]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    if failed:
        print(f"\nfailed: {', '.join(failed)}")
        raise typer.Exit(1)


if __name__ == "__main__":
    try:
        app(prog_name="python -m eval bench")
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
