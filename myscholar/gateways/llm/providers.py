"""Models of pydantic-ai by name, made when first asked for. A vendor's library is imported only
when one of its models is used."""

import asyncio
import gc
import importlib
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from myscholar.errors import KeyringUnavailable, LLMKeyRefused, LLMKeyUnreadable, LLMUnknownModel
from myscholar.gateways.llm.config import ModelsConfig, Provider, Wire, name_of, provider_of

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
"""Held while a vendor's library is imported: two threads that import it at once each see it half
made."""
_NO_KEY = "no-key-needed"
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
        kept = self._keys.get(provider.name)
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
            name = provider.name
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

            try:
                self._models[model] = self._make(model, self.provider(model))
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
        name = name_of(model)
        if provider.wire is Wire.ANTHROPIC:
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            return AnthropicModel(name, provider=self._door(AnthropicProvider, model, provider))
        if provider.wire is Wire.GOOGLE:
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            return GoogleModel(name, provider=self._door(GoogleProvider, model, provider))
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.profiles.openai import OpenAIModelProfile
        from pydantic_ai.providers.openai import OpenAIProvider
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

        # What ends without a reason has been cut off by something between us and the model.
        profile = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
        kind: Any = OpenAIProvider
        if provider.name != "openai":
            kind = partial(OpenAICompatibleProvider, provider.name)
            # Few servers but OpenAI's know the newer name of the output limit, or strict tools.
            profile["openai_chat_supports_max_completion_tokens"] = False
            profile["openai_supports_strict_tool_definition"] = False
        door = self._door(kind, model, provider)
        return OpenAIChatModel(name, provider=door, profile=profile)

    def _door(self, kind: Any, model: str, provider: Provider) -> Any:
        """One for each provider. Key and address are always given, so that no library looks for its
        own in the environment."""
        if provider.name not in self._providers:
            key = sendable_key(model, provider)
            self._providers[provider.name] = kind(
                api_key=key, base_url=provider.base_url, http_client=self._client()
            )
        return self._providers[provider.name]

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
