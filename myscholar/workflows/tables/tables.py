"""The tables made so far: each is what a finished run left, as its reader changed it since."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic import ValidationError

from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.domain.tables import PaperTable
from myscholar.errors import EvidenceMismatch, InputError, RunUnfinished
from myscholar.workflows.runs.delete_runs import delete_run
from myscholar.workflows.services import Services


class SavedTable(NamedTuple):
    """What a list of tables shows. `created_at` is an ISO 8601 time."""

    table_id: RunId
    title: str
    created_at: str


_ALL = 1000
"""Tables that are looked through; by hand."""


def list_tables(services: Services) -> tuple[SavedTable, ...]:
    """The newest first; one that another grew from is not listed. Raises StorageError."""
    heads = services.runs.finished((RunKind.TABLE,), _ALL)
    bases, _ = _bases(services)
    return tuple(
        SavedTable(head.run_id, services.runs.info(head.run_id).title, head.created_at)
        for head in heads
        if head.run_id not in bases
    )


def get_table(services: Services, table_id: str) -> PaperTable:
    """Raises UnknownName; InputError for a run that left no table."""
    run_id = RunId(table_id)
    return _read(run_id, _stored(services, run_id))


def _stored(services: Services, run_id: RunId) -> Any:
    kind, status = services.runs.standing(run_id)
    if kind is not RunKind.TABLE:
        raise InputError(f"Run {run_id} made no table. `runs list` shows which did.")
    if status is not RunStatus.FINISHED:
        raise RunUnfinished(run_id)
    return services.runs.result(run_id)


def change_table(
    services: Services, table_id: str, change: Callable[[PaperTable], PaperTable]
) -> PaperTable:
    """The table after a change by hand, which is kept; of two that change it at once neither loses
    anything: `change` may be done again. Raises UnknownName, InputError."""
    run_id = RunId(table_id)
    while True:
        stored = _stored(services, run_id)
        changed = change(_read(run_id, stored))
        if services.runs.swap_result(run_id, stored, changed.model_dump(mode="json")):
            return changed


def delete_table(services: Services, table_id: str) -> None:
    """With those that it grew from and no other did. Raises UnknownName, RunBusy; InputError while
    it is being extended."""
    run_id: str | None = table_id
    while run_id:
        base = services.runs.order(RunId(run_id)).inputs.get("base")
        delete_run(services, RunId(run_id))
        bases, known = _bases(services)
        run_id = base if base in known and base not in bases else None


def _bases(services: Services) -> tuple[set[str | None], set[str]]:
    """The tables that others grew from, and all there are."""
    heads = services.runs.finished((RunKind.TABLE,), _ALL)
    known = {head.run_id for head in heads}
    return {services.runs.order(run_id).inputs.get("base") for run_id in known}, {*known}


def _read(run_id: RunId, stored: Any) -> PaperTable:
    try:
        return PaperTable.model_validate(stored)
    except (ValidationError, EvidenceMismatch) as error:
        raise InputError(
            f"The table of run {run_id} comes from another version of myscholar. Make it anew."
        ) from error
