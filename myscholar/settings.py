"""The settings, and the only place that reads the environment and the settings file.

A value comes from the environment, else from `settings.toml` in the home folder, else from the default here.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

import platformdirs
from pydantic import Field, SecretStr, ValidationError

from myscholar.domain.model import Frozen
from myscholar.errors import BadSettings
from myscholar.gateways.llm.choices import COMPATIBLE, VENDORS, ModelChoice, ProviderChoice, models_config
from myscholar.gateways.llm.config import ModelsConfig, RoleSettings

SCHOLAR_URL = "https://api.semanticscholar.org"
ENVIRONMENT = {
    "database_url": "MYSCHOLAR_DATABASE_URL",
    "embedder": "MYSCHOLAR_EMBEDDER",
    "embedder_key": "MYSCHOLAR_EMBEDDER_KEY",
    "scholar_url": "MYSCHOLAR_S2_URL",
    "scholar_key": "S2_API_KEY",
    "scholar_rate": "MYSCHOLAR_S2_RATE",
    "budget_usd": "MYSCHOLAR_BUDGET_USD",
}
MODEL, MODEL_URL, MODEL_KEY = "MYSCHOLAR_MODEL", "MYSCHOLAR_MODEL_URL", "MYSCHOLAR_MODEL_KEY"
"""The model of every role but the judge, and the address and key of the provider `compatible`."""
RoleName = Literal["profile", "actions", "quotes", "report", "judge"]
_PROVIDER_VARIABLES = {name: (vendor.url_variable, vendor.key_variables) for name, vendor in VENDORS.items()} | {
    COMPATIBLE: (MODEL_URL, (MODEL_KEY,))
}


class Settings(Frozen):
    """Where things are and which services may be asked. Secrets never show when printed."""

    home: Path
    """All state lives under this folder."""
    database_url: str | None = None
    """SQLAlchemy address of the library; None is SQLite under `home`."""
    embedder: str = "lsa"
    """Name of the embedder for new corpora."""
    embedder_key: SecretStr | None = None
    scholar_url: str = Field(default=SCHOLAR_URL, pattern=r"^https?://")
    scholar_key: SecretStr | None = None
    scholar_rate: float = Field(default=1.0, gt=0)
    """Requests a second that Semantic Scholar grants to the key; 1 is what it gives to everybody."""
    models: ModelChoice = ModelChoice()
    """Which language model does what."""
    providers: Mapping[str, ProviderChoice] = Field(default_factory=dict)
    """Addresses of OpenAI-compatible servers by a name of the user's, and changes to the vendors'."""
    roles: Mapping[RoleName, RoleSettings] = Field(default_factory=dict)
    budget_usd: float | None = Field(default=None, gt=0)
    """What one run may cost in dollars."""

    @property
    def has_models(self) -> bool:
        """Whether any role but the judge has a model."""
        return bool(set(self.models_config.chains) - {"judge"})

    @property
    def models_config(self) -> ModelsConfig:
        """What the gateway to language models needs of all this. Raises ValueError for a model that has no provider or address."""
        return models_config(self.models, self.providers, {str(role): chosen for role, chosen in self.roles.items()})

    @property
    def library_url(self) -> str:
        return self.database_url or f"sqlite:///{self.home / 'library.sqlite'}"

    @property
    def runs_url(self) -> str:
        """Of the database that says what runs are being carried out."""
        url = self.database_url or ""
        return url if url.startswith("postgres") else f"sqlite:///{self.home / 'runs.sqlite'}"

    @property
    def corpora_folder(self) -> Path:
        return self.home / "corpora"

    @property
    def cache_folder(self) -> Path:
        return self.home / "cache"

    @property
    def answers_folder(self) -> Path:
        """Answers of language models."""
        return self.cache_folder / "answers"


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of this process. `environ` stands in for the environment. Raises BadSettings with the name at fault."""
    environ = os.environ if environ is None else environ
    home = _home(environ.get("MYSCHOLAR_HOME") or platformdirs.user_data_dir("myscholar", appauthor=False))
    values = _file_values(home / "settings.toml")
    values |= {name: environ[variable] for name, variable in ENVIRONMENT.items() if environ.get(variable)}
    values |= {"models": _models(values.get("models"), environ), "providers": _providers(values.get("providers"), environ)}
    where = f"Mend it in {home / 'settings.toml'} or the environment."
    try:
        settings = Settings.model_validate({"home": home, **values})
        settings.models_config  # noqa: B018  (what names a model must name its provider too)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise BadSettings(f"The setting {name} can't be used: {first['msg']}. {where}") from None
    except ValueError as error:
        raise BadSettings(f"The settings can't be used: {error}. {where}") from None
    return settings


def _models(given: object, environ: Mapping[str, str]) -> object:
    """The file's `[models]`, or what the environment says instead: for all roles but the judge, or for one."""
    if not isinstance(given, Mapping | None):
        return given
    every, judge = environ.get(MODEL), (given or {}).get("judge")
    values = dict(given or {}) if not every else {"default": every, **({"judge": judge} if judge else {})}
    alone = {role: environ.get(f"{MODEL}_{role.upper()}") for role in get_args(RoleName)}
    return values | {role: name for role, name in alone.items() if name}


def _providers(given: object, environ: Mapping[str, str]) -> object:
    """The file's `[providers]` with the keys and addresses that the environment has."""
    if not isinstance(given, Mapping | None):
        return given
    values = {name: dict(v) if isinstance(v, Mapping) else v for name, v in (given or {}).items()}
    for name, (url, keys) in _PROVIDER_VARIABLES.items():
        found = {"base_url": environ.get(url), "key": next((environ[k] for k in keys if environ.get(k)), None)}
        if isinstance(values.setdefault(name, {}), dict):
            values[name] |= {field: value for field, value in found.items() if value}
    for value in values.values():
        if isinstance(value, dict) and (key := environ.get(str(value.get("key_env")))):
            value["key"] = key
    return values


def _home(given: str) -> Path:
    try:
        return Path(given).expanduser()
    except RuntimeError as error:
        raise BadSettings(f"MYSCHOLAR_HOME names a home folder that does not exist: {given}") from error


def _file_values(path: Path) -> dict[str, object]:
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path} is not valid TOML: {error}") from error
    except OSError as error:
        raise BadSettings(f"{path} can't be read ({error.strerror}).") from error
