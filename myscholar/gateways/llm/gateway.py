"""The gateway: asks models over pydantic-ai, and answers from the disk what was answered before."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pydantic import BaseModel, ValidationError

from myscholar.domain.runs import ModelCall, ignore
from myscholar.errors import (
    LLMBadAnswer,
    LLMBudgetSpent,
    LLMContextTooLong,
    LLMEmptyAnswer,
    LLMError,
    LLMRefusal,
    LLMRequestRejected,
    LLMTruncated,
)
from myscholar.gateways.llm.budget import Budget
from myscholar.gateways.llm.cache import AnswerCache
from myscholar.gateways.llm.config import ModelsConfig
from myscholar.gateways.llm.limits import Limits
from myscholar.gateways.llm.llm import Answer, Check, Role
from myscholar.gateways.llm.patience import Patience
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.llm.providers import KeyReader, Models
from myscholar.gateways.llm.recorded import RecordedSender
from myscholar.gateways.llm.request import Repair, Reply, Request
from myscholar.gateways.llm.sender import Sender
from myscholar.gateways.pacing import Sleep

if TYPE_CHECKING:
    import httpx2

R = TypeVar("R", bound=BaseModel)
V = TypeVar("V")


class ModelGateway:
    """Answers the LLM protocol. Make one for each run, in an `async with` block or closed by
    `aclose`; it belongs to one event loop.

    `on_call` hears of every call, failed and replayed ones too. `cache` is the folder of kept
    answers; None keeps none. Give all gateways of a process the same `limits`, and each run a
    `budget` of its own.
    `most_tokens` bounds each answer, thoughts included. `keyring` reads the keys that lie there.
    `transport` replaces the network; `sleep` and the seed of the waits' jitter replace time and
    chance in tests. With `recorded` no model is asked: what a recording does not hold raises
    NotRecorded.
    """

    def __init__(
        self,
        config: ModelsConfig,
        *,
        on_call: Callable[[ModelCall], None] = ignore,
        cache: Path | None = None,
        budget: Budget | None = None,
        limits: Limits | None = None,
        patience: Patience = Patience(),
        most_tokens: int | None = None,
        keyring: KeyReader = lambda _: None,
        sleep: Sleep = asyncio.sleep,
        seed: int = 0,
        transport: "httpx2.AsyncBaseTransport | None" = None,
        recorded: RecordedSender | None = None,
    ) -> None:
        self._config = config
        self._models = Models(config, transport=transport, keyring=keyring)
        self.budget = budget or Budget()
        self._sender = recorded or Sender(
            models=self._models,
            config=config,
            most_tokens=most_tokens,
            on_call=on_call,
            cache=AnswerCache(cache) if cache else None,
            budget=self.budget,
            limits=limits or Limits(),
            patience=patience,
            sleep=sleep,
            chance=Random(seed),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._models.aclose()

    def can(self, role: Role) -> bool:
        return bool(self._config.chains.get(role))

    def model(self, role: Role, variant: int = 0) -> str:
        return self._chain(role, variant)[0]

    async def ask(
        self,
        role: Role,
        prompt: Prompt,
        reply: type[R],
        *,
        problems: Check[R] = ignore,
        began: Callable[[], None] = ignore,
        on_text: Callable[[str], None] = ignore,
        variant: int = 0,
    ) -> Answer[R]:
        """A structured answer of the first model of the role's chain that gives one."""
        question = self._question(role, prompt, variant, reply)
        once = _Once(began)
        return await self._of_chain(
            question, lambda text: reply.model_validate_json(text), problems, once, on_text
        )

    async def write(
        self,
        role: Role,
        prompt: Prompt,
        *,
        problems: Check[str] = ignore,
        on_text: Callable[[str], None] = ignore,
        variant: int = 0,
    ) -> Answer[str]:
        """Free text of the first model of the role's chain that gives any."""
        return await self._of_chain(
            self._question(role, prompt, variant, None), str, problems, ignore, on_text
        )

    async def _of_chain(
        self,
        question: Request,
        read: Callable[[str], V],
        problems: Check[V],
        began: Callable[[], None],
        on_text: Callable[[str], None],
    ) -> Answer[V]:
        """Raises, when no model of the chain answers, the error that waiting can mend if there is
        one, else the first."""
        failures: list[LLMError] = []
        for model in self._chain(Role(question.role), question.variant):
            try:
                return await self._of_model(
                    replace(question, model=model), read, problems, began, on_text
                )
            except LLMBudgetSpent:
                raise
            except LLMError as error:
                failures.append(error)
        raise next((error for error in failures if error.retryable), failures[0])

    async def _of_model(
        self,
        request: Request,
        read: Callable[[str], V],
        problems: Check[V],
        began: Callable[[], None],
        on_text: Callable[[str], None],
    ) -> Answer[V]:
        """At most two answers: the second is a repair, for a form that is broken or for what the
        caller's check has found."""
        said = await self._sender.answer(request, began=began, on_text=on_text)
        first, broken = _read(said, read)
        found = broken if first is None else await _found(problems, first)
        if first is not None and not found:
            return Answer(first, request.model, request.prompt.label)
        repair = replace(request, repair=Repair(said.text, found))
        try:
            second, broken = _read(
                await self._sender.answer(repair, began=began, on_text=on_text), read
            )
        except (LLMRefusal, LLMTruncated, LLMEmptyAnswer, LLMContextTooLong, LLMRequestRejected):
            if first is None:
                raise
            second = None
        if second is not None:
            return Answer(
                second, request.model, request.prompt.label, await _found(problems, second)
            )
        if first is not None:  # with its problems it is worth more than a repair that failed
            return Answer(first, request.model, request.prompt.label, found)
        raise LLMBadAnswer(request.model, request.prompt.label, broken[0])

    def _question(
        self, role: Role, prompt: Prompt, variant: int, reply: type[BaseModel] | None
    ) -> Request:
        first = self.model(role, variant)
        return Request(role.value, prompt, first, self._config.role(role), reply, variant)

    def _chain(self, role: Role, variant: int) -> tuple[str, ...]:
        if not self.can(role):
            raise LLMError(
                role.value,
                f"No model is set for {role.value}. Set one under [models] in the settings file.",
            )
        return self._config.chain(role, variant)


class _Once:
    """Passes on the first call only: an answer begins once, however often it had to be asked
    for."""

    def __init__(self, listener: Callable[[], None]) -> None:
        self._listener, self._told = listener, False

    def __call__(self, *_: Any) -> None:
        if not self._told:
            self._told = True
            self._listener()


async def _found(problems: Check[V], value: V) -> tuple[str, ...]:
    """What the caller's check has to say: it may look through whole papers, which the other runs on
    the loop should not wait for."""
    found = None if problems is ignore else await asyncio.to_thread(problems, value)
    return tuple(found or ())


def _read(said: Reply, read: Callable[[str], V]) -> tuple[V | None, tuple[str, ...]]:
    """The value, or what is wrong with the answer's form."""
    try:
        return read(said.text), ()
    except ValidationError as error:
        return None, tuple(
            _sentence(e) for e in error.errors(include_url=False, include_input=False)[:10]
        )


def _sentence(error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"])
    return f"{where}: {error['msg']}" if where else str(error["msg"])
