"""Settings come from the environment, else from the file, else from the defaults, and secrets stay secret."""

from pathlib import Path

import pytest

from myscholar.errors import BadSettings
from myscholar.settings import SCHOLAR_URL, load_settings


def test_defaults_need_nothing(tmp_path: Path) -> None:
    settings = load_settings({"MYSCHOLAR_HOME": str(tmp_path)})
    assert settings.scholar_url == SCHOLAR_URL
    assert settings.library_url == f"sqlite:///{tmp_path / 'library.sqlite'}"


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('embedder = "from-file"\nscholar_url = "http://127.0.0.1:1"\n')
    settings = load_settings({"MYSCHOLAR_HOME": str(tmp_path), "MYSCHOLAR_EMBEDDER": "from-environment"})
    assert (settings.embedder, settings.scholar_url) == ("from-environment", "http://127.0.0.1:1")


def test_a_key_never_shows(tmp_path: Path) -> None:
    settings = load_settings({"MYSCHOLAR_HOME": str(tmp_path), "S2_API_KEY": "very-secret"})
    assert settings.scholar_key is not None
    assert "very-secret" not in repr(settings) + settings.model_dump_json()


@pytest.mark.parametrize(
    ("text", "named"),
    [("nonsense = = 1", "TOML"), ('no_such_setting = "x"', "no_such_setting"), ('scholar_url = "ftp://x"', "scholar_url")],
)
def test_a_bad_setting_is_named(tmp_path: Path, text: str, named: str) -> None:
    (tmp_path / "settings.toml").write_text(text)
    with pytest.raises(BadSettings, match=named):
        load_settings({"MYSCHOLAR_HOME": str(tmp_path)})


def test_the_home_of_nobody_is_named() -> None:
    with pytest.raises(BadSettings, match="~nobodyatall"):
        load_settings({"MYSCHOLAR_HOME": "~nobodyatall/x"})
