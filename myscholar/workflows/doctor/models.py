"""Which language models are set for what, and whether they would answer. None is asked anything
that costs."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from pydantic import SecretStr

from myscholar.errors import BadKey, KeyringUnavailable
from myscholar.gateways.llm.config import Provider, name_of, provider_of
from myscholar.gateways.llm.naming import meant, nearest
from myscholar.gateways.llm.server import Knock, knock
from myscholar.gateways.llm.vendors import account_of, is_own_server, vendor_of
from myscholar.gateways.system_keyring import read_key
from myscholar.settings import Settings
from myscholar.workflows.doctor.diagnosis import Command, Diagnosis, Machine, State
from myscholar.workflows.doctor.waiting import wait_for
from myscholar.workflows.models.model_keys import checked_key, label_of

_NAME = "Language models"
_KNOCK_S = 4.5
_WITHOUT = "Until then the extractive engine works, which needs none."
_OFFLINE = "Is this machine online, and a proxy set where it needs one?"
_AGAIN = "Set it up again."
_ASK = "It can be asked, for a cent at most."


def check_models(machine: Machine) -> Iterator[Diagnosis]:
    assert machine.services
    settings = machine.services.settings
    if not settings.has_models and not settings.model_fault:
        if settings.engine == "llm":
            said = "The engine is set to a language model, and none is set: nothing can be begun."
            mend = "Set the engine to auto, or set up a model."
            yield Diagnosis(_NAME, State.FAULT, said, mend, Command.SET_UP_MODEL)
            return
        said = "None is set: the extractive engine does all work, without key and network."
        yield Diagnosis(_NAME, State.OK, said, "To use one, set it up.", Command.SET_UP_MODEL)
        return
    if fault := settings.model_fault:
        said = f"No model can be asked: {fault}"
        yield Diagnosis(_NAME, State.FAULT, said, _AGAIN, Command.SET_UP_MODEL)
        return
    if settings.engine == "extractive":
        said = "The engine is set to extractive: a model is asked only where you say so."
        yield Diagnosis(_NAME, State.OK, said)
    yield Diagnosis(_NAME, State.OK, _roles(settings))
    config = settings.models_config
    for provider in config.providers.values():
        chains = (chain for rotation in config.chains.values() for chain in rotation)
        models = {name_of(m) for chain in chains for m in chain if provider_of(m) == provider.name}
        yield _provider(provider, sorted(models))


def _roles(settings: Settings) -> str:
    """A model, and what it is for."""
    roles: dict[str, list[str]] = {}
    for role, chains in settings.models_config.chains.items():
        names = dict.fromkeys(" or ".join(chain) for chain in chains)
        roles.setdefault(" in turn with ".join(names), []).append(role)
    return "; ".join(f"{names} for {', '.join(asked)}" for names, asked in roles.items()) + "."


def _provider(provider: Provider, models: list[str]) -> Diagnosis:
    name = f"Model{' server' if is_own_server(provider.name) else 's of'} {provider.name}"
    label = label_of(provider.name)
    try:
        key = _key_of(provider)
    except KeyringUnavailable as error:
        said = f"Its key lies in a keyring that can't be used: {error.reason}"
        return Diagnosis(name, State.FAULT, said, f"Put it into {provider.key_place}.")
    except BadKey as error:
        return Diagnosis(name, State.FAULT, error.message, _AGAIN, Command.SET_UP_MODEL)
    if key is None and provider.own_address:
        said = f"No key for {label} is found."
        mend = f"{_WITHOUT} Set {provider.key_place}, or set it up again."
        return Diagnosis(name, State.FAULT, said, mend, Command.SET_UP_MODEL)
    vendor = vendor_of(provider.name)
    if key is None and vendor and not vendor.is_local and not vendor.needs_key:
        said = "It is asked by this machine's own rights, which only a request would try."
        model = f"{provider.name}:{models[0]}"
        return Diagnosis(name, State.UNCHECKED, said, _ASK, Command.TEST_MODEL, model)
    at = urlsplit(provider.base_url)
    where = f"{at.hostname}{f':{at.port}' if at.port else ''}"
    try:
        heard = wait_for(knock(provider, key), _KNOCK_S)
    except TimeoutError:
        heard = Knock(None, None, f"no answer came within {_KNOCK_S:g} seconds.")
    return _judged(heard, name, provider, models, where)


def _key_of(provider: Provider) -> str | None:
    """Raises BadKey for what can't be one, KeyringUnavailable."""
    kept = provider.key
    if kept is None and provider.in_keyring:
        found = read_key(account_of(provider.name))
        kept = SecretStr(found) if found else None
    if kept is None:
        return None
    account = account_of(provider.name)
    sent = checked_key(account, kept.get_secret_value(), at_vendor=provider.own_address)
    return sent.get_secret_value()


def _judged(
    heard: Knock, name: str, provider: Provider, models: list[str], where: str
) -> Diagnosis:
    own = is_own_server(provider.name)
    if heard.status is None:
        mend = "Start it, or correct its address." if own else _OFFLINE
        trouble = heard.trouble if own else f"{heard.trouble.partition('.')[0]}."
        said = f"{where} can't be reached: {trouble}"
        return Diagnosis(name, State.FAULT, said, f"{mend} {_WITHOUT}")
    if heard.status in (401, 403):
        said = f"{where} refuses the key (status {heard.status})."
        mend = "Copy it again, whole, and set it up again."
        return Diagnosis(name, State.FAULT, said, mend, Command.SET_UP_MODEL)
    if heard.status == 429:
        said = f"{where} asks for fewer requests."
        return Diagnosis(name, State.WARNING, said, "Wait a minute, and see the account's limits.")
    if heard.status >= 500:
        said = f"{where} answers with an error of its own (status {heard.status})."
        return Diagnosis(name, State.FAULT, said, f"Try again later. {_WITHOUT}")
    if heard.models is None:
        said = f"{where} answers, and has no list of models to compare with."
        model = f"{provider.name}:{models[0]}"
        return Diagnosis(name, State.OK, said, _ASK, Command.TEST_MODEL, model)
    for model in models:
        if heard.models and model not in heard.models:
            close = [f"{provider.name}:{n}" for n in nearest(provider.name, model, heard.models)]
            close = [near for near in close if near != f"{provider.name}:{model}"]
            said = f"{where} answers, and {model} is not in its list of models."
            if close:
                return Diagnosis(name, State.WARNING, said, meant(close))
            mend = "See which it has."
            return Diagnosis(name, State.WARNING, said, mend, Command.LIST_MODELS, provider.name)
    took = "takes the key and " if provider.key or provider.in_keyring else ""
    return Diagnosis(name, State.OK, f"{where} answers, {took}has {', '.join(models)}.")
