"""A run outlives its process: what is finished is not done again, and nobody goes on with it
unasked."""

import time
from collections import Counter

import pytest

from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.errors import RunBusy

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


async def test_nobody_but_a_resume_goes_on_with_a_killed_run_of_a_command(
    sqlite_home, stories
) -> None:
    home = sqlite_home
    killed(home, RUN, "start", "in left")
    n_done = len(home.done)
    other, worker = home.runner(five_steps(home, stories)), home.process("", "work")
    home.order("r2")
    other.start(RunKind.REPORT, "Another", {"one": 1}, RunId("r3"))
    assert await other.wait(RunId("r3")) == await other.wait(RunId("r2")) == {"sum": 11111}
    worker.terminate()
    worker.communicate()
    assert len(home.done) == n_done + 10
    assert home.records.info(RUN).status is RunStatus.INTERRUPTED


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
