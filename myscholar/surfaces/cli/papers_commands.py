"""`myscholar papers ...`: papers around others, as Semantic Scholar knows them."""

import asyncio
import json
from collections.abc import Sequence
from typing import Annotated

import typer

from myscholar.domain.papers import Paper
from myscholar.domain.text import counted
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import JsonOut
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.related_papers import (
    FOUND,
    find_cited_papers,
    find_citing_papers,
    recommend_papers,
)

papers = typer.Typer(
    **PLAIN,
    no_args_is_help=True,
    help="Papers that cite, are cited, or are alike.",
    epilog=examples("papers citations 10.18653/v1/2022.acl-long.199"),
)

PaperName = Annotated[str, typer.Argument(help="URL, id, DOI or arXiv id.", metavar="PAPER")]
PaperNames = Annotated[
    list[str], typer.Argument(help="URLs, ids, DOIs or arXiv ids.", metavar="PAPERS...")
]
Limit = Annotated[int, typer.Option("-k", min=1, max=500, help="How many papers.")]


@papers.command(
    "citations", epilog=examples("papers citations 10.18653/v1/2022.acl-long.199 -k 50")
)
def citations(paper: PaperName, limit: Limit = FOUND, as_json: JsonOut = False) -> None:
    """Papers that cite a paper."""
    _show(asyncio.run(find_citing_papers(open_services(), paper, limit=limit)), as_json)


@papers.command("references", epilog=examples("papers references arXiv:2305.14627"))
def references(paper: PaperName, limit: Limit = FOUND, as_json: JsonOut = False) -> None:
    """Papers that a paper cites."""
    _show(asyncio.run(find_cited_papers(open_services(), paper, limit=limit)), as_json)


@papers.command(
    "recommended",
    epilog=examples("papers recommended arXiv:2305.14627 --unlike arXiv:1706.03762"),
)
def recommended(
    like: PaperNames,
    unlike: Annotated[
        list[str] | None, typer.Option(help="A paper that they should not be like; repeatable.")
    ] = None,
    limit: Limit = FOUND,
    as_json: JsonOut = False,
) -> None:
    """Papers like one or several."""
    found = recommend_papers(open_services(), like, unlike=unlike or (), limit=limit)
    _show(asyncio.run(found), as_json)


def _show(found: Sequence[Paper], as_json: bool) -> None:
    """The ids are for `library add`."""
    if as_json:
        rows = [paper.model_dump(mode="json") for paper in found]
        screen.print_json(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for paper in found:
        n = paper.citation_count
        cited = "" if n is None else f" · {counted(n, 'citation')}"
        screen.out.print(
            screen.escape(f"{paper.paper_id}  {paper.title} ({paper.citation_label}){cited}")
        )
    if not found:
        screen.say("Semantic Scholar knows none.")
