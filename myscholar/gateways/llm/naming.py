"""Names of models as people type them: what is wrong with one, and which was probably meant."""

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.util import find_spec

from myscholar.gateways.llm.config import name_of, provider_of
from myscholar.gateways.llm.vendors import (
    COMPATIBLE,
    NOT_HERE,
    SUGGESTED,
    VENDORS,
    is_own_server,
    vendor_of,
)

_MOST = 3
_SURE = 0.9
"""How alike a name is that is proposed alone. By hand: two letters of twenty."""
_EXAMPLE = "anthropic:claude-sonnet-5-5"


def tidied(model: str) -> str:
    """Without spaces around its parts, and with a known provider in the letters that it has."""
    provider, colon, name = (part.strip() for part in model.partition(":"))
    known = provider.casefold()
    return f"{known if known in VENDORS else provider}{colon}{name}"


def fault_of(model: str, own: Collection[str]) -> str:
    """What is wrong with a name, in words that say what was probably meant; empty where nothing is
    known to be. `own` are providers that the user has given an address."""
    provider, name = provider_of(model), name_of(model)
    if not provider or ":" not in model:
        return _without_provider(model)
    if not name:
        names = [f"{provider}:{one}" for one in SUGGESTED.get(provider, ())]
        return f"{model!r} names no model. {meant(names)}"
    if provider not in VENDORS and provider not in own and provider != COMPATIBLE:
        return _unknown(model, own)
    if " " in name and provider in VENDORS:
        close = [f"{provider}:{one}" for one in nearest(provider, name) or [_joined(name)]]
        return f"there is a space in {model!r}, and in no model's name. {meant(close)}"
    vendor = VENDORS.get(provider)
    if vendor and vendor.package and not find_spec(vendor.package):
        extra = f'pip install "pydantic-ai-slim[{provider}]"'
        return f"{model!r} needs the package {vendor.package}. Install it: {extra}"
    return ""


def near_provider(name: str, own: Collection[str]) -> list[str]:
    """The one that is called much the same; none where there is no such."""
    return get_close_matches(name.casefold(), [*VENDORS, *own, COMPATIBLE], n=1)


def where_to_put_it(provider: str) -> str:
    """What to set where a provider has no address, as a sentence."""
    vendor = vendor_of(provider)
    if vendor:
        return f"Set {' or '.join(vendor.place_variables) or vendor.url_variable}."
    if provider == COMPATIBLE:
        return "Set MYSCHOLAR_MODEL_URL, for example to http://127.0.0.1:11434/v1."
    return f"Set base_url under [providers.{provider}]."


def nearest(provider: str, name: str, listed: Sequence[str] = ()) -> tuple[str, ...]:
    """Models of the provider that are called much the same, the likeliest first; only the name
    itself where there is such a one. `listed` are those that it is known to have."""
    pool = list(dict.fromkeys((*SUGGESTED.get(provider, ()), *listed, *priced(provider))))
    return _close(name, pool)


def meant(names: Sequence[str]) -> str:
    """Ends a message about a name."""
    if names:
        return f"Is it {', '.join(names[:-1])}{' or ' if names[1:] else ''}{names[-1]}?"
    return f"Write it as provider:name, for example {_EXAMPLE}."


@cache
def priced(provider: str) -> tuple[str, ...]:
    """Names of its models in the price list that ships with the program."""
    vendor = vendor_of(provider)
    if vendor is None or not vendor.base_url:
        return ()
    from genai_prices.data import providers

    lists = [one for one in providers if re.match(one.api_pattern, vendor.base_url)]
    lists.sort(key=lambda one: one.id != provider)
    return tuple(model.id for one in lists[:1] for model in one.models)


def _without_provider(model: str) -> str:
    """The provider stands alone, or before a slash or a space, or is left out."""
    first, *rest = re.split(r"[\s/]+", model.strip(": "), maxsplit=1)
    if first.casefold() in VENDORS:
        return fault_of(f"{first.casefold()}:{''.join(rest)}", ()) or (
            f"{model!r} lacks the colon. {meant([f'{first.casefold()}:{rest[0]}'])}"
        )
    return f"{model!r} names no provider. {meant(_anywhere(model.strip(': ')))}"


def _unknown(model: str, own: Collection[str]) -> str:
    provider, name = provider_of(model), name_of(model)
    if provider in NOT_HERE:
        return f"{provider} can't do this work: {NOT_HERE[provider]}"
    names: list[str] = []
    for close in near_provider(provider, own):
        models = () if is_own_server(close) else nearest(close, name)
        models = models or (_joined(name),)
        names += [f"{close}:{one}" for one in models]
    said = f"no provider is called {provider!r}. "
    if names := names or _anywhere(f"{provider}-{name}"):
        return said + meant(names)
    return (
        f"{said}For a server of your own set base_url under [providers.{provider}], or write "
        f"{COMPATIBLE}:{name} and set MYSCHOLAR_MODEL_URL."
    )


def _joined(name: str) -> str:
    return "".join(name.split())


def _anywhere(name: str) -> list[str]:
    """Of all vendors; the one that comes first in our table has the first word."""
    homes: dict[str, str] = {}
    for provider in VENDORS:
        if provider == "openrouter":  # its names hold a vendor's
            continue
        for one in (*SUGGESTED.get(provider, ()), *priced(provider)):
            homes.setdefault(one, provider)
    return [f"{homes[one]}:{one}" for one in _close(name, list(homes))]


def _close(name: str, pool: Sequence[str]) -> tuple[str, ...]:
    wanted = name.casefold().replace(" ", "-")
    if wanted in pool:
        return (wanted,)
    begun = [one for one in pool if len(wanted) > 2 and one.casefold().startswith(wanted)]
    if not begun and (sure := get_close_matches(wanted, pool, n=1, cutoff=_SURE)):
        return tuple(sure)
    alike = get_close_matches(wanted, pool, n=_MOST)
    return tuple(dict.fromkeys((*begun, *alike)))[:_MOST]
