"""How good the product's flags are at what real users complained of."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import Seed, Shared


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
    """Try the flags of profiles, actions and reports on real complaints (nine types) and on cases
    written by hand (the others)."""
    from eval.benchmarks.detectors.run import run
    from eval.benchmarks.lines import write_text
    from eval.commands.detectors_page import detectors_page
    from eval.commands.places import ready_file
    from eval.commands.progress import err
    from eval.commands.progress import out as screen
    from eval.commands.show_detectors import show_detectors
    from myscholar.workflows.background import load_background

    file = _file(out) if out else None
    if file is not None:
        ready_file(file)
    err.print(
        "Trying every flag on every judgment and case: half a minute.", markup=False, soft_wrap=True
    )
    results = run(shared, load_background(), seed=seed)
    show_detectors(results, screen)
    if file is not None:
        page = file.with_suffix(".html")
        write_text(file, results.model_dump_json(indent=1) + "\n")
        write_text(page, detectors_page(results))
        err.print(f"Kept in {file} and {page}.", markup=False, soft_wrap=True)


def _file(out: Path) -> Path:
    """What has an ending is a file, anything else a folder."""
    return out / "detectors.json" if out.is_dir() or not out.suffix else out
