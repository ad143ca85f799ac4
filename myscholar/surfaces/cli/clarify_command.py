"""A question asked about before research."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.engine import Engine
from myscholar.domain.interaction import MOST_TURNS
from myscholar.domain.orders import ClarifyOrder
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import (
    ByWorker,
    EngineOption,
    JsonOut,
    ProfileFile,
    Question,
    SourceNames,
    TaskOption,
)
from myscholar.surfaces.cli.user_option import UserOption, read_user
from myscholar.views.clarify_view import ClarificationView, clarification_view

clarifying = typer.Typer(**PLAIN)


@clarifying.command(
    epilog=examples(
        'clarify "How are citations verified?" --profile "My profile"',
        'clarify "How are citations verified?" --user scripted:replies.txt --json',
    )
)
def clarify(
    question: Question = None,
    task: TaskOption = None,
    profile: ProfileFile = None,
    user: UserOption = "ask",
    max_turns: Annotated[
        int, typer.Option(min=1, max=MOST_TURNS, help="Questions at most.")
    ] = MOST_TURNS,
    source: SourceNames = None,
    engine: EngineOption = Engine.AUTO,
    asker: Annotated[
        Path | None,
        typer.Option(help="Folder of a trained asker, which asks instead; it needs no vendor."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the questions, replies and summary to a .json file.")
    ] = None,
    by_worker: ByWorker = False,
    as_json: JsonOut = False,
) -> None:
    """Ask what a question leaves open, one thing at a time, and say it again with what you
    answered: Enter alone skips, d leaves the rest to the tool."""
    from myscholar.surfaces.cli import report_work as work
    from myscholar.surfaces.cli import screen
    from myscholar.surfaces.cli.carrying_out import carry_out

    if out and out.suffix != ".json":
        raise typer.BadParameter("it is a .json file", param_hint="--out")
    services = work.open_services(by_worker=by_worker)
    order = ClarifyOrder(
        question=work.question_of(question, task),
        profile=work.profile_of(services, profile),
        sources=tuple(source or ()),
        user=read_user(user),
        max_turns=max_turns,
        engine=engine,
        asker=str(asker.absolute()) if asker else "",
    )
    with screen.steps() as progress:
        made = clarification_view(carry_out(services, order, progress=progress))
    if out:
        screen.say(f"Written to {work.save(made, out)}")
    if as_json:
        screen.print_json(made.model_dump_json(indent=1))
        return
    _show(made)
    typed = ["myscholar", "report", made.summary]
    typed += ["--profile", str(profile)] if profile else []
    screen.say(f"\nWrite the report on it, in these words or your own: {shlex.join(typed)}")


def _show(made: ClarificationView) -> None:
    from myscholar.surfaces.cli import screen

    for turn in made.turns:
        screen.say(f"{turn.question} ({' / '.join(turn.choices)})", is_prose=True)
        screen.say(f"  {turn.reply}", is_prose=True)
    screen.say(made.ended, is_prose=True)
    screen.print_line(made.summary)
