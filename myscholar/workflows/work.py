"""A worker: carries out what the web app, commands and other machines have ordered."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as StillWorking
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any

from myscholar.domain.runs import RunKind, ignore
from myscholar.errors import MyScholarError
from myscholar.runs.run import Run
from myscholar.runs.runner import Runner
from myscholar.runs.worker import LEAVE_S, serve
from myscholar.settings import Settings, load_settings
from myscholar.workflows.jobs import open_services, stories
from myscholar.workflows.preload import preload
from myscholar.workflows.services import Services

AT_ONCE = 4
_LOOKS_S = 0.2


class _Current:
    """Services with the settings as they are now: what is set while the worker goes on holds for
    the runs that begin then."""

    def __init__(self, settings: Settings) -> None:
        self._lock = threading.Lock()
        self.services = open_services(settings)

    def renew(self) -> Services:
        with self._lock:
            settings = load_settings()
            if settings != self.services.settings:
                self.services = open_services(settings)
                threading.Thread(target=_preload, args=(self.services,), daemon=True).start()
            return self.services


async def _carry_out(current: _Current, kind: RunKind, run: Run, inputs: dict[str, Any]) -> Any:
    services = await asyncio.to_thread(current.renew)
    return await stories(services)[kind](run, inputs)


def work(
    settings: Settings,
    *,
    at_once: int = AT_ONCE,
    leave_s: float = LEAVE_S,
    stop: threading.Event | None = None,
    ready: Callable[[Services], None] = ignore,
) -> None:
    """Carries out runs, `at_once` side by side, until the process is told to end (SIGINT, SIGTERM)
    or `stop` is set. Then it hands over what goes on, for which steps that have begun may take
    `leave_s` seconds. On the main thread. Raises StorageError where the database can't be
    opened."""
    told = stop or threading.Event()
    current = _Current(settings)
    services = current.services
    kinds = {kind: partial(_carry_out, current, kind) for kind in RunKind}
    runner = Runner(services.runs, kinds, enter=services.queue.enter)
    is_over = asyncio.Event()
    serving = partial(serve, services.queue, services.runs, runner, at_once=at_once)
    with _told_by_signals(told):
        threading.Thread(target=_preload, args=(services,), name="preload", daemon=True).start()
        working = runner.loop.submit(serving(stop=is_over, leave_s=leave_s))
        ready(services)
        while not working.done():
            if told.wait(_LOOKS_S) and not is_over.is_set():
                runner.loop.call(is_over.set)
            with suppress(StillWorking):
                working.result(_LOOKS_S if told.is_set() else 0)
    runner.close()
    services.close()
    working.result()


def _preload(services: Services) -> None:
    with suppress(MyScholarError):  # the run that needs it says so
        preload(services)


@contextmanager
def _told_by_signals(told: threading.Event) -> Iterator[None]:
    """A second signal ends the process at once."""

    def tell(number: int, _: FrameType | None) -> None:
        told.set()
        signal.signal(number, before[signal.Signals(number)])

    before = {number: signal.signal(number, tell) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
