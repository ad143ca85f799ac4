"""Our own system with one thing changed at a time."""

from pathlib import Path
from typing import Annotated

import typer

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


def ablations(
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
    from dataclasses import replace

    from eval.benchmarks.ablations import REPORT_METRICS, variants
    from eval.benchmarks.comparing import compared
    from eval.benchmarks.myscholarqa import Task
    from eval.benchmarks.run_folder import read_folder
    from eval.commands.measurable import as_typed, corpus_warnings
    from eval.commands.opened import ablation_of, chosen, rubrics_of, slug, system_of_ours
    from eval.commands.progress import err, steps
    from eval.commands.progress import out as screen
    from eval.commands.running import RunOrder, awaited, ours_in, run_in, write_results
    from eval.commands.tables import show_compared
    from eval.systems.names import Place, Variant
    from eval.systems.system import System

    ablation = ablation_of(of)
    planned = variants(
        ablation,
        engine=system_of_ours(system),
        models=[m.strip() for m in models.split(",") if m.strip()],
    )
    taken = replace(
        chosen(dataset, limit, seed, shared=shared), warnings=corpus_warnings(shared, corpus)
    )
    made_by = as_typed(
        "ablations",
        {
            "of": of,
            "system": system,
            "dataset": dataset,
            "limit": limit,
            "seed": seed,
            "judge": judge,
            "corpus": corpus,
        },
    )
    of_what = slug(dataset.name if dataset else "questions")
    folder = out or Path("eval-runs") / f"ablations-{ablation.value}-{slug(system)}-{of_what}"
    task = Task(
        taken.instances,
        rubrics=rubrics_of(rubrics, shared),
        wanted=REPORT_METRICS,
        parallel=parallel,
        budget_usd=budget,
    )
    order = RunOrder(taken, task, judge, seed, shared, corpus)

    async def one(name: str, variant: Variant) -> None:
        with steps() as progress:

            async def opened(place: Place) -> System:
                return await ours_in(
                    place, variant, processes=processes, name=name, progress=progress
                )

            await run_in(folder / slug(name), order, opened, progress=progress)

    async def every() -> None:
        for name, variant in planned:
            await one(name, variant)

    awaited(every())
    runs = [read_folder(folder / slug(name)) for name, _ in planned]
    results = compared(
        runs, seed=seed, benchmark=f"ablation: {ablation.value}", wanted=REPORT_METRICS
    )
    results = results.model_copy(
        update={
            "notes": (*taken.warnings, *results.notes, *taken.notes, made_by),
            "warnings": (*taken.warnings, *results.warnings),
        }
    )
    write_results(folder, results)
    show_compared(results, screen)
    err.print(
        f"Kept in {folder}: results.json, page.html, a folder for each variant.",
        markup=False,
        soft_wrap=True,
    )
