"""Actions proposed for a question."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.engine import Engine
from myscholar.domain.orders import (
    ActionsOrder,
)
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.actions_screen import show_actions
from myscholar.surfaces.cli.main import PLAIN
from myscholar.surfaces.cli.options import (
    EngineOption,
    JsonOut,
    ProfileFile,
    SourceNames,
)
from myscholar.workflows.files import load_profile, save
from myscholar.workflows.jobs import carry_out, open_services

propose = typer.Typer(**PLAIN)


@propose.command()
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
    order = ActionsOrder(
        question=question,
        profile=load_profile(profile) if profile else None,
        sources=tuple(source or ()),
        engine=engine,
    )
    with screen.steps() as progress:
        proposed = asyncio.run(carry_out(open_services(), order, progress=progress))
    if out:
        screen.say(f"Written to {save(proposed, out)}")
    if as_json:
        screen.print_json(proposed.model_dump_json(indent=1))
    else:
        show_actions(proposed)
