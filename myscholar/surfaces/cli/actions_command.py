"""Actions proposed for a question, and chosen by number."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ActionsOrder
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import (
    ByWorker,
    Choose,
    EngineOption,
    JsonOut,
    ProfileFile,
    Question,
    SourceNames,
    TaskOption,
)

propose = typer.Typer(**PLAIN)


@propose.command(
    epilog=examples(
        'actions "How are citations of generated answers verified?" --profile "My profile"',
        'actions "How are citations of generated answers verified?" --choose 1,4-6 --out todo.json',
    )
)
def actions(
    question: Question = None,
    task: TaskOption = None,
    profile: ProfileFile = None,
    engine: EngineOption = Engine.AUTO,
    source: SourceNames = None,
    choose: Choose = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the actions to this .json file, to edit and give to `report --actions`."
        ),
    ] = None,
    by_worker: ByWorker = False,
    as_json: JsonOut = False,
) -> None:
    """Propose what a report could do for a question, as a numbered list. With --choose the numbers
    are those of the list that was shown last; only where none was, one is proposed."""
    from myscholar.surfaces.cli import report_work as work
    from myscholar.surfaces.cli import screen
    from myscholar.surfaces.cli.actions_screen import show_actions

    services = work.open_services(by_worker=by_worker)
    order = ActionsOrder(
        question=work.question_of(question, task),
        profile=work.profile_of(services, profile),
        sources=tuple(source or ()),
        engine=engine,
    )
    if choose is None:
        shown = work.propose(services, order)
    else:
        seen = work.last_proposed(services, order.question, order.profile)
        listed = seen.actions if seen else work.propose(services, order)
        shown = work.choose(services, listed, choose, seen)
    if out:
        screen.say(f"Written to {work.save(shown, out)}")
    if as_json:
        screen.print_json(shown.model_dump_json(indent=1))
        return
    show_actions(shown, is_chosen=choose is not None)
    typed = [
        "myscholar",
        "report",
        order.question,
        *(["--profile", str(profile)] if profile else []),
    ]
    typed += ["--actions", str(out)] if out and choose else ["--choose", choose or "1,4"]
    screen.say(f"\nWrite the report with those that you choose: {shlex.join(typed)}")
