"""A run that keeps its steps in memory, and people who reply what a test says."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.interaction import TreeChange
from myscholar.domain.runs import Event, RunId
from myscholar.runs.run import StepWork, T

DECIDE = Answer(kind=AnswerKind.DECIDE)


class RunInMemory:
    """Steps are done once, also over several tellings with the same `done`; a name that comes twice
    in one telling is refused, as by the real one."""

    run_id = RunId("memory")

    def __init__(self, done: dict[str, Any] | None = None) -> None:
        self.done = {} if done is None else done
        self.worked: list[str] = []
        """Names of the steps done in this telling."""
        self.told: list[Event] = []
        self.by_hand: list[TreeChange] = []
        self.takes_changes = True
        self._met: set[str] = set()

    async def step(self, name: str, kind: Any, work: StepWork[T]) -> Any:
        if name in self._met:
            raise ValueError(f"two steps are called {name}")
        self._met.add(name)
        if name not in self.done:
            self.done[name] = await work()
            self.worked.append(name)
        return self.done[name]

    async def together(self, kind: Any, works: Sequence[tuple[str, StepWork[T]]]) -> list[T]:
        return list(await asyncio.gather(*(self.step(name, kind, work) for name, work in works)))

    def tell(self, event: Event) -> None:
        self.told.append(event)

    async def changes(self, *, after: int, is_last: bool = False) -> tuple[TreeChange, ...]:
        new = tuple(self.by_hand[after:])
        self.takes_changes = bool(new) or not is_last
        return new


class Replying:
    """Answers each question by what `says` gives for it, read as a person's words are."""

    def __init__(self, says: Callable[[Question], str | Answer] = lambda _: DECIDE) -> None:
        self.says = says
        self.asked: list[tuple[str, Question]] = []

    async def reply(self, question_id: str, question: Question) -> Answer:
        self.asked.append((question_id, question))
        said = self.says(question)
        return question.read(said) if isinstance(said, str) else question.check(said)
