"""Actions proposed; reports written, written again with other actions, edited by an instruction."""

from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.engine import Engine
from myscholar.domain.orders import (
    AnswerOrder,
    FollowUpOrder,
    ReportOrder,
    RewriteOrder,
    Visibility,
)
from myscholar.domain.runs import RunId
from myscholar.surfaces.cli.completion import run_ids
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import (
    AddNode,
    ByWorker,
    Choose,
    Cut,
    EngineOption,
    Fields,
    JsonOut,
    Listed,
    MergeNodes,
    MinCitations,
    OpenAccess,
    ProfileFile,
    Question,
    Reopen,
    SourceNames,
    TaskOption,
    Venues,
    YearMax,
    YearMin,
    filters,
)

OutFile = Annotated[
    Path | None,
    typer.Option("--out", help="Write the report to this .md, .html, .json or .bib file."),
]
TraceFile = Annotated[
    Path | None,
    typer.Option(
        "--trace",
        help="Write the run's trace (steps, every call with times, tokens, dollars) to this .json "
        "file.",
    ),
]
BaseRun = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        help="The run that wrote the report, see `runs list`.",
        autocompletion=run_ids,
    ),
]
ask = typer.Typer(**PLAIN)


@ask.command(
    epilog=examples(
        'report "How are citations of generated answers verified?" --out report.html',
        'report "How are citations verified?" --profile "My profile" --choose 1,4-6',
        'report "How are citations verified?" --actions todo.json --source sample',
    )
)
def report(
    question: Question = None,
    task: TaskOption = None,
    profile: ProfileFile = None,
    listed: Listed = None,
    choose: Choose = None,
    engine: EngineOption = Engine.AUTO,
    source: SourceNames = None,
    out: OutFile = None,
    year_min: YearMin = None,
    year_max: YearMax = None,
    venue: Venues = None,
    field: Fields = None,
    min_citations: MinCitations = None,
    open_access: OpenAccess = False,
    trace: TraceFile = None,
    tables: Annotated[
        bool, typer.Option(help="Comparison tables where papers are set side by side.")
    ] = True,
    visibility: Annotated[
        Visibility, typer.Option(help="Where actions are shown to the model (for ablation).")
    ] = Visibility.ALL,
    by_worker: ByWorker = False,
    as_json: JsonOut = False,
) -> None:
    """Write a cited report on a question."""
    from myscholar.surfaces.cli import report_work as work

    work.check_files(out, trace)
    services = work.open_services(by_worker=by_worker)
    order = ReportOrder(
        question=work.question_of(question, task),
        profile=work.profile_of(services, profile),
        sources=tuple(source or ()),
        filters=filters(year_min, year_max, venue, field, min_citations, open_access),
        engine=engine,
        with_tables=tables,
        visibility=visibility,
    )
    picked = work.choose_actions(services, listed, choose, order)
    work.write(services, order.model_copy(update={"actions": picked}), out, trace, as_json)


@ask.command(
    epilog=examples(
        "rewrite 3f0c9a1b2c3d --actions todo.json --out report.html",
        "rewrite 3f0c9a1b2c3d --section 2",
        "rewrite 3f0c9a1b2c3d --cut 2 --reopen 1.3",
    )
)
def rewrite(
    run: BaseRun,
    chosen: Annotated[
        Path | None,
        typer.Option("--actions", help="A file of actions; those switched on are carried out."),
    ] = None,
    section: Annotated[
        int | None,
        typer.Option("--section", min=1, help="Write this section anew and nothing else."),
    ] = None,
    again: Annotated[
        int,
        typer.Option(
            "--again", min=1, help="Which new version; another number gives another text."
        ),
    ] = 1,
    cut: Cut = None,
    reopen: Reopen = None,
    merge: MergeNodes = None,
    add: AddNode = None,
    out: OutFile = None,
    trace: TraceFile = None,
    by_worker: ByWorker = False,
    as_json: JsonOut = False,
) -> None:
    """Write a report again with other actions, one section of it, or all of it from its tree
    changed by hand: only what depends on the change is done again."""
    from myscholar.surfaces.cli import report_work as work

    by_hand = {"cut": cut or (), "reopen": reopen or (), "merge": merge or (), "add": add or ()}
    if [chosen is not None, section is not None, any(by_hand.values())].count(True) != 1:
        raise typer.BadParameter(
            "give one of --actions FILE, --section N, and changes of the tree (--cut, --reopen, "
            "--merge, --add)"
        )
    work.check_files(out, trace)
    services = work.open_services(by_worker=by_worker)
    order = RewriteOrder(
        base=RunId(run),
        actions=work.load_actions(chosen).actions if chosen else None,
        section=None if section is None else section - 1,
        again=again,
        tree=work.read_changes(services, **by_hand) if any(by_hand.values()) else (),
    )
    work.write(services, order, out, trace, as_json)


@ask.command(
    epilog=examples('follow-up 3f0c9a1b2c3d "Add a section on datasets." --out report.html')
)
def follow_up(
    run: BaseRun,
    instruction: Annotated[
        str, typer.Argument(help='What to change, for example "add a section on datasets".')
    ],
    out: OutFile = None,
    trace: TraceFile = None,
    by_worker: ByWorker = False,
    as_json: JsonOut = False,
) -> None:
    """Edit a report by an instruction. The report before stays: to undo, go on from its run."""
    from myscholar.surfaces.cli import report_work as work

    work.check_files(out, trace)
    order = FollowUpOrder(base=RunId(run), instruction=instruction)
    work.write(work.open_services(by_worker=by_worker), order, out, trace, as_json)


@ask.command(
    name="ask",
    epilog=examples(
        'ask RUN "On which data?"',
        'ask RUN "On which data?" --search',
        "ask RUN --take-in ANSWER",
    ),
)
def ask_report(
    run: BaseRun,
    question: Annotated[
        str | None,
        typer.Argument(help='What to answer from its sources, for example "On which data?".'),
    ] = None,
    search: Annotated[
        bool, typer.Option("--search", help="Search for further papers too.")
    ] = False,
    take_in: Annotated[
        str | None,
        typer.Option(
            "--take-in",
            metavar="ANSWER",
            help="Instead of asking: the run of an answer that becomes the report's last section.",
        ),
    ] = None,
    engine: EngineOption = Engine.AUTO,
    out: OutFile = None,
    by_worker: ByWorker = False,
    as_json: JsonOut = False,
) -> None:
    """Ask a question of a report's sources; the report stays as it is. Without a question: what was
    asked before."""
    from myscholar.surfaces.cli import report_work as work

    work.check_files(out, None)
    services, base = work.open_services(by_worker=by_worker), RunId(run)
    if question and take_in:
        raise typer.BadParameter("give either a question or --take-in ANSWER")
    if take_in:
        work.write(services, FollowUpOrder(base=base, answer=RunId(take_in)), out, None, as_json)
    elif question is None:
        work.show_answers(services, base, as_json)
    else:
        order = AnswerOrder(base=base, question=question, search=search, engine=engine)
        work.answer(services, order, out, as_json)
