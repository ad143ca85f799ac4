"""Research tasks made of seminars, what they are good for, and how well reports do on them."""

import typer

from eval.commands.arena_ace import ace
from eval.commands.arena_elo import elo
from eval.commands.arena_kae import kae
from eval.commands.arena_leakage import leakage
from eval.commands.arena_rank import rank
from eval.commands.arena_tasks import BUNDLED, OUT, SeminarLimit, Transcripts, WriterName, tasks
from eval.commands.options import Out, Processes
from eval.commands.screen import tell
from eval.judges.names import LOCAL
from eval.studies.arena.factory import TASKS
from eval.studies.arena.ranking import RANKED
from eval.studies.lines import write_text

arena = typer.Typer(rich_markup_mode=None)
RANKING = "ranking"
for command in (tasks, rank, elo, leakage, kae, ace):
    arena.command()(command)


@arena.callback(invoke_without_command=True)
def make(
    context: typer.Context,
    transcripts: Transcripts = BUNDLED,
    limit: SeminarLimit = None,
    model: WriterName = LOCAL,
    out: Out = OUT,
    processes: Processes = 2,
) -> None:
    """Research tasks made of seminars, and how well reports do on them. Source: Arena. By itself:
    `tasks`, then `rank`; tasks.jsonl has spans, ratings and ranks, the best first."""
    if context.invoked_subcommand:
        return
    tasks(transcripts=transcripts, limit=limit, model=model, out=out, processes=processes)
    rank(tasks=out / TASKS, model=model, out=out / RANKING)
    write_text(out / TASKS, (out / RANKING / RANKED).read_text(encoding="utf-8"))
    tell(f"Kept in {out}: {TASKS}, now with ratings and ranks; how they came about in {RANKING}/.")
