"""Research tasks made of transcripts of seminars."""

import os
from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import Out, Processes
from eval.commands.places import keep
from eval.commands.running import working_in
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.judges.names import LOCAL, check_judge
from eval.show.arena_tasks import tasks_document
from eval.show.terminal import show
from eval.studies.arena.factory import (
    INSPIRATIONS,
    TASKS,
    FactoryOrder,
    examples,
    run_factory,
)
from myscholar.workflows.jobs import open_services

BUNDLED = Path(__file__).parents[1] / "arena" / "seminars"
IN_FULL = 12
"""Seminars of which the page shows everything."""
_NO_MODEL = f"Or make them without a model: {LOCAL}"


Transcripts = Annotated[
    Path,
    typer.Option(
        help="Folder of transcripts (.srt, .vtt, .txt, .json) or recordings; a folder in it is a "
        "discipline. Default: the bundled seminars.",
        show_default=False,
    ),
]
SeminarLimit = Annotated[int | None, typer.Option(min=1, help="Seminars, the first by name.")]
WriterName = Annotated[
    str, typer.Option("--model", help="local (none), or who writes them, as provider:name.")
]
OUT = Path("eval-runs/arena")


def tasks(
    transcripts: Transcripts = BUNDLED,
    limit: SeminarLimit = None,
    model: WriterName = LOCAL,
    out: Out = OUT,
    processes: Processes = 2,
) -> None:
    """Make research tasks of what was said in seminars: inspirations with the words that show them,
    then tasks of ten families over three phases, each traceable to those words. No model is asked
    but by --model."""
    check_judge(model, open_services().settings, instead=_NO_MODEL)
    n = min(processes, os.cpu_count() or 1)
    order = FactoryOrder(transcripts=transcripts, limit=limit, model=model, processes=n)
    try:
        with working_in(out) as progress:
            found = run_factory(order, out, progress)
    except KeyboardInterrupt:
        tell("stopped: what is finished is kept, and the same command goes on")
        raise typer.Exit(130) from None
    document = tasks_document(found, examples(out, found.seminars, IN_FULL))
    show(document, screen)
    keep(found, out / "results.json", document, out / "page.html")
    tell(f"Kept in {out}: {TASKS}, {INSPIRATIONS}, results.json, page.html, and seminars/.")
