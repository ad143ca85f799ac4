"""What a step with a language model asks for. Rooms depend on this protocol only."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from myscholar.domain.runs import ignore
from myscholar.gateways.llm.prompts import Prompt

R = TypeVar("R", bound=BaseModel)
V = TypeVar("V")
Check = Callable[[V], Sequence[str] | None]
"""What is wrong with an answer, in sentences to the model; none, or None, where nothing is."""


class Role(StrEnum):
    """What a model is used for; each has its own models and settings."""

    PROFILE = "profile"
    ACTIONS = "actions"
    QUOTES = "quotes"
    REPORT = "report"
    JUDGE = "judge"


@dataclass(frozen=True)
class ModelAnswer(Generic[V]):
    """A checked answer and where it came from."""

    value: V
    model: str
    """`provider:name`; what becomes the origin of things made from it."""
    prompt: str
    """`name@version`."""
    problems: tuple[str, ...] = ()
    """What the caller's own check still finds after the one repair. The caller drops or flags
    it."""


class LLM(Protocol):
    """Asks a role's model. Every method raises LLMError and its children; the error of a cancelled
    task passes through."""

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
        """A structured answer.

        `problems` says in sentences to the model what is wrong with a valid reply; it, or a schema
        that is broken, leads to one repair. A schema broken twice raises LLMBadAnswer; problems
        that stay are in the answer. `began` is called once the answer's first byte is there (from
        then on a vendor has the shared prefix in its cache). `on_text` gets the JSON so far, where
        the vendor streams it: a listener can act on what is complete in it, but the answer may
        still turn out otherwise. `variant` picks another model of a rotating role, and another
        answer than that of a lower variant.
        """

    async def write(
        self,
        role: Role,
        prompt: Prompt,
        *,
        problems: Check[str] = ignore,
        on_text: Callable[[str], None] = ignore,
        variant: int = 0,
    ) -> ModelAnswer[str]:
        """Free text, streamed: `on_text` gets all the text so far, and starts again from little
        when an attempt had to be repeated."""

    def can(self, role: Role) -> bool:
        """Whether a model is set for the role. A judge often is not."""

    def model(self, role: Role, variant: int = 0) -> str:
        """Name of the model that would be asked first."""
