"""Research tasks from seminars, and how well reports do on them."""

import typer

from eval.commands.arena_ace import ace
from eval.commands.arena_kae import kae

arena = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Research tasks from seminars, and how well reports do on them.",
)
arena.command()(kae)
arena.command()(ace)
