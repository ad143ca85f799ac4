"""Reports: written, written again with other actions, edited by an instruction."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from myscholar.domain.runs import RunId
from myscholar.surfaces.cli.options import (
    Engine,
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

if TYPE_CHECKING:
    from myscholar.domain.actions import Action
    from myscholar.domain.profile import Profile
    from myscholar.domain.report import Report
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
        Literal["all", "relevant", "incremental", "one_prompt"],
        typer.Option(help="Where actions are shown to the model (for ablation)."),
    ] = "all",
    as_json: JsonOut = False,
) -> None:
    """Write a cited report on a question."""
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.files import export_format
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.report.write_report import write_report

    if out:
        export_format(out)
    _check_trace(trace)
    services = open_services()
    known = profile_of(profile)
    wanted = filters(year_min, year_max, venue, field, min_citations, open_access)
    run_id = RunId(services.new_id())

    async def write() -> "Report":
        todo = await _chosen(services, chosen, question, known, source or [], engine)
        return await write_report(
            services,
            question,
            actions=todo,
            profile=known,
            sources=source or (),
            filters=wanted,
            engine=engine,
            with_tables=tables,
            visibility=visibility,
            run_id=run_id,
            progress=progress,
            on_text=on_text,
        )

    try:
        with screen.steps() as progress:
            on_text = screen.growing(progress)
            written = asyncio.run(write())
    finally:
        _write_trace(services, run_id, trace)
    _deliver(written, out, as_json)


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
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.files import load_actions
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.report import change_report

    if (chosen is None) == (section is None):
        raise typer.BadParameter("give either --actions FILE or --section N")
    _check_trace(trace)
    services = open_services()
    actions = load_actions(chosen).actions if chosen else None
    run_id = RunId(services.new_id())
    try:
        with screen.steps() as progress:
            work = asyncio.run(
                change_report.rewrite_report(
                    services,
                    RunId(run),
                    actions=actions,
                    section=None if section is None else section - 1,
                    again=again,
                    run_id=run_id,
                    progress=progress,
                    on_text=screen.growing(progress),
                )
            )
    finally:
        _write_trace(services, run_id, trace)
    for line in change_report.change_lines(work):
        screen.say(line)
    _deliver(work.report, out, as_json)


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
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.report import change_report

    _check_trace(trace)
    services = open_services()
    run_id = RunId(services.new_id())
    try:
        with screen.steps() as progress:
            work = asyncio.run(
                change_report.follow_up(
                    services,
                    RunId(run),
                    instruction,
                    run_id=run_id,
                    progress=progress,
                    on_text=screen.growing(progress),
                )
            )
    finally:
        _write_trace(services, run_id, trace)
    for line in change_report.change_lines(work):
        screen.say(line)
    _deliver(work.report, out, as_json)


def _deliver(written: "Report", out: Path | None, as_json: bool) -> None:
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.files import export_format, export_report

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


def _write_trace(services: "Services", run_id: RunId, path: Path | None) -> None:
    """Also of a run that failed; one that never began leaves none."""
    from myscholar.errors import UnknownName
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.runs.run_work import save_trace

    if path is None:
        return
    try:
        screen.say(f"Trace written to {save_trace(services, run_id, path)}")
    except UnknownName:
        screen.say("There is no trace: the run never began.")


async def _chosen(
    services: "Services",
    chosen: str | None,
    question: str,
    profile: "Profile | None",
    sources: list[str],
    engine: Engine,
) -> "tuple[Action, ...]":
    """None without `--actions`; the defaults for `auto`; else those switched on in the file, which
    is remembered as the user's choice."""
    from myscholar.surfaces.cli import screen
    from myscholar.workflows.actions.propose_actions import propose_actions, remember_choices
    from myscholar.workflows.files import load_actions

    if chosen is None:
        return ()
    if chosen == "auto":
        return (
            await propose_actions(
                services, question, profile=profile, sources=sources, engine=engine
            )
        ).chosen
    actions = load_actions(Path(chosen))
    if not actions.chosen:
        screen.say(
            f'No action in {chosen} is switched on: set "enabled" to true for those that you want.'
        )
    remember_choices(services, actions)
    return actions.chosen
