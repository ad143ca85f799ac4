"""Will the user be satisfied? Predictors and model judges on the interviews' judgments."""

import asyncio
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from eval.commands.opened import slug
from eval.commands.options import Seed, Shared
from eval.commands.places import keep, ready_file
from eval.commands.progress import steps
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.datasets.interview_files import read_interviews
from eval.datasets.interviews import Interviews
from eval.judges.names import LOCAL, check_judge, open_model
from eval.judges.satisfaction import MOST_EXAMPLES
from eval.show.satisfaction import satisfaction_document
from eval.show.terminal import show
from eval.studies.lines import hold
from eval.studies.satisfaction.features import Context, context_of
from eval.studies.satisfaction.figures import Satisfaction, Source
from eval.studies.satisfaction.judging import Asking
from eval.studies.satisfaction.run import (
    SatisfactionOrder,
    conditions_of,
    dataset_of,
    run_satisfaction,
)
from eval.studies.satisfaction.shown import asking_of
from eval.studies.versions import judging_version
from myscholar.domain.runs import Progress
from myscholar.domain.text import counted
from myscholar.errors import InputError
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services

SECONDS_TRAINING, SECONDS_A_SHUFFLE = 50, 2.2
"""Measured on two cores."""
_DEFINITIONS = {"both": (True, False), "with": (True,), "without": (False,)}


def satisfaction(
    shared: Shared = Path("../shared"),
    judge: Annotated[
        str | None,
        typer.Option(help="A model as provider:name. Without one: trained predictors only."),
    ] = None,
    examples: Annotated[
        str,
        typer.Option(
            help="Numbers of examples of other users that a model is shown, parted by commas."
        ),
    ] = "0,1,3,6",
    definitions: Annotated[
        str,
        typer.Option(help="Whether a model is told what the complaint means: both, with, without."),
    ] = "both",
    limit: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Rows that a model judges, drawn by seed, as many of each complaint as there are.",
        ),
    ] = None,
    trained: Annotated[
        bool, typer.Option(help="Also the predictors that are trained on other users' judgments.")
    ] = True,
    shuffles: Annotated[
        int,
        typer.Option(
            min=0, help="Shufflings of verdicts that the best trained predictor is compared with."
        ),
    ] = 99,
    out: Annotated[
        Path, typer.Option(help="File of the results; verdicts of models are kept beside it.")
    ] = Path("satisfaction.json"),
    seed: Seed = 0,
    parallel: Annotated[
        int, typer.Option(min=1, help="Questions to a model under way at once.")
    ] = 8,
    budget: Annotated[
        float | None,
        typer.Option(min=0.01, help="Dollars for the model; then nothing more is asked."),
    ] = None,
    retry_unscored: Annotated[
        bool, typer.Option("--retry-unscored", help="Ask again for what the model left unscored.")
    ] = False,
) -> None:
    """Predict whether real users were satisfied, against the majority baseline."""
    if definitions not in _DEFINITIONS:
        raise InputError(f"--definitions takes both, with or without, not {definitions!r}.")
    conditions = conditions_of(_numbers(examples, MOST_EXAMPLES), _DEFINITIONS[definitions])
    services = open_services()
    if judge is not None:
        _check_model(judge, services)
    interviews = read_interviews(shared / "data" / "interviews")
    ready_file(out)
    tell(_estimate(trained, shuffles, judge))
    conditions, verdicts = conditions if judge else (), out.with_suffix(".verdicts.jsonl")
    order = SatisfactionOrder(seed, shuffles, trained, conditions, limit, verdicts)
    papers = shared / "data" / "corpus" / "sample.jsonl"
    with steps() as progress:
        context = context_of(interviews, services.background, corpus=papers)
        asked = _Asked(judge, services, budget, parallel, retry_unscored) if judge else None
        with hold(out.parent, slug(out.stem)) if judge else nullcontext():
            result = asyncio.run(_run(interviews, context, order, asked, progress))
    page, document = out.with_suffix(".html"), satisfaction_document(result)
    keep(result, out, document, page)
    show(document, screen)
    tell(f"Kept in {out} and {page}.")
    if judge and not any(f.n for f in result.figures if f.source is Source.MODEL):
        tell(f"{judge} gave no verdict at all; why stands in {order.file}.")
        raise typer.Exit(1)


def _check_model(judge: str, services: Services) -> None:
    """Raises InputError for what is no model, EngineUnavailable without a key."""
    instead = (
        "Leave --judge away to do without a model: the trained predictors and the product's flags "
        "need none."
    )
    if judge == LOCAL:
        raise InputError(f"{LOCAL!r} judges reports, not whether users are satisfied. {instead}")
    check_judge(judge, services.settings, instead=instead)


def _estimate(trained: bool, shuffles: int, judge: str | None) -> str:
    """How long it takes, on two cores."""
    asked = (
        f" Before that {judge} is asked; what it said is kept, and the same command goes on."
        if judge
        else ""
    )
    if not trained:
        return f"No predictor is trained: under a minute.{asked}"
    if not shuffles:
        return f"Training predictors: one to two minutes on two cores.{asked}"
    seconds = SECONDS_TRAINING + shuffles * SECONDS_A_SHUFFLE
    return (
        f"Training predictors, then {counted(shuffles, 'shuffle')} of each kind of judgment: about "
        f"{counted(max(1, round(seconds / 60)), 'minute')} on two cores. "
        f"--shuffles 0 is faster: it leaves out only the comparison with shuffled verdicts.{asked}"
    )


class _Asked(NamedTuple):
    """The model to ask, as typed."""

    judge: str
    services: Services
    budget_usd: float | None
    parallel: int
    retry_unscored: bool


async def _run(
    interviews: Interviews,
    context: Context,
    order: SatisfactionOrder,
    asked: _Asked | None,
    progress: Progress,
) -> Satisfaction:
    if asked is None:
        return await run_satisfaction(interviews, context, order, progress=progress)
    async with open_model(asked.judge, asked.services, asked.budget_usd) as opened:
        version, ask = (
            f"{judging_version()} {dataset_of(interviews)}",
            asking_of(opened.llm, interviews),
        )
        asking = Asking(asked.judge, version, ask, order.seed, asked.parallel, asked.retry_unscored)
        result = await run_satisfaction(interviews, context, order, asking, progress=progress)
    paid = [call.dollars for call in opened.calls if not call.replayed]
    dollars = None if None in paid else round(sum(d for d in paid if d is not None), 6)
    return result.model_copy(update={"model_calls": len(paid), "dollars": dollars})


def _numbers(text: str, most: int) -> tuple[int, ...]:
    """Raises InputError."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or any(not part.isdecimal() or int(part) > most for part in parts):
        raise InputError(
            f"--examples takes numbers from 0 to {most}, parted by commas, for example 0,1,3,6; "
            f"not {text!r}."
        )
    return tuple(sorted({int(part) for part in parts}))
