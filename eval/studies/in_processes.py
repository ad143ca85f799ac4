"""Much work in processes of its own."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

from eval.systems.pooled import begin_process

U = TypeVar("U")
R = TypeVar("R")


def in_processes(work: Callable[[U], R], units: Sequence[U], n: int) -> Iterator[R]:
    """Results as they come, of at most `n` at once. The first error ends all but what is under
    way."""
    context = get_context("spawn")  # a fork of a process that has threads may hang
    with ProcessPoolExecutor(n, mp_context=context, initializer=begin_process) as executor:
        under_way = [executor.submit(work, unit) for unit in units]
        try:
            for done in as_completed(under_way):
                yield done.result()
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
