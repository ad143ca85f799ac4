"""Which providers can be asked, and which models each of them has."""

from typing import NamedTuple

from myscholar.errors import BadSettings, NoModelServer
from myscholar.gateways.llm.config import Wire
from myscholar.gateways.llm.naming import meant, near_provider, priced, where_to_put_it
from myscholar.gateways.llm.server import find_server
from myscholar.gateways.llm.vendors import COMPATIBLE, NOT_HERE, VENDORS, account_of, is_own_server
from myscholar.settings import Settings
from myscholar.workflows.models.model_keys import find_key, key_variable, needs_key, usual_address
from myscholar.workflows.services import Services

PRICE_LIST = "the price list that ships with the program"


class ProviderLine(NamedTuple):
    """`key_variable` is empty where no key is wanted. `has_key`: in the environment, the settings
    file or, as the settings say, the keyring. `address`: else what to set."""

    name: str
    key_variable: str
    has_key: bool
    address: str


class ModelList(NamedTuple):
    """`source`: who says so, in words."""

    names: tuple[str, ...]
    source: str


def list_providers(settings: Settings) -> tuple[ProviderLine, ...]:
    """Those that are known, then the user's own."""
    own = sorted(settings.providers.keys() - VENDORS.keys() - {COMPATIBLE})
    return tuple(_line(settings, name) for name in (*VENDORS, COMPATIBLE, *own))


async def list_models(services: Services, provider: str) -> ModelList:
    """As its server says; a vendor's are else those of the price list.

    Raises BadSettings for a provider that is not known or has no address, NoModelServer for a
    server of the user's that does not answer.
    """
    settings, name = services.settings, provider.strip().removesuffix(":").casefold()
    check_provider(settings, name)
    address = _address(settings, name)
    if not address:
        raise BadSettings(f"{name} has no address. {where_to_put_it(name)}")
    own, speaks = is_own_server(name), name not in VENDORS or VENDORS[name].wire is Wire.OPENAI
    found = find_key(services, name).key
    if own or (found and speaks):
        try:
            server = await find_server(address, found.get_secret_value() if found else None)
        except NoModelServer:
            if own:
                raise
        else:
            if server.models:
                return ModelList(server.models, f"the server at {server.base_url}")
            if own:
                lacks = "it wants a key" if server.wants_key else "it has no list of its models"
                raise NoModelServer(server.base_url, f"{lacks}. Ask for a model by its name.")
    return ModelList(priced(name), PRICE_LIST)


def check_provider(settings: Settings, name: str) -> None:
    """Raises BadSettings for one that is not known, with the nearest that is."""
    if name in VENDORS or name in settings.providers or name == COMPATIBLE:
        return
    close = near_provider(name, settings.providers)
    here = f"It can't do this work: {NOT_HERE[name]}" if name in NOT_HERE else ""
    raise BadSettings(
        f"No provider is called {name!r}. "
        + (here or (meant(close) if close else f"There are {', '.join(VENDORS)}."))
    )


def _line(settings: Settings, name: str) -> ProviderLine:
    chosen = settings.providers.get(account_of(name))
    return ProviderLine(
        name,
        key_variable(name) if needs_key(settings, name) else "",
        bool(chosen and (chosen.key or chosen.keyring)),
        _address(settings, name) or where_to_put_it(name),
    )


def _address(settings: Settings, name: str) -> str:
    chosen = settings.providers.get(account_of(name))
    return (chosen and chosen.base_url) or usual_address(name)
