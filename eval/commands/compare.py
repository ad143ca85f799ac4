"""Runs side by side."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import Seed


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
    metrics: Annotated[
        str | None,
        typer.Option(help="Only these, parted by commas; also profile, actions, report."),
    ] = None,
) -> None:
    """Show runs side by side, on the instances and by the judges that all share, with paired
    differences."""
    from eval.benchmarks.comparing import compared
    from eval.benchmarks.run_folder import read_folder
    from eval.commands.opened import wanted_metrics
    from eval.commands.progress import err
    from eval.commands.progress import out as screen
    from eval.commands.running import write_results
    from eval.commands.tables import show_compared

    results = compared([read_folder(f) for f in folders], seed=seed, wanted=wanted_metrics(metrics))
    show_compared(results, screen)
    folder = out or folders[0].with_name(f"{folders[0].name}-compared")
    write_results(folder, results)
    err.print(f"Kept in {folder}: results.json, page.html.", markup=False, soft_wrap=True)
