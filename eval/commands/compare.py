"""Runs side by side."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.opened import wanted_metrics
from eval.commands.options import MetricNames, Seed
from eval.commands.places import keep
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.show.results import results_document
from eval.show.terminal import show
from eval.studies.comparing import compare_runs
from eval.studies.run_folder import read_folder


def compare(
    folders: Annotated[
        list[Path],
        typer.Argument(help="Folders of runs; every other one is compared with the first."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for results.json and page.html; default: next to the first."),
    ] = None,
    seed: Seed = 0,
    metrics: MetricNames = None,
) -> None:
    """Show runs side by side, on the instances and by the judges that all share, with paired
    differences."""
    runs = [read_folder(f) for f in folders]
    results = compare_runs(runs, seed=seed, wanted=wanted_metrics(metrics))
    document = results_document((results,))
    show(document, screen)
    folder = out or folders[0].with_name(f"{folders[0].name}-compared")
    keep(results, folder / "results.json", document, folder / "page.html")
    tell(f"Kept in {folder}: results.json, page.html.")
