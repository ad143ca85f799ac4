"""`python -m eval arena`: research tasks made of seminars, and what they are good for."""

import typer

from eval.commands.arena_elo import elo
from eval.commands.arena_leakage import leakage
from eval.commands.arena_rank import rank

arena = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
arena.command()(rank)
arena.command()(elo)
arena.command()(leakage)
