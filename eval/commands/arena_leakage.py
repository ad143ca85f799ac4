"""Whether a model knows research tasks by heart."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import Budget, Parallel, Seed
from eval.commands.places import keep
from eval.commands.running import run_until_stopped, working_in
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.judges.names import LOCAL, check_judge
from eval.show.arena_leakage import leakage_document
from eval.show.terminal import show
from eval.studies.arena.leakage import COMPLETIONS, LeakageOrder, run_leakage
from eval.studies.arena.planted import run_planted
from myscholar.errors import InputError
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services

_INSTEAD = "Or try the test itself, without a model: --planted"


def leakage(
    tasks: Annotated[Path, typer.Option(help="File of research tasks, one a line.")] = Path(
        "eval-runs/arena/tasks.jsonl"
    ),
    model: Annotated[
        str, typer.Option(help="As provider:name. Several, one command each, share an --out.")
    ] = "",
    planted: Annotated[
        bool,
        typer.Option("--planted", help="In place of a model: doubles that know written tasks."),
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Tasks to take, drawn by seed.")] = None,
    out: Annotated[Path, typer.Option(help="Folder; the same command goes on in it.")] = Path(
        "eval-runs/arena-leakage"
    ),
    seed: Seed = 0,
    parallel: Parallel = 8,
    budget: Budget = None,
) -> None:
    """Give a model the first half of each task and tell how like its completion is to the other
    half: a task that it knows by heart is no exam."""
    services = open_services()
    if not planted:
        _check_model(model, services)
    order = LeakageOrder(
        tasks=tasks, model=model, limit=limit, seed=seed, parallel=parallel, budget_usd=budget
    )
    with working_in(out) as progress:
        found = run_until_stopped(
            run_planted(services.background, seed)
            if planted
            else run_leakage(order, out, services, progress)
        )
    document = leakage_document(found)
    show(document, screen)
    keep(found, out / "results.json", document, out / "page.html")
    lines = "" if planted else f", and {COMPLETIONS}, a line a completion"
    tell(f"Kept in {out}: results.json, page.html{lines}.")


def _check_model(model: str, services: Services) -> None:
    """Raises InputError for what is no model, EngineUnavailable without a key."""
    if model in ("", LOCAL):
        raise InputError(f"Name the model with --model provider:name. {_INSTEAD}")
    check_judge(model, services.settings, instead=_INSTEAD)
