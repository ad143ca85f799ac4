"""`myscholar doctor`: what works on this machine, what does not, and how to mend it."""

import json
from typing import Annotated

import typer
from rich.table import Table

from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import JsonOut
from myscholar.views.doctor_view import doctor_view
from myscholar.workflows.doctor.examine import examine
from myscholar.workflows.doctor.finding import Command, Finding, State

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
    with screen.err.status("Looking ..."):
        view = doctor_view(examine(port))
    if as_json:
        told = [{**_plain(f), "mend": how_to_mend(f)} for f in view.findings]
        found = {"is_well": view.is_well, "findings": told}
        screen.print_json(json.dumps(found, ensure_ascii=False))
    else:
        for finding in view.findings:
            _show(finding)
        screen.out.print(f"\n{view.closing}", markup=False)
    if not view.is_well:
        raise typer.Exit(1)


def how_to_mend(finding: Finding) -> str:
    """With what is typed for it."""
    if finding.command is None:
        return finding.mend
    return f"{finding.mend.rstrip('.')}: {TYPED[finding.command].format(subject=finding.subject)}"


def _plain(finding: Finding) -> dict[str, str]:
    return {"name": finding.name, "state": finding.state, "said": finding.said}


def _show(finding: Finding) -> None:
    """What was seen is wrapped below itself on a terminal; what may be copied stays whole."""
    word, style = _SIGNS[finding.state]
    sign, said = f"[{style}]{word:{_WIDTH}}[/]", screen.escape(f"{finding.name}: {finding.said}")
    if screen.out.is_terminal:
        row = Table.grid()
        row.add_column(width=_WIDTH)
        row.add_row(sign, said)
        screen.out.print(row)
    else:
        screen.out.print(f"{sign}{said}", soft_wrap=True)
    if then := how_to_mend(finding):
        screen.out.print(f"{'':{_WIDTH}}[dim]{screen.escape(then)}[/]", soft_wrap=True)
