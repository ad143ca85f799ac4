"""`myscholar profile ...`: what papers say of their author."""

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ProfileOrder
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.carrying_out import carry_out
from myscholar.surfaces.cli.completion import library_names, profile_names
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import ByWorker, EngineOption, JsonOut
from myscholar.surfaces.cli.profile_screen import show_profile, show_profile_change
from myscholar.workflows.files import save
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.add_papers import read_papers
from myscholar.workflows.library.libraries import named_papers
from myscholar.workflows.profile.profiles import (
    find_profile,
    library_papers,
    list_profiles,
    profile_file,
)
from myscholar.workflows.profile.update_profile import update_order

ProfileName = Annotated[
    str,
    typer.Argument(
        metavar="PROFILE",
        help="A file of `profile infer --out`, or a name of `profile list`.",
        autocompletion=profile_names,
    ),
]

profile = typer.Typer(
    **PLAIN,
    no_args_is_help=True,
    help="What your papers say.",
    epilog=examples("profile infer --library default", "profile list"),
)


@profile.command(
    "infer",
    epilog=examples(
        "profile infer --library default --name Thesis",
        "profile infer --papers papers/ --papers refs.bib --out me.json",
    ),
)
def profile_infer(
    papers: Annotated[
        list[str] | None,
        typer.Option("--papers", help="A JSONL, PDF or BibTeX file or a folder; may be repeated."),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--library", help="Name of a library.", autocompletion=library_names),
    ] = None,
    title: Annotated[str, typer.Option("--name", help="Name of the profile.")] = "My profile",
    engine: EngineOption = Engine.AUTO,
    out: Annotated[Path | None, typer.Option(help="Write the profile to this .json file.")] = None,
    by_worker: ByWorker = False,
    as_json: JsonOut = False,
) -> None:
    """Infer a profile from papers."""
    if bool(papers) == bool(name):
        raise typer.BadParameter("give either --papers FILE or --library NAME")
    services = open_services(by_worker=by_worker)
    with screen.steps() as progress:
        if papers:
            read = asyncio.run(read_papers(services, papers, progress=progress))
            chosen = read.papers
            for problem in read.problems:
                screen.say(f"problem: {problem}")
        else:
            chosen = library_papers(services, name or "")
        order = ProfileOrder(papers=chosen, name=title, engine=engine)
        inferred = carry_out(services, order, progress=progress)
    if out:
        screen.say(f"Written to {save(inferred, out)}")
    if as_json:
        screen.print_json(inferred.model_dump_json(indent=1))
    else:
        show_profile(inferred, with_quotes=not out)


@profile.command("list", epilog=examples("profile list", "profile list --json"))
def profile_list(as_json: JsonOut = False) -> None:
    """List the profiles that were inferred here, the last saved first."""
    saved = list_profiles(open_services())
    if as_json:
        rows = [{"profile_id": s.profile_id, "name": s.name} for s in saved]
        screen.print_json(json.dumps(rows, ensure_ascii=False))
        return
    for found in saved:
        screen.print_line(f"{found.profile_id}  {found.name}")
    if not saved:
        screen.say("There is no profile yet. Infer one: myscholar profile infer --library NAME")


@profile.command(
    "update",
    epilog=examples(
        "profile update Thesis --add 2305.14251 --remove 2",
        "profile update me.json --library default",
    ),
)
def profile_update(
    name: ProfileName,
    add: Annotated[
        list[str] | None,
        typer.Option(
            "--add", help="A file, folder, link, id, DOI or title to add; may be repeated."
        ),
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option(
            "--remove", help="Numbers (2, 4-6) or title of papers to remove; may be repeated."
        ),
    ] = None,
    library: Annotated[
        str | None,
        typer.Option(help="Add what this library holds.", autocompletion=library_names),
    ] = None,
    engine: EngineOption = Engine.AUTO,
    out: Annotated[Path | None, typer.Option(help="Write it to this .json file instead.")] = None,
    by_worker: ByWorker = False,
    as_json: JsonOut = False,
) -> None:
    """Add papers to a profile, or remove some: your edits and what still holds stay."""
    services = open_services(by_worker=by_worker)
    before = find_profile(services, name)
    if not (add or remove or library):
        raise typer.BadParameter("give --add PAPER, --remove PAPER or --library NAME")
    gone = [p.paper_id for p in named_papers(before.papers, remove or ())]
    papers = library_papers(services, library) if library else ()
    file = out or profile_file(name)
    with screen.steps() as progress:
        if add:
            read = asyncio.run(read_papers(services, add, progress=progress))
            papers = (*papers, *read.papers)
            for problem in read.problems:
                screen.say(f"problem: {problem}")
        order = update_order(
            services, before, add=papers, remove=gone, engine=engine, is_kept=file is None
        )
        updated = carry_out(services, order, progress=progress)
    if file:
        screen.say(f"Written to {save(updated, file)}")
    if as_json:
        screen.print_json(updated.model_dump_json(indent=1))
    else:
        show_profile_change(updated)


@profile.command("show", epilog=examples('profile show "My profile"', "profile show me.json"))
def profile_show(
    name: ProfileName,
    quotes: Annotated[bool, typer.Option(help="Show the quotes behind each inference.")] = True,
    as_json: JsonOut = False,
) -> None:
    """Show a profile."""
    shown = find_profile(open_services(), name)
    if as_json:
        screen.print_json(shown.model_dump_json(indent=1))
    else:
        show_profile(shown, with_quotes=quotes)
