"""Training of an asker, and what its variants find."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import Seed
from eval.commands.places import keep
from eval.commands.progress import steps
from eval.commands.running import run_until_stopped, working_in
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.show.intent_variants import variants_document
from eval.show.terminal import show
from eval.studies.intentrl.data import IntentData
from eval.studies.intentrl.training import (
    TrainOrder,
    check_order,
    label_queries,
    read_order,
    rule_based,
    training_of,
)
from eval.studies.intentrl.variant_figures import VariantResults, compared, curve_of, figures
from eval.studies.intentrl.variants import TrainedRun, hold_all
from eval.studies.versions import versions
from myscholar.domain.runs import Progress
from myscholar.errors import InputError
from myscholar.interactive.clarify.training.language_model import check_installed
from myscholar.interactive.clarify.training.train.settings import (
    Ablation,
    Preset,
    TrainingStage,
    read_settings,
)
from myscholar.interactive.clarify.training.train.stages import read_curve
from myscholar.interactive.clarify.training.train.stages import train as train_stages
from myscholar.interactive.clarify.training.train.trainers import one_after_another, processes
from myscholar.text.likeness import likeness_by
from myscholar.workflows.jobs import open_services

DataFolder = Annotated[Path, typer.Option(help="Folder of a data set.", exists=True)]


def train(
    data: DataFolder = Path("eval-runs/intentrl/data"),
    out: Annotated[Path, typer.Option(help="Folder; the same command goes on in it.")] = Path(
        "eval-runs/intentrl/tiny-0"
    ),
    preset: Annotated[Preset, typer.Option(help="How large.")] = Preset.TINY,
    stage: Annotated[
        TrainingStage, typer.Option(help="With what it needs before.")
    ] = TrainingStage.ALL,
    ablation: Annotated[Ablation, typer.Option(help="What is left out.")] = Ablation.NONE,
    settings: Annotated[
        Path | None, typer.Option(help="TOML file whose entries replace the preset's.")
    ] = None,
    corpus: Annotated[
        str, typer.Option(help="As corpus:NAME: what its papers differ in may be asked about.")
    ] = "",
    seed: Seed = 0,
) -> None:
    """Train an asker on a data set: fine-tuned, reinforced on experts' turns, then also on its own
    dialogues. Needs the extra train."""
    check_installed()
    order = TrainOrder(
        data=str(data.absolute()),
        settings=read_settings(preset, settings),
        corpus=corpus,
        seed=seed,
    )
    _, writes = processes()
    work: AbstractContextManager[Progress] = working_in(out) if writes else steps()
    with work as progress:
        with one_after_another():
            check_order(out, order)
        run_until_stopped(_train(out, order, stage, ablation, progress))
    tell(f'Kept in {out}. Ask with it: myscholar clarify "QUESTION" --asker {out}/stage-2')


async def _train(
    out: Path, order: TrainOrder, stage: TrainingStage, ablation: Ablation, progress: Progress
) -> None:
    made = IntentData(Path(order.data))
    with one_after_another():
        labels = await label_queries(out, made, order.corpus, progress)
    likeness = likeness_by(open_services().embedder())
    training = training_of(out, order, made, labels, ablation, likeness, progress)
    await train_stages(training, stage)


def variants(
    runs: Annotated[list[Path], typer.Argument(help="Folders of intentrl train, one a seed.")],
    out: Annotated[Path, typer.Option(help="Folder; the same command goes on in it.")] = Path(
        "eval-runs/intentrl/variants"
    ),
    limit: Annotated[
        int | None, typer.Option(min=1, help="Held-back queries, drawn. Default: all.")
    ] = None,
) -> None:
    """Hold dialogues with simulated users on held-back queries by every stage of trainings, and by
    what stands in their place. Needs the extra train."""
    check_installed()
    with working_in(out) as progress:
        found = run_until_stopped(_variants(out, runs, limit, progress))
    document = variants_document(found)
    show(document, screen)
    keep(found, out / "results.json", document, out / "page.html")
    tell(f"Kept in {out}: results.json, page.html, and a line for each dialogue.")


async def _variants(
    out: Path, folders: Sequence[Path], limit: int | None, progress: Progress
) -> VariantResults:
    orders = [read_order(folder) for folder in folders]
    first = orders[0]
    if any((o.data, o.corpus) != (first.data, first.corpus) for o in orders):
        raise InputError("Trainings on different data or corpora can't stand in one table.")
    made = IntentData(Path(first.data))
    runs = [
        TrainedRun(folder, order.seed, await label_queries(folder, made, order.corpus, progress))
        for folder, order in zip(folders, orders, strict=True)
    ]
    async with rule_based(first.corpus) as askers:
        held, scores = await hold_all(
            out, runs, made, askers, corpus=first.corpus, limit=limit, progress=progress
        )
    return VariantResults(
        dataset=first.data.rpartition("/")[2],
        corpus=first.corpus,
        versions=versions(),
        seeds=tuple(order.seed for order in orders),
        askers=figures(held, scores),
        comparisons=tuple(compared(held)),
        curves=tuple(p for f in folders for p in curve_of(read_curve(f), read_order(f).seed)),
    )
