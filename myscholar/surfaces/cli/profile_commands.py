"""`myscholar profile ...`: what papers say of their author."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ProfileOrder
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN
from myscholar.surfaces.cli.options import EngineOption, JsonOut
from myscholar.workflows.files import load_profile, save
from myscholar.workflows.jobs import carry_out, open_services
from myscholar.workflows.library.add_papers import read_papers
from myscholar.workflows.profile.profiles import library_papers
from myscholar.workflows.profile.update_profile import named_papers, update_order

profile = typer.Typer(**PLAIN, no_args_is_help=True, help="What your papers say.")


@profile.command("infer")
def profile_infer(
    papers: Annotated[
        list[str] | None,
        typer.Option("--papers", help="A JSONL, PDF or BibTeX file or a folder; may be repeated."),
    ] = None,
    name: Annotated[str | None, typer.Option("--library", help="Name of a library.")] = None,
    title: Annotated[str, typer.Option("--name", help="Name of the profile.")] = "My profile",
    engine: EngineOption = Engine.AUTO,
    out: Annotated[Path | None, typer.Option(help="Write the profile to this .json file.")] = None,
    as_json: JsonOut = False,
) -> None:
    """Infer a profile from papers."""
    if bool(papers) == bool(name):
        raise typer.BadParameter("give either --papers FILE or --library NAME")
    services = open_services()
    with screen.steps() as progress:
        if papers:
            read = asyncio.run(read_papers(services, papers, progress=progress))
            chosen = read.papers
            for problem in read.problems:
                screen.say(f"problem: {problem}")
        else:
            chosen = library_papers(services, name or "")
        order = ProfileOrder(papers=chosen, name=title, engine=engine)
        inferred = asyncio.run(carry_out(services, order, progress=progress))
    if out:
        screen.say(f"Written to {save(inferred, out)}")
    if as_json:
        screen.print_json(inferred.model_dump_json(indent=1))
    else:
        screen.show_profile(inferred, with_quotes=not out)


@profile.command("update")
def profile_update(
    file: Path,
    add: Annotated[
        list[str] | None,
        typer.Option(
            "--add", help="A file, folder, link, id, DOI or title to add; may be repeated."
        ),
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option("--remove", help="Number or title of a paper to remove; may be repeated."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--library", help="Add what this library holds.")
    ] = None,
    engine: EngineOption = Engine.AUTO,
    out: Annotated[
        Path | None, typer.Option(help="Write it to this .json file; by default the same one.")
    ] = None,
    as_json: JsonOut = False,
) -> None:
    """Add papers to a profile, or remove some.

    Your edits and what still holds stay. Example: myscholar profile update me.json --add
    2305.14251 --remove 2
    """
    before, services = load_profile(file), open_services()
    if not (add or remove or name):
        raise typer.BadParameter("give --add PAPER, --remove PAPER or --library NAME")
    gone = named_papers(before, remove or ())
    papers = library_papers(services, name) if name else ()
    with screen.steps() as progress:
        if add:
            read = asyncio.run(read_papers(services, add, progress=progress))
            papers = (*papers, *read.papers)
            for problem in read.problems:
                screen.say(f"problem: {problem}")
        order = update_order(services, before, add=papers, remove=gone, engine=engine)
        updated = asyncio.run(carry_out(services, order, progress=progress))
    screen.say(f"Written to {save(updated, out or file)}")
    if as_json:
        screen.print_json(updated.model_dump_json(indent=1))
    else:
        screen.show_profile_change(updated)


@profile.command("show")
def profile_show(
    file: Path,
    quotes: Annotated[bool, typer.Option(help="Show the quotes behind each inference.")] = True,
    as_json: JsonOut = False,
) -> None:
    """Show a profile."""
    shown = load_profile(file)
    if as_json:
        screen.print_json(shown.model_dump_json(indent=1))
    else:
        screen.show_profile(shown, with_quotes=quotes)
