"""Research tasks made of seminars, what they are good for, and how well reports do on them."""

import typer

from eval.commands.arena_ace import ace
from eval.commands.arena_elo import elo
from eval.commands.arena_kae import kae
from eval.commands.arena_leakage import leakage
from eval.commands.arena_rank import rank
from eval.commands.arena_tasks import tasks

arena = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Research tasks made of seminars, and how well reports do on them. Source: Arena.",
)
for command in (tasks, rank, elo, leakage, kae, ace):
    arena.command()(command)
