"""How many rounds a ranking of tasks needs."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import Seed
from eval.commands.places import keep, ready_folder
from eval.commands.progress import steps
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.show.arena_elo import elo_document
from eval.show.terminal import show
from eval.studies.arena.elo import ACCURACIES, EloOrder, run_elo
from myscholar.errors import InputError

_ACCURACIES = ",".join(f"{accuracy:g}" for accuracy in ACCURACIES)


def elo(
    n_tasks: Annotated[
        int, typer.Option("--tasks", min=3, help="Tasks whose true order is known.")
    ] = 100,
    draws: Annotated[int, typer.Option(min=1, help="Of each simulated judge.")] = 50,
    accuracies: Annotated[
        str, typer.Option(help="How often a judge is right, from 0.5 to 1, parted by commas.")
    ] = _ACCURACIES,
    out: Annotated[Path, typer.Option(help="Folder of the figures.")] = Path("eval-runs/arena-elo"),
    seed: Seed = 0,
) -> None:
    """Rank tasks whose true order is known by simulated judges of known accuracy: how near the
    order comes by rounds, and what a reliable one costs. One to two minutes; no model is asked."""
    order = EloOrder(n_tasks=n_tasks, n_seeds=draws, accuracies=_accuracies(accuracies), seed=seed)
    ready_folder(out)
    try:
        with steps() as progress:
            found = run_elo(order, progress)
    except KeyboardInterrupt:
        tell("stopped: nothing is kept of it")
        raise typer.Exit(130) from None
    document = elo_document(found)
    show(document, screen)
    keep(found, out / "results.json", document, out / "page.html")
    tell(f"Kept in {out}: results.json, page.html.")


def _accuracies(text: str) -> tuple[float, ...]:
    """In their order, each once. Raises InputError."""
    try:
        named = [float(part) for part in text.split(",") if part.strip()]
    except ValueError:
        named = []
    if not named or not all(0.5 <= accuracy <= 1 for accuracy in named):
        raise InputError(f"--accuracies takes numbers from 0.5 to 1, not {text!r}.")
    return tuple(sorted(set(named)))
