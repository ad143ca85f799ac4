"""A run outlives its process: what is finished is not done again, and nobody but the user goes on with it."""

from collections import Counter

from myscholar.domain.runs import RunId, RunStatus

RUN = RunId("r1")
KILL_POINTS = ("before one", "in one", "after one", "in left", "in right 2", "after both", "in last", "before the end")


def killed(home, *arguments: str) -> None:
    process = home.process(*arguments)
    process.communicate(timeout=20)
    assert process.returncode == -9


async def test_a_killed_run_goes_on_to_the_same_result_and_does_finished_steps_once(home, stories) -> None:
    """Killed at each point in turn, each time in a process of its own; each attempt gets farther than the one before."""
    for n, point in enumerate(KILL_POINTS[2:7:2]):
        killed(home, RUN, "resume" if n else "start", point)
    runner = home.runner(stories.five_steps(stories.Pen(home.folder / "done.txt")))
    assert home.records.info(RUN).status is RunStatus.INTERRUPTED
    before = set(home.records.info(RUN).steps)
    n_before = Counter(home.done)
    runner.resume(RUN)
    assert await runner.wait(RUN) == {"sum": 11111}
    assert {name for name, n in Counter(home.done).items() if n > n_before[name]} == {
        "one",
        "left",
        "right 1",
        "right 2",
        "last",
    } - before
    assert home.records.info(RUN).status is RunStatus.FINISHED
