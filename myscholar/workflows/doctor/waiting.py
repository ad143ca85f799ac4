"""Coroutines in the thread of a check."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def wait_for(work: Coroutine[Any, Any, T], seconds: float) -> T:
    """Raises TimeoutError, and what the work raises."""
    with asyncio.Runner() as runner:
        runner.get_loop().set_default_executor(_NobodyWaits())
        return runner.run(asyncio.wait_for(work, seconds))


class _NobodyWaits(ThreadPoolExecutor):
    """Names of hosts are looked up in its threads, for half a minute where the network is gone:
    the end of the process does not wait for them."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        future: Future[T] = Future()

        def work() -> None:
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        threading.Thread(target=work, name="doctor: name of a host", daemon=True).start()
        return future
