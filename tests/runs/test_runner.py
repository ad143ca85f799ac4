"""What becomes of a run, and what others may read of it meanwhile."""

import asyncio
import sqlite3
import subprocess
import sys
from typing import Any

import pytest

from myscholar.domain.dialogue import Question
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.runs import Event, ModelCall, RunId, RunKind, RunStatus
from myscholar.errors import LLMNoCredit, RunBusy, RunCancelled, RunError, StorageError, UnknownName
from myscholar.runs.control import cancel_run, delete_run
from myscholar.runs.run import Run, both
from myscholar.runs.stored_run import StoredRun

RUN = RunId("r1")


def begun(home, story, inputs: dict[str, Any] | None = None, **listeners):
    runner = home.runner(story)
    runner.start(RunKind.REPORT, "A title", inputs or {}, RUN, **listeners)
    return runner


async def value(result: Any) -> Any:
    return result


async def says_done(run: Run, inputs: dict[str, Any]) -> str:
    return "done"


async def until(true) -> None:
    async with asyncio.timeout(120):  # only something that hangs takes so long
        while not true():
            await asyncio.sleep(0.01)


async def test_a_run_that_failed_raises_what_happened_and_can_go_on(home) -> None:
    credit, asked = [False], []

    async def story(run: Run, inputs: dict[str, Any]) -> list[int]:
        async def paid(n: int) -> int:
            asked.append(n)
            if n == 2 and not credit[0]:
                raise LLMNoCredit("test:model")
            return n

        return await run.together(int, [(f"step {n}", lambda n=n: paid(n)) for n in (1, 2, 3)])  # type: ignore[misc]

    runner = begun(home, story)
    with pytest.raises(LLMNoCredit):
        await runner.wait(RUN)
    info = home.records.info(RUN)
    assert (info.status, {*info.steps}) == (RunStatus.FAILED, {"step 1", "step 3"})
    assert (
        info.error
        == "LLMNoCredit: The account behind test:model has no credit left. Top it up, or use "
        "another model."
    )
    credit[0] = True
    runner.resume(RUN)
    assert await runner.wait(RUN) == [1, 2, 3]
    assert asked == [1, 2, 3, 2]
    assert home.records.info(RUN).error is None


async def test_a_run_that_begins_anew_does_everything_again_and_is_never_lost(
    home, monkeypatch
) -> None:
    asked = []

    async def story(run: Run, inputs: dict[str, Any]) -> list[int]:
        async def paid(n: int) -> int:
            asked.append(n)
            if len(asked) == 2:
                raise LLMNoCredit("test:model")
            return n

        run.tell(Event(step="One", message="begins"))
        return [await run.step(f"step {n}", int, lambda n=n: paid(n)) for n in (1, 2)]  # type: ignore[misc]

    runner = begun(home, story)
    with pytest.raises(LLMNoCredit):
        await runner.wait(RUN)
    with monkeypatch.context() as full:
        full.setattr(
            home.records,
            "begin_attempt",
            lambda *_, **__: (_ for _ in ()).throw(StorageError("the disk is full")),
        )
        with pytest.raises(StorageError, match="the disk is full"):
            runner.resume(RUN, anew=True)
    assert home.records.info(RUN).steps == ("step 1",)
    runner.resume(RUN, anew=True)
    assert await runner.wait(RUN) == [1, 2]
    assert asked == [1, 2, 1, 2]
    assert [event.step for event in home.records.events(RUN)] == ["One"]


async def test_a_run_cancelled_by_another_process_stops_and_can_go_on(home) -> None:
    release = asyncio.Event()

    async def story(run: Run, inputs: dict[str, Any]) -> str:
        await run.step("first", int, lambda: value(1))
        await run.step("long", int, lambda: asyncio.sleep(0 if release.is_set() else 60, 2))
        return "done"

    runner = begun(home, story)
    await until(lambda: home.records.info(RUN).steps == ("first",))
    assert cancel_run(home.records, RUN, at="2026-01-01T00:00:00Z") is RunStatus.RUNNING
    with pytest.raises(RunCancelled, match=r"Run r1 was cancelled\. What is finished is kept"):
        await runner.wait(RUN)
    assert home.records.info(RUN).status is RunStatus.CANCELLED
    release.set()
    runner.resume(RUN)
    assert await runner.wait(RUN) == "done"


async def test_cancelling_stops_also_what_the_story_does_beside(sqlite_home) -> None:
    begun_steps = []

    async def story(run: Run, inputs: dict[str, Any]) -> str:
        async def chain() -> None:
            for n in range(1000):
                await run.step(f"step {n}", int, lambda n=n: slow(n))  # type: ignore[misc]

        async def slow(n: int) -> int:
            begun_steps.append(n)
            await asyncio.sleep(0.02)
            return n

        await asyncio.wait([asyncio.ensure_future(chain())])
        return "done"

    runner = begun(sqlite_home, story)
    await until(lambda: begun_steps)
    runner.cancel(RUN)
    with pytest.raises(RunCancelled):
        await runner.wait(RUN)
    n_steps = len(begun_steps)
    await asyncio.sleep(0.1)
    assert len(begun_steps) == n_steps < 1000


async def test_an_interrupted_run_is_cancelled_at_once_and_a_finished_one_stays(
    sqlite_home,
) -> None:
    records = sqlite_home.records
    records.create(RUN, RunKind.REPORT, "A title", {}, attempt="a", at="2026-01-01T00:00:00Z")
    assert records.info(RUN).status is RunStatus.INTERRUPTED
    assert cancel_run(records, RUN, at="2026-01-01T00:00:00Z") is RunStatus.CANCELLED
    runner = sqlite_home.runner(says_done)
    runner.resume(RUN)
    assert await runner.wait(RUN) == "done"
    assert cancel_run(records, RUN, at="2026-01-01T00:00:00Z") is RunStatus.FINISHED


READER = """
import sys, time
from pathlib import Path
from myscholar.domain.dialogue import Answer
from myscholar.errors import QuestionOver
from myscholar.gateways.storage.store import open_store
records = open_store(sys.argv[1]).runs(Path(sys.argv[2]))
while not (questions := records.questions("r1")): time.sleep(0.02)
print([e.step for e in records.events("r1")][:1], [p.text for p in records.parts("r1")],
  records.info("r1").status)
said = lambda text: Answer(kind="text", text=text)
records.answer("r1", questions[0].question_id, said("Ada ∎"), entry="e")
try:
    records.answer("r1", questions[0].question_id, said("too late"), entry="e")
except QuestionOver as over:
    assert str(over) == "Nothing was changed: it was answered before, “Ada ∎”."
"""


async def test_another_process_reads_progress_and_text_and_answers_a_question(
    home, stories
) -> None:
    async def story(run: Run, inputs: dict[str, Any]) -> str:
        run.tell(Event(step="Asking", done=1, total=2))
        run.show("section 1", "Half a sec")
        await run.step("first", int, lambda: value(1))
        return stories.said(await run.ask("who", stories.WHO))

    runner = begun(home, story)
    process = subprocess.Popen(
        [sys.executable, "-c", READER, home.url, str(home.folder / "runs")],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert await asyncio.wait_for(runner.wait(RUN), 120) == "Ada ∎"
    assert process.communicate(timeout=120)[0] == "['Asking'] ['Half a sec'] running\n"
    assert process.returncode == 0


async def test_a_question_outlives_the_process_that_asked(sqlite_home, stories) -> None:
    process = sqlite_home.process(RUN, "wait")
    assert process.stdout
    process.stdout.readline()
    await until(lambda: sqlite_home.records.questions(RUN))
    process.kill()
    process.communicate()
    sqlite_home.records.answer(RUN, "who", stories.WHO.read("ada"), entry="e")
    runner = sqlite_home.runner(stories.waiting)
    runner.resume(RUN)
    assert await runner.wait(RUN) == "Ada"


async def test_a_waiting_caller_hears_at_once_and_the_last_text_is_stored(home, stories) -> None:
    events: list[Event] = []
    texts: list[tuple[str, str]] = []

    async def story(run: Run, inputs: dict[str, Any]) -> str:
        for n in range(100):
            run.tell(Event(step="Writing", done=n))
            run.show("a", f"text {n}")
        run.show("b", "other")
        return "done"

    runner = begun(
        home, story, progress=events.append, on_text=lambda part, text: texts.append((part, text))
    )
    await runner.wait(RUN)
    assert len(events) == 100
    assert texts[-1] == ("b", "other")
    assert [(p.part, p.text) for p in home.records.parts(RUN)] == [("a", "text 99"), ("b", "other")]
    stored = home.records.events(RUN)
    assert [e.done for e in stored] == list(range(100))
    assert [e.done for e in home.records.events(RUN, since=stored[97].n)] == [98, 99]
    assert home.records.info(RUN).last_event == Event(step="Writing", done=99)


async def test_calls_are_kept_with_their_step_and_an_unknown_price_makes_the_cost_unknown(
    home, stories
) -> None:
    price: list[float | None] = [0.25, 0.5]

    async def story(run: Run, inputs: dict[str, Any]) -> str:
        async def asks(call: ModelCall) -> int:
            await asyncio.to_thread(run.spent, call)
            assert call.call_id in {c.call_id for c in await run.calls()}
            return 1

        works = [(f"step {n}", lambda n=n: asks(stories.call(f"c{n}", price[n]))) for n in (0, 1)]  # type: ignore[misc]
        await run.together(int, works)
        run.spent(stories.call("c2", None).model_copy(update={"replayed": True}))
        run.spent(
            stories.call("c3", None).model_copy(
                update={"error": "LLMUnavailable", "input_tokens": 0, "output_tokens": 0}
            )
        )
        return "done"

    await begun(home, story).wait(RUN)
    calls = {c.call_id: c.step for c in home.records.calls(RUN)}
    assert calls == {"c0": "step 0", "c1": "step 1", "c2": "", "c3": ""}
    info = home.records.info(RUN)
    assert (info.n_calls, info.dollars) == (4, 0.75)
    attempt = home.records.order(RUN).attempt
    home.records.attempt(RUN, attempt).store(stories.batch_of(stories.call("c4", None)))
    assert home.records.info(RUN).dollars is None


async def test_a_model_that_is_waited_for_is_named_once_a_step(home, stories) -> None:
    async def story(run: Run, inputs: dict[str, Any]) -> str:
        async def asks() -> int:
            for error in ("LLMUnavailable", "LLMUnavailable", "LLMRateLimited", "LLMRefusal"):
                run.spent(stories.call("c", None).model_copy(update={"error": error}))
            return 1

        await run.step("Planning", int, asks)
        return "done"

    heard: list[Event] = []
    await begun(home, story, progress=heard.append).wait(RUN)
    model = stories.call("c", None).model
    told = [f"{model} can't be reached", f"{model} asks for fewer requests"]
    assert [(e.step, e.message) for e in heard] == [("Planning", message) for message in told]


async def test_results_come_back_as_what_they_were_and_the_same_on_a_resume(home, caplog) -> None:
    caplog.set_level("CRITICAL", "myscholar")  # pytest-xdist can't tell half characters
    given = (SearchFilters(year_min=2020), (1, "half \ud83d, nul \x00, ü"), float("inf"))
    kind = tuple[SearchFilters, tuple[int, str], float]
    got: list[Any] = []

    async def story(run: Run, inputs: dict[str, Any]) -> str:
        run.show("odd", "half \ud83d, nul \x00, ü")
        run.tell(Event(step="odd \ud83d \x00"))
        got.append(await run.step("odd", kind, lambda: value(given)))
        if len(got) == 1:
            raise ValueError("odd \ud83d \x00")
        return "done"

    runner = begun(home, story)
    with pytest.raises(ValueError, match="odd"):
        await runner.wait(RUN)
    runner.resume(RUN)
    await runner.wait(RUN)
    assert got == [given, given]
    assert home.records.parts(RUN)[0].text == "half ?, nul , ü"


async def test_two_steps_of_one_name_are_an_error(sqlite_home) -> None:
    async def story(run: Run, inputs: dict[str, Any]) -> None:
        for _ in range(2):
            await run.step("same", int, lambda: value(1))

    with pytest.raises(ValueError, match="two steps called 'same'"):
        await begun(sqlite_home, story).wait(RUN)


async def test_a_run_is_deleted_with_everything_but_not_while_it_goes_on(home, stories) -> None:
    async def story(run: Run, inputs: dict[str, Any]) -> str:
        run.show("a", "text")
        run.spent(stories.call("c"))
        return stories.said(await run.ask("who", stories.WHO))

    runner = begun(home, story)
    await until(lambda: home.records.parts(RUN))
    with pytest.raises(RunBusy):
        delete_run(home.records, RUN)
    runner.cancel(RUN)
    with pytest.raises(RunCancelled):
        await runner.wait(RUN)
    delete_run(home.records, RUN)
    with pytest.raises(UnknownName, match="No run is called 'r1'"):
        home.records.info(RUN)
    assert (home.records.parts(RUN), home.records.calls(RUN), home.records.questions(RUN)) == (
        (),
        (),
        (),
    )
    runner.start(RunKind.REPORT, "Again", {}, RUN)
    runner.cancel(RUN)


async def test_runs_wait_for_their_turn(sqlite_home) -> None:
    side_by_side: list[int] = []
    now = [0]

    async def story(run: Run, inputs: dict[str, Any]) -> str:
        now[0] += 1
        side_by_side.append(now[0])
        await until(lambda: now[0] == 2 or len(side_by_side) == 5)  # the last one may be alone
        now[0] -= 1
        return "done"

    runner = sqlite_home.runner(story, at_once=2)
    ids = [runner.start(RunKind.REPORT, "A title", {}, RunId(f"r{n}")) for n in range(5)]
    assert [await runner.wait(i) for i in ids] == ["done"] * 5
    assert max(side_by_side) == 2
    assert [info.run_id for info in sqlite_home.records.recent(3)] == ["r4", "r3", "r2"]


async def test_what_a_result_says_that_its_run_took_is_what_the_run_says(sqlite_home) -> None:
    records, now = sqlite_home.records, [1000.0]
    records.clock = lambda: now[0]

    async def story(run: Run, inputs: dict[str, Any]) -> float:
        now[0] += 8.25
        told = await run.stop_clock()
        now[0] += 2  # while its result is stored
        assert records.info(RUN).seconds == told
        return told

    runner = begun(sqlite_home, story)
    assert await runner.wait(RUN) == records.info(RUN).seconds == 8.25


@pytest.mark.parametrize(
    ("jump", "worked"),
    [
        (3600, 4 + 3),  # the machine slept
        (-3600, 4 + 3),
        (-3, 4),  # four until the clock was set back, and three until it was as late again
    ],
)
async def test_neither_a_sleep_of_the_machine_nor_a_clock_set_back_changes_the_working_time(
    sqlite_home, jump, worked
) -> None:
    records, now = sqlite_home.records, [1_000_000.0]
    records.clock = lambda: now[0]

    async def story(run: Run, inputs: dict[str, Any]) -> float:
        assert isinstance(run, StoredRun)
        now[0] += 4
        await run.beat()
        now[0] += jump
        await run.beat()
        now[0] += 3
        return await run.stop_clock()

    runner = begun(sqlite_home, story)
    assert await runner.wait(RUN) == worked
    assert (records.info(RUN).seconds, records.worked_s(RUN)) == (worked, worked)


@pytest.mark.parametrize("is_cancelled", [False, True])
async def test_a_last_sign_of_life_that_can_not_be_stored_fails_no_run(
    sqlite_home, is_cancelled
) -> None:
    with sqlite3.connect(sqlite_home.folder / "library.sqlite") as database:
        database.execute(
            "CREATE TRIGGER full BEFORE UPDATE ON run_spans WHEN NEW.is_open = 0 "
            "BEGIN SELECT RAISE(FAIL, 'the disk is full'); END"
        )

    async def story(run: Run, inputs: dict[str, Any]) -> float:
        if is_cancelled:
            await run.ask("who", Question(text="Who are you?"))
        return await run.stop_clock()

    runner = begun(sqlite_home, story)
    if is_cancelled:
        await until(lambda: sqlite_home.records.questions(RUN))
        runner.cancel(RUN)
        with pytest.raises(RunCancelled):
            await runner.wait(RUN)
    else:
        assert await runner.wait(RUN) == sqlite_home.records.info(RUN).seconds
    ended = RunStatus.CANCELLED if is_cancelled else RunStatus.FINISHED
    assert sqlite_home.records.info(RUN).status is ended


async def test_an_id_that_is_taken_or_odd_is_refused(sqlite_home) -> None:
    runner = begun(sqlite_home, says_done)
    await runner.wait(RUN)
    with pytest.raises(RunError, match="already a run r1"):
        runner.start(RunKind.REPORT, "A title", {}, RUN)
    with pytest.raises(ValueError, match="letters, digits"):
        runner.start(RunKind.REPORT, "A title", {}, RunId("../r1"))


async def test_a_runner_that_closes_leaves_its_runs_to_be_resumed(sqlite_home) -> None:
    forever = [True]

    async def story(run: Run, inputs: dict[str, Any]) -> str:
        await run.step("first", int, lambda: value(1))
        while forever[0]:
            await asyncio.sleep(0.01)
        return "done"

    runner = begun(sqlite_home, story)
    waiting = asyncio.create_task(runner.wait(RUN))
    await until(lambda: sqlite_home.records.info(RUN).steps)
    await asyncio.to_thread(runner.close)
    with pytest.raises(RunError, match="was interrupted"):
        await waiting
    forever[0] = False
    again = sqlite_home.runner(story)
    again.resume(RUN)
    assert await again.wait(RUN) == "done"


async def test_a_run_that_ends_while_someone_looks_at_its_lock_is_not_called_interrupted(
    sqlite_home,
) -> None:
    records = sqlite_home.records
    records.create(RUN, RunKind.REPORT, "A title", {}, attempt="a", at="2026-01-01T00:00:00Z")

    class EndsNow:
        def is_held(self, name: str) -> bool:
            ended = records.attempt(RUN, "a")
            ended.end(RunStatus.FINISHED, at="2026-01-01T00:00:01Z", result="done")
            return False

    records.locks = EndsNow()
    assert records.info(RUN).status is RunStatus.FINISHED


async def test_when_one_of_two_fails_the_other_still_finishes() -> None:
    finished = []

    async def fails() -> int:
        raise LLMNoCredit("test:model")

    async def slow() -> str:
        await asyncio.sleep(0)
        finished.append(True)
        return "paid"

    with pytest.raises(LLMNoCredit):
        await both(fails(), slow())
    assert finished == [True]
    assert await both(value(1), slow()) == (1, "paid")


@pytest.mark.parametrize(
    "damage",
    [
        "run_calls SET call = '{}'",
        "run_steps SET result = 'no JSON'",
        "runs SET inputs = '{'",
        "runs SET kind = 'song'",
    ],
)
async def test_a_damaged_record_is_named(sqlite_home, damage) -> None:
    async def story(run: Run, inputs: dict[str, Any]) -> int:
        run.spent(
            ModelCall(
                call_id="c",
                role="report",
                prompt="p@1",
                model="test:model",
                started_at=0.0,
                seconds=1.0,
            )
        )
        return await run.step("first", int, lambda: value(1))

    await begun(sqlite_home, story).wait(RUN)
    with sqlite3.connect(sqlite_home.folder / "library.sqlite") as connection:
        connection.execute(f"UPDATE {damage}")
    with pytest.raises(StorageError, match="can't be read"):
        sqlite_home.records.trace(RUN)
