"""How well reports meet checklists that were made for their tasks."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.arena_reports import reads_reports
from eval.commands.options import Budget, Parallel
from eval.commands.places import keep
from eval.commands.running import run_until_stopped, working_in
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.judges.names import LOCAL, check_judge
from eval.show.report_evaluation import evaluation_document
from eval.show.terminal import show
from eval.studies.arena.checklists import ChecklistOrder, run_checklists
from eval.studies.arena.reports import ReportsOrder
from myscholar.workflows.jobs import open_services

_NO_GENERATOR = f"Or make checklists without a model: {LOCAL}"


@reads_reports
def ace(
    reports: ReportsOrder,
    generator: Annotated[
        str,
        typer.Option(help="Who makes the checklists: local (no model), or provider:name."),
    ] = LOCAL,
    scorer: Annotated[
        str,
        typer.Option(
            help="Who grades by them: local (no model), or provider:name; best another model."
        ),
    ] = LOCAL,
    out: Annotated[Path, typer.Option(help="Folder; the same command goes on in it.")] = Path(
        "eval-runs/arena-ace"
    ),
    parallel: Parallel = 4,
    budget: Budget = None,
) -> None:
    """Checklist evaluation: three to six weighted criteria made for each task, by which every
    system's report is graded from 0 to 10."""
    settings = open_services().settings
    check_judge(generator, settings, instead=_NO_GENERATOR)
    check_judge(scorer, settings)
    order = ChecklistOrder(
        reports=reports,
        generator=generator,
        scorer=scorer,
        parallel=parallel,
        budget_usd=budget,
    )
    with working_in(out) as progress:
        found, checklists = run_until_stopped(run_checklists(order, out, progress))
    title = "How well reports meet checklists made for their tasks"
    document = evaluation_document(found, title=title, checklists=checklists)
    show(document, screen)
    keep(found, out / "results.json", document, out / "page.html")
    tell(f"Kept in {out}: results.json, page.html, the checklists, and a line for each report.")
