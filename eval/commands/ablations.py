"""Our own system with one thing changed at a time."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from eval.commands.measurable import corpus_warnings, typed
from eval.commands.opened import ablation_of, choose_instances, rubrics_of, slug, system_of_ours
from eval.commands.options import (
    DEFAULT_SHARED,
    Budget,
    Corpus,
    Dataset,
    JudgeName,
    Limit,
    Parallel,
    Processes,
    RubricFile,
    Seed,
    Shared,
)
from eval.commands.progress import steps
from eval.commands.running import RunOrder, keep_results, open_own, run_in, run_until_stopped
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.show.terminal import show
from eval.studies.ablations import REPORT_METRICS, variants
from eval.studies.comparing import compare_runs
from eval.studies.myscholarqa import Task
from eval.studies.run_folder import read_folder
from eval.systems.names import Place
from eval.systems.system import System


def ablations(
    context: typer.Context,
    of: Annotated[
        str, typer.Option("--of", help="where (Table 6), models (Table 7) or actions (Table 8).")
    ],
    system: Annotated[
        str, typer.Option(help="myscholar:llm, or myscholar: then only --of actions.")
    ] = "myscholar:llm",
    models: Annotated[
        str, typer.Option(help="For --of models: provider:name,provider:name and so on.")
    ] = "",
    dataset: Dataset = None,
    limit: Limit = None,
    judge: JudgeName = "local",
    out: Annotated[
        Path | None,
        typer.Option(help="Folder with a folder for each variant; the same command goes on in it."),
    ] = None,
    seed: Seed = 0,
    parallel: Parallel = 8,
    processes: Processes = 2,
    budget: Budget = None,
    corpus: Corpus = None,
    shared: Shared = DEFAULT_SHARED,
    rubrics: RubricFile = None,
) -> None:
    """Vary where actions are shown, which model writes, or how many actions are chosen, and compare
    the variants."""
    ablation, engine = ablation_of(of), system_of_ours(system)
    names = [m.strip() for m in models.split(",") if m.strip()]
    planned = dict(variants(ablation, engine=engine, models=names))
    chosen = replace(
        choose_instances(dataset, limit, seed, shared=shared),
        warnings=corpus_warnings(shared, corpus),
    )
    asked_of = slug(dataset.name if dataset else "questions")
    folder = out or Path("eval-runs") / f"ablations-{ablation.value}-{slug(system)}-{asked_of}"
    task = Task(chosen.instances, rubrics_of(rubrics, shared), REPORT_METRICS, parallel, budget)
    order = RunOrder(chosen, task, judge, seed, shared, corpus)

    async def run_one(name: str) -> None:
        with steps() as progress:

            async def open_system(place: Place) -> System:
                return await open_own(place, planned[name], processes, name=name, progress=progress)

            await run_in(folder / slug(name), order, open_system, progress=progress)

    async def run_all() -> None:
        for name in planned:
            await run_one(name)

    run_until_stopped(run_all())
    runs = [read_folder(folder / slug(name)) for name in planned]
    benchmark = f"ablation: {ablation.value}"
    results = compare_runs(runs, seed=seed, benchmark=benchmark, wanted=REPORT_METRICS)
    made_by = typed(context, "of system dataset limit seed judge corpus")
    notes = (*chosen.warnings, *results.notes, *chosen.notes, made_by)
    warnings = (*chosen.warnings, *results.warnings)
    results = results.model_copy(update={"notes": notes, "warnings": warnings})
    show(keep_results(folder, results), screen)
    tell(f"Kept in {folder}: results.json, page.html, a folder for each variant.")
