"""`myscholar library ...`: the researcher's papers. What one command alone needs is loaded with
it, so that a list is fast."""

import asyncio
import json
from typing import Annotated

import typer

from myscholar.domain.papers import Relation
from myscholar.domain.text import counted
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.completion import library_names
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import JsonOut, LibraryName, Yes
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.libraries import (
    check_library,
    library_view,
    named_paper,
    named_papers,
    remove_library,
    remove_papers,
)

library = typer.Typer(
    **PLAIN,
    no_args_is_help=True,
    help="Your papers.",
    epilog=examples("library add papers/ refs.bib", "library list default"),
)


@library.command(
    "add",
    epilog=examples(
        "library add papers/ refs.bib 10.18653/v1/2022.acl-long.199",
        "library add admired.pdf --followed --library thesis",
    ),
)
def library_add(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="PDF, JSONL or BibTeX files, folders, URLs, DOIs, arXiv ids, titles, author pages."
        ),
    ],
    name: LibraryName = "default",
    followed: Annotated[
        bool, typer.Option("--followed", help="Papers you read and admire, not your own.")
    ] = False,
    as_json: JsonOut = False,
) -> None:
    """Add papers to a library."""
    from myscholar.workflows.library.add_papers import add_papers

    relation = Relation.FOLLOWED if followed else Relation.MINE
    with screen.steps() as progress:
        added = asyncio.run(
            add_papers(open_services(), sources, library=name, relation=relation, progress=progress)
        )
    for problem in added.problems:
        screen.say(f"problem: {problem}")
    if as_json:
        facts = {
            "library": name,
            "n_papers": len(added.papers),
            "n_new": added.n_new,
            "n_merged": added.n_merged,
        }
        screen.print_json(
            json.dumps({**facts, "problems": [str(p) for p in added.problems]}, ensure_ascii=False)
        )
        return
    screen.print_line(
        f"{counted(added.n_new, 'new paper')} in library {name}"
        + (f", {added.n_merged} already there or given twice" if added.n_merged else "")
        + f"; it now holds {counted(len(added.papers), 'paper')}."
    )


@library.command(
    "list", epilog=examples("library list", "library list default", "library list default --json")
)
def library_list(
    name: Annotated[
        str | None,
        typer.Argument(help="A library; without it, all libraries.", autocompletion=library_names),
    ] = None,
    as_json: JsonOut = False,
) -> None:
    """List libraries, or the papers of one, numbered."""
    services = open_services()
    if name is None:
        found = services.store.libraries()
        if as_json:
            rows = [
                {"library": info.name, "n_papers": info.n_papers, "n_passages": info.n_passages}
                for info in found
            ]
            screen.print_json(json.dumps(rows, ensure_ascii=False))
            return
        for info in found:
            screen.print_line(
                f"{info.name}: {counted(info.n_papers, 'paper')}, "
                f"{counted(info.n_passages, 'passage')}"
            )
        if not found:
            screen.say("There is no library yet. Add papers: myscholar library add FILE_OR_FOLDER")
        return
    check_library(services, name)
    if as_json:
        papers = [p.without_text().model_dump(mode="json") for p in services.store.papers(name)]
        screen.print_json(json.dumps(papers, ensure_ascii=False))
        return
    for number, paper in enumerate(library_view(services, name), 1):
        screen.print_line(
            f"{number:3}. {paper.title} ({paper.authors_short}, {paper.year or 'n.d.'}) · "
            f"{paper.relation or 'found'} · {paper.read_from} · {paper.paper_id}"
        )


@library.command(
    "edit",
    epilog=examples(
        'library edit 2 --title "Attention is all you need" --year 2017',
        'library edit 3 --author "Ada Example" --author "Bo Other" --library thesis',
        'library edit 5 --venue ""',
    ),
)
def library_edit(
    paper: Annotated[
        str, typer.Argument(help="Number, id or title of `library list NAME`.", metavar="PAPER")
    ],
    title: Annotated[str | None, typer.Option(help="Its title.")] = None,
    authors: Annotated[
        list[str] | None, typer.Option("--author", help="An author; repeated for all of them.")
    ] = None,
    year: Annotated[int | None, typer.Option(help="Its year; 0: none.")] = None,
    venue: Annotated[str | None, typer.Option(help="Where it appeared.")] = None,
    doi: Annotated[str | None, typer.Option(help="Its DOI.")] = None,
    name: LibraryName = "default",
    as_json: JsonOut = False,
) -> None:
    """Put a paper's facts right: they stay when it is added again, and saved profiles show them. An
    empty one is taken away; reports that are written stay as they are."""
    from myscholar.workflows.library.edit_paper import edit_paper

    if not authors and all(fact is None for fact in (title, year, venue, doi)):
        raise typer.BadParameter("give --title, --author, --year, --venue or --doi")
    services = open_services()
    check_library(services, name)
    named = named_paper(library_view(services, name), paper)
    edited = edit_paper(
        services,
        name,
        named.paper_id,
        title=title,
        authors=authors or None,
        year=year,
        venue=venue,
        doi=doi,
    )
    if as_json:
        screen.print_json(edited.without_text().model_dump_json())
        return
    facts = (", ".join(edited.authors) or "no authors", str(edited.year or "no year"))
    others = [fact for fact in (edited.venue, edited.doi) if fact]
    screen.print_line(f"{edited.title} ({' · '.join((*facts, *others))})")


@library.command(
    "remove",
    epilog=examples(
        "library remove 2 5-7",
        'library remove "Attention is all you need" --library thesis',
        "library remove --all --library thesis",
    ),
)
def library_remove(
    papers: Annotated[
        list[str] | None,
        typer.Argument(help="Numbers, ids or titles of `library list NAME`.", metavar="PAPERS..."),
    ] = None,
    name: LibraryName = "default",
    whole: Annotated[bool, typer.Option("--all", help="The whole library.")] = False,
    yes: Yes = False,
) -> None:
    """Remove papers from a library, or the whole library. Profiles made of them stay as they are;
    to have a paper back, add it again."""
    if bool(papers) == whole:
        raise typer.BadParameter("give either PAPERS or --all")
    services = open_services()
    check_library(services, name)
    held = library_view(services, name)
    if whole:
        n_papers = counted(len(held), "paper")
        screen.confirm(f"Remove library {name} with {n_papers} for good?", yes=yes)
        remove_library(services, name)
        screen.say(f"Library {name} is removed.")
        return
    gone = named_papers(held, papers or ())
    for paper in gone:
        screen.say(f"{paper.title} ({paper.authors_short}, {paper.year or 'n.d.'})")
    n_papers = counted(len(gone), "paper")
    screen.confirm(f"Remove {n_papers} from library {name} for good?", yes=yes)
    remove_papers(services, name, [paper.paper_id for paper in gone])
    screen.say(f"{n_papers} removed; {len(held) - len(gone)} left in library {name}.")
