"""A run outlives its process: what is finished is not done again, and nobody goes on with it
unasked."""

import asyncio
import time
from collections import Counter

import pytest

from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.errors import RunBusy, RunNotResumable

RUN = RunId("r1")
PATIENCE_S = 120.0
"""Only something that hangs takes so long."""
STEPS = {"one", "left", "right 1", "right 2", "last"}


def killed(home, *arguments: str) -> None:
    process = home.process(*arguments)
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode == -9
    seen_dead(home)


def seen_dead(home) -> None:
    """PostgreSQL needs a moment to notice that whoever held the run is gone."""
    give_up = time.monotonic() + PATIENCE_S
    while home.records.info(RUN).status is RunStatus.RUNNING:
        assert time.monotonic() < give_up
        time.sleep(0.01)


def finished(home, *arguments: str) -> str:
    process = home.process(*arguments)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, err
    return out.strip()


def five_steps(home, stories):
    return stories.five_steps(stories.Pen(home.folder / "done.txt"))


async def test_a_run_killed_again_and_again_comes_to_its_result_and_does_finished_steps_once(
    home, stories
) -> None:
    for action, point in (
        ("start", "before one"),
        ("resume", "in right 2"),
        ("resume", "before the end"),
    ):
        stored, n_done = (
            set(home.records.info(RUN).steps) if action == "resume" else set(),
            Counter(home.done),
        )
        killed(home, RUN, action, point)
        assert home.records.info(RUN).status is RunStatus.INTERRUPTED
        assert not stored & set(Counter(home.done) - n_done)
    n_done = Counter(home.done)
    runner = home.runner(five_steps(home, stories))
    runner.resume(RUN)
    assert await runner.wait(RUN) == {"sum": 11111}
    assert Counter(home.done) == n_done  # the last attempt was killed after the last step
    assert home.records.info(RUN).status is RunStatus.FINISHED
    assert {*home.records.info(RUN).steps} == STEPS


async def test_the_hour_before_a_killed_run_is_resumed_is_no_time_that_it_took(
    home, stories
) -> None:
    killed(home, RUN, "start", "in left")
    before = home.records.info(RUN)
    assert len(before.spans) == 1
    now = home.records.clock
    home.records.clock = lambda: now() + 3600
    runner = home.runner(five_steps(home, stories))
    runner.resume(RUN)
    await runner.wait(RUN)
    first, second = home.records.info(RUN).spans
    assert (first, second.began > first.last + 3000) == (before.spans[0], True)
    assert home.records.info(RUN).seconds == before.seconds + second.last - second.began


async def test_what_was_in_the_middle_is_done_again(sqlite_home) -> None:
    killed(sqlite_home, RUN, "start", "in one")
    assert sqlite_home.records.info(RUN).steps == ()
    assert finished(sqlite_home, RUN, "resume") == "11111"
    assert Counter(sqlite_home.done) == Counter([*STEPS, "one"])


async def test_nobody_but_a_resume_goes_on_with_a_killed_run(sqlite_home, stories) -> None:
    home = sqlite_home
    killed(home, RUN, "start", "in left")
    n_done = len(home.done)
    other, server = (
        home.runner(five_steps(home, stories)),
        home.runner(five_steps(home, stories), server="web"),
    )
    other.start(RunKind.REPORT, "Another", {"one": 1}, RunId("r2"))
    assert await other.wait(RunId("r2")) == {"sum": 11111}
    server.recover()
    server.start(RunKind.REPORT, "A third", {"one": 1}, RunId("r3"))
    assert await server.wait(RunId("r3")) == {"sum": 11111}
    assert len(home.done) == n_done + 10
    assert home.records.info(RUN).status is RunStatus.INTERRUPTED


async def test_a_server_goes_on_with_its_own_run_when_it_comes_back(sqlite_home) -> None:
    killed(sqlite_home, RUN, "serve", "in left")
    assert finished(sqlite_home, RUN, "serve") == "11111"


async def test_a_server_begins_a_run_that_was_ordered_just_before_it_died(
    sqlite_home, stories
) -> None:
    home = sqlite_home
    for run_id, attempt in (
        (RUN, "r1.web.0123456789ab"),
        ("r2", "r2.other.0123456789ab"),
        ("r3", "r3.0123456789ab"),
    ):
        home.records.create(
            RunId(run_id),
            RunKind.REPORT,
            "Ordered",
            {"one": 1},
            attempt=attempt,
            at="2026-01-01T00:00:00Z",
        )
    server = home.runner(five_steps(home, stories), server="web")
    server.recover()
    assert await server.wait(RUN) == {"sum": 11111}
    assert {home.records.info(RunId(other)).status for other in ("r2", "r3")} == {
        RunStatus.INTERRUPTED
    }


async def test_only_what_a_server_left_behind_itself_is_about_to_begin_again(
    sqlite_home, stories
) -> None:
    killed(sqlite_home, RUN, "serve", "in left")
    foreign = RunId("r2")
    sqlite_home.records.create(
        foreign,
        RunKind.REPORT,
        "Ordered",
        {"one": 1},
        attempt="r2.other.0123456789ab",
        at="2026-01-01T00:00:00Z",
    )
    server = sqlite_home.runner(five_steps(sqlite_home, stories), server="web")
    assert server.is_taking_up(RUN)
    server.recover()
    assert not server.is_taking_up(foreign)
    is_about_to = server.is_taking_up(RUN)
    assert is_about_to or sqlite_home.records.info(RUN).status is not RunStatus.INTERRUPTED
    async with asyncio.timeout(PATIENCE_S):
        while sqlite_home.records.info(RUN).status is RunStatus.INTERRUPTED:
            await asyncio.sleep(0.01)
    assert await server.wait(RUN) == {"sum": 11111}


async def test_a_servers_run_that_someone_resumed_is_not_begun_again_when_the_server_comes_back(
    sqlite_home, stories
) -> None:
    home = sqlite_home
    killed(home, RUN, "serve", "in left")
    assert finished(home, RUN, "resume") == "11111"
    n_done = len(home.done)
    runner = home.runner(five_steps(home, stories), server="web")
    runner.recover()
    runner.start(RunKind.REPORT, "Another", {"one": 1}, RunId("r2"))
    assert await runner.wait(RunId("r2")) == {"sum": 11111}
    assert len(home.done) == n_done + 5
    with pytest.raises(RunNotResumable):
        runner.resume(RUN)


async def test_two_processes_never_carry_out_the_same_run(home, stories) -> None:
    process = home.process(RUN, "wait")
    assert process.stdout
    assert process.stdout.readline() == "waiting\n"
    runner = home.runner(five_steps(home, stories))
    with pytest.raises(RunBusy):
        runner.resume(RUN)
    assert home.records.info(RUN).status is RunStatus.RUNNING
    process.kill()
    process.communicate()
    seen_dead(home)
    runner.resume(RUN)
    assert await runner.wait(RUN) == {"sum": 11111}
