"""Whether a research that asks comes nearer to what somebody wants, and what asking takes."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import (
    DEFAULT_SHARED,
    RUBRICS,
    Corpus,
    JudgeName,
    Out,
    Processes,
    Seed,
    Shared,
)
from eval.commands.places import keep
from eval.commands.running import run_until_stopped, working_in
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.judges.names import LOCAL, check_judge
from eval.show.results import results_document
from eval.show.terminal import show
from eval.studies.idrbench.cases import ReferenceSet
from eval.studies.idrbench.run import IdrOrder, run_idrbench
from eval.studies.idrbench.teams import ARMS
from eval.systems.sources import corpus_source, passages_source
from myscholar.errors import InputError
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.workflows.jobs import open_services

Questions = Annotated[
    int, typer.Option("--limit", min=1, help="Questions, drawn by seed of all sets in turn.")
]
References = Annotated[
    str,
    typer.Option(
        help="Sets of questions with references, parted by commas: experts (answers by experts), "
        "systems (a system's reports), drb (DeepResearch Bench)."
    ),
]
Ways = Annotated[str, typer.Option(help="Ways of interacting, parted by semicolons. Default: all.")]
EmbedderName = Annotated[
    str, typer.Option(help="That tells how near two texts are. `lsa` learns of the papers.")
]


def idrbench(
    shared: Shared = DEFAULT_SHARED,
    corpus: Corpus = None,
    limit: Questions = 40,
    references: References = "experts,systems",
    arms: Ways = "",
    judge: JudgeName = LOCAL,
    embedder: EmbedderName = "lsa",
    out: Out = Path("eval-runs/idrbench"),
    seed: Seed = 0,
    processes: Processes = 2,
) -> None:
    """Research vague questions with and without asking, at each stage and by several simulated
    users, and set the reports beside references: likeness, coverage, turns, tokens."""
    services = open_services()
    check_judge(judge, services.settings)
    embedder_by_name(embedder, key=services.embedder_key)
    order = IdrOrder(
        shared=shared,
        rubrics=RUBRICS,
        sets=tuple(ReferenceSet(n) for n in _named(references, tuple(ReferenceSet), ",")),
        limit=limit,
        arms=_named(arms, [arm.name for arm in ARMS], ";") if arms else tuple(a.name for a in ARMS),
        sources=(),
        judge=judge,
        embedder=embedder,
        seed=seed,
        processes=processes,
    )
    with working_in(out) as progress:
        sources = (
            run_until_stopped(corpus_source(services, corpus, shared, progress=progress)),
            *run_until_stopped(passages_source(services, shared, progress=progress)),
        )
        found = run_idrbench(order.model_copy(update={"sources": sources}), out, progress)
    document = results_document((found,))
    show(document, screen)
    keep(found, out / "results.json", document, out / "page.html")
    tell(f"Kept in {out}: results.json, page.html, figures.jsonl, and a line for each report.")


def _named(text: str, possible: list[str] | tuple[str, ...], between: str) -> tuple[str, ...]:
    """Raises InputError."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(between) if part.strip()))
    unknown = [name for name in names if name not in possible]
    if unknown or not names:
        wrong = unknown[0] if unknown else text
        raise InputError(f"{wrong!r} is none of: {f'{between} '.join(possible)}.")
    return names
