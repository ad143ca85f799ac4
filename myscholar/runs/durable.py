"""DBOS, launched once in a process when there is something to carry out: the only file that imports it.

What DBOS does: it knows which attempts of which process are not at their end, and starts those of a server again when the server
comes back. What it does not do here: keep the results of steps. It numbers steps in the order in which they begin, which differs from
one attempt to the next as soon as two chains of steps run side by side, and it keeps a step's error as its result. So steps are kept
under their names in our own tables, an attempt is one workflow without steps, and DBOS stores nothing but its name.

An application name and version belong together (a name may not use another's version), and processes of one name take each other's
work from the queue of recovered workflows. So every server has a name of its own, and all passing processes share one under which nothing
is ever recovered, since their executor ids are fresh.
"""

import asyncio
from collections.abc import Awaitable, Callable

from dbos import DBOS, DBOSPortableJSONSerializer, SetWorkflowID

from myscholar.errors import StorageError

CarryOut = Callable[[str, str], Awaitable[str]]

_VERSION = "1"
"""Of the workflow below. DBOS recovers only what was begun under the same version; by default it is a hash of the source."""
_MAX_RECOVERIES = 3
"""A run that ends its server so often is not started again by itself."""
_carry_out: CarryOut | None = None


@DBOS.workflow(name="attempt", max_recovery_attempts=_MAX_RECOVERIES)
async def _attempt(run_id: str, attempt: str) -> str:
    """What became of the attempt; what became of the run stands in our own tables."""
    assert _carry_out is not None, "nothing is started before the launch"
    return await _carry_out(run_id, attempt)


def launch(database_url: str, *, name: str, executor_id: str, carry_out: CarryOut) -> None:
    """On the event loop that is to carry out the attempts. Those of the executor that have not ended begin again.

    Raises StorageError; RuntimeError when it is launched already: DBOS is one a process.
    """
    global _carry_out
    if _carry_out is not None:
        raise RuntimeError("runs are carried out by one Runner a process")
    asyncio.get_running_loop()
    _carry_out = carry_out
    try:
        DBOS(
            config={
                "name": name,
                "system_database_url": database_url,
                "application_version": f"{name}-{_VERSION}",
                "executor_id": executor_id,
                "serializer": DBOSPortableJSONSerializer(),
                "log_level": "CRITICAL",
                "max_executor_threads": 32,
            }
        )
        DBOS.launch()
    except Exception as error:
        destroy()
        raise StorageError(f"The database of running work can't be used ({str(error).strip().splitlines()[0]}).") from error


async def begin(run_id: str, attempt: str) -> None:
    """Starts the attempt beside the caller."""
    with SetWorkflowID(attempt):
        await DBOS.start_workflow_async(_attempt, run_id, attempt)


def destroy() -> None:
    """Attempts that have not ended begin again at the next launch of the same executor."""
    global _carry_out
    DBOS.destroy()
    _carry_out = None
