"""DeepResearch Arena: a benchmark made of seminars."""

import typer

from eval.commands.arena_tasks import tasks

arena = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="DeepResearch Arena: research tasks made of seminars, and what is measured on them.",
)
arena.command()(tasks)
