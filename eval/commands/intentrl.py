"""Asking before research: data to learn it from, and what askers find of what somebody wants."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.intentrl_train import train, variants
from eval.commands.options import DEFAULT_SHARED, RUBRICS, Seed, Shared
from eval.commands.progress import steps
from eval.commands.running import run_until_stopped
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.datasets.wanted import CRITERIA, of_rubrics, of_tasks
from eval.show.intent_data import data_document
from eval.show.terminal import show
from eval.studies.intentrl.building import build_dialogues, build_queries
from eval.studies.intentrl.data import IntentData, Split, drawn, of_split
from eval.studies.lines import hold, make_folder
from myscholar.errors import InputError
from myscholar.interactive.clarify.training.extractive.maker import ExtractiveMaker

intentrl = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
Out = Annotated[Path, typer.Option(help="Folder; the same command goes on in it.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Questions to take, drawn by seed.")]
DATA = Path("eval-runs/intentrl/data")
intentrl.command()(train)
intentrl.command()(variants)


@intentrl.command()
def data(
    shared: Shared = DEFAULT_SHARED, out: Out = DATA, limit: Limit = None, seed: Seed = 0
) -> None:
    """Make queries with hidden intents, and clarification graphs, of questions with rubrics."""
    sources = [
        read(shared / file)
        for read, file in ((of_rubrics, RUBRICS), (of_tasks, CRITERIA))
        if (shared / file).is_file()
    ]
    if not sources:
        raise InputError(f"{shared} has neither {RUBRICS} nor {CRITERIA}.")
    make_folder(out)
    with hold(out), steps() as progress:
        wanted, maker = drawn(sources, limit, seed), ExtractiveMaker()
        run_until_stopped(
            build_queries(IntentData(out), wanted, maker, seed=seed, progress=progress)
        )
    _tell(out)


@intentrl.command()
def dialogues(out: Out = DATA) -> None:
    """Go through the graphs of a data set, and word what an expert asks and a user replies."""
    with hold(out), steps() as progress:
        run_until_stopped(build_dialogues(IntentData(out), ExtractiveMaker(), progress=progress))
    _tell(out)


def _tell(folder: Path) -> None:
    made = IntentData(folder)
    show(data_document([of_split(made, split) for split in Split]), screen)
    tell(f"Kept in {folder}.")
