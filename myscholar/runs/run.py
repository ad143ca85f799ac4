"""What a story may do with the run that it belongs to."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar, cast

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.interaction import TreeChange
from myscholar.domain.runs import Event, ModelCall, RunId

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
StepWork = Callable[[], Awaitable[T]]


class Run(Protocol):
    """One run. Steps are started in an order that depends on inputs and earlier results only, so
    that a resumed run meets them again."""

    @property
    def run_id(self) -> RunId:
        """Also the id of what the run makes."""

    async def step(self, name: str, kind: Any, work: StepWork[T]) -> T:
        """Does the work once and stores its result; a resumed run gets the stored one. `kind` is
        the result's type, for pydantic.

        Work may be done twice when the process dies in the middle, so it has no effect but its
        result (and the caches of the gateways).
        """

    async def together(self, kind: Any, works: Sequence[tuple[str, StepWork[T]]]) -> list[T]:
        """Steps side by side, started in this order. When one fails the others still finish, so
        that nothing paid is lost; then it is raised."""

    def tell(self, event: Event) -> None:
        """Progress, for every screen that watches."""

    def show(self, part: str, text: str) -> None:
        """The text of a part so far (`section 2`). Stored a few times a second a run, and
        the last state always."""

    def spent(self, call: ModelCall) -> None:
        """Records a finished call of a model."""

    async def calls(self) -> tuple[ModelCall, ...]:
        """Every call so far, those before a resume too."""

    async def stop_clock(self) -> float:
        """Seconds that the run was worked on, over all attempts: what its result says that it took.
        What comes after does not count."""

    async def ask(self, question_id: str, question: Question) -> Answer:
        """Waits for a person's answer, given by any process, or until the question's time is over.
        Beside steps, not within one: a worker that has nothing else to do carries out other runs
        meanwhile, and whoever goes on with this one meets the question again.

        Raises RunCancelled, ValueError within a step.
        """

    async def changes(self, *, after: int, is_last: bool = False) -> tuple[TreeChange, ...]:
        """What people have changed by hand of what the run grows, beyond the first `after`. With
        `is_last`, where that is nothing, no more is taken from anybody. Within a step, so that a
        resumed run hears the same."""


Story = Callable[[Run, dict[str, Any]], Awaitable[Any]]
"""What a run does, from its inputs to its result, both plain JSON. It is carried out on the
Runner's own event loop, so it makes what belongs to a loop, such as clients, itself."""


async def both(one: Awaitable[A], other: Awaitable[B]) -> tuple[A, B]:
    """Side by side. When one fails the other, which is paid, still finishes; then it is raised."""
    first, second = results_of(await asyncio.gather(one, other, return_exceptions=True))
    return cast(A, first), cast(B, second)


def results_of(results: Sequence[T | BaseException]) -> list[T]:
    """The results, or the first of the exceptions raised."""
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]
