"""From a key to a model that works: choose it, try it with one small call, say what it will cost
and take.

Nothing is written before `save_model`, and that writes all or nothing.
"""

import math
from dataclasses import replace
from typing import NamedTuple

from pydantic import SecretStr

from myscholar.domain.model import Frozen
from myscholar.errors import BadKey, BadSettings, LLMError
from myscholar.gateways.llm.choices import ModelChoice, ProviderChoice, models_config
from myscholar.gateways.llm.server import Server as Server
from myscholar.gateways.llm.server import find_server
from myscholar.gateways.llm.vendors import SUGGESTED as SUGGESTED
from myscholar.gateways.llm.vendors import account_of, is_own_server
from myscholar.settings import Settings
from myscholar.workflows.models.check_model import PATIENCE_S, CheckedModel, check_model
from myscholar.workflows.models.model_faults import explain_fault
from myscholar.workflows.models.model_keys import (
    KeyFound,
    checked_key,
    find_key,
    key_variable,
    label_of,
    needs_key,
)
from myscholar.workflows.runs.estimates import duration, list_price, money
from myscholar.workflows.runs.measured import report_work
from myscholar.workflows.services import Services

OWN_SERVER_PATIENCE_S = 120.0
"""A server on a desk loads a model when it is first asked."""
USUAL_SPEED = 70.0
"""Tokens a second, in whose measurements the times of reports are given."""
_TYPICAL = report_work(n_actions=8, with_tables=True, head_start=False, judged=True)
_BUDGETS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
_TIMES = 4
"""A budget leaves room for a report of several times the usual size, and for what a request may
cost at most."""


class Offer(NamedTuple):
    """A model that may be chosen, with one line about it."""

    name: str
    note: str = ""


class Wanted(Frozen):
    """What is to be set up. `key` is one that was typed just now; None takes the one that is
    found."""

    provider: str
    model: str
    base_url: str | None = None
    key: SecretStr | None = None

    @property
    def name(self) -> str:
        return f"{self.provider}:{self.model}"

    @property
    def account(self) -> str:
        """Under which name its key and address are kept."""
        return account_of(self.provider)


class Trial(NamedTuple):
    """A model that answered. `report_dollars` None: its price is not known. `report_s`: with as
    many requests at once as a report has, and with one at a time on a server of the user's.
    `budget` None: nothing to suggest."""

    wanted: Wanted
    checked: CheckedModel
    report_dollars: float | None
    report_s: tuple[float, float]
    budget: float | None

    @property
    def answered(self) -> str:
        checked = self.checked
        speed = f", {checked.tokens_per_s:.0f} tokens a second" if checked.tokens_per_s else ""
        price = (
            "; its price is not known"
            if checked.dollars is None
            else f", for {money(checked.dollars, digits=4)}"
        )
        return f"{self.wanted.name} answered in {checked.seconds:.1f} s{speed}{price}."

    @property
    def report(self) -> str:
        """What a typical report takes."""
        least, most = (duration(s) for s in self.report_s)
        alone = f" ({most} where the server answers one request after the other)"
        price = (
            "" if self.report_dollars is None else f" and costs about {money(self.report_dollars)}"
        )
        return f"A typical report takes about {least}{alone if most != least else ''}{price}."


def offers(settings: Settings, provider: str) -> tuple[Offer, ...]:
    """A vendor's suggested models, each with what a typical report costs with it."""
    found = []
    for name, word in SUGGESTED.get(provider, {}).items():
        chosen = ModelChoice(default=f"{provider}:{name}")
        dollars = list_price(models_config(chosen, settings.providers, {}), _TYPICAL)
        costs = "" if dollars is None else f"; a report for about {money(dollars)}"
        found.append(Offer(name, f"{word}{costs}"))
    return tuple(found)


async def look_at_server(address: str, key: SecretStr | None) -> Server:
    """Raises NoModelServer."""
    return await find_server(address, key.get_secret_value() if key else None)


def key_for(services: Services, provider: str, typed: str = "") -> KeyFound:
    """The key to use: the one that was typed, else one that is found. Raises BadKey for what can't
    be one."""
    at_vendor = needs_key(services.settings, provider)
    if typed:
        return KeyFound("", checked_key(provider, typed, at_vendor=at_vendor))
    found = find_key(services, provider)
    if found.key:
        try:
            checked_key(provider, found.key.get_secret_value(), at_vendor=at_vendor)
        except BadKey as error:
            raise BadKey(f"The key in {found.place} can't be used. {error}") from None
    return found


def wanted_model(
    provider: str, model: str, *, base_url: str | None = None, key: SecretStr | None = None
) -> Wanted:
    """Raises BadSettings for what is no name of a model."""
    name = model.strip().removeprefix(f"{provider}:")
    if not name or "," in name or not name.isprintable():
        raise BadSettings(
            "The model's name is empty, or holds a comma or what can't be printed. Give it as the "
            "vendor writes it."
        )
    return Wanted(provider=provider, model=name, base_url=base_url, key=key)


async def try_model(services: Services, wanted: Wanted) -> Trial:
    """One small call. Raises BadKey, ModelCheckFailed."""
    provider, own = wanted.provider, is_own_server(wanted.provider)
    settings = trial_settings(services, wanted)
    try:
        checked = await check_model(
            replace(services, settings=settings), "report", patience_s=patience_for(wanted)
        )
    except LLMError as error:
        at = settings.models_config.provider(wanted.name)
        found = KeyFound("", wanted.key) if wanted.key else key_for(services, provider)
        raise await explain_fault(error, at, wanted.model, found) from None
    dollars = list_price(settings.models_config, _TYPICAL)
    before = services.settings.budget_usd
    budget = _budget_for(dollars) if before is None else before
    return Trial(wanted, checked, dollars, report_seconds(checked, own=own), budget)


def patience_for(wanted: Wanted) -> float:
    """Seconds to wait for a small answer."""
    return OWN_SERVER_PATIENCE_S if is_own_server(wanted.provider) else PATIENCE_S


def trial_settings(services: Services, wanted: Wanted) -> Settings:
    """The settings with this model for everything, its key, and nothing that would make a small
    call dear. Raises BadKey."""
    provider, settings = wanted.provider, services.settings
    found = KeyFound("", wanted.key) if wanted.key else key_for(services, provider)
    if found.key is None and needs_key(settings, provider):
        said = (f"There is no key for {label_of(provider)}.", found.trouble)
        raise BadKey(" ".join((*filter(None, said), f"Set {key_variable(provider)}.")))
    chosen = settings.providers.get(wanted.account, ProviderChoice())
    address = {"base_url": wanted.base_url} if wanted.base_url else {}
    tried = chosen.model_copy(update={"key": found.key, "keyring": False, **address})
    changes = {
        "models": ModelChoice(default=wanted.name),
        "roles": {},
        "providers": {**settings.providers, wanted.account: tried},
    }
    return settings.model_copy(update=changes)


def report_seconds(checked: CheckedModel, *, own: bool) -> tuple[float, float]:
    speed = checked.tokens_per_s
    least = _TYPICAL.seconds * max(1.0, USUAL_SPEED / (speed or USUAL_SPEED))
    alone = _TYPICAL.use.output_tokens / speed if own and speed else least
    return least, max(least, alone)


def _budget_for(report_dollars: float | None) -> float | None:
    if report_dollars is None:
        return None
    most = _TIMES * report_dollars
    return next((step for step in _BUDGETS if step >= most), float(math.ceil(most)))
