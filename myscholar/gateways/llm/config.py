"""Which models are asked, where they are and how: plain values that `settings` fills in and the
gateway reads."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from pydantic import Field, SecretStr

from myscholar.domain.model import Frozen
from myscholar.errors import KEY_PLACE

Chain = tuple[str, ...]
"""Names of models, each `provider:name`; the next is asked when the one before it can't answer."""
Thinking = bool | Literal["minimal", "low", "medium", "high"]

Structured = Literal["auto", "tool", "native", "prompted"]
"""How a form is asked for: by a tool, by the vendor's own JSON mode, or in words. `auto` takes what
the model is known to do best."""

DEFAULT_CONCURRENCY = 50


class Wire(StrEnum):
    """The protocol that a provider speaks."""

    ANTHROPIC = "anthropic"
    GOOGLE = "google"
    OPENAI = "openai"
    """Chat Completions, which also vLLM, Ollama, DeepSeek, Together and many others speak."""


class Provider(Frozen):
    """Where a provider's models are and what it takes to ask them."""

    name: str
    wire: Wire
    base_url: str = Field(pattern=r"^https?://")
    key: SecretStr | None = None
    in_keyring: bool = False
    """Whether the key, where it is not given, is to be read from the system's keyring when a model
    is asked."""
    key_place: str = KEY_PLACE
    """Where the user would put the key, said when it is missing."""
    own_address: bool = False
    """Whether the address is the vendor's own, where nobody is served without a key and a model's
    price is known by its name."""
    structured: Structured = "auto"
    max_concurrency: int = Field(default=DEFAULT_CONCURRENCY, ge=1)
    requests_per_minute: int | None = Field(default=None, ge=1)


class RoleSettings(Frozen):
    """How a role's models are asked. None leaves the choice to the model; what a model does not
    take is not sent."""

    temperature: float | None = Field(default=None, ge=0, le=2)
    thinking: Thinking | None = None
    """Reasoning: off, on, or how much of it."""
    max_concurrency: int | None = Field(default=None, ge=1)
    timeout_s: float = Field(default=180.0, gt=0)
    """How long a model may be silent before the request counts as lost."""


class ModelsConfig(Frozen):
    """Everything a gateway needs to know. A role without chains can't be asked."""

    providers: Mapping[str, Provider] = {}
    chains: Mapping[str, tuple[Chain, ...]] = {}
    """By role; several chains take turns by the number of the variant."""
    fault: str = ""
    """Why a model that is set can't be asked at all, a sentence without its begin; then there are
    no chains."""
    faulty: str = ""
    """That model."""
    roles: Mapping[str, RoleSettings] = {}

    def chain(self, role: str, variant: int = 0) -> Chain:
        """Raises KeyError when no model is set for the role."""
        chains = self.chains[role]
        return chains[variant % len(chains)]

    def role(self, role: str) -> RoleSettings:
        return self.roles.get(role, RoleSettings())

    def provider(self, model: str) -> Provider:
        return self.providers[provider_of(model)]


def provider_of(model: str) -> str:
    return model.partition(":")[0]


def name_of(model: str) -> str:
    """What the provider calls the model."""
    return model.partition(":")[2]
