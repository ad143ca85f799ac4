"""Reports side by side, names hidden."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from eval.commands.opened import rubrics_of
from eval.commands.options import Budget, Parallel, RubricFile, Seed, Shared
from eval.commands.places import keep, ready_folder
from eval.commands.progress import steps
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.datasets.human_pairs import read_pairs
from eval.judges.names import LOCAL, check_judge, open_model
from eval.show.blind import blind_document
from eval.show.terminal import show
from eval.studies.blind.forms import read_forms
from eval.studies.blind.inputs import read_inputs
from eval.studies.blind.judging import Read, ToRead, read_by_model
from eval.studies.blind.pairs import pair_up, show_all
from eval.studies.blind.people import said_by_people
from eval.studies.blind.run import (
    Bill,
    bill_of,
    in_pairs,
    read_profiles,
    results_of,
    systems_asked,
)
from eval.studies.blind.sheets import write_sheets
from myscholar.domain.text import counted
from myscholar.errors import InputError
from myscholar.workflows.jobs import open_services


def blind(
    reports: Annotated[
        list[str],
        typer.Argument(
            help="Files or folders of reports, NAME=PATH or PATH: our own (report --out "
            "report.json), Markdown, or data files of several systems."
        ),
    ],
    of: Annotated[
        list[str] | None,
        typer.Option(
            help="System that is set beside all others; may be repeated. Default: the first."
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(help="Of data files with several systems, this one; may be repeated."),
    ] = None,
    question: Annotated[
        list[str] | None, typer.Option(help="Only this question's id; may be repeated.")
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(help="A model that reads them, as provider:name. Default: only counting."),
    ] = None,
    sheets: Annotated[
        Path | None,
        typer.Option(help="Write sheets and forms for people to this folder, and stop."),
    ] = None,
    read: Annotated[
        Path | None, typer.Option(help="Read the forms that people filled in this folder.")
    ] = None,
    profiles: Annotated[
        Path | None,
        typer.Option(help="Folder of profiles, QUERY_ID.json: what is known of who asks."),
    ] = None,
    people: Annotated[
        Path | None,
        typer.Option(
            help="What people said who compared the same reports, as in human_pairwise.jsonl: "
            "readers like others."
        ),
    ] = None,
    shared: Shared = Path("../shared"),
    rubrics: RubricFile = None,
    out: Annotated[Path, typer.Option(help="Folder of figures and page.")] = Path("eval-runs")
    / "blind",
    seed: Seed = 0,
    parallel: Parallel = 8,
    budget: Budget = None,
) -> None:
    """Set reports on the same question side by side, names hidden: preference, coverage, errors,
    papers and measured figures."""
    found = read_inputs(reports, only=only or (), questions=question or ())
    asked = systems_asked(found, of or ())
    shown = show_all(found)
    pairs = pair_up(shown, asked, seed=seed)
    task = ToRead(
        pairs, rubrics_of(rubrics, shared), read_profiles(profiles, (p.query_id for p in pairs))
    )
    if (judge or sheets or read) and not pairs:
        raise InputError(
            f"No other report answers a question that {asked[0]} answers: there is nothing to set "
            "side by side."
        )
    if sheets:
        places = write_sheets(sheets, task)
        tell(f"{counted(len(places), 'pair')} in {sheets}. Then: the same command with --read.")
        return
    ready_folder(out)
    said = said_by_people(read_pairs(people), pairs) if people else Read()
    said = said.joined(read_forms(read, task)) if read else said
    bill = Bill()
    if judge:
        more, bill = _ask(task, judge, parallel, budget)
        said = said.joined(more)
    results = results_of(in_pairs(shown, pairs), pairs, said, of=asked, seed=seed, bill=bill)
    document = blind_document(results)
    keep(results, out / "blind.json", document, out / "page.html")
    show(document, screen)
    tell(f"Kept in {out}: blind.json, page.html.")


def _ask(task: ToRead, judge: str, parallel: int, budget: float | None) -> tuple[Read, Bill]:
    """Raises InputError for what is no judge of reports."""
    services = open_services()
    if judge == LOCAL:
        raise InputError(
            f"{LOCAL} can't tell which of two reports is better. Name a model as provider:name, or "
            "let people read: --sheets."
        )
    check_judge(judge, services.settings, instead="Or let people read: --sheets")

    async def ask() -> tuple[Read, Bill]:
        async with open_model(judge, services, budget) as opened:
            with steps() as progress:
                said = await read_by_model(
                    task, opened.llm, judge, parallel=parallel, progress=progress
                )
            return said, bill_of(opened.calls)

    return asyncio.run(ask())
