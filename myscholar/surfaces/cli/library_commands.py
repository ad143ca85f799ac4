"""`myscholar library ...`: the researcher's papers."""

import asyncio
import json
from typing import Annotated

import typer

from myscholar.domain.papers import Relation
from myscholar.domain.text import counted
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN
from myscholar.surfaces.cli.options import JsonOut, LibraryName
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.add_papers import add_papers
from myscholar.workflows.profile.profiles import library_papers

library = typer.Typer(**PLAIN, no_args_is_help=True, help="Your papers.")


@library.command("add")
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
    screen.out.print(
        f"{counted(added.n_new, 'new paper')} in library {name}"
        + (f", {added.n_merged} already there or given twice" if added.n_merged else "")
        + f"; it now holds {counted(len(added.papers), 'paper')}."
    )


@library.command("list")
def library_list(
    name: Annotated[
        str | None, typer.Argument(help="A library; without it, all libraries.")
    ] = None,
    as_json: JsonOut = False,
) -> None:
    """List libraries, or the papers of one."""
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
            screen.out.print(
                f"{info.name}: {counted(info.n_papers, 'paper')}, "
                f"{counted(info.n_passages, 'passage')}"
            )
        if not found:
            screen.say("There is no library yet. Add papers: myscholar library add FILE_OR_FOLDER")
        return
    papers = library_papers(services, name)
    if as_json:
        screen.print_json(
            json.dumps(
                [p.without_text().model_dump(mode="json") for p in papers], ensure_ascii=False
            )
        )
        return
    for paper in papers:
        screen.out.print(
            f"{paper.paper_id}  {paper.title} ({paper.citation_label}) · {paper.relation} · "
            f"{counted(len(paper.passages), 'passage')}",
            markup=False,
        )
