"""How good the product's flags are at what real users complained of."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import Seed, Shared


def detectors(
    shared: Shared = Path("../shared"),
    out: Annotated[Path | None, typer.Option("--out", help="File for the figures as JSON.")] = None,
    seed: Seed = 0,
) -> None:
    """Try the flags of profiles, actions and reports on real complaints (nine types) and on cases written by hand (the others)."""
    from eval.benchmarks.detectors.run import run
    from eval.benchmarks.lines import write_text
    from eval.commands.places import ready_file
    from eval.commands.progress import out as screen
    from eval.commands.show_detectors import show_detectors
    from myscholar.workflows.background import load_background

    if out is not None:
        ready_file(out)
    results = run(shared, load_background(), seed=seed)
    show_detectors(results, screen)
    if out is not None:
        write_text(out, results.model_dump_json(indent=1) + "\n")
        screen.print(f"\nFigures: {out}")
