"""`myscholar worker`: carries out what the web app and other machines have ordered."""

import os
import signal
import sys
import threading
from contextlib import ExitStack
from types import FrameType
from typing import Annotated

import typer

from myscholar.settings import load_settings
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.worker_health import serve_health
from myscholar.workflows.observe import observe
from myscholar.workflows.services import Services
from myscholar.workflows.work import AT_ONCE, work

_STOPS = b"Stopping: what goes on is handed over. The same signal again ends it at once.\n"
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
    health_port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65535,
            help="Of this machine: /health there tells whether it can do its work.",
        ),
    ] = None,
    with_parent: Annotated[
        bool, typer.Option("--with-parent", hidden=True, help="Stops when its input ends.")
    ] = False,
) -> None:
    """Carry out what the web app and other machines order. `myscholar app` brings a worker of its
    own; start others for more at once, or on other machines. Ctrl-C hands what goes on over to the
    next worker; pressed again it ends this one at once."""
    observe("warning" if with_parent else "info")
    stop = threading.Event()

    def tell(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        # on a thread: the lock of `stop` may be held by the very code that the signal interrupts
        threading.Thread(target=stop.set).start()
        os.write(2, _STOPS)  # whatever else is being written at this moment

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, tell)
    if with_parent:
        threading.Thread(target=_stop_with_parent, args=(stop,), daemon=True).start()

    def ready(services: Services) -> None:
        health.enter_context(serve_health(services, health_port))
        home = screen.escape(str(services.settings.home))
        screen.out.print(f"Ready for work in {home}", soft_wrap=True)

    with ExitStack() as health:
        work(load_settings(), stop, at_once=at_once, leave_s=leave_s, ready=ready)


def _stop_with_parent(stop: threading.Event) -> None:
    """The other end of the pipe closes however the parent ends. Not by `sys.stdin`: its lock would
    be held when this process ends."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    stop.set()
