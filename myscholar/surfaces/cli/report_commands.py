"""Actions proposed; reports written, written again with other actions, edited by an instruction."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.actions import Action
from myscholar.domain.engine import Engine
from myscholar.domain.orders import (
    ActionsOrder,
    FollowUpOrder,
    Order,
    ReportOrder,
    RewriteOrder,
    Visibility,
)
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId
from myscholar.errors import UnknownName
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN
from myscholar.surfaces.cli.options import (
    EngineOption,
    Fields,
    JsonOut,
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
from myscholar.views.report_file import export_format, export_report
from myscholar.workflows.actions.learned import remember_choices
from myscholar.workflows.files import load_actions
from myscholar.workflows.jobs import carry_out, open_services
from myscholar.workflows.report.change_report import change_lines
from myscholar.workflows.report.reports import report_record
from myscholar.workflows.runs.save_trace import save_trace
from myscholar.workflows.services import Services

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
    str, typer.Argument(metavar="RUN", help="The run that wrote the report, see `runs list`.")
]
ask = typer.Typer(**PLAIN)


@ask.command()
def report(
    question: str,
    profile: ProfileFile = None,
    chosen: Annotated[
        str | None,
        typer.Option("--actions", help="A file of `actions --out`, or `auto` for the defaults."),
    ] = None,
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
    as_json: JsonOut = False,
) -> None:
    """Write a cited report on a question."""
    if out:
        export_format(out)
    _check_trace(trace)
    known = profile_of(profile)
    order = ReportOrder(
        question=question,
        profile=known,
        sources=tuple(source or ()),
        filters=filters(year_min, year_max, venue, field, min_citations, open_access),
        engine=engine,
        with_tables=tables,
        visibility=visibility,
    )
    services = open_services()
    picked = _choose(services, chosen, order)
    _write(services, order.model_copy(update={"actions": picked}), out, trace, as_json)


@ask.command()
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
    out: OutFile = None,
    trace: TraceFile = None,
    as_json: JsonOut = False,
) -> None:
    """Write a report again with other actions, or one section of it: only what depends on the
    change is done again."""
    if (chosen is None) == (section is None):
        raise typer.BadParameter("give either --actions FILE or --section N")
    _check_trace(trace)
    order = RewriteOrder(
        base=RunId(run),
        actions=load_actions(chosen).actions if chosen else None,
        section=None if section is None else section - 1,
        again=again,
    )
    _write(open_services(), order, out, trace, as_json)


@ask.command()
def follow_up(
    run: BaseRun,
    instruction: Annotated[
        str, typer.Argument(help='What to change, for example "add a section on datasets".')
    ],
    out: OutFile = None,
    trace: TraceFile = None,
    as_json: JsonOut = False,
) -> None:
    """Edit a report by an instruction. The report before stays: to undo, go on from its run."""
    _check_trace(trace)
    order = FollowUpOrder(base=RunId(run), instruction=instruction)
    _write(open_services(), order, out, trace, as_json)


def _write(
    services: Services, order: Order[Report], out: Path | None, trace: Path | None, as_json: bool
) -> None:
    """The run, its trace also where it failed, and what it made."""
    run_id = RunId(services.new_id())
    try:
        with screen.steps() as progress:
            shown = screen.growing(progress)
            work = carry_out(services, order, run_id=run_id, progress=progress, on_text=shown)
            written = asyncio.run(work)
    finally:
        _write_trace(services, run_id, trace)
    if not isinstance(order, ReportOrder):
        for line in change_lines(report_record(services, run_id)):
            screen.say(line)
    if out:
        screen.say(f"Written to {export_report(written, out)}")
    if as_json:
        screen.print_json(written.model_dump_json(indent=1))
    elif out:
        screen.show_report_summary(written)
    else:
        screen.print_json(export_format(Path("report.md"))(written))
    screen.say(f'Run {written.report_id}. Change it: myscholar follow-up {written.report_id} "..."')


def _check_trace(path: Path | None) -> None:
    if path and path.suffix != ".json":
        raise typer.BadParameter("a trace is a .json file", param_hint="--trace")


def _write_trace(services: Services, run_id: RunId, path: Path | None) -> None:
    """Also of a run that failed; one that never began leaves none."""
    if path is None:
        return
    try:
        screen.say(f"Trace written to {save_trace(services, run_id, path)}")
    except UnknownName:
        screen.say("There is no trace: the run never began.")


def _choose(services: Services, chosen: str | None, order: ReportOrder) -> tuple[Action, ...]:
    """None without `--actions`; the defaults for `auto`; else those switched on in the file, which
    is remembered as the user's choice."""
    if chosen is None:
        return ()
    if chosen == "auto":
        wanted = ActionsOrder(
            question=order.question,
            profile=order.profile,
            sources=order.sources,
            engine=order.engine,
        )
        with screen.steps() as progress:
            return asyncio.run(carry_out(services, wanted, progress=progress)).chosen
    actions = load_actions(Path(chosen))
    if not actions.chosen:
        screen.say(
            f'No action in {chosen} is switched on: set "enabled" to true for those that you want.'
        )
    remember_choices(services, actions)
    return actions.chosen
