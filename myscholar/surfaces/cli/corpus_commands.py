"""`myscholar corpus ...`: collections of papers to search in. What one command alone needs is
loaded with it, so that a list is fast."""

import json
from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.evidence import Hit
from myscholar.domain.text import counted
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import (
    CorpusName,
    Fields,
    JsonOut,
    MinCitations,
    OpenAccess,
    Venues,
    YearMax,
    YearMin,
    Yes,
    filters,
)
from myscholar.views.times import day
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.corpus_list import (
    ListedCorpus,
    check_corpus,
    list_corpora,
    remove_corpus,
)

corpus = typer.Typer(
    **PLAIN,
    no_args_is_help=True,
    help="Collections of papers to search in.",
    epilog=examples("corpus build papers.jsonl pdfs/ --name field", "corpus list"),
)


@corpus.command(
    "build",
    epilog=examples(
        "corpus build corpus.parquet notes.jsonl pdfs/ --name field",
        "corpus build newer.jsonl --name field",
    ),
)
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
    from myscholar.workflows.library.corpora import build_corpus

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
    screen.print_line(
        f"Corpus {info.name}: {counted(info.n_papers, 'paper')}, "
        f"{counted(info.n_passages, 'passage')}, vectors by {info.embedder}."
    )


@corpus.command("list", epilog=examples("corpus list", "corpus list --json"))
def corpus_list(as_json: JsonOut = False) -> None:
    """List the corpora: their papers, size, day, vectors, and what they were built from."""
    found = list_corpora(open_services())
    if as_json:
        screen.print_json(json.dumps([_facts(listed) for listed in found], ensure_ascii=False))
        return
    for listed in found:
        screen.print_line(f"{listed.name}: {_described(listed)}")
    if not found:
        screen.say("There is no corpus yet. Build one: myscholar corpus build FILE --name NAME")


def _described(listed: ListedCorpus) -> str:
    if (info := listed.info) is None:
        return listed.problem
    folders = [source.replace(str(Path.home()), "~", 1) for source in info.sources]
    more = f" and {len(folders) - 3} more" if len(folders) > 3 else ""
    return (
        f"{counted(info.n_papers, 'paper')}, {counted(info.n_passages, 'passage')}, "
        f"{listed.n_bytes / 1e6:.1f} MB, {day(listed.built_at)}, "
        f"{f'vectors by {info.embedder}' if info.embedder else 'without vectors'}, "
        f"from {', '.join(folders[:3])}{more}"
    )


def _facts(listed: ListedCorpus) -> dict[str, object]:
    if (info := listed.info) is None:
        return {"corpus": listed.name, "problem": listed.problem}
    return {
        "corpus": listed.name,
        "n_papers": info.n_papers,
        "n_passages": info.n_passages,
        "n_bytes": listed.n_bytes,
        "built_at": listed.built_at,
        "embedder": info.embedder,
        "sources": info.sources,
    }


@corpus.command("remove", epilog=examples("corpus remove field", "corpus remove field --yes"))
def corpus_remove(name: CorpusName, yes: Yes = False) -> None:
    """Remove a corpus. The files that it was built from stay, and can build it again."""
    services = open_services()
    check_corpus(services, name)
    (listed,) = (c for c in list_corpora(services) if c.name == name)
    screen.confirm(f"Remove corpus {name} ({_described(listed)})?", yes=yes)
    remove_corpus(services, name)
    screen.say(f"Corpus {name} is removed.")


@corpus.command(
    "search",
    epilog=examples(
        'corpus search field "retrieval of code" -k 5 --year-min 2022',
        "corpus search field --queries queries.jsonl",
    ),
)
def corpus_search(
    name: CorpusName,
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
    from myscholar.surfaces.cli.report_screen import show_hits
    from myscholar.workflows.files import read_queries
    from myscholar.workflows.library.corpora import search_corpus, search_corpus_many

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
    show_hits(hits_found)
    if not hits_found:
        screen.say("Nothing matches. Use other words or loosen the filters.")


def _rank(hit: "Hit") -> dict[str, object]:
    return {"paper_id": hit.paper.paper_id, "score": round(hit.score, 6)}
