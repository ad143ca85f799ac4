"""What a story may do with the run that it belongs to."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar, cast

from myscholar.domain.runs import Event, ModelCall, Progress, RunId, silent

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
Work = Callable[[], Awaitable[T]]


class Run(Protocol):
    """One run. Steps are started in an order that depends on inputs and earlier results only, so that a resumed run meets them again."""

    @property
    def run_id(self) -> RunId:
        """Also the id of what the run makes."""

    async def step(self, name: str, kind: Any, work: Work[T]) -> T:
        """Does the work once and stores its result; a resumed run gets the stored one. `kind` is the result's type, for pydantic.

        Work may be done twice when the process dies in the middle, so it has no effect but its result (and the caches of the gateways).
        """

    async def together(self, kind: Any, works: Sequence[tuple[str, Work[T]]]) -> list[T]:
        """Steps side by side, started in this order. When one fails the others still finish, so that nothing paid is lost; then it is raised."""

    def tell(self, event: Event) -> None:
        """Progress, for every screen that watches."""

    def show(self, part: str, text: str) -> None:
        """The text of a part so far (`section 2`). Stored at most four times a second a run, and the last state always."""

    def spent(self, call: ModelCall) -> None:
        """Records a finished call of a model."""

    async def calls(self) -> tuple[ModelCall, ...]:
        """Every call so far, those before a resume too."""

    async def ask(self, question_id: str, question: str) -> str:
        """Waits for a person's answer, given by any process that knows the run. Raises RunCancelled."""


class DirectRun:
    """Carries a story out in place: nothing is stored, so nothing can be resumed and nobody can be asked."""

    def __init__(
        self,
        run_id: RunId,
        *,
        progress: Progress = silent,
        on_text: Callable[[str, str], None] = lambda part, text: None,  # noqa: ARG005
    ) -> None:
        self._run_id = run_id
        self._progress = progress
        self._on_text = on_text
        self._calls: list[ModelCall] = []

    @property
    def run_id(self) -> RunId:
        return self._run_id

    async def step(self, name: str, kind: Any, work: Work[T]) -> T:  # noqa: ARG002
        return await work()

    async def together(self, kind: Any, works: Sequence[tuple[str, Work[T]]]) -> list[T]:
        done = await asyncio.gather(*(self.step(name, kind, work) for name, work in works), return_exceptions=True)
        return finished(done)

    def tell(self, event: Event) -> None:
        self._progress(event)

    def show(self, part: str, text: str) -> None:
        self._on_text(part, text)

    def spent(self, call: ModelCall) -> None:
        self._calls.append(call)

    async def calls(self) -> tuple[ModelCall, ...]:
        return tuple(self._calls)

    async def ask(self, question_id: str, question: str) -> str:
        raise NotImplementedError("nobody can be asked without a stored run")


async def both(one: Awaitable[A], other: Awaitable[B]) -> tuple[A, B]:
    """Side by side. When one fails the other still finishes, so that nothing paid is lost; then it is raised."""
    first, second = await asyncio.gather(one, other, return_exceptions=True)
    for result in (first, second):
        if isinstance(result, BaseException):
            raise result
    return cast(A, first), cast(B, second)


def finished(results: Sequence[T | BaseException]) -> list[T]:
    """The results, or the first of the exceptions raised."""
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]
