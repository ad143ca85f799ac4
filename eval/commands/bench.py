"""Speed and memory of the product's parts."""

import subprocess
import sys

import typer


def bench(context: typer.Context) -> None:
    """Measure speed and memory: `bench --help` lists the benchmarks."""
    # a process of its own: what the other commands import is in nobody's figures
    done = subprocess.run([sys.executable, "-m", "eval.bench", *context.args], check=False)
    raise typer.Exit(done.returncode)
