"""What any process may do with a run without carrying it out."""

import asyncio
import re
import uuid
from collections.abc import Mapping
from functools import partial
from typing import Any

from myscholar.domain.runs import (
    OnText,
    Progress,
    RunId,
    RunKind,
    RunPlace,
    RunStatus,
    Ticket,
    ignore,
)
from myscholar.errors import RunBusy, RunCancelled, RunExists, RunNotResumable, RunStopped
from myscholar.gateways.storage.line import Enter
from myscholar.gateways.storage.run_queries import ENDED, OPEN, SILENT_S, StoredOrder, lock_name
from myscholar.gateways.storage.runs import RunRecords

WAIT_POLL_S = 0.3
_NAME = re.compile(r"[A-Za-z0-9_-]{1,90}")


def check_run_id(run_id: str) -> None:
    """Ids stand in file names. Raises ValueError."""
    if not _NAME.fullmatch(run_id):
        raise ValueError(f"a run's id consists of at most 90 letters, digits, - and _: {run_id!r}")


def new_entry() -> str:
    """Names an attempt, or a standing in line of which attempts are made."""
    return uuid.uuid4().hex[:12]


def order_run(
    records: RunRecords,
    kind: RunKind,
    title: str,
    inputs: Mapping[str, Any],
    run_id: RunId,
    *,
    at: str,
    ticket: Ticket,
    steps: Mapping[str, Any] | None = None,
    enter: Enter = ignore,
) -> RunId:
    """The run stands in line for the workers. Raises RunExists, StorageError; see `Runner.start`
    for inputs and steps."""
    check_run_id(run_id)
    create = partial(records.create, attempt=new_entry(), at=at, steps=steps)
    if not create(run_id, kind, title, inputs, ticket=ticket, enter=enter):
        raise RunExists(run_id)
    return run_id


def order_again(
    records: RunRecords,
    run_id: RunId,
    *,
    at: str,
    ticket: Ticket,
    anew: bool = False,
    enter: Enter = ignore,
) -> RunId:
    """A run that stopped stands in line again. Raises what `Runner.resume` raises."""
    check_resumable(records, run_id)
    release = records.locks.hold(lock_name(run_id))
    if release is None:
        raise RunBusy(run_id)
    try:
        check_resumable(records, run_id)  # two may have seen it stopped
        entry = new_entry()
        records.begin_attempt(run_id, entry, at=at, anew=anew, ticket=ticket, enter=enter)
    finally:
        release()
    return run_id


def check_resumable(records: RunRecords, run_id: RunId) -> None:
    """Raises UnknownName, RunBusy, RunNotResumable for a finished one."""
    order = records.order(run_id)
    if order.status is RunStatus.FINISHED:
        raise RunNotResumable(run_id, "it has finished.")
    if order.status is RunStatus.ASKING:
        raise RunNotResumable(run_id, "it goes on when its question is answered.")
    if order.place is RunPlace.WORKER and order.status in OPEN:
        raise RunBusy(run_id)


def cancel_run(records: RunRecords, run_id: RunId, *, at: str) -> RunStatus:
    """The status afterwards: RUNNING where another process stops it within a second. A run that has
    ended stays as it is.

    Raises UnknownName.
    """
    status = records.info(run_id).status
    if status in ENDED:
        return status
    if records.cancel(run_id, at=at):
        return RunStatus.CANCELLED
    release = records.locks.hold(lock_name(run_id))
    if release is None:
        return RunStatus.RUNNING
    try:
        order = records.order(run_id)
        if _lives(records, run_id, order):
            return RunStatus.RUNNING
        if order.status not in ENDED:
            attempt = records.attempt(run_id, order.attempt)
            attempt.end(RunStatus.CANCELLED, at=at)
            return RunStatus.CANCELLED
        return order.status
    finally:
        release()


def delete_run(records: RunRecords, run_id: RunId) -> None:
    """With everything it stored. Raises UnknownName, and RunBusy while a process carries it out."""
    order = records.order(run_id)
    is_in_line = order.place is RunPlace.WORKER and order.status is RunStatus.WAITING
    if is_in_line or _lives(records, run_id, order):
        raise RunBusy(run_id)
    release = records.locks.hold(lock_name(run_id))
    if release is None:
        raise RunBusy(run_id)
    try:
        records.delete(run_id)
    finally:
        release()


def _lives(records: RunRecords, run_id: RunId, order: StoredOrder) -> bool:
    """Whether a worker carries it out: one that gives no sign of life is taken for dead."""
    is_running = order.place is RunPlace.WORKER and order.status is RunStatus.RUNNING
    return is_running and records.signs_of_life(run_id, SILENT_S)


async def wait_for_run(
    records: RunRecords, run_id: RunId, *, progress: Progress = ignore, on_text: OnText = ignore
) -> Any:
    """The result of a run, whichever process carries it out; the listeners are told what it tells
    and shows. Raises RunCancelled, RunStopped, UnknownName."""
    over = (*ENDED, RunStatus.INTERRUPTED)
    told, shown = 0, dict[str, str]()
    while True:
        info = await asyncio.to_thread(records.info, run_id)
        if progress is not ignore:
            for event in await asyncio.to_thread(records.events, run_id, told):
                told = event.n
                progress(event)
        if on_text is not ignore:
            for part in await asyncio.to_thread(records.parts, run_id):
                if shown.get(part.part) != part.text:
                    shown[part.part] = part.text
                    on_text(part.part, part.text)
        if info.status in over:
            break
        await asyncio.sleep(WAIT_POLL_S)
    if info.status is RunStatus.FINISHED:
        return await asyncio.to_thread(records.result, run_id)
    if info.status is RunStatus.CANCELLED:
        raise RunCancelled(run_id)
    how = f"failed ({info.error})" if info.status is RunStatus.FAILED else "was interrupted"
    raise RunStopped(run_id, how)
