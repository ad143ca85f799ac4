"""`myscholar research`: a report from many searches, with questions on the way."""

from typing import Annotated

import typer

from myscholar.domain.engine import Engine
from myscholar.domain.interaction import Pausing, ResearchMode, ResearchPlan, TreeLimits
from myscholar.domain.orders import ReportOrder
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import (
    ByWorker,
    Choose,
    EngineOption,
    JsonOut,
    Listed,
    ProfileFile,
    Question,
    SourceNames,
    TaskOption,
)
from myscholar.surfaces.cli.report_commands import OutFile, TraceFile
from myscholar.surfaces.cli.user_option import UserOption, read_user

_USUAL = TreeLimits()
alone = typer.Typer(**PLAIN)


@alone.command(
    epilog=examples(
        'research "How are citations of generated answers verified?" --out report.json',
        'research "How ...?" --persona "I evaluate systems for lawyers" --c0 0.2',
        'research "How ...?" --user nobody --depth 3 --breadth 2',
        'research "How ...?" --choose 1,4-6',
    )
)
def research(
    question: Question = None,
    task: TaskOption = None,
    mode: Annotated[
        ResearchMode,
        typer.Option(
            "--mode",
            help="tree: directions branch, and you are asked where it pays; team: researchers "
            "share the work, and you are asked at three stages.",
        ),
    ] = ResearchMode.TREE,
    persona: Annotated[
        str, typer.Option("--persona", help="Who asks and what they care about, in your words.")
    ] = "",
    user: UserOption = "ask",
    profile: ProfileFile = None,
    listed: Listed = None,
    choose: Choose = None,
    c0: Annotated[
        float,
        typer.Option(
            "--c0",
            min=0,
            max=1,
            help="What a question costs you: at 0 you are asked wherever leaving directions out "
            "gains anything, at 1 hardly ever.",
        ),
    ] = _USUAL.base_cost,
    tolerance: Annotated[
        int, typer.Option("--tolerance", min=1, max=100, help="Questions you would answer.")
    ] = _USUAL.tolerance,
    depth: Annotated[
        int, typer.Option("--depth", min=0, max=5, help="Levels below the question.")
    ] = _USUAL.depth,
    breadth: Annotated[
        int, typer.Option("--breadth", min=1, max=8, help="Directions followed at each place.")
    ] = _USUAL.breadth,
    explore: Annotated[
        float, typer.Option("--explore", min=0, max=10, help="How much a new angle counts.")
    ] = _USUAL.explore_weight,
    information: Annotated[
        float, typer.Option("--information", min=0, max=10, help="How much news counts.")
    ] = _USUAL.information_weight,
    pause: Annotated[
        Pausing,
        typer.Option(
            "--pause",
            help="Who decides whether you are asked in a tree. value: the rule that weighs the "
            "gain against --c0; agent: a language model, to compare it with.",
        ),
    ] = Pausing.VALUE,
    engine: EngineOption = Engine.AUTO,
    source: SourceNames = None,
    out: OutFile = None,
    trace: TraceFile = None,
    by_worker: ByWorker = False,
    as_json: JsonOut = False,
) -> None:
    """Research a question in many steps, steer it by answering, and get a cited report."""
    from myscholar.surfaces.cli import report_work as work

    work.check_files(out, trace)
    services = work.open_services(by_worker=by_worker)
    order = ReportOrder(
        question=work.question_of(question, task),
        profile=work.profile_of(services, profile),
        sources=tuple(source or ()),
        engine=engine,
        research=ResearchPlan(
            mode=mode,
            persona=persona,
            user=read_user(user),
            tree=TreeLimits(
                base_cost=c0,
                tolerance=tolerance,
                depth=depth,
                breadth=breadth,
                explore_weight=explore,
                information_weight=information,
            ),
            pausing=pause,
        ),
    )
    picked = work.choose_actions(services, listed, choose, order)
    work.write(services, order.model_copy(update={"actions": picked}), out, trace, as_json)
