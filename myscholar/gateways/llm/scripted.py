"""A language model that answers from a script: for tests and demonstrations. It ships with the
product."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from myscholar.domain.runs import ignore
from myscholar.errors import LLMBadAnswer
from myscholar.gateways.llm.llm import Check, ModelAnswer, Role
from myscholar.gateways.llm.prompts import Prompt

R = TypeVar("R", bound=BaseModel)
V = TypeVar("V")
Scripted = Any
"""A reply (model, dict or text), an exception to raise, a function of the prompt that gives one of
these, or a list of them in turn."""


class ScriptedLLM:
    """Answers by the prompt's name. A list is used up one call at a time and its last entry stays;
    a repair takes the next entry."""

    def __init__(
        self, answers: Mapping[str, Scripted], *, name: str = "scripted:model", judge: bool = False
    ) -> None:
        self._answers = {k: list(v) if isinstance(v, list) else [v] for k, v in answers.items()}
        self._name = name
        self._judge = judge
        self.asked: list[tuple[Role, Prompt]] = []
        """Every call in its order, repairs among them."""
        self.told: list[tuple[str, ...]] = []
        """The problems that repairs were told of."""

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
        """The JSON comes in two halves. Raises LLMBadAnswer when the script breaks the schema
        twice."""
        began()

        def read(said: Any) -> tuple[R, str]:
            value = reply.model_validate(said.model_dump() if isinstance(said, BaseModel) else said)
            return value, value.model_dump_json()

        return await self._answer(role, prompt, read, problems, on_text, variant)

    async def write(
        self,
        role: Role,
        prompt: Prompt,
        *,
        problems: Check[str] = ignore,
        on_text: Callable[[str], None] = ignore,
        variant: int = 0,
    ) -> ModelAnswer[str]:
        """The text comes in two halves, so that a listener sees it grow."""

        def read(said: Any) -> tuple[str, str]:
            return str(said), str(said)

        return await self._answer(role, prompt, read, problems, on_text, variant)

    async def _answer(
        self,
        role: Role,
        prompt: Prompt,
        read: Callable[[Any], tuple[V, str]],
        problems: Check[V],
        on_text: Callable[[str], None],
        variant: int,
    ) -> ModelAnswer[V]:
        model = self.model(role, variant)
        for is_last in (False, True):
            try:
                value, written = read(self._next(role, prompt))
            except ValidationError as broken:
                if is_last:
                    reason = str(broken.errors()[0]["msg"])
                    raise LLMBadAnswer(self._name, prompt.label, reason) from broken
                self.told.append((str(broken),))
                continue
            on_text(written[: len(written) // 2])
            on_text(written)
            found = tuple(problems(value) or ())
            if is_last or not found:
                break
            self.told.append(found)
        return ModelAnswer(value, model, prompt.label, found)

    def can(self, role: Role) -> bool:
        return role is not Role.JUDGE or self._judge

    def model(self, role: Role, variant: int = 0) -> str:  # noqa: ARG002
        return self._name

    def _next(self, role: Role, prompt: Prompt) -> Any:
        self.asked.append((role, prompt))
        left = self._answers[prompt.name]
        said = left.pop(0) if len(left) > 1 else left[0]
        if callable(said) and not isinstance(said, type):
            said = said(prompt)
        if isinstance(said, BaseException):
            raise said
        return said
