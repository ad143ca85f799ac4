"""How far judges agree with people."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from eval.commands.opened import rubrics_of
from eval.commands.options import Budget, Parallel, Seed, Shared
from eval.commands.places import keep, ready_folder
from eval.commands.progress import steps
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.datasets.human_pairs import read_pairs
from eval.datasets.scholarqa import read_reports
from eval.judges.names import LOCAL, check_judge
from eval.show.agreement import agreement_document
from eval.show.terminal import show
from eval.studies.agreement.judging import as_system
from eval.studies.agreement.measured import Sources, measure_agreement
from eval.studies.agreement.run import choose_compared, notes_on, run_judges
from eval.studies.agreement.tables import text_baselines
from eval.studies.versions import versions
from myscholar.errors import InputError
from myscholar.workflows.jobs import open_services

PAIRS = Path("data") / "reports" / "human_pairwise.jsonl"
REPORTS = Path("data") / "reports" / "system_reports_dev.parquet"


def agreement(
    judge: Annotated[
        list[str] | None,
        typer.Option(
            help="local (no model; the default), or a model as provider:name; may be given again."
        ),
    ] = None,
    shared: Shared = Path("../shared"),
    pairs: Annotated[
        Path | None, typer.Option(help="What people compared. Default: that of the shared data.")
    ] = None,
    reports: Annotated[
        Path | None, typer.Option(help="The reports themselves. Default: those of the shared data.")
    ] = None,
    out: Annotated[
        Path,
        typer.Option(
            help="Folder of judgments, figures and page; what was judged in it is not judged again."
        ),
    ] = Path("eval-runs") / "agreement",
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Questions whose authors compared reports; default: all."),
    ] = None,
    seed: Seed = 0,
    resamples: Annotated[
        int,
        typer.Option(
            min=1, help="Of questions, for Spearman's intervals; ten times as many for the rest."
        ),
    ] = 1_000,
    parallel: Parallel = 8,
    budget: Budget = None,
) -> None:
    """Compare judges with people on pairs of reports: the published judge, ours, baselines, and
    people among themselves."""
    every = read_pairs(pairs or _there(shared / PAIRS, "--pairs"))
    file = reports or _there(shared / REPORTS, "--reports")
    rubrics = rubrics_of(None, shared)
    compared, read = choose_compared(every, read_reports(file), limit, rubrics)
    for name in judge or ():
        check_judge(name, open_services().settings)
    ready_folder(out)
    identity = as_system(read.all_reports).identity
    with steps() as progress:
        judged = run_judges(
            out,
            judge or [LOCAL],
            read,
            seed=seed,
            parallel=parallel,
            budget_usd=budget,
            progress=progress,
        )
        found = measure_agreement(
            compared,
            Sources(judges=asyncio.run(judged), baselines=text_baselines(read.reports, read.pairs)),
            dataset=f"{(pairs or PAIRS).name}; {identity} of {file.name}",
            versions=versions(),
            seed=seed,
            notes=notes_on(read),
            n=resamples,
            progress=progress,
        )
    document = agreement_document(found)
    keep(found, out / "agreement.json", document, out / "page.html")
    show(document, screen)
    tell(f"Kept in {out}: agreement.json, page.html, judged.jsonl.")


def _there(file: Path, option: str) -> Path:
    if not file.is_file():
        raise InputError(
            f"There is no file {file}. Name the folder of the shared data with --shared, or the "
            f"file with {option}."
        )
    return file
