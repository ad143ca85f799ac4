"""Settings are shown with where they come from, and changed in the file without harm to anything
else in it."""

import stat
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.engine import Engine
from myscholar.errors import BadSettings
from myscholar.settings import load_settings
from myscholar.views.settings_view import SettingsView, settings_view
from myscholar.workflows.engines import takes_model
from myscholar.workflows.jobs import open_services
from myscholar.workflows.models.edit_settings import SettingsChange, change_settings
from myscholar.workflows.services import Services

FILE = """\
# My settings.
budget_usd = 2.0    # what one run may cost

[models]   # who does what
default = "openai:gpt-5"
actions = ["openai:gpt-5", "lab:llama"]   # these take turns

[providers.lab]
# The server in the basement.
base_url = "http://lab.test/v1"
key = "very-secret"
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path))
    return tmp_path


def services() -> Services:
    """As a process that starts now makes them."""
    return open_services(load_settings())


def view() -> SettingsView:
    return settings_view(services())


def change(name: str, value: Any = None) -> None:
    change_settings(services(), [SettingsChange(name=name, value=value)])


def written(home: Path) -> dict[str, Any]:
    return tomllib.loads((home / "settings.toml").read_text(encoding="utf-8"))


# What is shown


def test_a_new_user_is_told_what_is_missing_and_what_works_without_it(home: Path) -> None:
    seen = view()
    assert (seen.engine.text, seen.engine_now, seen.engine.comes_from) == (
        "auto",
        Engine.EXTRACTIVE,
        "the default",
    )
    assert seen.missing[0].startswith(
        "No language model is set. Profiles, actions and reports are made by the extractive engine"
    )
    assert "S2_API_KEY" in seen.missing[1]
    assert seen.works[0].endswith(
        "are made on this machine by the extractive engine, free and without a key."
    )
    assert (seen.home, seen.file, seen.database) == (home, home / "settings.toml", "SQLite")


def test_each_role_says_which_models_it_asks_and_where_that_stands(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "settings.toml").write_text(FILE)
    monkeypatch.setenv("MYSCHOLAR_MODEL_REPORT", "openai:gpt-4.1")
    roles = {role.role: role for role in view().roles}
    assert list(roles) == ["profile", "actions", "quotes", "report", "judge"]
    assert (roles["profile"].models, roles["profile"].falls_back, roles["profile"].own.text) == (
        ("openai:gpt-5",),
        True,
        "",
    )
    assert (roles["actions"].models, roles["actions"].own.text) == (
        ("openai:gpt-5", "lab:llama"),
        "openai:gpt-5, lab:llama",
    )
    assert (roles["actions"].falls_back, roles["actions"].own.comes_from) == (
        False,
        "set in settings.toml",
    )
    assert (roles["report"].models, roles["report"].own.can_be_edited) == (
        ("openai:gpt-4.1",),
        False,
    )
    assert (
        roles["report"].own.comes_from
        == "set by MYSCHOLAR_MODEL_REPORT in the environment; change it there"
    )
    # as that of the quotes
    assert (roles["judge"].models, roles["judge"].falls_back) == (("openai:gpt-5",), True)


@pytest.mark.parametrize("nobody", ["none", "None"])
def test_the_judge_can_be_switched_off(home: Path, nobody: str) -> None:
    (home / "settings.toml").write_text(FILE)
    change("models.judge", nobody)
    (judge,) = (role for role in view().roles if role.role == "judge")
    assert (judge.models, judge.own.text, judge.falls_back) == ((), nobody, False)


def test_the_model_of_the_environment_stands_for_every_role_but_the_judge(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "settings.toml").write_text(FILE)
    monkeypatch.setenv("MYSCHOLAR_MODEL", "google:gemini-3-pro")
    seen = view()
    assert (seen.default_model.text, seen.default_model.origin.variable) == (
        "google:gemini-3-pro",
        "MYSCHOLAR_MODEL",
    )
    assert {role.role: role.own.origin.variable for role in seen.roles}[
        "actions"
    ] == "MYSCHOLAR_MODEL"
    assert {role.role: role.own.origin.variable for role in seen.roles}["judge"] is None


def test_a_key_is_said_to_be_found_and_where_but_never_shown(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "settings.toml").write_text(
        FILE + '[providers.club]\nbase_url = "http://me:very-secret@club.test/v1"\nkey_env = '
        '"CLUB_KEY"\n'
    )
    monkeypatch.setenv("CLUB_KEY", "very-secret")
    monkeypatch.setenv("GEMINI_API_KEY", "very-secret")
    monkeypatch.setenv("S2_API_KEY", "very-secret")
    seen = view()
    by_name = {p.name: p for p in seen.providers}
    assert list(by_name) == ["anthropic", "google", "openai", "compatible", "club", "lab"]
    assert {name: p.key_from for name, p in by_name.items()} == {
        "anthropic": "",
        "google": "GEMINI_API_KEY",
        "openai": "",
        "compatible": "",
        "club": "CLUB_KEY",
        "lab": "settings.toml",
    }
    assert (by_name["lab"].base_url.text, by_name["lab"].key_found, by_name["lab"].is_used) == (
        "http://lab.test/v1",
        True,
        True,
    )
    assert (by_name["club"].base_url.text, by_name["club"].key_env.text) == (
        "http://club.test/v1",
        "CLUB_KEY",
    )
    assert (by_name["openai"].needs_key, by_name["openai"].key_found) == (True, False)
    assert (seen.scholar.key_found, seen.scholar.key_from) == (True, "S2_API_KEY")
    assert "very-secret" not in repr(seen)
    assert (
        "No key for openai is found. Set its model up again, or set OPENAI_API_KEY and start "
        "anew." in seen.missing
    )


def test_an_engine_that_can_not_work_is_told(home: Path) -> None:
    change("engine", "llm")
    seen = view()
    assert seen.engine_now is Engine.LLM
    assert seen.missing[0].startswith("The engine is set to a language model, but no model is set")
    assert seen.works[0].startswith("Once the engine is set to automatic")
    change("models.default", "openai:gpt-5")
    assert view().works[0].startswith("Profiles, actions and reports are made by language models")


# What is changed


def test_a_change_keeps_comments_order_and_everything_else(home: Path) -> None:
    file = home / "settings.toml"
    file.write_text(FILE)
    change_settings(
        services(),
        [
            SettingsChange(name="engine", value="extractive"),
            SettingsChange(name="budget_usd", value="3.5"),
            SettingsChange(name="models.report", value="openai:gpt-5, lab:llama"),
            SettingsChange(name="providers.lab.key_env", value="LAB_KEY"),
            SettingsChange(name="providers.club.base_url", value="https://club.test/v1"),
        ],
    )
    text = file.read_text()
    kept = [line for line in FILE.splitlines() if line and "budget_usd" not in line]
    places = [text.index(line) for line in kept]
    assert places == sorted(places)
    assert "budget_usd = 3.5    # what one run may cost" in text
    assert written(home) == {
        "budget_usd": 3.5,
        "engine": "extractive",
        "models": {
            "default": "openai:gpt-5",
            "actions": ["openai:gpt-5", "lab:llama"],
            "report": ["openai:gpt-5", "lab:llama"],
        },
        "providers": {
            "lab": {"base_url": "http://lab.test/v1", "key": "very-secret", "key_env": "LAB_KEY"},
            "club": {"base_url": "https://club.test/v1"},
        },
    }
    assert not takes_model(services(), Engine.AUTO)
    assert takes_model(services(), Engine.LLM)


def test_without_a_value_a_setting_goes_back_to_its_default(home: Path) -> None:
    (home / "settings.toml").write_text(FILE)
    change("budget_usd", "")
    change("models.actions", None)
    change("models.judge", None)
    change("providers.nobody.base_url", "  ")
    assert written(home) == {
        "models": {"default": "openai:gpt-5"},
        "providers": tomllib.loads(FILE)["providers"],
    }
    assert "# The server in the basement." in (home / "settings.toml").read_text()


def test_the_first_change_makes_the_file_for_its_owner_only(home: Path) -> None:
    change("models.default", "anthropic:claude-sonnet-5-5")
    file = home / "settings.toml"
    assert written(home) == {"models": {"default": "anthropic:claude-sonnet-5-5"}}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert view().engine_now is Engine.LLM
    assert [path.name for path in home.iterdir()] == ["settings.toml"]


def test_a_linked_file_stays_a_link_with_its_rights(
    home: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    real = tmp_path_factory.mktemp("dotfiles") / "myscholar.toml"
    real.write_text("budget_usd = 1.0\n")
    real.chmod(0o640)
    (home / "settings.toml").symlink_to(real)
    change("budget_usd", 2)
    assert (home / "settings.toml").is_symlink()
    assert (tomllib.loads(real.read_text())["budget_usd"], stat.S_IMODE(real.stat().st_mode)) == (
        2,
        0o640,
    )


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        (
            "engine",
            "magic",
            "The setting engine can't be used: it should be 'auto', 'llm' or 'extractive'. "
            "Nothing was changed.",
        ),
        (
            "budget_usd",
            "-1",
            "The setting budget_usd can't be used: it should be greater than or equal to 0; leave "
            "it out for no limit. Nothing was changed.",
        ),
        ("budget_usd", "much", "The setting budget_usd can't be used: it should be a valid number"),
        (
            "providers.lab.base_url",
            "lab.test",
            "providers.lab.base_url can't be used: it should begin with http:// or https://",
        ),
        ("models.default", "sonnet", "'sonnet' names no provider. Write it as provider:name"),
        ("models.report", "elsewhere:m", "no provider is called 'elsewhere'. For a server"),
        ("models.writer", "openai:gpt-5", "The setting models.writer can't be changed here"),
        ("database_url", "sqlite:///x", "The setting database_url can't be changed here"),
        ("home", "/", "The setting home can't be changed here"),
        ("providers.a b.base_url", "http://x.test", "can't be changed here"),
        (
            "providers.lab.key",
            "very-secret",
            "Keys are never stored here; name the environment variable that holds it.",
        ),
        ("scholar_key", "very-secret", "Keys are never stored here"),
        (
            "providers.lab.key_env",
            "sk-very-secret",
            "this is no name of an environment variable, such as LAB_KEY",
        ),
        (
            "providers.lab.base_url",
            "http://me:very-secret@lab.test/v1",
            "this holds a password or a key",
        ),
        (
            "providers.lab.base_url",
            "http://lab.test/v1?key=very-secret",
            "this holds a password or a key",
        ),
        ("models.default", "openai:sk-very-secret-very-secret", "this holds a password or a key"),
        (
            "models.actions",
            ("openai:gpt-5", "AIza-very-secret-very-secret"),
            "this holds a password or a key",
        ),
        ("budget_usd", "inf", "it should be a finite number"),
        ("budget_usd", "nan", "it should be a finite number"),
    ],
)
def test_what_can_not_be_used_is_named_and_nothing_is_written(
    home: Path, name: str, value: str, said: str
) -> None:
    (home / "settings.toml").write_text(FILE)
    with pytest.raises(BadSettings) as caught:
        change_settings(
            services(),
            [SettingsChange(name="scholar_rate", value=5), SettingsChange(name=name, value=value)],
        )
    assert said in str(caught.value)
    assert "very-secret" not in str(caught.value)
    assert (home / "settings.toml").read_text() == FILE


def test_a_model_that_can_not_be_asked_is_told_and_can_be_mended(home: Path) -> None:
    (home / "settings.toml").write_text('models.default = "gpt-5"\n')
    assert view().missing[0].startswith("No model can be asked: 'gpt-5' names no provider")
    change("budget_usd", 3)
    change("models.default", "ollama:qwen3")
    assert not any("can be asked" in missing for missing in view().missing)
    ollama = next(p for p in view().providers if p.name == "ollama")
    assert (ollama.base_url.text, ollama.needs_key, ollama.is_used) == (
        "http://127.0.0.1:11434/v1",
        False,
        True,
    )


def test_what_the_environment_sets_is_changed_there(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSCHOLAR_ENGINE", "extractive")
    assert view().engine.text == "extractive"
    with pytest.raises(
        BadSettings, match="The setting engine is set by MYSCHOLAR_ENGINE in the environment"
    ):
        change("engine", "llm")


@pytest.mark.parametrize(
    "text",
    [
        'models = { default = "openai:a", judge = "openai:b" }\n',
        'models.default = "openai:a"\nproviders.lab.base_url = "http://lab.test/v1"\n',
        '[providers]\nlab = { base_url = "http://lab.test/v1" }\n[models]\ndefault = "lab:a"\n',
        '[roles.report]\nthinking = "high"\n[models]\ndefault = '
        '"openai:a"\n[roles.profile]\nthinking = true\n',
        "\r\n".join(FILE.splitlines()) + "\r\n",
    ],
)
def test_files_written_in_other_ways_are_changed_alike(home: Path, text: str) -> None:
    file = home / "settings.toml"
    file.write_text(text, newline="")
    wanted = tomllib.loads(text)
    wanted.setdefault("models", {})["report"] = "openai:c"
    wanted["engine"] = "llm"
    change_settings(
        services(),
        [
            SettingsChange(name="models.report", value="openai:c"),
            SettingsChange(name="engine", value="llm"),
        ],
    )
    assert written(home) == wanted


def test_line_ends_stay_as_they_are(home: Path) -> None:
    (home / "settings.toml").write_bytes(b'# Mine.\r\nengine = "auto"\r\n')
    change("engine", "llm")
    assert (home / "settings.toml").read_bytes() == b'# Mine.\r\nengine = "llm"\r\n'


def test_a_way_of_writing_that_can_not_be_changed_is_named(home: Path) -> None:
    (home / "settings.toml").write_text(
        'providers = { lab = { base_url = "http://lab.test/v1" } }\n'
    )
    with pytest.raises(BadSettings, match=r"Edit it by hand\. Nothing was changed"):
        change("providers.two.base_url", "http://two.test/v1")


def test_settings_that_are_changed_at_once_in_several_tabs_are_all_kept(home: Path) -> None:
    given = {"budget_usd": 2.0, "scholar_rate": 3.0, "embedder": "lsa", "engine": "extractive"}
    for _ in range(5):
        (home / "settings.toml").unlink(missing_ok=True)
        tabs = {name: services() for name in given}
        with ThreadPoolExecutor(len(given)) as threads:
            changes = {
                name: [SettingsChange(name=name, value=value)] for name, value in given.items()
            }
            list(threads.map(change_settings, tabs.values(), changes.values()))
        assert written(home) == given


def test_a_file_that_can_not_be_written_is_named(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "settings.toml").write_text(FILE)

    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BadSettings, match="No space left on device"):
        change("budget_usd", 5)
    assert (home / "settings.toml").read_text() == FILE
    assert [path.name for path in home.iterdir()] == ["settings.toml"]
