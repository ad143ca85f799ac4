"""The settings, and the only place that reads the settings file and takes up the environment.

A value comes from the environment, else from `settings.toml` in the home folder, else from the
default here.
"""

import os
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import platformdirs
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PrivateAttr,
    SecretStr,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from myscholar.domain.model import Frozen
from myscholar.domain.text import one_line, shorten
from myscholar.environment import ENVIRONMENT, join_models, join_providers, variables_in_use
from myscholar.errors import BadSettings, NoModel
from myscholar.gateways.llm.budget import first_paid
from myscholar.gateways.llm.choices import ModelChoice, ProviderChoice, models_config
from myscholar.gateways.llm.config import ModelsConfig, RoleSettings
from myscholar.logs import LogLevel
from myscholar.text.toml import MOST_CHARACTERS, read_toml

FILE = "settings.toml"
"""In the home folder."""
SCHOLAR_URL = "https://api.semanticscholar.org"
RoleName = Literal["profile", "actions", "quotes", "report", "judge"]
MOST_USD = 10_000.0
"""A larger budget is taken for a slip; by hand."""
Dollars = Annotated[
    float,
    Field(ge=0, le=MOST_USD, allow_inf_nan=False),
    BeforeValidator(lambda given: str(given) if isinstance(given, bool) else given),  # not $1
]
_BUDGET = TypeAdapter(Dollars)
HostName = Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$")]
Hosts = Annotated[
    tuple[HostName, ...],
    BeforeValidator(
        lambda given: given.lower().replace(",", " ").split() if isinstance(given, str) else given
    ),
]
"""Written in a row in the environment."""
_DEPTHS = {"models": 2, "providers": 3, "roles": 3}
"""How many parts the name of a setting has, where it is not one."""
_UNCHANGED = "Nothing was changed."
_WITHOUT = {"budget_usd": "; leave it out for no limit"}


def _check_address(given: str) -> str:
    try:
        parts = urlsplit(given)
        is_one = parts.hostname and (parts.port or 1) > 0 and given.isprintable()
    except ValueError:
        is_one = False
    if not is_one or " " in given:
        raise PydanticCustomError("no_address", "it should be an address such as https://host:80")
    return given


class Origin(Frozen):
    """Where a value comes from: a variable of the environment, else the settings file, else the
    default."""

    variable: str | None = None
    in_file: bool = False


class Settings(Frozen):
    """Where things are and which services may be asked. Secrets never show when printed."""

    home: Path
    """All state lives under this folder."""
    database_url: str | None = None
    """SQLAlchemy address of the library; None is SQLite under `home`."""
    engine: Literal["auto", "llm", "extractive"] = "auto"
    """What does the steps that take judgement; auto: a language model when one is set, else the
    extractive engine."""
    log: LogLevel | None = None
    """How much the web app and workers tell of their work; None: the app tells what goes wrong, a
    worker also what it does."""
    recording: Path | None = None
    """What the recorded engine plays; None: the sample's recording."""
    recorded_words_per_s: float = Field(default=30.0, ge=0, allow_inf_nan=False)
    """How fast recorded texts come, so that one can read along; 0 is at once."""
    embedder: str = "lsa"
    """Name of the embedder for new corpora."""
    embedder_key: SecretStr | None = None
    scholar_url: Annotated[str, Field(pattern=r"^https?://"), AfterValidator(_check_address)] = (
        SCHOLAR_URL
    )
    scholar_key: SecretStr | None = None
    scholar_rate: float = Field(default=1.0, gt=0, allow_inf_nan=False)
    """Requests a second that Semantic Scholar grants to the key; 1 is what it gives to
    everybody."""
    models: ModelChoice = ModelChoice()
    """Which language model does what."""
    providers: Mapping[str, ProviderChoice] = Field(default_factory=dict)
    """Addresses of OpenAI-compatible servers by a name of the user's, and changes to the
    vendors'."""
    roles: Mapping[RoleName, RoleSettings] = Field(default_factory=dict)
    budget_usd: Dollars | None = None
    """What one run may cost in dollars; 0: no model that costs is asked, None is no limit."""
    runs_per_user: int | None = Field(default=None, ge=1)
    """So many runs of one user go on at once over all workers; None: as many as there is room
    for."""
    hosts: Hosts = ()
    """Names under which a proxy passes requests on to the web app."""
    _origins: Mapping[str, Origin] = PrivateAttr(default_factory=dict)
    _unusable_budget: str = PrivateAttr(default="")

    def origin(self, name: str) -> Origin:
        """Of a setting by its dotted name, for example `models.default` or
        `providers.anthropic.key`."""
        return self._origins.get(name, Origin())

    @property
    def has_models(self) -> bool:
        """Whether any role but the judge has a model, be it one that can't be asked."""
        return bool(set(self.models.chains()) - {"judge"})

    @property
    def models_config(self) -> ModelsConfig:
        """What the gateway to language models needs of all this."""
        return models_config(
            self.models, self.providers, {str(role): chosen for role, chosen in self.roles.items()}
        )

    @property
    def unusable_budget(self) -> str:
        """What is set as the budget, where that is none: no model is asked until it is mended."""
        return self._unusable_budget

    @property
    def model_fault(self) -> str:
        """Why no model that is set may be asked, a sentence without its begin; empty where nothing
        is known to be in the way."""
        config = self.models_config
        if config.fault or not config.chains:
            return config.fault
        if given := self._unusable_budget:
            return (
                f"the budget of a run is to be a number of dollars from 0 to {MOST_USD:,.0f}, or "
                f"left out for no limit, and it is “{given}”."
            )
        if self.budget_usd == 0 and (model := first_paid(config)):
            return f"a run may cost $0, and {model} is not free."
        return ""

    def check_models(self) -> None:
        """Raises NoModel where none is set, BadSettings where one can't be asked."""
        if not self.has_models:
            raise NoModel
        if fault := self.model_fault:
            file = self.home / FILE
            raise BadSettings(
                f"No model can be asked: {fault} Mend it in {file} or the environment."
            )

    @property
    def library_url(self) -> str:
        return self.database_url or f"sqlite:///{self.home / 'library.sqlite'}"

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
    """The settings of this process. `environ` stands in for the environment. Raises BadSettings
    with the name at fault."""
    environ = os.environ if environ is None else environ
    home = home_folder(environ)
    file = home / FILE
    return _settings(home, _file_values(file), environ, mend_in=file)


def home_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Raises BadSettings for a name that is nobody's."""
    given = (os.environ if environ is None else environ).get("MYSCHOLAR_HOME")
    try:
        return Path(given or platformdirs.user_data_dir("myscholar", appauthor=False)).expanduser()
    except RuntimeError as error:
        raise BadSettings(
            f"MYSCHOLAR_HOME names a home folder that does not exist: {given}"
        ) from error


def own_variables(environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The variables of the environment that begin as ours do."""
    environ = os.environ if environ is None else environ
    return tuple(sorted(name for name in environ if name.startswith("MYSCHOLAR_")))


def wants_traces(environ: Mapping[str, str] | None = None) -> bool:
    """Whether OpenTelemetry's own variables say where spans of the work are to be sent."""
    environ = os.environ if environ is None else environ
    ends = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
    is_off = environ.get("OTEL_SDK_DISABLED", "").casefold() == "true"
    is_off = is_off or environ.get("OTEL_TRACES_EXPORTER") == "none"
    return not is_off and any(environ.get(end) for end in ends)


def settings_with(text: str, home: Path, environ: Mapping[str, str] | None = None) -> Settings:
    """What the settings would be with this text in the file of the home folder. Raises BadSettings
    with the name at fault."""
    try:
        values = read_toml(text)
    except ValueError as error:
        raise BadSettings(
            f"The settings would not be valid TOML any more: {error}. {_UNCHANGED}"
        ) from error
    return _settings(home, values, os.environ if environ is None else environ, mend_in=None)


def _file_values(path: Path) -> dict[str, object]:
    try:
        if not path.exists():
            return {}
        with path.open(encoding="utf-8") as file:
            return read_toml(file.read(MOST_CHARACTERS + 1))
    except ValueError as error:
        raise BadSettings(f"{path} is not valid TOML: {error}") from error
    except OSError as error:
        raise BadSettings(
            f"{path} can't be read ({error.strerror}). See whose it is, or name another folder in "
            "MYSCHOLAR_HOME."
        ) from error


def _settings(
    home: Path, file: Mapping[str, object], environ: Mapping[str, str], *, mend_in: Path | None
) -> Settings:
    variables = variables_in_use(file, environ)
    values = {"home": home, **file}
    values |= {name: environ[variables[name]] for name in ENVIRONMENT if name in variables}
    values["models"] = join_models(file.get("models", {}), variables, environ)
    values["providers"] = join_providers(file.get("providers", {}), variables, environ)
    is_read = mend_in is not None or "budget_usd" in variables
    unusable = is_read and "budget_usd" in values and not _is_budget(values["budget_usd"])
    if unusable:  # stops what asks a model, and nothing else
        values, given = values | {"budget_usd": None}, values["budget_usd"]
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        raise _fault(error, variables, mend_in) from None
    settings._unusable_budget = shorten(one_line(str(given)), 40) if unusable else ""
    settings._origins = _in_file(file)
    settings._origins |= {name: Origin(variable=v) for name, v in variables.items()}
    return settings


def _is_budget(value: object) -> bool:
    try:
        _BUDGET.validate_python(value)
    except ValidationError:
        return False
    return True


def _in_file(values: Mapping[str, object], above: str = "") -> dict[str, Origin]:
    """By dotted name."""
    found: dict[str, Origin] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            found |= _in_file(value, f"{above}{name}.")
        else:
            found[f"{above}{name}"] = Origin(in_file=True)
    return found


def _fault(
    error: ValidationError, variables: Mapping[str, str], mend_in: Path | None
) -> BadSettings:
    """What is wrong with the first setting at fault, and where to mend it; the others with it.
    Without a file nothing was changed yet."""
    found: dict[tuple[str, ...], list[ErrorDetails]] = {}
    for e in error.errors():
        # a setting's name without what pydantic adds below it
        parts = [str(p) for p in e["loc"] if p != "[key]"]
        found.setdefault(tuple(parts[: _DEPTHS.get(parts[0], 1)]), []).append(e)
    first, *others = [_fault_of(name, faults, variables, mend_in) for name, faults in found.items()]
    first.others = tuple(others)
    return first


def _fault_of(
    name: tuple[str, ...],
    faults: Sequence[ErrorDetails],
    variables: Mapping[str, str],
    mend_in: Path | None,
) -> BadSettings:
    dotted, above = ".".join(name), name[:-1]
    where = f"Mend it in {mend_in}." if mend_in else _UNCHANGED
    if variable := variables.get(dotted):
        where = f"Mend {variable} in the environment."
    if faults[0]["type"] == "extra_forbidden":
        known = _known(above)
        close = get_close_matches(name[-1], known, n=1)
        meant = f"Is it {'.'.join((*above, *close))}?" if close else f"Known: {', '.join(known)}."
        return BadSettings(f"There is no setting {dotted}. {meant} {where}", setting=dotted)
    reasons = dict.fromkeys(
        "it should begin with http:// or https://"
        if e["type"] == "string_pattern_mismatch"
        else e["msg"].replace("Input should", "it should")
        for e in faults
    )
    return BadSettings(
        f"The setting {dotted} can't be used: {', or '.join(reasons)}{_WITHOUT.get(dotted, '')}. "
        f"{where}",
        setting=dotted,
        is_value=True,
    )


def _known(table: tuple[str, ...]) -> list[str]:
    """The names that a table of the settings file may hold, in alphabetical order."""
    models: dict[str, type[Frozen]] = {
        "models": ModelChoice,
        "providers": ProviderChoice,
        "roles": RoleSettings,
    }
    model = models[table[0]] if table else Settings
    return sorted(model.model_fields.keys() - {"home"})
