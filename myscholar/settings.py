"""The settings, and the only place that reads the environment and the settings file.

A value comes from the environment, else from `settings.toml` in the home folder, else from the default here.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import platformdirs
from pydantic import Field, SecretStr, ValidationError

from myscholar.domain.model import Frozen
from myscholar.errors import BadSettings

SCHOLAR_URL = "https://api.semanticscholar.org"
ENVIRONMENT = {
    "database_url": "MYSCHOLAR_DATABASE_URL",
    "embedder": "MYSCHOLAR_EMBEDDER",
    "embedder_key": "MYSCHOLAR_EMBEDDER_KEY",
    "scholar_url": "MYSCHOLAR_S2_URL",
    "scholar_key": "S2_API_KEY",
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

    @property
    def library_url(self) -> str:
        return self.database_url or f"sqlite:///{self.home / 'library.sqlite'}"

    @property
    def corpora_folder(self) -> Path:
        return self.home / "corpora"

    @property
    def cache_folder(self) -> Path:
        return self.home / "cache"


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of this process. `environ` stands in for the environment. Raises BadSettings with the name at fault."""
    environ = os.environ if environ is None else environ
    home = _home(environ.get("MYSCHOLAR_HOME") or platformdirs.user_data_dir("myscholar", appauthor=False))
    values = _file_values(home / "settings.toml")
    values |= {name: environ[variable] for name, variable in ENVIRONMENT.items() if environ.get(variable)}
    try:
        return Settings.model_validate({"home": home, **values})
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise BadSettings(
            f"The setting {name} can't be used: {first['msg']}. Mend it in {home / 'settings.toml'} or the environment."
        ) from None


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
