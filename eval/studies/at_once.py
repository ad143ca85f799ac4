"""Much work, some of it at once."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

R = TypeVar("R")


async def at_once(works: Sequence[Coroutine[Any, Any, R]], parallel: int) -> tuple[R, ...]:
    """Results in order, at most `parallel` under way; the first error ends all, raised bare."""
    left, found = iter(enumerate(works)), dict[int, R]()

    async def worker() -> None:
        for place, work in left:
            found[place] = await work

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(parallel, len(works))):
                group.create_task(worker())
    except BaseExceptionGroup as errors:
        raise _first(errors) from None
    finally:
        for work in works:
            work.close()  # those that never began
    return tuple(found[place] for place in range(len(works)))


def _first(error: BaseException) -> BaseException:
    """A judge asks in groups of its own, and its errors come in groups of groups."""
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error
