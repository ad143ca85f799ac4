"""Stories for the tests, also carried out by processes of their own: python stories.py HOME URL
RUN_ID ACTION [KILL_AT]."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from myscholar.domain.runs import Event, ModelCall, RunId, RunKind, RunStatus
from myscholar.gateways.storage.runs import Batch, RunRecords
from myscholar.gateways.storage.store import open_store
from myscholar.runs.run import Run
from myscholar.runs.runner import Runner, Story


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


def runner_in(home: Path, url: str, records: RunRecords, story: Story, **options: Any) -> Runner:
    """`url` is that of the records; with SQLite the runner's own database is a second file in the
    home."""
    running = f"sqlite:///{home / 'runs.sqlite'}" if url.startswith("sqlite") else url
    return Runner(records, {RunKind.REPORT: story}, database_url=running, **options)


async def waiting(run: Run, inputs: dict[str, Any]) -> str:
    """Shows and tells something, then asks."""
    run.tell(Event(step="Asking", done=1, total=2))
    run.show("section 1", "Half a sec")
    print("waiting", flush=True)
    return await run.ask("who", "Who are you?")


def main(home: Path, url: str, run_id: RunId, action: str, kill_at: str = "") -> None:
    records = open_store(url).runs(home / "runs")
    story = waiting if action == "wait" else five_steps(Pen(home / "done.txt", kill_at))
    runner = runner_in(home, url, records, story, server="web" if action == "serve" else None)
    if action == "resume":
        runner.resume(run_id)
    elif action in ("start", "wait") or kill_at:
        runner.start(RunKind.REPORT, "A title", {"one": 1}, run_id)
    else:
        runner.recover()
        while records.info(run_id).status is RunStatus.INTERRUPTED:
            time.sleep(0.05)
    result = asyncio.run(runner.wait(run_id))
    print(result["sum"] if isinstance(result, dict) else result)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], RunId(sys.argv[3]), *sys.argv[4:])
