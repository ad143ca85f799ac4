"""What reports make of what their sources say."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.arena_reports import reads_reports
from eval.commands.options import Budget, JudgeName, Parallel
from eval.commands.places import keep
from eval.commands.running import run_until_stopped, working_in
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.judges.names import LOCAL, check_judge
from eval.show.report_evaluation import evaluation_document
from eval.show.terminal import show
from eval.studies.arena.keypoints import KeypointsOrder, run_keypoints
from eval.studies.arena.reports import ReportsOrder
from myscholar.workflows.jobs import open_services


@reads_reports
def kae(
    reports: ReportsOrder,
    judge: JudgeName = LOCAL,
    fetch: Annotated[
        bool,
        typer.Option(
            help="Fetch cited pages of which no words are known, from public https addresses."
        ),
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder; the same command goes on in it.")] = Path(
        "eval-runs/arena-kae"
    ),
    parallel: Parallel = 4,
    budget: Budget = None,
) -> None:
    """Keypoint-aligned evaluation: what the sources of each report say in answer to its question,
    and how much of it the report supports, contradicts and omits."""
    check_judge(judge, open_services().settings)
    order = KeypointsOrder(
        reports=reports,
        judge=judge,
        fetch=fetch,
        parallel=parallel,
        budget_usd=budget,
    )
    with working_in(out) as progress:
        found, keypoints = run_until_stopped(run_keypoints(order, out, progress))
    title = "What reports make of their sources"
    document = evaluation_document(found, title=title, keypoints=keypoints)
    show(document, screen)
    keep(found, out / "results.json", document, out / "page.html")
    tell(f"Kept in {out}: results.json, page.html, and a line for each report.")
