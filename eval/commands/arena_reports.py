"""Which reports a command reads: options that several commands have."""

from collections.abc import Callable
from functools import wraps
from inspect import Signature, signature
from typing import Any

from eval.commands.options import (
    DEFAULT_SHARED,
    Agreement,
    Questions,
    ReportFiles,
    Seed,
    Shared,
    Systems,
    TaskFile,
    system_names,
)
from eval.studies.arena.reports import ReportsOrder


def reports_order(
    shared: Shared = DEFAULT_SHARED,
    files: ReportFiles = None,
    tasks: TaskFile = None,
    systems: Systems = "",
    limit: Questions = 30,
    agreement: Agreement = True,
    seed: Seed = 0,
) -> ReportsOrder:
    return ReportsOrder(
        shared=shared,
        files=tuple(files or ()),
        tasks=tasks,
        systems=system_names(systems),
        limit=limit,
        seed=seed,
        agreement=agreement,
    )


def reads_reports(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of `reports_order` in the place of its first argument, which
    they make."""
    chosen = signature(reports_order).parameters
    _, *own = signature(command).parameters.values()

    @wraps(command)
    def run(**given: Any) -> None:
        command(reports_order(**{name: given.pop(name) for name in chosen}), **given)

    run.__signature__ = Signature([*chosen.values(), *own])  # type: ignore[attr-defined]
    return run
