"""A worker: carries out what the web app and other machines have ordered."""

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from myscholar.domain.runs import RunKind, ignore
from myscholar.errors import MyScholarError
from myscholar.runs.run import Run
from myscholar.runs.runner import Runner
from myscholar.runs.worker import LEAVE_S, serve
from myscholar.settings import Settings, load_settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.preload import preload
from myscholar.workflows.services import Services

AT_ONCE = 4
_BEGINS_S = 0.2
"""A worker that can't serve says so by then."""
_LOOKS_S = 1.0
"""So often it is looked whether the settings have changed."""
_log = logging.getLogger(__name__)


class _Current:
    """Services with the settings as they are now: what is set while the worker goes on holds for
    the runs that begin then, and what they need is loaded before."""

    def __init__(
        self, settings: Settings, stop: threading.Event, prepare: Callable[[Services], None]
    ) -> None:
        self._stop, self._prepare = stop, prepare
        self._lock = threading.Lock()
        self._seen: tuple[int, int] | None = None
        self.services = self._open(settings)

    def look(self) -> None:
        """Whether the settings' file has changed. What is wrong with it the next run says."""
        seen = _looks(self.services.settings.home)
        if seen != self._seen:
            self._seen = seen
            with suppress(MyScholarError):
                self.renew()

    def renew(self) -> Services:
        """Raises BadSettings."""
        with self._lock:
            settings = load_settings()
            if settings.library_url != self.services.settings.library_url:
                _log.warning("The settings name another database: this worker ends.")
                self._stop.set()
            elif settings != self.services.settings:
                self.services = self._open(settings)
            return self.services

    def _open(self, settings: Settings) -> Services:
        services = open_services(settings)
        threading.Thread(target=self._prepare_for, args=(services,), daemon=True).start()
        return services

    def _prepare_for(self, services: Services) -> None:
        with suppress(MyScholarError):  # the run that needs it says so
            self._prepare(services)


def _looks(home: Path) -> tuple[int, int] | None:
    try:
        found = (home / "settings.toml").stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


async def _carry_out(current: _Current, kind: RunKind, run: Run, inputs: dict[str, Any]) -> Any:
    services = await asyncio.to_thread(current.renew)
    return await services.stories(services)[kind](run, inputs)


def work(
    settings: Settings,
    stop: threading.Event,
    *,
    at_once: int = AT_ONCE,
    leave_s: float = LEAVE_S,
    prepare: Callable[[Services], None] = preload,
    ready: Callable[[Services], None] = ignore,
) -> None:
    """Carries out runs, `at_once` side by side, until `stop` is set. Then it hands over what goes
    on, for which steps that have begun may take `leave_s` seconds. Raises StorageError where the
    database can't be opened or written."""
    current = _Current(settings, stop, prepare)
    services = current.services
    services.store.check_writable()
    kinds = {kind: partial(_carry_out, current, kind) for kind in RunKind}
    runner = Runner(services.runs, kinds, enter=services.queue.enter)
    is_over = asyncio.Event()
    serving = serve(
        services.queue, services.runs, runner, at_once=at_once, stop=is_over, leave_s=leave_s
    )
    working = runner.loop.submit(serving)
    if not stop.wait(_BEGINS_S) and not working.done():
        ready(services)
    while not (stop.wait(_LOOKS_S) or working.done()):
        current.look()
    try:
        runner.loop.call(is_over.set)
        working.result()
    finally:
        runner.close()
        services.close()
