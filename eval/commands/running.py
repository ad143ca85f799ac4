"""One run in one folder: a system answers, a judge judges, results and page are written."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import typer

from eval.commands.opened import Chosen
from eval.commands.places import keep
from eval.commands.progress import steps
from eval.commands.screen import tell
from eval.domain.results import Results
from eval.judges.names import check_judge, open_judge
from eval.show.document import Document
from eval.show.results import results_document
from eval.studies.lines import hold, make_folder
from eval.studies.myscholarqa import Task, answer_and_judge, results_of
from eval.studies.run_folder import RunFacts, RunFolder, begun_at, rubrics_print
from eval.studies.versions import versions
from eval.systems.names import EXTRACTIVE, Place, Variant, open_ours
from eval.systems.pooled import PooledSystem, Setup, processes
from eval.systems.system import System
from myscholar.domain.runs import Progress, ignore
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services

R = TypeVar("R")


@dataclass(frozen=True)
class RunOrder:
    chosen: Chosen
    task: Task
    judge: str
    seed: int
    shared: Path
    corpus: str | None = None


@contextmanager
def until_stopped() -> Iterator[None]:
    """Ctrl-C stops the work and says that it can go on."""
    try:
        yield
    except KeyboardInterrupt:
        tell("stopped: what is finished is kept, and the same command goes on")
        raise typer.Exit(130) from None


def run_until_stopped(work: Coroutine[Any, Any, R]) -> R:
    with until_stopped():
        return asyncio.run(work)


@contextmanager
def working_in(folder: Path) -> Iterator[Progress]:
    """For this process alone, until Ctrl-C; folders that are made for it and stay empty, since
    something was refused, are removed. Raises InputError, UnwritableFile."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    make_folder(folder)
    try:
        with until_stopped(), hold(folder), steps() as progress:
            yield progress
    finally:
        with suppress(OSError):  # something is kept there
            for each in missing:
                each.rmdir()


async def open_own(
    place: Place, variant: Variant, n: int, *, name: str | None = None, progress: Progress = ignore
) -> System:
    """Our own system; the extractive engine in `n` processes, at most one a core."""
    system = await open_ours(variant, place, name=name, progress=progress)
    if variant.engine != EXTRACTIVE or n == 1:
        return system
    settings, day = place.services.settings, place.services.clock()
    setup = Setup(system.name, variant, settings, day, place.shared, place.corpus)
    return PooledSystem(system.name, system.identity, processes(setup, min(n, os.cpu_count() or 1)))


async def run_in(
    folder: Path,
    order: RunOrder,
    opened: Callable[[Place], Awaitable[System]],
    *,
    progress: Progress,
) -> Document:
    """Goes on with what is in the folder. Writes `results.json` and `page.html` also when the run
    is cut short by an error or the user.

    Raises InputError where the folder is about something else, what `check_judge` raises before the
    system is asked, and what the system raises.
    """
    chosen, task = order.chosen, order.task
    with hold(folder):
        now = begun_at(folder) or open_services().now()
        services = _services(now, task.budget_usd)
        check_judge(order.judge, services.settings)
        system = await opened(Place(services, order.shared, order.corpus))
        run = RunFolder(folder, _facts(order, system, now))
        left, heard = run.left_of(task.budget_usd), partial(run.add_call, order.judge)
        try:
            async with open_judge(order.judge, services, left, heard) as judge:
                await answer_and_judge(
                    run, task, system, judge.judge, timer=time.perf_counter, progress=progress
                )
        finally:
            system.close()
            notes = (*chosen.warnings, *chosen.notes)
            results = results_of(run, chosen.instances, wanted=task.wanted, notes=notes)
            results = results.model_copy(update={"warnings": chosen.warnings})
            document = keep_results(folder, results)
        return document


def _facts(order: RunOrder, system: System, now: str) -> RunFacts:
    return RunFacts(
        dataset=order.chosen.dataset,
        system=system.name,
        identity=system.identity,
        seed=order.seed,
        begun_at=now,
        versions=versions(),
        rubrics=rubrics_print(r for of in order.task.rubrics.values() for r in of),
    )


def keep_results(folder: Path, results: Results) -> Document:
    """`results.json` and `page.html`. Raises UnwritableFile."""
    document = results_document((results,))
    keep(results, folder / "results.json", document, folder / "page.html")
    return document


def _services(begun: str, budget_usd: float | None) -> Services:
    """On the folder's day, so that a resumed run does alike; one run may spend the budget."""
    services, day = open_services(), datetime.fromisoformat(begun)
    if budget_usd is not None:
        settings = services.settings.model_copy(update={"budget_usd": budget_usd})
        services = replace(services, settings=settings)
    return replace(services, clock=lambda: day)
