"""How good the product's flags are at what real users complained of."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import Seed, Shared
from eval.commands.places import keep, ready_file
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.show.detectors import detectors_document
from eval.show.terminal import show
from eval.studies.detectors.run import run
from myscholar.workflows.background import load_background


def detectors(
    shared: Shared = Path("../shared"),
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="File for the figures as JSON, or a folder; a page is put beside them."
        ),
    ] = None,
    seed: Seed = 0,
) -> None:
    """Try the flags of profiles, actions and reports on real complaints and, where there are
    none, on cases written by hand."""
    file = out
    if file and (file.is_dir() or not file.suffix):  # what has an ending is a file
        file = file / "detectors.json"
    if file:
        ready_file(file)
    tell("Trying every flag on every judgment and case: half a minute.")
    results = run(shared, load_background(), seed=seed)
    document = detectors_document(results)
    show(document, screen)
    if file:
        page = file.with_suffix(".html")
        keep(results, file, document, page)
        tell(f"Kept in {file} and {page}.")
