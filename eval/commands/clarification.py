"""What asking before research finds of what somebody wants."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import DEFAULT_SHARED, QUESTIONS, RUBRICS, Processes, Seed, Shared
from eval.commands.places import keep
from eval.commands.progress import steps
from eval.commands.running import run_until_stopped
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.show.clarification import clarification_document
from eval.show.terminal import show
from eval.studies.clarification.run import ClarificationOrder, run_clarification
from eval.studies.lines import hold, make_folder
from eval.systems.sources import PAPERS, corpus_source
from myscholar.workflows.jobs import open_services


def clarification(
    shared: Shared = DEFAULT_SHARED,
    corpus: Annotated[
        str | None,
        typer.Option(help="Corpus that is looked through. Default: one made of the shared papers."),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder; the same command goes on in it.")] = Path(
        "eval-runs/clarification"
    ),
    seed: Seed = 0,
    processes: Processes = 2,
) -> None:
    """Ask simulated users about vague questions up to twelve times: what they are led to tell by
    ours, by random questions and in a fixed order. No model is asked."""
    order = ClarificationOrder(
        questions=shared / QUESTIONS,
        rubrics=shared / RUBRICS,
        corpus=(shared / PAPERS).parent,
        source=run_until_stopped(corpus_source(open_services(), corpus, shared)),
        seed=seed,
        processes=processes,
    )
    make_folder(out)
    try:
        with hold(out), steps() as progress:
            found = run_clarification(order, out, progress)
    except KeyboardInterrupt:
        tell("stopped: what is finished is kept, and the same command goes on")
        raise typer.Exit(130) from None
    document = clarification_document(found)
    show(document, screen)
    keep(found, out / "clarification.json", document, out / "page.html")
    tell(f"Kept in {out}: clarification.json, page.html, and a line for each question.")
