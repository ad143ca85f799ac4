"""A system on the benchmark."""

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


def myscholarqa(
    system: Annotated[
        str,
        typer.Option(help="myscholar, myscholar:llm, or a file with reports of another system."),
    ] = "myscholar",
    dataset: Dataset = None,
    limit: Limit = None,
    judge: JudgeName = "local",
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run; the same command goes on in it.")
    ] = None,
    seed: Seed = 0,
    parallel: Parallel = 8,
    processes: Processes = 2,
    budget: Budget = None,
    metrics: Annotated[
        str | None,
        typer.Option(help="Only these, parted by commas; also profile, actions, report."),
    ] = None,
    corpus: Corpus = None,
    shared: Shared = DEFAULT_SHARED,
    rubrics: RubricFile = None,
    only: Annotated[str | None, typer.Option(help="Which system of the file.")] = None,
    split: Annotated[
        str | None, typer.Option(help="Which split of the file, for example dev.")
    ] = None,
    actions: Annotated[
        int | None,
        typer.Option(min=2, help="Chosen actions, half generic, half personalized; default: 8."),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(
            help="Prompts that show the actions: all (default), relevant, incremental, one_prompt."
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="Model of myscholar:llm as provider:name; default: the settings'."),
    ] = None,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Ask again for what the system failed at.")
    ] = False,
    retry_unscored: Annotated[
        bool, typer.Option("--retry-unscored", help="Ask again for what the judge left unscored.")
    ] = False,
) -> None:
    """Run a system on the benchmark, judge it, and show its figures."""
    from dataclasses import replace

    from eval.benchmarks.myscholarqa import Task
    from eval.commands.measurable import (
        as_typed,
        check_measurable,
        corpus_warnings,
        refuse_other_questions,
        rubric_notes,
    )
    from eval.commands.opened import chosen, default_folder, rubrics_of, variant_of, wanted_metrics
    from eval.commands.progress import err, steps
    from eval.commands.progress import out as screen
    from eval.commands.running import RunOrder, awaited, ours_in, run_in
    from eval.commands.tables import show_results
    from eval.systems.names import Place, is_ours, open_file
    from eval.systems.system import System

    variant = variant_of(
        system, n_actions=actions, where=where, model=model, corpus=corpus, only=only, split=split
    )
    wanted = wanted_metrics(metrics)
    filed = None if is_ours(system) else open_file(system, only=only, split=split)
    if filed and dataset is None:
        refuse_other_questions(filed, rubrics, shared)
    taken, known = (
        chosen(dataset, limit, seed, shared=shared, filed=filed),
        rubrics_of(rubrics, shared),
    )
    check_measurable(wanted, taken.instances, known, system, filed)
    made_by = as_typed(
        "myscholarqa",
        {
            "system": Path(system) if filed else system,
            "only": only,
            "split": split,
            "dataset": dataset,
            "limit": limit,
            "seed": seed,
            "judge": judge,
            "metrics": metrics,
            "corpus": corpus,
            "actions": actions,
            "where": where,
            "model": model,
        },
    )
    taken = replace(
        taken,
        notes=(*taken.notes, *rubric_notes(wanted, taken.instances, known), made_by),
        warnings=() if filed else corpus_warnings(shared, corpus),
    )
    task = Task(
        taken.instances,
        rubrics=known,
        wanted=wanted,
        parallel=parallel,
        budget_usd=budget,
        retry_failed=retry_failed,
        retry_unscored=retry_unscored,
    )
    order = RunOrder(taken, task, judge, seed, shared, corpus)
    folder = out or default_folder(filed.name if filed else system, dataset)

    with steps() as progress:

        async def opened(place: Place) -> System:
            return filed or await ours_in(place, variant, processes=processes, progress=progress)

        results = awaited(run_in(folder, order, opened, progress=progress))
    show_results(results, screen)
    err.print(
        f"Kept in {folder}: results.json, page.html, outputs.jsonl, judged.jsonl.",
        markup=False,
        soft_wrap=True,
    )
