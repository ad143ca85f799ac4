"""A run for Inspect's viewer."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.places import ready_folder
from eval.commands.screen import tell
from eval.show.inspect_logs import check_inspect, write_logs
from eval.studies.run_folder import read_folder


def inspect(
    run: Annotated[
        Path, typer.Argument(help="Folder of a run of myscholarqa, or of a variant of ablations.")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the logs.")] = Path("logs"),
) -> None:
    """Write a run as logs of Inspect (inspect-ai), a log for each judge, for `inspect view`."""
    folder = read_folder(run)
    check_inspect()
    ready_folder(out)
    for file in write_logs(folder, out):
        tell(f"Kept in {file}.")
    tell(f"To look at them: inspect view --log-dir {out}")
