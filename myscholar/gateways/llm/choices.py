"""What a user may set about language models, and what the gateway makes of it."""

from collections.abc import Mapping

from pydantic import Field, SecretStr

from myscholar.domain.model import Frozen
from myscholar.errors import KEY_PLACE, NoModelServer
from myscholar.gateways.llm.config import (
    DEFAULT_CONCURRENCY,
    Chain,
    ModelsConfig,
    Provider,
    RoleSettings,
    Structured,
    Wire,
    provider_of,
)
from myscholar.gateways.llm.naming import fault_of, tidied, where_to_put_it
from myscholar.gateways.llm.server import candidates
from myscholar.gateways.llm.vendors import (
    VENDORS,
    account_of,
    is_keyed_address,
    vendor_of,
    whole_address,
)

Names = Chain | str
NOBODY = "none"
"""In place of a judge's name: no model reads sentences against their quotes."""


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
    if fault := fault_of(model, providers):
        raise ValueError(fault)
    vendor, choice = vendor_of(name), providers.get(account_of(name), ProviderChoice())
    base_url = choice.base_url or (vendor.base_url if vendor else "")
    if not base_url or "{}" in base_url:
        raise ValueError(f"the provider of {model!r} has no address. {where_to_put_it(name)}")
    try:
        base_url = candidates(base_url)[0]
    except NoModelServer:  # a password may stand in it, so it is not repeated
        raise ValueError(
            f"what is set as the address of {model!r} is none. One looks like "
            "http://127.0.0.1:11434/v1."
        ) from None
    return Provider(
        name=name,
        wire=VENDORS[name].wire if vendor else Wire.OPENAI,
        base_url=whole_address(name, base_url),
        key=choice.key,
        in_keyring=choice.keyring,
        key_place=vendor.key_variables[0] if vendor and vendor.key_variables else KEY_PLACE,
        own_address=is_keyed_address(name, base_url),
        structured=choice.structured,
        max_concurrency=choice.max_concurrency,
        requests_per_minute=choice.requests_per_minute,
    )


def _chain(names: Names) -> Chain:
    each = names.split(",") if isinstance(names, str) else names
    return tuple(tidied(name) for name in each if name.strip())


def _rotation(names: str | tuple[str | Chain, ...]) -> tuple[Chain, ...]:
    """Each name comes first once and is followed by the others, so that a model that fails does not
    stop the turn."""
    if isinstance(names, str):
        return (_chain(names),) if names else ()
    named = [tidied(name) if isinstance(name, str) else _chain(name) for name in names]
    plain = [name for name in named if isinstance(name, str)]
    turns = {name: (*plain[i:], *plain[:i]) for i, name in reversed([*enumerate(plain)])}
    return tuple(turns[name] if isinstance(name, str) else name for name in named)
