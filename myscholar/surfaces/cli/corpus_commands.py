"""`myscholar corpus ...`: collections of papers to search in."""

import json
from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.evidence import Hit
from myscholar.domain.text import counted
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN
from myscholar.surfaces.cli.options import (
    Fields,
    JsonOut,
    MinCitations,
    OpenAccess,
    Venues,
    YearMax,
    YearMin,
    filters,
)
from myscholar.workflows.files import read_queries
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.corpora import (
    build_corpus,
    corpus_names,
    search_corpus,
    search_corpus_many,
)

corpus = typer.Typer(**PLAIN, no_args_is_help=True, help="Collections of papers to search in.")


@corpus.command("build")
def corpus_build(
    sources: Annotated[
        list[str], typer.Argument(help="Parquet or JSONL files (also BEIR's), folders of PDFs.")
    ],
    name: Annotated[str, typer.Option(help="Name of the corpus.")],
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Start anew instead of adding.")
    ] = False,
    as_json: JsonOut = False,
) -> None:
    """Build a corpus, or add to it."""
    with screen.steps() as progress:
        info = build_corpus(open_services(), sources, name=name, rebuild=rebuild, progress=progress)
    for problem in info.problems[:20]:
        screen.say(f"problem: {problem}")
    if len(info.problems) > 20:
        screen.say(f"... and {len(info.problems) - 20} more problems")
    if as_json:
        facts = {
            "corpus": info.name,
            "n_papers": info.n_papers,
            "n_passages": info.n_passages,
            "embedder": info.embedder,
        }
        screen.print_json(
            json.dumps({**facts, "problems": [str(p) for p in info.problems]}, ensure_ascii=False)
        )
        return
    screen.out.print(
        f"Corpus {info.name}: {counted(info.n_papers, 'paper')}, "
        f"{counted(info.n_passages, 'passage')}, vectors by {info.embedder}.",
        markup=False,
    )


@corpus.command("list")
def corpus_list(as_json: JsonOut = False) -> None:
    """List the corpora."""
    names = corpus_names(open_services())
    if as_json:
        screen.print_json(json.dumps(names))
        return
    for name in names:
        screen.out.print(name, markup=False)
    if not names:
        screen.say("There is no corpus yet. Build one: myscholar corpus build FILE --name NAME")


@corpus.command("search")
def corpus_search(
    name: str,
    query: Annotated[str | None, typer.Argument(help="Words or a question.")] = None,
    queries: Annotated[
        Path | None,
        typer.Option(
            "--queries", help='A JSONL file of {"_id", "text"}; prints a line of JSON a query.'
        ),
    ] = None,
    limit: Annotated[int, typer.Option("-k", min=1, max=1000, help="How many papers.")] = 10,
    year_min: YearMin = None,
    year_max: YearMax = None,
    venue: Venues = None,
    field: Fields = None,
    min_citations: MinCitations = None,
    open_access: OpenAccess = False,
    as_json: JsonOut = False,
) -> None:
    """Search a corpus."""
    if (query is None) == (queries is None):
        raise typer.BadParameter('give either "QUERY" or --queries FILE')
    wanted = filters(year_min, year_max, venue, field, min_citations, open_access)
    if queries is not None:
        for found in search_corpus_many(
            open_services(), name, tuple(read_queries(queries)), filters=wanted, limit=limit
        ):
            hits = [_rank(hit) for hit in found.hits]
            screen.print_json(
                json.dumps({"query_id": found.query_id, "hits": hits}, ensure_ascii=False)
            )
        return
    hits_found = search_corpus(open_services(), name, query or "", filters=wanted, limit=limit)
    if as_json:
        rows = [{**_rank(hit), "paper": hit.paper.model_dump(mode="json")} for hit in hits_found]
        screen.print_json(json.dumps({"query": query, "hits": rows}, ensure_ascii=False, indent=1))
        return
    screen.show_hits(hits_found)
    if not hits_found:
        screen.say("Nothing matches. Use other words or loosen the filters.")


def _rank(hit: "Hit") -> dict[str, object]:
    return {"paper_id": hit.paper.paper_id, "score": round(hit.score, 6)}
