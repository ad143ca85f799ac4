"""`myscholar doctor`: what works on this machine, what does not, and how to mend it."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.table import Table

from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import JsonOut
from myscholar.views.doctor_view import doctor_view
from myscholar.workflows.doctor.diagnosis import Command, Diagnosis, State
from myscholar.workflows.doctor.examine import examine

alone = typer.Typer(**PLAIN)
TYPED = {
    Command.SET_UP_MODEL: "myscholar setup",
    Command.TEST_MODEL: "myscholar models test {subject}",
    Command.LIST_MODELS: "myscholar models list {subject}",
    Command.RESUME_RUN: "myscholar runs list, then myscholar runs resume RUN",
    Command.START_WORKER: "myscholar app, or myscholar worker",
    Command.ADD_WORKER: "myscholar worker, or one with a higher --concurrency",
    Command.START_APP: "myscholar app --port {subject}",
    Command.INSTALL: "python -m pip install {subject}",
    Command.INSTALL_AGAIN: "python -m pip install --force-reinstall --no-deps {subject}",
    Command.MAKE_DATABASE: "createdb --encoding UTF8 --template template0 NAME",
    Command.MAKE_USER: "createuser --pwprompt NAME",
}
"""What is typed for each."""
_SIGNS = {
    State.OK: ("ok", "green"),
    State.WARNING: ("warning", "yellow"),
    State.FAULT: ("FAULT", "bold red"),
    State.UNCHECKED: ("--", "dim"),
}
_WIDTH = 9


@alone.command(epilog=examples("doctor", "doctor --port 9000", "doctor --json"))
def doctor(
    port: Annotated[
        int, typer.Option(min=1, max=65535, help="Where the web app is to be served.")
    ] = 8501,
    as_json: JsonOut = False,
) -> None:
    """Look what works on this machine, what does not, and how to mend it. Costs nothing and changes
    nothing. Exit status 1 where something is at fault."""
    with screen.err.status("Looking ..."), _warnings_left_out():
        view = doctor_view(examine(port))
    if as_json:
        told = [{**_plain(f), "mend": how_to_mend(f)} for f in view.diagnoses]
        found = {"is_well": view.is_well, "diagnoses": told}
        screen.print_json(json.dumps(found, ensure_ascii=False))
    else:
        for diagnosis in view.diagnoses:
            _show(diagnosis)
        screen.out.print(f"\n{view.closing}", markup=False)
    if not view.is_well:
        raise typer.Exit(1)


@contextmanager
def _warnings_left_out() -> Iterator[None]:
    """What they would say stands in the list."""
    ours = logging.getLogger("myscholar")
    before = ours.level
    ours.setLevel(logging.ERROR)
    try:
        yield
    finally:
        ours.setLevel(before)


def how_to_mend(diagnosis: Diagnosis) -> str:
    """With what is typed for it."""
    if diagnosis.command is None:
        return diagnosis.mend
    typed = TYPED[diagnosis.command].format(subject=diagnosis.subject)
    return f"{diagnosis.mend.rstrip('.')}: {typed}"


def _plain(diagnosis: Diagnosis) -> dict[str, str]:
    return {"name": diagnosis.name, "state": diagnosis.state, "said": diagnosis.said}


def _show(diagnosis: Diagnosis) -> None:
    """What was seen is wrapped below itself on a terminal; what may be copied stays whole."""
    word, style = _SIGNS[diagnosis.state]
    sign = f"[{style}]{word:{_WIDTH}}[/]"
    said = screen.escape(f"{diagnosis.name}: {diagnosis.said}")
    if screen.out.is_terminal:
        row = Table.grid()
        row.add_column(width=_WIDTH)
        row.add_row(sign, said)
        screen.out.print(row)
    else:
        screen.out.print(f"{sign}{said}", soft_wrap=True)
    if then := how_to_mend(diagnosis):
        screen.out.print(f"{'':{_WIDTH}}[dim]{screen.escape(then)}[/]", soft_wrap=True)
