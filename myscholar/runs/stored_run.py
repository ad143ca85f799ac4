"""A run whose steps are done once, whatever happens to the process."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import lru_cache, partial
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from myscholar import logs
from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.interaction import TreeChange
from myscholar.domain.runs import Event, ModelCall, Progress, RunId, RunStatus, RunStep
from myscholar.errors import RunCancelled, RunNotResumable, StorageError
from myscholar.gateways.storage.attempts import RunAttempt
from myscholar.gateways.storage.runs import RunRecords
from myscholar.runs.run import StepWork, results_of
from myscholar.runs.run_writer import Pending, RunWriter

T = TypeVar("T")
OnText = Callable[[str, str], None]

ANSWER_POLL_S = 0.3
ASLEEP_S = 10.0
"""So long without a sign of life, which is given twice a second, a process did not work: its
machine slept. By hand: twenty signs; a busy machine leaves out one or two."""
_DELAYS = {"LLMUnavailable": "can't be reached", "LLMRateLimited": "asks for fewer requests"}
"""What a call may fail with that the gateway makes again after a while."""
_CUT_OFF = (RunStatus.CANCELLED, RunStatus.INTERRUPTED)
_STEP: ContextVar[str] = ContextVar("step", default="")


async def to_the_end(work: Callable[[], T]) -> T:
    """In a thread, for which also one waits who is cancelled meanwhile: the database that it looks
    into may be closed next."""
    begun = asyncio.get_running_loop().run_in_executor(None, work)  # no task: nobody cancels it
    try:
        return await asyncio.shield(begun)
    except asyncio.CancelledError:
        await asyncio.wait([begun])
        raise


class StoredRun:
    """Implements `Run` over the tables of runs; made on the event loop that carries the run out."""

    def __init__(
        self, records: RunRecords, attempt: RunAttempt, *, progress: Progress, on_text: OnText
    ) -> None:
        self._run_id = attempt.run_id
        self._records = records
        self._attempt = attempt
        self._progress = progress
        self._on_text = on_text
        self._done = records.step_names(attempt.run_id)
        self._met: set[str] = set()
        self._delays: set[tuple[str, str]] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._kept: set[asyncio.Future[Any]] = set()
        self._writer = RunWriter(Pending(time.monotonic), attempt.store)
        self._ended = False
        self._span: int | None = None
        self._began_at, self._alive = "", 0.0
        self._beating = asyncio.Lock()
        self._n_working = self._n_asking = 0
        self.stopped: RunStatus | None = None
        """Set by whoever stops the run, to what it is then, INTERRUPTED where another process has
        taken it: no step begins any more."""

    @property
    def run_id(self) -> RunId:
        return self._run_id

    def begin(self, *, at: str) -> None:
        """Its turn has come: from now on its time counts."""
        self._span = self._attempt.running(at=at)
        self._began_at, self._alive = at, self._records.clock()

    async def beat(self, *, is_last: bool = False) -> None:
        """A sign of life, unless the last one was given. After a sleep, or where the clock was set
        anew, the run's time counts from now on. One that can't be stored is left out, also the
        last."""
        async with self._beating:
            if (span := self._span) is None:
                return
            slept = abs(self._records.clock() - self._alive) > ASLEEP_S
            with suppress(StorageError):
                if not slept:
                    await to_the_end(partial(self._attempt.beat, span, is_last=is_last))
                elif not is_last:
                    again = partial(self._attempt.running, at=self._began_at)
                    span, slept = await to_the_end(again), False
            self._span = None if is_last else span
            self._alive = self._alive if slept else self._records.clock()

    async def stop_clock(self) -> float:
        await self.beat(is_last=True)
        return await asyncio.to_thread(self._records.worked_s, self._run_id)

    async def step(self, name: str, kind: Any, work: StepWork[T]) -> T:
        """What comes back has been through JSON: a first attempt and a resumed one see the same."""
        self._meet(name)
        adapter = _adapter(kind)
        if name in self._done:
            return cast(T, await asyncio.to_thread(self._load, name, adapter))
        started_at, start = self._records.clock(), time.perf_counter()
        within = _STEP.set(name)
        self._n_working += 1
        try:
            with logs.step(name):
                result = await work()
        finally:
            self._n_working -= 1
            _STEP.reset(within)
        done = RunStep(name=name, started_at=started_at, seconds=time.perf_counter() - start)
        kept = asyncio.ensure_future(self._keep(done, adapter, result))
        self._kept.add(kept)
        kept.add_done_callback(self._kept.discard)
        # a cancellation that comes now does not lose what is paid
        return cast(T, await asyncio.shield(kept))

    async def together(self, kind: Any, works: Sequence[tuple[str, StepWork[T]]]) -> list[T]:
        done = await asyncio.gather(
            *(self.step(name, kind, work) for name, work in works), return_exceptions=True
        )
        return results_of(done)

    def tell(self, event: Event) -> None:
        self._writer.pending.tell(self._records.clock(), event)
        self._writer.wake()
        self._progress(event)

    def show(self, part: str, text: str) -> None:
        self._writer.pending.show(part, text)
        self._writer.wake()
        self._on_text(part, text)

    def spent(self, call: ModelCall) -> None:
        self._writer.pending.spent(_STEP.get(), call)
        self._writer.wake()
        if call.error in _DELAYS:
            self._tell_delay(_STEP.get() or "Asking", f"{call.model} {_DELAYS[call.error]}")

    def _tell_delay(self, step: str, message: str) -> None:
        """Once a step: requests sent together fail together."""
        if (step, message) not in self._delays:
            self._delays.add((step, message))
            self.tell(Event(step=step, message=message))

    async def calls(self) -> tuple[ModelCall, ...]:
        await self._writer.write()
        return await asyncio.to_thread(self._records.calls, self._run_id)

    async def ask(self, question_id: str, question: Question) -> Answer:
        if _STEP.get():
            raise ValueError(f"a step can't ask: {question_id!r} is asked within {_STEP.get()!r}")
        await asyncio.to_thread(self._attempt.ask, question_id, question)
        look = partial(self._records.answer_to, self._run_id, question_id)
        is_told = False
        self._n_asking += 1
        try:
            while (answer := await asyncio.to_thread(look)) is None:
                if not is_told:
                    self.tell(Event(step="Asking you", message=question.text))
                    is_told = True
                if question.decides_after_s is not None:
                    await asyncio.to_thread(self._records.decide_overdue, self._run_id)
                await asyncio.sleep(ANSWER_POLL_S)
        finally:
            self._n_asking -= 1
        return answer

    async def changes(self, *, after: int, is_last: bool = False) -> tuple[TreeChange, ...]:
        if is_last:
            return await asyncio.to_thread(self._attempt.last_changes, after)
        told = await asyncio.to_thread(self._records.told_changes, self._run_id)
        return told.changes[after:]

    @property
    def only_asks(self) -> bool:
        """Whether nothing goes on but waiting for answers."""
        return bool(self._n_asking) and not self._n_working and not self._kept

    async def close(self) -> None:
        """Waits for steps that the story left behind, or stops them when the run is cancelled or
        taken; then everything is stored.

        No step begins any more.
        """
        self._ended = True
        left = [
            task for task in self._tasks if not task.done() and task is not asyncio.current_task()
        ]
        for task in left if self.stopped in _CUT_OFF else ():
            task.cancel()
        if left:
            await asyncio.wait(left)
        if self._kept:
            await asyncio.wait(self._kept)
        await self._writer.close()
        await self.beat(is_last=True)

    def _meet(self, name: str) -> None:
        if self.stopped or self._ended:
            raise RunCancelled(self._run_id)
        if name in self._met:
            raise ValueError(f"the story has two steps called {name!r}")
        self._met.add(name)
        if task := asyncio.current_task():
            self._tasks.add(task)

    async def _keep(self, done: RunStep, adapter: TypeAdapter[Any], result: Any) -> Any:
        """Stores a step. The papers of a search take a while to become JSON and values again: not
        on the loop that all runs share."""
        plain = await asyncio.to_thread(adapter.dump_python, result, mode="json")
        await self._writer.write(done.model_copy(update={"result": plain}))
        return await asyncio.to_thread(self._revive, done.name, adapter, plain)

    def _load(self, name: str, adapter: TypeAdapter[Any]) -> Any:
        return self._revive(name, adapter, self._records.step_result(self._run_id, name))

    def _revive(self, name: str, adapter: TypeAdapter[Any], plain: Any) -> Any:
        try:
            return adapter.validate_python(plain)
        except ValidationError as error:
            reason = (
                f"the stored result of its step {name!r} comes from another version of myscholar. "
                "Start anew."
            )
            raise RunNotResumable(self._run_id, reason) from error


@lru_cache(maxsize=256)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
