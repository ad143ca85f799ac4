"""Our extractive engine in processes of its own. It computes all the time, so that threads of one
process wait for each other: on two cores, two processes answer 1.6 times as fast as one, four
threads 1.15 times."""

import asyncio
import gc
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from multiprocessing import get_context, parent_process
from pathlib import Path

from eval.domain.instance import Instance
from eval.domain.output import Output
from eval.systems.names import Place, Variant, open_ours
from eval.systems.ours import MyScholarSystem
from eval.systems.system import CONCERNS_ALL
from myscholar.errors import EngineUnavailable, StorageError
from myscholar.settings import Settings
from myscholar.workflows.jobs import open_services


@dataclass(frozen=True)
class Setup:
    """What a process needs to open the system; it can be sent to one."""

    name: str
    variant: Variant
    settings: Settings
    day: datetime
    """What it takes for today."""
    shared: Path
    corpus: str | None


@dataclass(frozen=True)
class Fault:
    """An error that concerns every instance, as it can be sent between processes."""

    message: str


def processes(setup: Setup, n: int) -> tuple[Executor, ...]:
    """`n` processes that are started when first used."""
    context = get_context("spawn")  # a fork of a process that has threads may hang
    return tuple(
        ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(setup,))
        for _ in range(n)
    )


class PooledSystem:
    """Users of one question go to one process, which writes their plain report once."""

    def __init__(self, name: str, identity: str, pool: Sequence[Executor]) -> None:
        self.name, self.identity, self._pool = name, identity, tuple(pool)

    async def answer(self, instance: Instance) -> Output:
        """Raises StorageError for what concerns all, EngineUnavailable where a process died."""
        place = int(sha256(instance.query_id.encode()).hexdigest(), 16) % len(self._pool)
        try:
            answered = await asyncio.get_running_loop().run_in_executor(
                self._pool[place], answer_here, instance
            )
        except BrokenProcessPool:
            died = (
                "one of its processes died, perhaps for lack of memory. Use --processes 1; what is "
                "finished is kept."
            )
            raise EngineUnavailable("extractive", died) from None
        if isinstance(answered, Fault):
            raise StorageError(answered.message)
        return answered

    def close(self) -> None:
        """What is being answered is finished; it takes a second or two."""
        for process in self._pool:
            process.shutdown(wait=False, cancel_futures=True)


_setup: Setup


def _begin(setup: Setup) -> None:
    begin_process()
    global _setup
    _setup = setup


def begin_process() -> None:
    """In each process: Ctrl-C is for its parent, and when that is killed this one ends. Garbage is
    looked for as rarely as on the command line."""
    gc.set_threshold(10_000, 10, 10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


def answer_here(instance: Instance) -> Output | Fault:
    try:
        return asyncio.run(_open().answer(instance))
    except CONCERNS_ALL as error:
        return Fault(str(error))


@cache
def _open() -> MyScholarSystem:
    place = Place(
        open_services(_setup.settings, clock=lambda: _setup.day), _setup.shared, _setup.corpus
    )
    return asyncio.run(open_ours(_setup.variant, place, name=_setup.name))
