"""Entry point: runs a command and turns an error of the product into one line."""

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from threading import Thread
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import myscholar
from myscholar.domain.text import one_line
from myscholar.errors import InputError, MyScholarError, RunCancelled
from myscholar.streams import outlast_readers
from myscholar.surfaces.cli.remedies import explain, refused_by_system

PLAIN: Any = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
}
"""How every command looks: help as plain text, errors as one line."""


def examples(*typed: str) -> str:
    """The end of a command's help, for its `epilog`: each is typed after `myscholar`."""
    return "\b\nExamples:\n" + "\n".join(f"  myscholar {line}" for line in typed)


_COMMANDS = {
    "demo": (
        "start_commands:start",
        "The whole way on a bundled sample, twice: without a language...",
    ),
    "app": ("start_commands:start", "The web app, for this machine only."),
    "worker": (
        "worker_command:worker",
        "Carry out what the web app and other machines order. Ctrl-C...",
    ),
    "actions": ("actions_command:propose", "Propose what a report could do for a question."),
    "clarify": (
        "clarify_command:clarifying",
        "Ask what a question leaves open, one thing at a time, and say...",
    ),
    "report": ("report_commands:ask", "Write a cited report on a question."),
    "research": (
        "research_command:alone",
        "Research a question in many steps, steer it by answering, and...",
    ),
    "rewrite": (
        "report_commands:ask",
        "Write a report again with other actions, or one section of...",
    ),
    "follow-up": ("report_commands:ask", "Edit a report by an instruction."),
    "ask": ("report_commands:ask", "Ask a question of a report's sources."),
    "table": (
        "table_commands:tables",
        "Set papers side by side in columns of your own words.",
    ),
    "setup": (
        "setup_command:alone",
        "Set up a language model: choose it, try it with one small...",
    ),
    "doctor": ("doctor_command:alone", "Look what works on this machine, and how to mend..."),
    "models": ("models_commands:models", "Language models: which, and how good."),
    "library": ("library_commands:library", "Your papers."),
    "papers": ("papers_commands:papers", "Papers that cite, are cited, or are alike."),
    "profile": ("profile_commands:profile", "What your papers say."),
    "corpus": ("corpus_commands:corpus", "Collections of papers to search in."),
    "runs": ("runs_commands:runs", "What is being worked on, and what was."),
}
"""Where each command is, and its line in the list: a command is loaded when it is typed, so that
`--help` is fast."""


_ASKING = (
    ("report",),
    ("research",),
    ("rewrite",),
    ("follow-up",),
    ("ask",),
    ("actions",),
    ("clarify",),
    ("table",),
    ("profile", "infer"),
)
"""Commands that ask a language model where one is set."""


class Commands(TyperGroup):
    """What can be typed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = dict.fromkeys(_COMMANDS, self)  # what a word mistyped is likened to

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name][0].partition(":")
        loaded = typer.main.get_command(
            getattr(import_module(f"myscholar.surfaces.cli.{module}"), name)
        )
        own = loaded.get_command(ctx, cmd_name) if isinstance(loaded, TyperGroup) else None
        return own or loaded

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, said) for name, (_, said) in _COMMANDS.items()])

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:  # noqa: ARG002
        """From the list, without loading the commands."""
        named = {name: TyperCommand(name, help=said) for name, (_, said) in _COMMANDS.items()}
        listed = TyperGroup(commands={**named}, params=self.params)
        return listed.shell_complete(typer.Context(listed), incomplete)


app = typer.Typer(
    **PLAIN | {"add_completion": True},
    cls=Commands,
    name="myscholar",
    no_args_is_help=True,
    epilog=examples(
        "demo",
        "library add papers/ refs.bib",
        "profile infer --library default --out me.json",
        'actions "How are citations verified?" --profile me.json',
        'report "How are citations verified?" --profile me.json --choose 1,4 --out report.html',
    ),
)


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"myscholar {myscholar.__version__}")  # noqa: T201
        raise typer.Exit


@app.callback()
def _start(
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", is_eager=True, callback=_say_version, help="Its version.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Tell on standard error what is done.")
    ] = False,
) -> None:
    """Personalized deep research for scholars: papers -> cited profile -> chosen actions -> cited
    report."""
    if verbose:
        import_module("myscholar.logs").set_up("info")


def main() -> None:
    """Exit status: 0 done, 1 the product could not, 2 the input must be mended, 130 stopped by the
    user, 141 done though nobody read all that was said."""
    # almost nothing of what a command makes is garbage, and looking through it as often as Python
    # does by itself is a sixth of its work
    gc.set_threshold(10_000, 10, 10)
    _load_ahead(sys.argv[1:])
    with outlast_readers():
        _run()


def _run() -> None:
    try:
        app()
    except RunCancelled as stopped:
        print(f"stopped: {one_line(explain(stopped))}", file=sys.stderr)  # noqa: T201
        sys.exit(130)
    except MyScholarError as error:
        print(f"error: {one_line(explain(error))}", file=sys.stderr)  # noqa: T201
        sys.exit(2 if isinstance(error, InputError) else 1)
    except OSError as refused:
        if (said := refused_by_system(refused)) is None:
            raise
        print(f"error: {one_line(explain(said))}", file=sys.stderr)  # noqa: T201
        sys.exit(1)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)  # noqa: T201
        sys.exit(130)


def _load_ahead(typed: Sequence[str]) -> None:
    """Beside what comes next, in the first millisecond: a vendor's client is half of what stands
    between Enter and the first request."""
    is_asking = any(tuple(typed[: len(command)]) == command for command in _ASKING)
    if is_asking and not {"--help", "extractive", "recorded", "--worker"} & {*typed}:
        load = import_module("myscholar.workflows.models.load_ahead").load_ahead
        Thread(target=load, name="load ahead", daemon=True).start()
