"""Models of pydantic-ai by name, made when first asked for. A vendor's library is imported only
when one of its models is used."""

import asyncio
import gc
import importlib
import threading
from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any, cast

from pydantic import SecretStr

from myscholar.errors import KeyringUnavailable, LLMKeyRefused, LLMKeyUnreadable, LLMUnknownModel
from myscholar.gateways.llm.config import ModelsConfig, Provider, Wire, name_of, provider_of
from myscholar.gateways.llm.vendors import VENDORS, account_of

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model

_MODULES = {
    wire: (
        "httpcore",
        "myscholar.gateways.llm.wire",
        f"pydantic_ai.models.{wire.value}",
        f"pydantic_ai.providers.{wire.value}",
    )
    for wire in Wire
}
_IMPORTED: set[Wire] = set()
_IMPORTING = threading.Lock()
"""Held while a vendor's library is imported, and while a model is made, which may import more: two
threads that import one at once each see it half made."""
_NO_KEY = "no-key-needed"
_ADDRESSES = ("base_url", "api_base", "azure_endpoint")
"""What the classes call it. Those that take none have their client's changed."""
_FEW_KNOW = {
    "openai_chat_supports_max_completion_tokens": False,
    "openai_supports_strict_tool_definition": False,
}
"""Few servers but OpenAI's know the newer name of the output limit, or strict tools."""
KeyReader = Callable[[str], str | None]
"""The key that the system's keyring holds for a provider. It may wait for a person, so it is not
called on an event loop."""
_CONNECT_S = 5.0


class Models:
    """The models of one gateway and the connections they share. It belongs to the event loop that
    uses it first."""

    def __init__(
        self,
        config: ModelsConfig,
        *,
        transport: "httpx2.AsyncBaseTransport | None" = None,
        keyring: KeyReader = lambda _: None,
    ) -> None:
        self._config, self._transport, self._keyring = config, transport, keyring
        self._keys: dict[str, str | None] = {}
        self._http: httpx2.AsyncClient | None = None
        self._providers: dict[str, Any] = {}
        self._models: dict[str, Model] = {}
        self._loading = asyncio.Lock()

    def provider(self, model: str) -> Provider:
        """Raises LLMUnknownModel for a provider that is not set."""
        try:
            provider = self._config.provider(model)
        except KeyError:
            raise LLMUnknownModel(
                model, f"There is no provider {provider_of(model)!r} in the settings."
            ) from None
        kept = self._keys.get(account_of(provider.name))
        return provider.model_copy(update={"key": SecretStr(kept)}) if kept else provider

    async def load(self, model: str) -> None:
        """Imports what the model needs, reads its key and makes it: a second or two at first, which
        others on the event loop should not have to wait for.

        Raises LLMKeyRefused, LLMUnknownModel, and LLMKeyUnreadable for a key in a keyring that
        can't be used.
        """
        provider = self.provider(model)
        async with self._loading:
            if provider.wire not in _IMPORTED:
                await asyncio.to_thread(_import, provider.wire)
            name = account_of(provider.name)
            if provider.key is None and provider.in_keyring and name not in self._keys:
                try:
                    self._keys[name] = await asyncio.to_thread(self._keyring, name)
                except KeyringUnavailable as error:
                    raise LLMKeyUnreadable(model, provider.key_place, str(error)) from None
            if model not in self._models:
                await asyncio.to_thread(self.get, model)

    def get(self, model: str) -> "Model":
        """Raises LLMKeyRefused when there is no key and the address wants one, and
        LLMUnknownModel."""
        if model not in self._models:
            from httpx2 import InvalidURL
            from pydantic_ai.exceptions import UserError

            try:
                with _IMPORTING:
                    self._models[model] = self._make(model, self.provider(model))
            except UserError as error:  # pydantic-ai's own words on a name, before anything is sent
                raise LLMUnknownModel(model, str(error)) from None
            except (ValueError, ImportError, InvalidURL):
                # a proxy's address may hold a password, so it is not repeated
                raise LLMUnknownModel(
                    model, "Check its address, and the proxies that the environment sets."
                ) from None
        return self._models[model]

    async def aclose(self) -> None:
        self._models.clear()
        self._providers.clear()
        if self._http is not None:
            await self._http.aclose()
            self._http = None

    def _make(self, model: str, provider: Provider) -> "Model":
        """By pydantic-ai's own class where it has one, which knows the vendor's ways."""
        name, door = name_of(model), self._door(model, provider)
        vendor = VENDORS.get(provider.name)
        kind: Any
        if vendor and vendor.has_class and provider.name != "openai":
            from pydantic_ai.models import infer_model

            kind = type(infer_model(model, lambda _: door))
        else:
            from pydantic_ai.models.openai import OpenAIChatModel

            kind = OpenAIChatModel
        if provider.wire is not Wire.OPENAI:
            return cast("Model", kind(name, provider=door))
        few = {} if vendor and vendor.knows_newest else _FEW_KNOW
        # What ends without a reason has been cut off by something between us and the model.
        whole = {"openai_chat_streaming_requires_finish_reason": True}
        return cast(
            "Model", kind(name, provider=door, profile=lambda known: {**few, **known, **whole})
        )

    def _door(self, model: str, provider: Provider) -> Any:
        """One for each provider. Key and address are given, so that no library looks for its own in
        the environment, but for clouds that lend rights to the machine."""
        if provider.name not in self._providers:
            self._providers[provider.name] = self._new_door(model, provider)
        return self._providers[provider.name]

    def _new_door(self, model: str, provider: Provider) -> Any:
        from pydantic_ai.providers import infer_provider_class

        vendor, key = VENDORS.get(provider.name), sendable_key(model, provider)
        given: dict[str, Any] = {"http_client": self._client()}
        if vendor is None or not vendor.has_class:
            from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

            known = OpenAICompatibleProvider.model_profile
            return OpenAICompatibleProvider(
                provider.name,
                api_key=key,
                base_url=provider.base_url,
                # a vendor's own models are known there by its name before theirs
                profile=lambda name: known(name if "/" in name else f"{provider.name}/{name}"),
                **given,
            )
        kind = infer_provider_class(provider.name)
        takes = signature(kind.__init__).parameters
        by_machine = key == _NO_KEY and not (vendor.needs_key or vendor.is_local)
        if not by_machine:
            given |= {name: key for name in ("api_key", "token") if name in takes}
            address = next((name for name in _ADDRESSES if name in takes), None)
            if address:
                given[address] = provider.base_url
        door: Any = kind(**{name: value for name, value in given.items() if name in takes})
        if not by_machine and address is None:
            door.client.base_url = provider.base_url
        return door

    def _client(self) -> "httpx2.AsyncClient":
        from httpx2 import Timeout
        from pydantic_ai.models import create_async_httpx2_client

        if self._http is None:
            self._http = create_async_httpx2_client(
                timeout=Timeout(600.0, connect=_CONNECT_S), transport=self._transport
            )
        return self._http


def sendable_key(model: str, provider: Provider) -> str:
    """The key as a header can carry it. Raises LLMKeyRefused for one that no header can, as the
    service would."""
    key = provider.key.get_secret_value().strip() if provider.key else ""
    if key and key.isascii() and key.isprintable():
        return key
    if key or provider.own_address:
        raise LLMKeyRefused(model, provider.key_place)
    return _NO_KEY


def load_clients(config: ModelsConfig) -> None:
    """Imports what the models of the settings need, so that no request waits for it: the first
    role's first. A provider that is not set is passed over."""
    named = [model for rotation in config.chains.values() for chain in rotation for model in chain]
    known = [model for model in named if provider_of(model) in config.providers]
    for wire in dict.fromkeys(config.provider(model).wire for model in known):
        _import(wire)
    importlib.import_module("genai_prices.data")


def _import(wire: Wire) -> None:
    with _IMPORTING:
        if wire in _IMPORTED:
            return
        for module in _MODULES[wire]:
            importlib.import_module(module)
        # a library stays: looking through it for garbage again and again costs a sixth of a
        # report's CPU time
        gc.freeze()
        _IMPORTED.add(wire)
