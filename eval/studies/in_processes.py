"""Much work in processes of its own."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

from eval.systems.pooled import begin_process

U = TypeVar("U")
R = TypeVar("R")


def in_processes(work: Callable[[U], R], units: Sequence[U], n: int) -> Iterator[R]:
    """Results as they come, of at most `n` at once. The first error, and Ctrl-C, end all at
    once."""
    with processes(n) as executor:
        # no name for them here: each is let go of once its result is taken
        for done in as_completed([executor.submit(work, unit) for unit in units]):
            yield done.result()


@contextmanager
def processes(
    n: int, initializer: Callable[..., None] = begin_process, initargs: tuple[Any, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """At most so many, each begun by the initializer. What is raised in the block ends them at
    once: whoever waited for them would wait for all that stands in line, and for ever for one that
    tells more than anybody reads. On the main thread; Ctrl-C is raised in the block, also where an
    event loop, which the block keeps from turning, has taken it for itself."""
    others = active_children()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    context = get_context("spawn")  # a fork of a process that has threads may hang
    executor = ProcessPoolExecutor(
        n, mp_context=context, initializer=initializer, initargs=initargs
    )
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            if process not in others:
                process.terminate()
        raise
    finally:
        signal.signal(signal.SIGINT, before)
        executor.shutdown()
