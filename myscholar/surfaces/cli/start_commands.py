"""The sample's demo, and the web app."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import JsonOut
from myscholar.surfaces.cli.report_screen import show_basis, show_report
from myscholar.views.report_file import save_way
from myscholar.workflows.demo import run_demo

start = typer.Typer(**PLAIN)
_LEAVE_S = 3.0
"""When the app is stopped its worker's steps may take so long: somebody waits at a terminal."""


@start.command(epilog=examples("demo --out demo"))
def demo(
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("demo"),
    as_json: JsonOut = False,
) -> None:
    """The whole way on a bundled sample, twice: without a language model, and with recorded answers
    of one. No key, no network."""
    with screen.steps() as progress:
        shown = asyncio.run(run_demo(progress=progress))
    for demo in shown:
        save_way(demo.way, out / demo.engine.value)
    if as_json:
        reports = {demo.engine.value: demo.way.report.model_dump(mode="json") for demo in shown}
        screen.print_json(json.dumps(reports, ensure_ascii=False))
        return
    for number, demo in enumerate(shown, 1):
        screen.out.rule(f"{number}  {demo.heading}")
        show_basis(demo.way.profile, demo.way.actions)
        show_report(demo.way.report, with_text=False)
    screen.out.print("\nOpen in a browser, and compare:")
    for demo in shown:
        screen.out.print(
            f"  {out / demo.engine.value / 'report.html'}  [dim]{demo.heading}[/]",
            soft_wrap=True,
            highlight=False,
        )
    screen.out.print(
        "Beside each: its profile, actions and report in other formats. On your own papers: make "
        "app, or myscholar --help."
    )


@start.command("app", epilog=examples("app", "app --port 9000 --no-browser", "app --no-worker"))
def web_app(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of this machine.")] = 8501,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open it in the browser.")
    ] = True,
    worker: Annotated[
        bool,
        typer.Option(
            "--worker/--no-worker",
            help="Carry out what is ordered there, too; without, a `myscholar worker` does.",
        ),
    ] = True,
    at_once: Annotated[
        int, typer.Option("--concurrency", min=1, max=64, help="Runs side by side.")
    ] = 4,
) -> None:
    """The web app, for this machine only, and a worker beside it."""
    from myscholar.surfaces.web import own_worker

    begin = [sys.executable, "-m", "myscholar.surfaces.cli", "worker", "--with-parent"]
    begin += ["--concurrency", str(at_once), "--leave-within", str(_LEAVE_S)]
    own = own_worker.begin(begin) if worker else None  # while the server's libraries are loaded
    if not own:
        screen.say("What is ordered waits for a worker. To start one: myscholar worker")
    try:
        from myscholar.surfaces.web.serving import serve

        serve(port, opens_browser=browser, worker=own)
    finally:
        if own:
            own.kill()
