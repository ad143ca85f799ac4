"""The settings as a screen shows them: what holds, where it comes from, what is missing and what
works without it. Never a key."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args
from urllib.parse import urlsplit, urlunsplit

from myscholar.domain.engine import Engine
from myscholar.settings import Origin, RoleName, Settings
from myscholar.workflows.engines import decide_engine
from myscholar.workflows.models.edit_settings import FILE
from myscholar.workflows.models.model_keys import (
    KEYRING,
    LABELS,
    account_of,
    key_variable,
    needs_key,
    usual_address,
)
from myscholar.workflows.services import Services

_DOES = {
    "profile": "Reads your papers and says what they say about you.",
    "actions": "Proposes what a report could do for you. Several models take turns.",
    "quotes": "Picks sentences from the papers that were found; asked most often, so a small "
    "model saves most.",
    "report": "Plans, outlines and writes reports.",
    "judge": "Reads a report's sentences against their quotes. Left empty, the model that picks "
    "sentences does it; “none” switches it off.",
}
_DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL", "postgres": "PostgreSQL"}
_BY_RULES = (
    "Profiles, actions and reports are made on this machine by the extractive engine, free and "
    "without a key."
)
_BY_MODELS = (
    "Profiles, actions and reports are made by language models, and free on this machine once the "
    "engine is set to extractive."
)
_BY_NONE = (
    "Once the engine is set to automatic, profiles, actions and reports are made on this machine, "
    "free and without a key."
)


_BY_NOBODY = (
    "Profiles, actions and reports are made on this machine, free and without a key, once the "
    "engine is set to extractive."
)


class Value(NamedTuple):
    """One setting as text, empty where nothing is set."""

    name: str
    text: str
    origin: Origin

    @property
    def can_be_edited(self) -> bool:
        """The environment wins over the file, so what it sets is changed there."""
        return self.origin.variable is None

    @property
    def comes_from(self) -> str:
        if self.origin.variable:
            return f"set by {self.origin.variable} in the environment; change it there"
        return f"set in {FILE}" if self.origin.in_file else "the default"


class RoleView(NamedTuple):
    """`models` are those asked; `own` is what is set for the role alone, and the role falls back to
    the default where it is empty."""

    role: str
    does: str
    models: tuple[str, ...]
    own: Value
    falls_back: bool


class ProviderView(NamedTuple):
    """`key_from`: the variable or file that holds the key, empty if none is found. `is_vendor`: its
    address is known without being set."""

    name: str
    base_url: Value
    key_env: Value
    key_found: bool
    key_from: str
    needs_key: bool
    is_vendor: bool
    is_used: bool


class ScholarView(NamedTuple):
    base_url: Value
    rate: Value
    key_found: bool
    key_from: str


class SettingsView(NamedTuple):
    """`engine_now` is the engine that does the work as things are. `missing` and `works` are
    sentences for a person."""

    engine: Value
    engine_now: Engine
    default_model: Value
    roles: tuple[RoleView, ...]
    providers: tuple[ProviderView, ...]
    budget_usd: Value
    scholar: ScholarView
    embedder: Value
    home: Path
    file: Path
    database: str
    missing: tuple[str, ...]
    works: tuple[str, ...]


def settings_view(services: Services) -> SettingsView:
    """Of the settings that these services work with. The vendors come first, then others by
    name."""
    settings = services.settings
    engine = decide_engine(services, Engine.AUTO)
    used = {account_of(name) for name in settings.models_config.providers}
    names = dict.fromkeys((*LABELS, *sorted({*settings.providers, *used})))
    providers = tuple(_provider(settings, name) for name in names)
    limit = settings.budget_usd
    budget = settings.unusable_budget if limit is None else f"{limit:g}"
    kind = settings.library_url.partition(":")[0].partition("+")[0]
    return SettingsView(
        engine=_value(settings, "engine", settings.engine),
        engine_now=engine,
        default_model=_value(settings, "models.default", _listed(settings.models.default)),
        roles=tuple(_role(settings, role) for role in get_args(RoleName)),
        providers=providers,
        budget_usd=_value(settings, "budget_usd", budget),
        scholar=ScholarView(
            base_url=_value(settings, "scholar_url", _without_password(settings.scholar_url)),
            rate=_value(settings, "scholar_rate", f"{settings.scholar_rate:g}"),
            key_found=settings.scholar_key is not None,
            key_from=_place(settings, "scholar_key") if settings.scholar_key else "",
        ),
        embedder=_value(settings, "embedder", settings.embedder),
        home=settings.home,
        file=settings.home / FILE,
        database=_DATABASES.get(kind, kind),
        missing=tuple(_missing(settings, providers)),
        works=(
            _BY_RULES
            if engine is Engine.EXTRACTIVE
            else _BY_MODELS
            if settings.has_models and not settings.model_fault
            else _BY_NOBODY
            if settings.has_models
            else _BY_NONE,
            "Papers from PDF, BibTeX and JSONL files are read on this machine.",
            "Your libraries and corpora, and the bundled sample, are searched on this machine.",
            "Semantic Scholar is searched for papers when this machine is online.",
        ),
    )


def _value(settings: Settings, name: str, text: str) -> Value:
    return Value(name, text, settings.origin(name))


def _role(settings: Settings, role: str) -> RoleView:
    own = getattr(settings.models, role)
    chains = settings.models_config.chains.get(role, ((),))
    models = chains[0]
    if role == "actions" and own:
        models = tuple(dict.fromkeys(chain[0] for chain in chains))
    value = _value(settings, f"models.{role}", _listed(own))
    return RoleView(role, _DOES[role], models, value, falls_back=bool(models) and not own)


def _listed(names: str | tuple[str | tuple[str, ...], ...]) -> str:
    """As a person writes it, "a, b"."""
    if isinstance(names, str):
        return names
    return ", ".join(n if isinstance(n, str) else " or ".join(n) for n in names)


def _provider(settings: Settings, name: str) -> ProviderView:
    table, chosen = f"providers.{name}", settings.providers.get(name)
    key_from = KEYRING if chosen and chosen.keyring else ""
    if chosen and chosen.key:
        key_from = _place(settings, f"{table}.key")
    address = (chosen.base_url if chosen else None) or usual_address(name)
    return ProviderView(
        name=name,
        base_url=_value(settings, f"{table}.base_url", _without_password(address)),
        key_env=_value(settings, f"{table}.key_env", (chosen and chosen.key_env) or ""),
        key_found=bool(key_from),
        key_from=key_from,
        needs_key=needs_key(settings, name),
        is_vendor=bool(usual_address(name)),
        is_used=name in {account_of(used) for used in settings.models_config.providers},
    )


def _place(settings: Settings, name: str) -> str:
    return settings.origin(name).variable or FILE


def _without_password(url: str) -> str:
    """Nor what follows a question mark, where keys are put too."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))


def _missing(settings: Settings, providers: tuple[ProviderView, ...]) -> Iterator[str]:
    if not settings.has_models and settings.engine == "llm":
        yield (
            "The engine is set to a language model, but no model is set: nothing can be begun. "
            "Set a model, or set the engine to automatic."
        )
    elif not settings.has_models:
        yield (
            "No language model is set. Profiles, actions and reports are made by the extractive "
            "engine: it quotes the papers and sets them side by side, as an evidence digest, and "
            "writes few sentences of its own."
        )
    elif fault := settings.model_fault:
        yield f"No model can be asked: {fault} Change that, or set the engine to extractive."
    else:
        for p in providers:
            if p.is_used and p.needs_key and not p.key_found:
                yield (
                    f"No key for {p.name} is found. Set its model up again, or set "
                    f"{key_variable(p.name)} and start anew."
                )
        if settings.budget_usd is None:
            yield "No budget is set: nothing stops a run that becomes dear."
    if settings.scholar_key is None:
        yield (
            "Semantic Scholar is asked without a key: it is shared with everybody, so it may be "
            "slow or refuse at busy hours. A free key goes into S2_API_KEY."
        )
