"""Runs that stand in line are carried out by workers, one after the other and each once, whatever
dies meanwhile."""

import asyncio
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, text

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.runs import RunId, RunKind, RunStatus, Ticket, Urgency
from myscholar.errors import (
    QuestionOver,
    RunBusy,
    RunCancelled,
    RunExists,
    RunNotResumable,
    RunStopped,
    RunTaken,
    StorageError,
    UnfitAnswer,
    UnreadableRecord,
)
from myscholar.gateways.storage.attempts import Batch
from myscholar.runs import queue
from myscholar.runs.control import cancel_run, delete_run, order_again, order_run, wait_for_run
from myscholar.runs.postgres_queue import PostgresQueue
from myscholar.runs.runner import Runner
from myscholar.runs.worker import serve as worker_of

RUN = RunId("r1")
AT = "2026-01-01T00:00:00Z"
STEPS = Counter(["one", "left", "right 1", "right 2", "last"])


async def until(true) -> None:
    async with asyncio.timeout(120):  # only something that hangs takes so long
        while not true():
            await asyncio.sleep(0.01)


@contextmanager
def worker(home, story: str = "work", kill_at: str = ""):
    """A worker process; told to end after the block."""
    process = home.process("", story, *([kill_at] if kill_at else []))
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
        process.wait(120)
        assert process.stderr
        assert process.returncode in (0, -9), process.stderr.read()


def status(home, run_id: str = RUN) -> RunStatus:
    return home.records.info(RunId(run_id)).status


async def test_what_was_ordered_waits_for_a_worker_and_is_carried_out_by_one(home) -> None:
    home.order(RUN)
    assert (status(home), home.queue.n_workers()) == (RunStatus.WAITING, 0)
    with worker(home):
        await until(lambda: home.queue.n_workers() == 1)
        assert await wait_for_run(home.records, RUN) == {"sum": 11111}
    assert Counter(home.done) == STEPS
    with pytest.raises(RunExists):
        home.order(RUN)


async def test_workers_side_by_side_do_each_step_of_each_run_once(home) -> None:
    ids = [home.order(f"r{n}", owner=f"o{n % 3}") for n in range(12)]
    with worker(home), worker(home), worker(home):
        for run_id in ids:
            assert await wait_for_run(home.records, run_id) == {"sum": 11111}
    assert Counter(home.done) == Counter(dict.fromkeys(STEPS, 12))


async def test_another_worker_goes_on_with_what_a_killed_one_has_left(home) -> None:
    home.order(RUN)
    with worker(home, kill_at="after one") as first:
        first.wait(120)
    assert status(home) is RunStatus.RUNNING
    with worker(home):
        assert await wait_for_run(home.records, RUN) == {"sum": 11111}
    assert Counter(home.done) == STEPS
    assert home.records.info(RUN).steps[0] == "one"


def test_what_a_dead_worker_has_left_is_shown_as_waiting(home) -> None:
    now = [1000.0]
    records = home.store.runs(home.folder / "runs", lambda: now[0])
    home.order(RUN)
    assert records.waiting() == (1, AT)
    entry = records.order(RUN).attempt
    assert records.take(RUN, entry, f"{entry}.1")
    records.attempt(RUN, f"{entry}.1").running(at=AT)
    now[0] += 10.0
    assert (records.info(RUN).status, records.waiting().n) == (RunStatus.RUNNING, 0)
    now[0] += 0.1
    info = records.info(RUN)
    assert (info.status, info.seconds, records.waiting()) == (RunStatus.WAITING, 0.0, (1, AT))
    assert [run.status for run in records.recent()] == [RunStatus.WAITING]


async def test_a_run_that_ends_its_worker_again_and_again_fails_by_name(sqlite_home) -> None:
    home = sqlite_home
    home.order(RUN)
    for _ in range(5):
        with worker(home, kill_at="before one") as doomed:
            doomed.wait(120)
    with worker(home), pytest.raises(RunStopped, match="5 times in a row a worker ended"):
        await wait_for_run(home.records, RUN)
    assert home.done == []


async def test_a_run_whose_database_fails_goes_on_and_fails_by_name_where_that_lasts(
    sqlite_home, monkeypatch
) -> None:
    home, n_failures, tried = sqlite_home, [2], []
    monkeypatch.setattr(queue.LocalQueue, "_PAUSE_S", 0.05)
    monkeypatch.setattr(queue.LocalQueue, "_POLL_S", 0.05)

    async def story(run, inputs) -> str:
        tried.append(run.run_id)
        if len(tried) <= n_failures[0]:
            raise StorageError("the disk is full")
        return "done"

    runner, stop = home.runner(story), asyncio.Event()
    serving = runner.loop.submit(worker_of(home.queue, home.records, runner, at_once=1, stop=stop))
    home.order(RUN)
    assert await wait_for_run(home.records, RUN) == "done"
    assert (len(tried), home.records.info(RUN).error) == (3, None)
    tried.clear()
    n_failures[0] = 99
    home.order("r2")
    with pytest.raises(RunStopped, match=r"failed \(StorageError: the disk is full\)"):
        await wait_for_run(home.records, RunId("r2"))
    assert len(tried) == 5
    runner.loop.call(stop.set)
    await asyncio.wrap_future(serving)


async def test_a_run_of_another_version_fails_by_name_and_hides_no_other(home) -> None:
    home.order(RUN)
    home.order("r2")
    engine = create_engine(home.url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE runs SET kind = 'sonnet' WHERE run_id = 'r1'"))
    with worker(home):
        assert await wait_for_run(home.records, RunId("r2")) == {"sum": 11111}
        assert [run.run_id for run in home.records.recent()] == ["r2"]
        query = text("SELECT error FROM runs WHERE run_id = 'r1' AND status = 'failed'")
        with engine.connect() as connection:
            await until(lambda: connection.execute(query).scalar())
            assert "may come from another version" in connection.execute(query).scalar()
    engine.dispose()


async def test_a_worker_that_is_told_to_end_finishes_its_step_and_hands_the_run_over(home) -> None:
    home.order(RUN, wait=True)
    with worker(home, "work slowly") as first:
        await until(lambda: "slow" in home.done)
        first.terminate()
        first.wait(120)
    assert (status(home), home.records.info(RUN).steps) == (RunStatus.WAITING, ("slow",))
    with worker(home, "work slowly"):
        assert await wait_for_run(home.records, RUN) == 3
    assert home.done == ["slow", "next"]


async def test_a_run_that_is_taken_while_the_worker_is_told_to_end_is_handed_over_too(
    sqlite_home, monkeypatch, caplog
) -> None:
    caplog.set_level("INFO", "myscholar")
    home, stop, has_left = sqlite_home, asyncio.Event(), threading.Event()
    loop, leave, take = asyncio.get_running_loop(), Runner.leave, queue.LocalQueue._take

    async def leave_and_tell(runner: Runner, within_s: float) -> None:
        await leave(runner, within_s)
        has_left.set()

    def take_late(local: queue.LocalQueue, n: int) -> object:
        taken = take(local, n)
        loop.call_soon_threadsafe(stop.set)
        has_left.wait(60)
        return taken

    async def story(run, inputs) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Runner, "leave", leave_and_tell)
    monkeypatch.setattr(queue.LocalQueue, "_take", take_late)
    home.order(RUN)
    runner = home.runner(story)
    async with asyncio.timeout(20):
        await worker_of(home.queue, home.records, runner, at_once=4, stop=stop, leave_s=0)
    assert status(home) is RunStatus.WAITING
    assert "run is handed over after" in caplog.text


async def test_whoever_was_taken_for_dead_writes_nothing_any_more(home, stories) -> None:
    home.order(RUN)
    entry = home.records.order(RUN).attempt
    assert home.records.take(RUN, entry, f"{entry}.one")
    slow = home.records.attempt(RUN, f"{entry}.one")
    slow.running(at=AT)
    assert home.records.take(RUN, entry, f"{entry}.two")
    for write in (
        lambda: slow.store(Batch(parts=(("a", "late"),))),
        lambda: slow.running(at=AT),
        lambda: slow.end(RunStatus.FINISHED, at=AT, result="late"),
        lambda: slow.hand_over("e", home.queue.enter),
    ):
        with pytest.raises(RunTaken, match="Run r1 is carried on by another process"):
            write()
    assert (status(home), home.records.parts(RUN)) == (RunStatus.RUNNING, ())


async def test_a_process_whose_run_was_taken_stops_it_and_says_so(home, stories) -> None:
    begun, ended = asyncio.Event(), []

    async def story(run, inputs) -> None:
        begun.set()
        try:
            await run.step("long", int, lambda: asyncio.sleep(600, 1))
        finally:
            ended.append(True)

    runner = home.runner(story)
    runner.start(RunKind.REPORT, "A title", {}, RUN)
    waiting = asyncio.create_task(runner.wait(RUN))
    await until(lambda: status(home) is RunStatus.RUNNING)
    home.records.begin_attempt(RUN, "another", at=AT)
    with pytest.raises(RunTaken):
        await waiting
    assert ended == [True]
    assert home.records.order(RUN).attempt == "another"


def test_owners_take_turns_however_much_one_has_ordered(home) -> None:
    for n in range(4):
        home.order(f"ada-{n}", owner="ada")
    for n in range(2):
        home.order(f"bob-{n}", owner="bob")
    served = [place.run_id for place in home.queue.line.next(9, None)]
    assert served == ["ada-0", "bob-0", "ada-1", "bob-1", "ada-2", "ada-3"]
    assert [home.queue.line.n_before(RunId(i)) for i in served] == [0, 1, 2, 3, 4, 5]


def test_who_comes_late_does_not_pass_those_who_wait(home) -> None:
    """ada's turns are 0 to 3; when two of them have begun the first in line is 2, so cleo's turn is
    2 as well, after ada's, which was ordered before."""
    for n in range(4):
        home.order(f"ada-{n}", owner="ada")
    for place in home.queue.line.next(2, None):
        home.records.take(place.run_id, place.entry, f"{place.entry}.x")
        home.records.attempt(place.run_id, f"{place.entry}.x").running(at=AT)
    home.order("cleo-0", owner="cleo")
    assert [p.run_id for p in home.queue.line.next(9, None)] == ["ada-2", "cleo-0", "ada-3"]


def test_nobody_has_more_runs_going_on_than_allowed(home, stories) -> None:
    line = home.queue.line
    for n in range(3):
        home.order(f"ada-{n}", owner="ada")
    home.order("bob-0", owner="bob")
    first = line.next(1, 1)[0]
    home.records.take(first.run_id, first.entry, f"{first.entry}.x")
    home.records.attempt(first.run_id, f"{first.entry}.x").running(at=AT)
    assert [p.run_id for p in line.next(9, 1)] == ["bob-0"]
    assert [p.run_id for p in line.next(9, 2)] == ["bob-0", "ada-1"]


def test_an_evaluation_waits_for_those_who_sit_there(home) -> None:
    def order(run_id: str, urgency: Urgency) -> None:
        ticket = Ticket(owner="ada", urgency=urgency)
        kind, enter = RunKind.REPORT, home.queue.enter
        order_run(home.records, kind, "", {}, RunId(run_id), at=AT, ticket=ticket, enter=enter)

    order("eval-0", Urgency.BATCH)
    order("ada-0", Urgency.INTERACTIVE)
    assert [p.run_id for p in home.queue.line.next(9, None)] == ["ada-0", "eval-0"]


async def test_a_question_holds_no_worker_and_is_answered_from_elsewhere_after_all_was_killed(
    home,
) -> None:
    home.order(RUN)
    with worker(home, "work asks") as first:
        await until(lambda: status(home) is RunStatus.ASKING)
        first.kill()
        first.wait(120)
    (asked,) = home.records.questions(RUN)
    assert (asked.question.text, asked.answer) == ("Who are you?", None)
    assert home.records.waiting() == (0, None)
    answer = asked.question.read("Ada", by="her")
    home.records.answer(RUN, "who", answer, entry="again", enter=home.queue.enter)
    assert status(home) is RunStatus.WAITING
    with worker(home, "work asks"), worker(home, "work asks"):
        assert await wait_for_run(home.records, RUN) == "Ada 1 2"
    assert Counter(home.done) == Counter(["beside", "after"])
    with pytest.raises(QuestionOver, match="it was answered before, “Ada” by her"):
        home.records.answer(RUN, "who", asked.question.read("Grace"), entry="x")


async def test_an_answered_run_is_served_before_those_that_nobody_has_answered(home) -> None:
    home.order(RUN)
    with worker(home, "work asks"):
        await until(lambda: status(home) is RunStatus.ASKING)
    for n in range(2, 5):
        home.order(f"r{n}")
    said = Answer(kind=AnswerKind.SKIP)
    home.records.answer(RUN, "who", said, entry="again", enter=home.queue.enter)
    assert home.queue.line.n_before(RUN) == 0
    assert home.queue.line.n_before(RunId("r2")) == 1


async def test_a_question_that_nobody_answers_in_time_is_left_to_the_tool(home) -> None:
    home.order(RUN, after=3.0)
    with worker(home, "work asks"):
        assert await wait_for_run(home.records, RUN) == "decide 1 2"
    (asked,) = home.records.questions(RUN)
    assert asked.answer == Answer(kind=AnswerKind.DECIDE, in_time=False)
    assert asked.decides_at == asked.asked_at + 3.0


def test_a_question_of_another_version_keeps_no_other_undecided(home) -> None:
    for run_id in (home.order("r1"), home.order("r2")):
        attempt = home.records.attempt(run_id, home.records.order(run_id).attempt)
        attempt.ask("who", Question(text="Who are you?", decides_after_s=1e-6))
    engine = create_engine(home.url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE run_questions SET question = '{}' WHERE run_id = 'r1'"))
    engine.dispose()
    with pytest.raises(UnreadableRecord, match="may come from another version"):
        home.records.decide_overdue()
    (asked,) = home.records.questions(RunId("r2"))
    assert asked.answer == Answer(kind=AnswerKind.DECIDE, in_time=False)


async def test_what_does_not_fit_or_comes_too_late_is_said_and_changes_nothing(
    home, stories
) -> None:
    home.order(RUN)
    home.records.attempt(RUN, home.records.order(RUN).attempt).ask("who", stories.WHO)
    choice = Answer(kind=AnswerKind.CHOICE, choices=("Eve",))
    with pytest.raises(UnfitAnswer, match="It takes: “Ada” or “Grace”; words of your own; skip"):
        home.records.answer(RUN, "who", choice, entry="e")
    assert cancel_run(home.records, RUN, at=AT) is RunStatus.CANCELLED
    with pytest.raises(QuestionOver, match=r"the run is over \(cancelled\)"):
        home.records.answer(RUN, "who", stories.WHO.read("Ada"), entry="e")
    assert home.records.questions(RUN)[0].answer is None


async def test_a_run_in_line_is_cancelled_at_once_and_can_stand_in_line_again(home) -> None:
    home.order(RUN)
    with pytest.raises(RunBusy):
        delete_run(home.records, RUN)
    with pytest.raises(RunBusy):
        order_again(home.records, RUN, at=AT, ticket=Ticket(), enter=home.queue.enter)
    assert cancel_run(home.records, RUN, at=AT) is RunStatus.CANCELLED
    with pytest.raises(RunCancelled):
        await wait_for_run(home.records, RUN)
    order_again(home.records, RUN, at=AT, ticket=Ticket(owner="ada"), enter=home.queue.enter)
    with worker(home):
        assert await wait_for_run(home.records, RUN) == {"sum": 11111}
    assert Counter(home.done) == STEPS
    with pytest.raises(RunNotResumable):
        order_again(home.records, RUN, at=AT, ticket=Ticket(), enter=home.queue.enter)


async def test_a_run_that_a_worker_carries_out_is_cancelled_by_anybody(home) -> None:
    home.order(RUN, wait=True)
    with worker(home, "work slowly"):
        await until(lambda: "slow" in home.done)
        assert cancel_run(home.records, RUN, at=AT) is RunStatus.RUNNING
        with pytest.raises(RunCancelled):
            await wait_for_run(home.records, RUN)
    assert home.records.info(RUN).steps == ()


async def test_a_run_that_asks_is_cancelled_and_deleted_while_nobody_carries_it_out(home) -> None:
    home.order(RUN)
    with worker(home, "work asks"):
        await until(lambda: status(home) is RunStatus.ASKING)
    with pytest.raises(RunNotResumable, match="when its question is answered"):
        order_again(home.records, RUN, at=AT, ticket=Ticket(), enter=home.queue.enter)
    assert cancel_run(home.records, RUN, at=AT) is RunStatus.CANCELLED
    delete_run(home.records, RUN)
    assert home.records.questions(RUN) == ()


async def test_who_waits_for_a_workers_run_hears_what_it_tells_and_shows(home) -> None:
    home.order(RUN)
    told, shown = [], {}
    with worker(home):
        await wait_for_run(home.records, RUN, progress=told.append, on_text=shown.__setitem__)
    assert [event.step for event in told] == ["One"]
    assert shown == {"text": "so far"}


async def test_a_worker_whose_database_does_not_answer_ends_when_it_is_told_to(sqlite_home) -> None:
    home, stop = sqlite_home, asyncio.Event()
    nowhere = f"postgresql://nobody@/none?host={home.folder}"
    waiting = PostgresQueue(home.records, home.queue.line, nowhere)

    async def carry_out(run_id: RunId, attempt: str) -> None:
        raise AssertionError(run_id)

    asyncio.get_running_loop().call_later(0.1, stop.set)
    async with asyncio.timeout(25):  # a pool of connections that is left alone tries for 30 s
        await waiting.serve(carry_out, 1, stop)


def test_a_worker_whose_clock_is_ahead_does_not_live_on_after_its_end(home) -> None:
    home.order(RUN)
    now = home.records.clock()
    for ahead_s, seems_alive in ((0.0, True), (3600.0, False)):
        its = home.store.runs(home.folder / "runs", lambda ahead_s=ahead_s: now + ahead_s)
        attempt = its.attempt(RUN, home.records.order(RUN).attempt)
        attempt.beat(attempt.running(at=AT))
        ours = home.store.runs(home.folder / "runs", lambda: now)
        assert ours.signs_of_life(RUN, 10.0) is seems_alive
        attempt.beat(1, is_last=True)


def serving(home, story, *, at_once: int, per_owner: int | None = None):
    """A worker in this process; what it gives stops it."""
    queue = home.queue_with(per_owner)
    runner, stop = home.runner(story), asyncio.Event()
    work = runner.loop.submit(worker_of(queue, home.records, runner, at_once=at_once, stop=stop))

    async def end() -> None:
        runner.loop.call(stop.set)
        await asyncio.wrap_future(work)

    return end


async def test_an_owner_has_no_more_runs_going_on_than_allowed(home, monkeypatch) -> None:
    going, most = [0], [0]

    async def story(run, inputs) -> str:
        going[0] += 1
        most[0] = max(most[0], going[0])
        await run.step("one", int, lambda: asyncio.sleep(0.05, 1))
        going[0] -= 1
        return "done"

    home.queue = home.queue_with(2)
    ids = [home.order(f"r{n}", owner="ada") for n in range(6)]
    end = serving(home, story, at_once=6, per_owner=2)
    for run_id in ids:
        assert await wait_for_run(home.records, run_id) == "done"
    await end()
    assert most == [2]


async def test_runs_that_are_ordered_at_the_same_moment_have_turns_of_their_own(home) -> None:
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: home.order(f"r{n}", owner="ada"), range(8)))
    turns = sorted(place.turn for place in home.queue.line.next(9, None))
    assert turns == list(range(8))


async def test_a_failure_while_runs_are_taken_keeps_none_of_them_from_others(
    sqlite_home, monkeypatch
) -> None:
    home, failures = sqlite_home, [StorageError("locked"), StorageError("locked")]
    monkeypatch.setattr(queue.LocalQueue, "_PAUSE_S", 0.05)
    take = home.records.take

    def fails_twice(run_id, *args, **options):
        if run_id == "r1" and failures:
            raise failures.pop()
        return take(run_id, *args, **options)

    monkeypatch.setattr(home.records, "take", fails_twice)
    ids = [home.order(f"r{n}") for n in range(3)]

    async def story(run, inputs) -> str:
        return "done"

    end = serving(home, story, at_once=3)
    for run_id in ids:
        assert await wait_for_run(home.records, run_id) == "done"
    await end()
    assert failures == []


async def test_a_run_whose_worker_is_dead_is_cancelled_and_deleted_where_nobody_serves(
    home,
) -> None:
    home.order(RUN)
    entry = home.records.order(RUN).attempt
    assert home.records.take(RUN, entry, f"{entry}.x")
    home.records.attempt(RUN, f"{entry}.x").running(at=AT)
    assert cancel_run(home.records, RUN, at=AT) is RunStatus.RUNNING
    with pytest.raises(RunBusy):
        delete_run(home.records, RUN)
    now = home.records.clock
    home.records.clock = lambda: now() + 11  # seconds without a sign of life
    assert cancel_run(home.records, RUN, at=AT) is RunStatus.CANCELLED
    delete_run(home.records, RUN)


async def test_who_cancels_while_a_run_makes_room_or_waits_for_its_next_worker_is_heard(
    home, stories
) -> None:
    for run_id, leave in (("r1", "wait_for_answer"), ("r2", "hand_over")):
        home.order(run_id)
        entry = home.records.order(RunId(run_id)).attempt
        home.records.take(RunId(run_id), entry, f"{entry}.x")
        attempt = home.records.attempt(RunId(run_id), f"{entry}.x")
        attempt.running(at=AT)
        attempt.ask("who", stories.WHO)
        assert cancel_run(home.records, RunId(run_id), at=AT) is RunStatus.RUNNING
        getattr(attempt, leave)("again", home.queue.enter)
        assert status(home, run_id) is RunStatus.CANCELLED
    assert home.records.waiting().n == 0


@pytest.mark.postgres
async def test_a_run_whose_job_the_engine_has_lost_is_carried_out(
    home, stories, monkeypatch
) -> None:
    if not isinstance(home.queue, PostgresQueue):
        pytest.skip("on one machine the line itself is served")
    home.order(RUN)
    with home.store._engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM procrastinate_jobs")
    monkeypatch.setattr("myscholar.runs.postgres_queue._FINDS_S", 0.2)

    async def story(run, inputs) -> str:
        return "done"

    end = serving(home, story, at_once=1)
    assert await wait_for_run(home.records, RUN) == "done"
    await end()
