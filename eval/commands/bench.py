"""Speed and memory of the product's parts."""

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

BENCHMARKS = (
    "pdf",
    "search",
    "retrieval",
    "profile",
    "report",
    "web",
    "first_request",
    "run_loop",
    "worst_cases",
)
"""Modules of eval.bench; the others (`scholar`, `llm_...`) need servers."""


def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(help=f"Benchmarks to run: {', '.join(BENCHMARKS)}; default: all."),
    ] = None,
    shared: Annotated[Path, typer.Option(help="Folder of the shared research data.")] = Path(
        "../shared"
    ),
) -> None:
    """Run the benchmarks of speed and memory, or those named, one after the other."""
    if unknown := [name for name in names or () if name not in BENCHMARKS]:
        raise typer.BadParameter(f"{unknown[0]!r} is none of {', '.join(BENCHMARKS)}")
    if not shared.is_dir():
        raise typer.BadParameter(
            f"the benchmarks measure on real data, and {shared} is no folder; name it with "
            "--shared DIR"
        )
    failed = []
    for name in names or BENCHMARKS:
        print(f"\n== {name}", flush=True)
        # A process each, so that one benchmark's memory and caches don't colour the next one's
        # figures.
        command = [sys.executable, "-m", f"eval.bench.{name}", "--shared", str(shared)]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    if failed:
        print(f"\nfailed: {', '.join(failed)}")
        raise typer.Exit(1)
