"""Research tasks ranked by comparisons of pairs."""

from pathlib import Path
from typing import Annotated

import typer

from eval.arena.extractive.comparing import NAME
from eval.commands.options import Budget, Parallel, Seed
from eval.commands.places import keep
from eval.commands.running import run_until_stopped, working_in
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.judges.names import check_judge
from eval.show.arena_ranking import ranking_document
from eval.show.terminal import show
from eval.studies.arena.ranking import RANKED, TOP, RankOrder, run_ranking
from myscholar.workflows.jobs import open_services


def rank(
    tasks: Annotated[Path, typer.Option(help="File of research tasks, one a line.")] = Path(
        "eval-runs/arena/tasks.jsonl"
    ),
    rounds: Annotated[
        int, typer.Option(min=1, help="Comparisons of each task; the paper's number.")
    ] = 2,
    top: Annotated[
        int, typer.Option(min=1, help=f"So many of the best also stand in {TOP}.")
    ] = 100,
    model: Annotated[
        str, typer.Option(help="Who compares: local (by features, no model), or provider:name.")
    ] = NAME,
    out: Annotated[Path, typer.Option(help="Folder; the same command goes on in it.")] = Path(
        "eval-runs/arena-ranking"
    ),
    seed: Seed = 0,
    parallel: Parallel = 8,
    budget: Budget = None,
) -> None:
    """Rank research tasks by Elo from comparisons of random pairs, and say how stable the order
    is."""
    services = open_services()
    check_judge(model, services.settings, instead=f"Or compare without a model: {NAME}")
    order = RankOrder(
        tasks=tasks,
        rounds=rounds,
        top=top,
        model=model,
        seed=seed,
        parallel=parallel,
        budget_usd=budget,
    )
    with working_in(out) as progress:
        found = run_until_stopped(run_ranking(order, out, services, progress))
    document = ranking_document(found)
    show(document, screen)
    keep(found, out / "results.json", document, out / "page.html")
    tell(f"Kept in {out}: {RANKED}, {TOP}, results.json, page.html, and a line a comparison.")
