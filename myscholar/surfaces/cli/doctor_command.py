"""`myscholar doctor`: what works on this machine, what does not, and how to mend it."""

import json
from typing import Annotated

import typer
from rich.table import Table

from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import JsonOut
from myscholar.views.doctor_view import DoctorLine, doctor_view
from myscholar.workflows.doctor.examine import examine
from myscholar.workflows.doctor.finding import State

alone = typer.Typer(**PLAIN)
_STYLES = {State.OK: "green", State.WARNING: "yellow", State.FAULT: "bold red"}
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
        findings = examine(port)
    view = doctor_view(findings)
    if as_json:
        told = {"is_well": view.is_well, "findings": [f._asdict() for f in findings]}
        screen.print_json(json.dumps(told, ensure_ascii=False))
    else:
        for line in view.lines:
            _show(line)
        screen.out.print(f"\n{view.closing}", markup=False)
    if not view.is_well:
        raise typer.Exit(1)


def _show(line: DoctorLine) -> None:
    """What was seen is wrapped below itself on a terminal; what may be copied stays whole."""
    sign = f"[{_STYLES.get(line.state, 'dim')}]{line.sign:{_WIDTH}}[/]"
    if screen.out.is_terminal:
        row = Table.grid()
        row.add_column(width=_WIDTH)
        row.add_row(sign, screen.escape(line.said))
        screen.out.print(row)
    else:
        screen.out.print(f"{sign}{screen.escape(line.said)}", soft_wrap=True)
    if line.then:
        screen.out.print(f"{'':{_WIDTH}}[dim]{screen.escape(line.then)}[/]", soft_wrap=True)
