import asyncio

import pytest

from eval.studies.at_once import at_once
from myscholar.errors import StorageError


async def test_results_come_in_the_order_of_the_work_and_no_more_is_under_way_than_allowed():
    under_way, most = 0, 0

    async def work(n: int) -> int:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return n

    assert await at_once([work(n) for n in range(7)], 3) == tuple(range(7))
    assert most == 3
    assert await at_once([], 3) == ()


async def test_an_error_from_groups_within_groups_is_raised_bare_and_ends_the_others():
    begun = []

    async def fails() -> None:
        raise StorageError("the disk is gone")

    async def asks_a_judge() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(fails())

    async def waits() -> None:
        begun.append(1)
        await asyncio.Event().wait()

    with pytest.raises(StorageError, match="the disk is gone"):
        await at_once([waits(), asks_a_judge(), waits(), waits()], 2)
    assert begun == [1]
