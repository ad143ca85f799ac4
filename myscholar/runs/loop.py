"""One event loop on a thread of its own, which carries out all runs of a process."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

THREADS = 32
"""For work that would keep the loop from turning. More than cores: a short look at the database
should not stand in line behind long work."""


class LoopThread:
    """Begins when first used. The thread does not keep the process alive."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()

    def submit(self, work: Coroutine[Any, Any, Any]) -> "Future[Any]":
        return asyncio.run_coroutine_threadsafe(work, self._start())

    def call(self, work: Callable[[], object]) -> None:
        self._start().call_soon_threadsafe(work)

    def close(self) -> None:
        """Cancels what still goes on."""
        loop, self._loop = self._loop, None
        if loop:
            asyncio.run_coroutine_threadsafe(_cancel_all(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            self._thread.join()
            loop.close()

    def _start(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._loop.set_default_executor(
                    ThreadPoolExecutor(THREADS, thread_name_prefix="runs")
                )
                self._thread = threading.Thread(
                    target=self._loop.run_forever, name="runs", daemon=True
                )
                self._thread.start()
            return self._loop


async def _cancel_all() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()
