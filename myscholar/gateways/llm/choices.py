"""What a user may set about language models, and what the gateway makes of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import Field, SecretStr

from myscholar.domain.model import Frozen
from myscholar.errors import KEY_PLACE
from myscholar.gateways.llm.config import (
    DEFAULT_CONCURRENCY,
    Chain,
    ModelsConfig,
    Provider,
    RoleSettings,
    Structured,
    Wire,
    name_of,
    provider_of,
)

Names = Chain | str
NOBODY = "none"
"""In place of a judge's name: no model reads sentences against their quotes."""
COMPATIBLE = "compatible"
"""The provider whose address `MYSCHOLAR_MODEL_URL` gives."""


@dataclass(frozen=True)
class Vendor:
    wire: Wire
    base_url: str
    key_variables: tuple[str, ...]
    url_variable: str = ""


VENDORS: Mapping[str, Vendor] = {
    "anthropic": Vendor(
        Wire.ANTHROPIC, "https://api.anthropic.com", ("ANTHROPIC_API_KEY",), "ANTHROPIC_BASE_URL"
    ),
    "google": Vendor(
        Wire.GOOGLE,
        "https://generativelanguage.googleapis.com",
        ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        "GOOGLE_GEMINI_BASE_URL",
    ),
    "openai": Vendor(
        Wire.OPENAI, "https://api.openai.com/v1", ("OPENAI_API_KEY",), "OPENAI_BASE_URL"
    ),
}
SERVICES: Mapping[str, Vendor] = {
    "groq": Vendor(Wire.OPENAI, "https://api.groq.com/openai/v1", ("GROQ_API_KEY",)),
    "ollama": Vendor(Wire.OPENAI, "http://127.0.0.1:11434/v1", ()),
    "openrouter": Vendor(Wire.OPENAI, "https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",)),
}
"""Compatible servers that many people use, known by name."""
KNOWN: Mapping[str, Vendor] = {**VENDORS, **SERVICES}


class ProviderChoice(Frozen):
    """What a user may set for a provider, under `[providers.NAME]`. For those that are known all of
    it is optional."""

    base_url: str | None = Field(default=None, pattern=r"^https?://")
    key: SecretStr | None = None
    key_env: str | None = None
    """The environment variable that holds the key."""
    keyring: bool = False
    """Whether the key lies in the system's keyring, which is read only when a model is asked and no
    other key is found."""
    structured: Structured = "auto"
    max_concurrency: int = Field(default=DEFAULT_CONCURRENCY, ge=1)
    requests_per_minute: int | None = Field(default=None, ge=1)


class ModelChoice(Frozen):
    """What a user may set under `[models]`: a name, or a list of names of which the next is asked
    when the one before can't answer.

    For `actions` a list takes turns instead; its entries may be lists. A role that is not set takes
    `default`; the judge that of `quotes`, unless it is "none".
    """

    default: Names = ()
    profile: Names = ()
    actions: tuple[str | Chain, ...] | str = ()
    quotes: Names = ()
    report: Names = ()
    judge: Names = ()

    def chains(self) -> dict[str, tuple[Chain, ...]]:
        """The chains of each role that has any."""
        default = _chain(self.default)
        quotes = _chain(self.quotes) or default
        named = _chain(self.judge)
        judge = () if [name.casefold() for name in named] == [NOBODY] else named or quotes
        chains: dict[str, tuple[Chain, ...]] = {
            "profile": (_chain(self.profile) or default,),
            "quotes": (quotes,),
            "report": (_chain(self.report) or default,),
            "actions": _rotation(self.actions) or (default,),
            "judge": (judge,),
        }
        return {role: rotation for role, rotation in chains.items() if rotation[0]}


def models_config(
    models: ModelChoice, providers: Mapping[str, ProviderChoice], roles: Mapping[str, RoleSettings]
) -> ModelsConfig:
    """With a fault for a name that is not of the form `provider:model` or whose provider is not
    set."""
    chains = models.chains()
    names = sorted({name for rotation in chains.values() for chain in rotation for name in chain})
    used = {}
    for name in names:
        try:
            used[provider_of(name)] = _provider(name, providers)
        except ValueError as error:
            return ModelsConfig(roles=roles, fault=str(error), faulty=name)
    return ModelsConfig(providers=used, chains=chains, roles=roles)


def _provider(model: str, providers: Mapping[str, ProviderChoice]) -> Provider:
    """Raises ValueError in words for the user."""
    name = provider_of(model)
    if not name or not name_of(model):
        lacks = "names no model" if model.endswith(":") else "names no provider"
        raise ValueError(
            f"{model!r} {lacks}: write it as provider:name, for example anthropic:claude-sonnet-5-5"
        )
    vendor, choice = KNOWN.get(name), providers.get(name, ProviderChoice())
    base_url = choice.base_url or (vendor.base_url if vendor else None)
    if base_url is None:
        raise ValueError(f"the provider of {model!r} has no address: {_where(name)}")
    return Provider(
        name=name,
        wire=vendor.wire if vendor else Wire.OPENAI,
        base_url=base_url,
        key=choice.key,
        in_keyring=choice.keyring,
        key_place=vendor.key_variables[0] if vendor and vendor.key_variables else KEY_PLACE,
        own_address=is_keyed(name) and base_url.rstrip("/") == KNOWN[name].base_url,
        structured=choice.structured,
        max_concurrency=choice.max_concurrency,
        requests_per_minute=choice.requests_per_minute,
    )


def is_keyed(provider: str) -> bool:
    """Whether it is known to serve nobody without a key at its own address."""
    return provider in KNOWN and bool(KNOWN[provider].key_variables)


def _where(name: str) -> str:
    if name == COMPATIBLE:
        return "set MYSCHOLAR_MODEL_URL, for example to http://127.0.0.1:11434/v1"
    known = ", ".join(KNOWN)
    return (
        f"set base_url under [providers.{name}], or write {COMPATIBLE}:MODEL and set "
        f"MYSCHOLAR_MODEL_URL (known without an address: {known})"
    )


def _chain(names: Names) -> Chain:
    if not isinstance(names, str):
        return names
    return tuple(name.strip() for name in names.split(",") if name.strip())


def _rotation(names: str | tuple[str | Chain, ...]) -> tuple[Chain, ...]:
    """Each name comes first once and is followed by the others, so that a model that fails does not
    stop the turn."""
    if isinstance(names, str):
        return (_chain(names),) if names else ()
    plain = [name for name in names if isinstance(name, str)]
    turns = {name: (*plain[i:], *plain[:i]) for i, name in reversed([*enumerate(plain)])}
    return tuple(turns[name] if isinstance(name, str) else name for name in names)
