"""What people change by hand of what a run grows is heard once, in order, until the door shuts."""

import threading

import pytest

from myscholar.domain.interaction import ChangeKind, NodeId, TreeChange
from myscholar.domain.runs import RunId, RunKind
from myscholar.errors import TreeOver, UnknownName

RUN = RunId("r1")


def change(name: str) -> TreeChange:
    return TreeChange(change_id=name, kind=ChangeKind.CUT, node_id=NodeId("1"))


def names(told: tuple[TreeChange, ...]) -> list[str]:
    return [each.change_id for each in told]


async def test_a_change_is_heard_within_a_step_and_the_door_shuts_when_nothing_is_left(
    home,
) -> None:
    heard: list[list[str]] = []

    async def story(run, _inputs):
        async def hear(after: int, *, is_last: bool) -> list[str]:
            return names(await run.changes(after=after, is_last=is_last))

        home.records.tell_changes(RUN, [change("a"), change("b")])
        home.records.tell_changes(RUN, [change("a")])
        heard.append(await run.step("1", list[str], lambda: hear(0, is_last=False)))
        home.records.tell_changes(RUN, [change("c")])
        heard.append(await run.step("2", list[str], lambda: hear(2, is_last=True)))
        heard.append(await run.step("3", list[str], lambda: hear(3, is_last=True)))
        with pytest.raises(TreeOver):
            home.records.tell_changes(RUN, [change("d")])
        # the process died before the step was stored: it is done again
        heard.append(await run.step("4", list[str], lambda: hear(3, is_last=True)))
        return {}

    runner = home.runner(story)
    await runner.wait(runner.start(RunKind.REPORT, "A title", {}, RUN))
    assert heard == [["a", "b"], ["c"], [], []]
    assert home.records.told_changes(RUN).is_over
    with pytest.raises(TreeOver, match="has finished"):
        home.records.tell_changes(RUN, [change("e")])


def test_of_many_who_tell_while_the_door_shuts_each_is_heard_or_told_that_it_is_too_late(
    home,
) -> None:
    home.order(RUN)
    attempt = home.records.attempt(RUN, home.records.order(RUN).attempt)
    late: list[str] = []

    def tell(name: str) -> None:
        try:
            home.records.tell_changes(RUN, [change(name)])
        except TreeOver:
            late.append(name)

    threads = [threading.Thread(target=tell, args=(f"c{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    n_heard = 0
    while new := attempt.last_changes(n_heard):
        n_heard += len(new)
    for thread in threads:
        thread.join()
    told = home.records.told_changes(RUN)
    assert told.is_over
    assert len(told.changes) == n_heard
    assert n_heard + len(late) == 8


def test_an_unknown_run_is_told_nothing_and_a_deleted_one_leaves_nothing(home) -> None:
    with pytest.raises(UnknownName):
        home.records.tell_changes(RUN, [change("a")])
    home.order(RUN)
    home.records.tell_changes(RUN, [change("a")])
    home.records.delete(RUN)
    home.order(RUN)
    assert home.records.told_changes(RUN).changes == ()
