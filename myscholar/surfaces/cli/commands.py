"""What can be typed. Workflows are imported when a command runs, so that `--help` is fast."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from myscholar.surfaces.cli.options import (
    Engine,
    EngineOption,
    Fields,
    JsonOut,
    LibraryName,
    MinCitations,
    OpenAccess,
    ProfileFile,
    SourceNames,
    Venues,
    YearMax,
    YearMin,
    filters,
    profile_of,
)

if TYPE_CHECKING:
    from myscholar.domain.evidence import Hit

app = typer.Typer(
    name="myscholar",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Personalized deep research for scholars: papers -> cited profile -> chosen actions -> "
    "cited report.",
)
library = typer.Typer(no_args_is_help=True, help="Your papers.")
profile_app = typer.Typer(no_args_is_help=True, help="What your papers say.")
corpus = typer.Typer(no_args_is_help=True, help="Collections of papers to search in.")
app.add_typer(library, name="library")
app.add_typer(profile_app, name="profile")
app.add_typer(corpus, name="corpus")


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("demo"),
    as_json: JsonOut = False,
) -> None:
    """The whole way on a bundled sample, twice: without a language model, and with recorded answers
    of one. No key, no network."""
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.demo import run_demo

    with screen.steps() as progress:
        shown = asyncio.run(run_demo(out, progress=progress))
    if as_json:
        reports = {demo.engine.value: demo.way.report.model_dump(mode="json") for demo in shown}
        screen.print_json(json.dumps(reports, ensure_ascii=False))
        return
    for number, demo in enumerate(shown, 1):
        screen.out.rule(f"{number}  {demo.heading}")
        screen.show_basis(demo.way.profile, demo.way.actions)
        screen.show_report_summary(demo.way.report)
    screen.out.print("\nOpen in a browser, and compare:")
    for demo in shown:
        screen.out.print(
            f"  {demo.folder / 'report.html'}  [dim]{demo.heading}[/]",
            soft_wrap=True,
            highlight=False,
        )
    screen.out.print(
        "Beside each: its profile, actions and report in other formats. On your own papers: make "
        "app, or myscholar --help."
    )


@app.command("app")
def web_app(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of this machine.")] = 8501,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open it in the browser.")
    ] = True,
) -> None:
    """The web app, for this machine only."""
    from myscholar.surfaces.web.serving import serve

    serve(port, opens_browser=browser)


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
    from myscholar.domain.papers import Relation
    from myscholar.domain.text import counted
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.jobs import open_services
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
    from myscholar.domain.text import counted
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.profile.infer_profile import library_papers

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


@profile_app.command("infer")
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
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.files import save
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.library.add_papers import read_papers
    from myscholar.workflows.profile.infer_profile import infer_profile, library_papers

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
        profile = asyncio.run(
            infer_profile(services, chosen, name=title, engine=engine, progress=progress)
        )
    if out:
        screen.say(f"Written to {save(profile, out)}")
    if as_json:
        screen.print_json(profile.model_dump_json(indent=1))
    else:
        screen.show_profile(profile, with_quotes=not out)


@profile_app.command("show")
def profile_show(
    file: Path,
    quotes: Annotated[bool, typer.Option(help="Show the quotes behind each inference.")] = True,
    as_json: JsonOut = False,
) -> None:
    """Show a profile."""
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.files import load_profile

    profile = load_profile(file)
    if as_json:
        screen.print_json(profile.model_dump_json(indent=1))
    else:
        screen.show_profile(profile, with_quotes=quotes)


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
    from myscholar.domain.text import counted
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.jobs import open_services
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
    screen.out.print(
        f"Corpus {info.name}: {counted(info.n_papers, 'paper')}, "
        f"{counted(info.n_passages, 'passage')}, vectors by {info.embedder}.",
        markup=False,
    )


@corpus.command("list")
def corpus_list(as_json: JsonOut = False) -> None:
    """List the corpora."""
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.library.corpora import corpus_names

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
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.files import read_queries
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.library.corpora import search_corpus, search_corpus_many

    if (query is None) == (queries is None):
        raise typer.BadParameter('give either "QUERY" or --queries FILE')
    wanted = filters(year_min, year_max, venue, field, min_citations, open_access)
    if queries is not None:
        for found in search_corpus_many(
            open_services(), name, tuple(read_queries(queries)), filters=wanted, limit=limit
        ):
            hits = [_ranked(hit) for hit in found.hits]
            screen.print_json(
                json.dumps({"query_id": found.query_id, "hits": hits}, ensure_ascii=False)
            )
        return
    hits_found = search_corpus(open_services(), name, query or "", filters=wanted, limit=limit)
    if as_json:
        rows = [{**_ranked(hit), "paper": hit.paper.model_dump(mode="json")} for hit in hits_found]
        screen.print_json(json.dumps({"query": query, "hits": rows}, ensure_ascii=False, indent=1))
        return
    screen.show_hits(hits_found)
    if not hits_found:
        screen.say("Nothing matches. Use other words or loosen the filters.")


def _ranked(hit: "Hit") -> dict[str, object]:
    return {"paper_id": hit.paper.paper_id, "score": round(hit.score, 6)}


@app.command()
def actions(
    question: str,
    profile: ProfileFile = None,
    engine: EngineOption = Engine.AUTO,
    source: SourceNames = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the actions to this .json file, to edit and give to `report --actions`."
        ),
    ] = None,
    as_json: JsonOut = False,
) -> None:
    """Propose what a report could do for a question."""
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.actions.propose_actions import propose_actions
    from myscholar.workflows.files import save
    from myscholar.workflows.jobs import open_services

    with screen.steps() as progress:
        proposed = asyncio.run(
            propose_actions(
                open_services(),
                question,
                profile=profile_of(profile),
                sources=source or (),
                engine=engine,
                progress=progress,
            )
        )
    if out:
        screen.say(f"Written to {save(proposed, out)}")
    if as_json:
        screen.print_json(proposed.model_dump_json(indent=1))
    else:
        screen.show_actions(proposed)
