"""`myscholar worker`: carries out what the web app and commands have ordered."""

import sys
import threading
from typing import Annotated

import typer

from myscholar.settings import load_settings
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.workflows.observe import observe
from myscholar.workflows.work import AT_ONCE, work

worker = typer.Typer(**PLAIN)


@worker.command("worker", epilog=examples("worker", "worker --concurrency 8"))
def work_on(
    at_once: Annotated[
        int, typer.Option("--concurrency", min=1, max=64, help="Runs side by side.")
    ] = AT_ONCE,
    leave_s: Annotated[
        float,
        typer.Option(
            "--leave-within",
            min=0,
            help="Seconds that steps which have begun may take when it is told to stop.",
        ),
    ] = 20.0,
    with_parent: Annotated[
        bool, typer.Option("--with-parent", hidden=True, help="Stops when its input ends.")
    ] = False,
) -> None:
    """Carry out what the web app, commands with --worker and other machines order. Ctrl-C hands
    what goes on over to the next worker."""
    observe("warning" if with_parent else "info")
    stop = threading.Event()
    if with_parent:
        threading.Thread(target=_stop_with_parent, args=(stop,), daemon=True).start()
    settings = load_settings()
    work(
        settings,
        at_once=at_once,
        leave_s=leave_s,
        stop=stop,
        ready=lambda services: screen.say(f"Ready for work in {services.settings.home}"),
    )


def _stop_with_parent(stop: threading.Event) -> None:
    """The other end of the pipe closes however the parent ends."""
    sys.stdin.buffer.read()
    stop.set()
