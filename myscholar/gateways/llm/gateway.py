"""The gateway: asks models over pydantic-ai, and answers from the disk what was answered before."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Self, TypeVar

from pydantic import BaseModel, ValidationError

from myscholar.domain.runs import ModelCall, ignore
from myscholar.errors import (
    LLMBadAnswer,
    LLMBudgetSpent,
    LLMContextTooLong,
    LLMEmptyAnswer,
    LLMError,
    LLMNotSet,
    LLMRefusal,
    LLMRequestRejected,
    LLMTruncated,
)
from myscholar.gateways.llm.budget import Budget
from myscholar.gateways.llm.cache import AnswerCache
from myscholar.gateways.llm.config import ModelsConfig
from myscholar.gateways.llm.limits import Limits
from myscholar.gateways.llm.llm import Check, ModelAnswer, Role
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.llm.providers import KeyReader, Models
from myscholar.gateways.llm.recorded import RecordedSender
from myscholar.gateways.llm.request import Listener, Repair, Request
from myscholar.gateways.llm.sender import Sender
from myscholar.gateways.pacing import Patience, Sleep

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

    async def __aexit__(self, *_: object) -> None:
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
    ) -> ModelAnswer[R]:
        """A structured answer of the first model of the role's chain that gives one."""
        question = self._question(role, prompt, variant, reply)
        listener = Listener(began, on_text)
        return await self._of_chain(question, reply.model_validate_json, problems, listener)

    async def write(
        self,
        role: Role,
        prompt: Prompt,
        *,
        problems: Check[str] = ignore,
        on_text: Callable[[str], None] = ignore,
        variant: int = 0,
    ) -> ModelAnswer[str]:
        """Free text of the first model of the role's chain that gives any."""
        question = self._question(role, prompt, variant)
        return await self._of_chain(question, str, problems, Listener(on_text=on_text))

    def _question(
        self, role: Role, prompt: Prompt, variant: int, reply: type[BaseModel] | None = None
    ) -> Request:
        first = self.model(role, variant)
        return Request(role.value, prompt, first, self._config.role(role), reply, variant)

    def _chain(self, role: Role, variant: int) -> tuple[str, ...]:
        if not self.can(role):
            raise LLMNotSet(role.value)
        return self._config.chain(role, variant)

    async def _of_chain(
        self, question: Request, read: Callable[[str], V], problems: Check[V], listener: Listener
    ) -> ModelAnswer[V]:
        """Raises, when no model of the chain answers, the error that waiting can mend if there is
        one, else the first. A budget that is spent ends the chain; one of 0 leaves out what is
        not free."""
        failures: list[LLMError] = []
        for model in self._chain(Role(question.role), question.variant):
            try:
                return await self._of_model(
                    replace(question, model=model), read, problems, listener
                )
            except LLMError as error:
                if isinstance(error, LLMBudgetSpent) and error.limit_usd:
                    raise
                failures.append(error)
        raise next((error for error in failures if error.retryable), failures[0])

    async def _of_model(
        self, request: Request, read: Callable[[str], V], problems: Check[V], listener: Listener
    ) -> ModelAnswer[V]:
        """At most two answers: the second is a repair, for a form that is broken or for what the
        caller's check has found."""
        model, label = request.model, request.prompt.label
        said = (await self._sender.answer(request, listener)).text
        first, broken = _read(said, read)
        found = broken if first is None else await _problems(problems, first)
        if first is not None and not found:
            return ModelAnswer(first, model, label)
        repair = replace(request, repair=Repair(said, found))
        try:
            second, broken = _read((await self._sender.answer(repair, listener)).text, read)
        except _NO_REPAIR:
            if first is None:
                raise
            second = None
        if second is not None:
            return ModelAnswer(second, model, label, await _problems(problems, second))
        if first is not None:  # with its problems it is worth more than a repair that failed
            return ModelAnswer(first, model, label, found)
        raise LLMBadAnswer(model, label, broken[0])


_NO_REPAIR = (
    LLMBudgetSpent,
    LLMContextTooLong,
    LLMEmptyAnswer,
    LLMRefusal,
    LLMRequestRejected,
    LLMTruncated,
)
"""Why a repair fails without the model being out of reach."""


async def _problems(check: Check[V], value: V) -> tuple[str, ...]:
    """The check may look through whole papers, which other runs on the loop should not wait for."""
    found = None if check is ignore else await asyncio.to_thread(check, value)
    return tuple(found or ())


def _read(said: str, read: Callable[[str], V]) -> tuple[V | None, tuple[str, ...]]:
    """The value, or what is wrong with the answer's form."""
    try:
        return read(said), ()
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)[:10]
    where = (".".join(str(part) for part in fault["loc"]) for fault in faults)
    return None, tuple(
        f"{place}: {fault['msg']}" if place else fault["msg"]
        for place, fault in zip(where, faults, strict=True)
    )
