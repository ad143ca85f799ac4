"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.engine import Engine
from myscholar.domain.evidence import SearchFilters
from myscholar.surfaces.cli.completion import (
    corpus_names,
    library_names,
    profile_names,
    run_ids,
    source_names,
)

JsonOut = Annotated[
    bool, typer.Option("--json", help="Print the result as JSON on standard output.")
]
EngineOption = Annotated[
    Engine,
    typer.Option(
        "--engine",
        help="Who does the steps that take judgement; auto: a language model if one is set.",
    ),
]
ProfileFile = Annotated[
    Path | None,
    typer.Option(
        "--profile",
        metavar="PROFILE",
        help="A file of `profile infer --out`, or the name of a profile of `profile list`.",
        autocompletion=profile_names,
    ),
]
LibraryName = Annotated[
    str, typer.Option("--library", help="Name of the library.", autocompletion=library_names)
]
Question = Annotated[str | None, typer.Argument(help="What to ask, in your words; or give --task.")]
TaskOption = Annotated[
    str | None,
    typer.Option(
        "--task",
        metavar="FILE#ID",
        help="Instead of a question: a task of a .jsonl file of tasks. Without #ID its tasks are "
        "listed, or the only one is taken.",
    ),
]
Listed = Annotated[
    str | None,
    typer.Option("--actions", help="A file of `actions --out`, or `auto` for the defaults."),
]
Choose = Annotated[
    str | None,
    typer.Option(
        "--choose",
        metavar="NUMBERS",
        help="Carry out these of the list that `actions` showed: 1,4,7 or 2-5, all, none.",
    ),
]
RunName = Annotated[
    str,
    typer.Argument(metavar="RUN", help="The id of a run, see `runs list`.", autocompletion=run_ids),
]
CorpusName = Annotated[str, typer.Argument(help="Name of the corpus.", autocompletion=corpus_names)]
Cut = Annotated[
    list[str] | None,
    typer.Option(
        "--cut",
        metavar="NODE",
        help="A direction, by its number as `2.1`, that is followed no further and leaves the "
        "report, with all beneath it; repeatable.",
    ),
]
Reopen = Annotated[
    list[str] | None,
    typer.Option(
        "--reopen",
        metavar="NODE",
        help="One that was left out, cut or merged, and is followed after all; repeatable.",
    ),
]
MergeNodes = Annotated[
    list[str] | None,
    typer.Option(
        "--merge",
        metavar="NODE:NODE",
        help="What the first one found counts for the second, which alone branches on; repeatable.",
    ),
]
AddNode = Annotated[
    list[str] | None,
    typer.Option(
        "--add",
        metavar="NODE:TEXT",
        help="A direction in your words beneath another one, or, without a number, beneath the "
        "question; repeatable.",
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="Ask nothing.")]
ByWorker = Annotated[
    bool, typer.Option("--worker", help="Leave it to a worker; this command only waits.")
]
SourceNames = Annotated[
    list[str] | None,
    typer.Option(
        "--source",
        help="corpus:NAME, library:NAME, semantic-scholar or sample; may be repeated. Default: "
        "all there are.",
        autocompletion=source_names,
    ),
]
YearMin = Annotated[int | None, typer.Option("--year-min", help="Only papers from this year on.")]
YearMax = Annotated[int | None, typer.Option("--year-max", help="Only papers up to this year.")]
Venues = Annotated[
    list[str] | None, typer.Option("--venue", help="Only this venue; may be repeated.")
]
Fields = Annotated[
    list[str] | None, typer.Option("--field", help="Only this field of study; may be repeated.")
]
MinCitations = Annotated[
    int | None, typer.Option("--min-citations", help="Only papers cited at least so often.")
]
OpenAccess = Annotated[
    bool, typer.Option("--open-access", help="Only papers known to be open access.")
]


def filters(
    year_min: int | None,
    year_max: int | None,
    venues: list[str] | None,
    fields: list[str] | None,
    min_citations: int | None,
    open_access: bool,
) -> SearchFilters:
    """Raises BadFilter if they contradict each other."""
    return SearchFilters(
        year_min=year_min,
        year_max=year_max,
        venues=tuple(venues or ()),
        fields=tuple(fields or ()),
        min_citations=min_citations,
        open_access=open_access,
    )
