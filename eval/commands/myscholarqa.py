"""A system on the benchmark."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from eval.commands.measurable import (
    check_measurable,
    corpus_warnings,
    refuse_other_questions,
    rubric_notes,
    typed,
)
from eval.commands.opened import (
    choose_instances,
    default_folder,
    refuse_vain,
    rubrics_of,
    variant_of,
    wanted_metrics,
)
from eval.commands.options import (
    DEFAULT_SHARED,
    Budget,
    Corpus,
    Dataset,
    JudgeName,
    Limit,
    MetricNames,
    Parallel,
    Processes,
    RubricFile,
    Seed,
    Shared,
)
from eval.commands.progress import steps
from eval.commands.running import RunOrder, open_own, run_in, run_until_stopped
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.show.terminal import show
from eval.studies.myscholarqa import Task
from eval.systems.names import Place, is_ours, open_file
from eval.systems.system import System


def myscholarqa(
    context: typer.Context,
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
    metrics: MetricNames = None,
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
    ours = {"actions": actions, "where": where, "model": model, "corpus": corpus}
    refuse_vain(system, ours, {"only": only, "split": split})
    variant = variant_of(system, actions, where, model)
    wanted = wanted_metrics(metrics)
    filed = None if is_ours(system) else open_file(system, only=only, split=split)
    if filed and dataset is None:
        refuse_other_questions(filed, rubrics, shared)
    chosen = choose_instances(dataset, limit, seed, shared=shared, filed=filed)
    known = rubrics_of(rubrics, shared)
    check_measurable(wanted, chosen.instances, known, system, filed)
    made_by = typed(
        context,
        "system only split dataset limit seed judge metrics corpus actions where model",
        system=Path(system) if filed else system,
    )
    chosen = replace(
        chosen,
        notes=(*chosen.notes, *rubric_notes(wanted, chosen.instances, known), made_by),
        warnings=() if filed else corpus_warnings(shared, corpus),
    )
    task = Task(chosen.instances, known, wanted, parallel, budget, retry_failed, retry_unscored)
    order = RunOrder(chosen, task, judge, seed, shared, corpus)
    folder = out or default_folder(filed.name if filed else system, dataset)
    with steps() as progress:

        async def open_system(place: Place) -> System:
            return filed or await open_own(place, variant, processes, progress=progress)

        document = run_until_stopped(run_in(folder, order, open_system, progress=progress))
    show(document, screen)
    tell(f"Kept in {folder}: results.json, page.html, outputs.jsonl, judged.jsonl.")
