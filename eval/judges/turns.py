"""Many questions to one model, the cheapest way, and none after one that ends all."""

import asyncio
import hashlib
from collections.abc import Callable
from typing import TypeVar

from pydantic import BaseModel

from myscholar.domain.runs import ignore
from myscholar.errors import LLMBudgetSpent, LLMError, LLMKeyRefused, LLMNoCredit, LLMUnknownModel
from myscholar.gateways.llm.llm import LLM, Check, ModelAnswer, Role
from myscholar.gateways.llm.prompts import Prompt

LONG = 4_000
"""Characters worth waiting for: vendors cache no prefix of under some thousand tokens."""
_FOR_GOOD = (LLMBudgetSpent, LLMKeyRefused, LLMUnknownModel, LLMNoCredit)
"""What no later question would be spared."""

R = TypeVar("R", bound=BaseModel)


class TakingTurns:
    """Another LLM, asked with forethought. It belongs to one event loop.

    Of the questions that share a long text the first goes ahead alone until its answer begins: from
    then on the vendor has the text in its cache, and the others pay a tenth for it. Once the budget
    is spent, or the key, the model or the credit refused, nothing more is sent: every later
    question raises the same error.
    """

    def __init__(self, llm: LLM) -> None:
        self._llm = llm
        self._over: LLMError | None = None
        self._begun: dict[str, asyncio.Event] = {}

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
        mine = await self._turn(prompt)

        def begin() -> None:
            mine.set()
            began()

        try:
            return await self._open().ask(
                role,
                prompt,
                reply,
                problems=problems,
                began=begin,
                on_text=on_text,
                variant=variant,
            )
        except _FOR_GOOD as error:
            self._over = error
            raise
        finally:
            mine.set()

    async def write(
        self,
        role: Role,
        prompt: Prompt,
        *,
        problems: Check[str] = ignore,
        on_text: Callable[[str], None] = ignore,
        variant: int = 0,
    ) -> ModelAnswer[str]:
        return await self._open().write(
            role, prompt, problems=problems, on_text=on_text, variant=variant
        )

    def can(self, role: Role) -> bool:
        return self._llm.can(role)

    def model(self, role: Role, variant: int = 0) -> str:
        return self._llm.model(role, variant)

    def _open(self) -> LLM:
        if self._over is not None:
            raise self._over.with_traceback(None)  # which would grow with every raise
        return self._llm

    async def _turn(self, prompt: Prompt) -> asyncio.Event:
        """Waits for the first about the same text; the event to set when this answer begins."""
        mine = asyncio.Event()
        if len(prompt.shared) < LONG:
            return mine
        key = hashlib.sha256(
            f"{prompt.label}\n{prompt.shared}".encode("utf-8", "surrogatepass")
        ).hexdigest()
        first = self._begun.setdefault(key, mine)
        if first is not mine:
            await first.wait()
        return mine
