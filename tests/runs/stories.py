"""Stories for the tests, also carried out by processes of their own: python stories.py HOME URL
RUN_ID ACTION [KILL_AT], where a worker carries out what stands in line."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.runs import Event, ModelCall, RunId, RunKind
from myscholar.gateways.storage.attempts import Batch
from myscholar.gateways.storage.runs import RunRecords
from myscholar.gateways.storage.store import Store, open_store
from myscholar.runs import postgres_queue
from myscholar.runs.postgres_queue import PostgresQueue
from myscholar.runs.queue import LocalQueue, Queue
from myscholar.runs.run import Run
from myscholar.runs.runner import Runner, Story
from myscholar.runs.worker import serve


def call(call_id: str, dollars: float | None = 0.25) -> ModelCall:
    return ModelCall(
        call_id=call_id,
        role="report",
        prompt="report/section@1",
        model="test:model",
        started_at=0.0,
        seconds=1.0,
        input_tokens=100,
        output_tokens=10,
        dollars=dollars,
    )


def batch_of(call: ModelCall) -> Batch:
    return Batch(calls=(("", call),))


class Pen:
    """Writes into a file what was done, and ends the process where it is told to."""

    def __init__(self, path: Path, kill_at: str = "") -> None:
        self._path = path
        self._kill_at = kill_at

    def at(self, point: str) -> None:
        if point == self._kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def work(self, name: str, value: int, seconds: float = 0.0) -> Callable[[], Awaitable[int]]:
        async def work() -> int:
            with self._path.open("a") as file:
                file.write(f"{name}\n")
            await asyncio.sleep(seconds)
            self.at(f"in {name}")
            return value

        return work


def five_steps(pen: Pen) -> Story:
    """Two steps one after another beside a long one, between two others: 1 + (10 + 100 + 1000) +
    10000."""

    async def story(run: Run, inputs: dict[str, Any]) -> dict[str, Any]:
        pen.at("before one")
        run.tell(Event(step="One", message="begins"))
        one = await run.step("one", int, pen.work("one", inputs["one"]))
        pen.at("after one")
        run.show("text", "so far")

        async def chain() -> int:
            first = await run.step("right 1", int, pen.work("right 1", 100))
            return first + await run.step("right 2", int, pen.work("right 2", 1000))

        left, right = await asyncio.gather(
            run.step("left", int, pen.work("left", 10, 0.05)), chain()
        )
        pen.at("after both")
        last = await run.step("last", int, pen.work("last", 10000))
        pen.at("before the end")
        return {"sum": one + left + right + last}

    return story


def queue_in(store: Store, records: RunRecords, url: str, per_owner: int | None = None) -> Queue:
    if store.is_on_server:
        return PostgresQueue(records, store.line(), url, per_owner=per_owner)
    return LocalQueue(records, store.line(), store.listen, per_owner=per_owner)


WHO = Question(text="Who are you?", choices=("Ada", "Grace"))


async def waiting(run: Run, inputs: dict[str, Any]) -> str:
    """Shows and tells something, then asks."""
    run.tell(Event(step="Asking", done=1, total=2))
    run.show("section 1", "Half a sec")
    print("waiting", flush=True)
    return said(await run.ask("who", WHO))


def asks_beside(pen: Pen) -> Story:
    """Asks while a step goes on, then does another one: the answer and the steps' numbers."""

    async def story(run: Run, inputs: dict[str, Any]) -> str:
        answer, one = await asyncio.gather(
            run.ask("who", Question(text="Who are you?", decides_after_s=inputs.get("after"))),
            run.step("beside", int, pen.work("beside", 1)),
        )
        two = await run.step("after", int, pen.work("after", 2))
        return f"{said(answer)} {one} {two}"

    return story


def slowly(pen: Pen) -> Story:
    """Two steps; the first takes two seconds."""

    async def story(run: Run, inputs: dict[str, Any]) -> int:
        one = await run.step("slow", int, pen.work("slow", 1, 2.0))
        return one + await run.step("next", int, pen.work("next", 2))

    return story


def said(answer: Answer) -> str:
    return answer.text or ", ".join(answer.choices) or answer.kind.value


def hurry() -> None:
    """Nobody waits ten seconds for a dead worker in a test."""
    postgres_queue.BEAT_S, postgres_queue.SILENT_S = 0.3, 3.0
    postgres_queue._AGAIN_S = postgres_queue._POLL_S = 1.0


def work(home: Path, url: str, records: RunRecords, store: Store, story: Story) -> None:
    hurry()
    queue, stop = queue_in(store, records, url), asyncio.Event()
    runner = Runner(records, {RunKind.REPORT: story}, enter=queue.enter)
    serving = runner.loop.submit(serve(queue, records, runner, at_once=2, stop=stop))
    signal.signal(signal.SIGTERM, lambda *_: runner.loop.call(stop.set))
    print("ready", flush=True)
    while not serving.done():
        time.sleep(0.02)
    runner.close()
    serving.result()


def main(home: Path, url: str, run_id: RunId, action: str, kill_at: str = "") -> None:
    store = open_store(url)
    records = store.runs(home / "runs")
    pen = Pen(home / "done.txt", kill_at)
    stories = {"wait": waiting, "work asks": asks_beside(pen), "work slowly": slowly(pen)}
    story = stories.get(action) or five_steps(pen)
    if action.startswith("work"):
        return work(home, url, records, store, story)
    runner = Runner(records, {RunKind.REPORT: story})
    if action == "resume":
        runner.resume(run_id)
    else:
        runner.start(RunKind.REPORT, "A title", {"one": 1}, run_id)
    result = asyncio.run(runner.wait(run_id))
    print(result["sum"] if isinstance(result, dict) else result)
    return None


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], RunId(sys.argv[3]), *sys.argv[4:])
