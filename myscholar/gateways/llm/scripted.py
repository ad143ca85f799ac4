"""A language model that answers from a script: for tests and demonstrations. It ships with the
product."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from myscholar.domain.runs import ignore
from myscholar.errors import LLMBadAnswer
from myscholar.gateways.llm.llm import Answer, Check, Role
from myscholar.gateways.llm.prompts import Prompt

R = TypeVar("R", bound=BaseModel)
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
    ) -> Answer[R]:
        """The JSON comes in two halves. Raises LLMBadAnswer when the script breaks the schema
        twice."""
        began()
        found: Sequence[str] = ()
        for attempt in (0, 1):
            said = self._next(role, prompt)
            try:
                value = reply.model_validate(
                    said.model_dump() if isinstance(said, BaseModel) else said
                )
                written = value.model_dump_json()
                on_text(written[: len(written) // 2])
                on_text(written)
                found = tuple(problems(value) or ())
            except ValidationError as broken:
                if attempt:
                    raise LLMBadAnswer(
                        self._name, prompt.label, str(broken.errors()[0]["msg"])
                    ) from broken
                found = (str(broken),)
                self.told.append(tuple(found))
                continue
            if not found or attempt:
                break
            self.told.append(tuple(found))
        return Answer(value, self.model(role, variant), prompt.label, tuple(found))

    async def write(
        self,
        role: Role,
        prompt: Prompt,
        *,
        problems: Check[str] = ignore,
        on_text: Callable[[str], None] = ignore,
        variant: int = 0,
    ) -> Answer[str]:
        """The text comes in two halves, so that a listener sees it grow."""
        text = ""
        found: Sequence[str] = ()
        for attempt in (0, 1):
            text = str(self._next(role, prompt))
            on_text(text[: len(text) // 2])
            on_text(text)
            found = tuple(problems(text) or ())
            if not found or attempt:
                break
            self.told.append(tuple(found))
        return Answer(text, self.model(role, variant), prompt.label, tuple(found))

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
