"""Settings come from the environment, else from the file, else from the defaults, and secrets stay
secret."""

from pathlib import Path

import pytest

from myscholar.errors import BadSettings
from myscholar.gateways.llm.config import ModelsConfig
from myscholar.settings import SCHOLAR_URL, load_settings, settings_with
from myscholar.text.toml import read_toml


def test_defaults_need_nothing(tmp_path: Path) -> None:
    settings = load_settings({"MYSCHOLAR_HOME": str(tmp_path)})
    assert settings.scholar_url == SCHOLAR_URL
    assert settings.library_url == f"sqlite:///{tmp_path / 'library.sqlite'}"


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(
        'embedder = "from-file"\nscholar_url = "http://127.0.0.1:1"\n'
    )
    settings = load_settings(
        {"MYSCHOLAR_HOME": str(tmp_path), "MYSCHOLAR_EMBEDDER": "from-environment"}
    )
    assert (settings.embedder, settings.scholar_url) == ("from-environment", "http://127.0.0.1:1")


def test_a_key_never_shows(tmp_path: Path) -> None:
    settings = load_settings({"MYSCHOLAR_HOME": str(tmp_path), "S2_API_KEY": "very-secret"})
    assert settings.scholar_key is not None
    assert "very-secret" not in repr(settings) + settings.model_dump_json()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("nonsense = = 1", "TOML"),
        (f"scholar_rate = {'9' * 5000}", "not valid TOML: a number is too long"),
        ("x = " + "[" * 5000, "not valid TOML: it is nested too deeply"),
        ("\n" + "a." * 3000 + "a = 1", "not valid TOML: line 2 has a key of more than 200 parts"),
        ("#" * 50_001, "not valid TOML: it is longer than 50,000 characters"),
        ('no_such_setting = "x"', "no_such_setting"),
        ('scholar_url = "ftp://x"', "scholar_url"),
    ],
)
def test_a_bad_setting_is_named(tmp_path: Path, text: str, named: str) -> None:
    (tmp_path / "settings.toml").write_text(text)
    with pytest.raises(BadSettings, match=named):
        load_settings({"MYSCHOLAR_HOME": str(tmp_path)})


@pytest.mark.parametrize(
    "text", ["# " + "." * 300, f"x = [{', '.join(['0.1'] * 300)}]", f'x = "{"a." * 300}"']
)
def test_dots_that_part_no_key_are_read(text: str) -> None:
    assert len(read_toml(text)) == text.startswith("x")


@pytest.mark.parametrize(
    "given",
    ["http://", "http://[::1", "http://a b", "http://a\nb", "http://a:x", "http://a:99999"],
)
def test_an_address_that_is_none_is_told_where_it_stands(tmp_path: Path, given: str) -> None:
    environ = {"MYSCHOLAR_HOME": str(tmp_path), "MYSCHOLAR_S2_URL": given}
    with pytest.raises(BadSettings, match="should be an address such as") as raised:
        load_settings(environ)
    assert "Mend MYSCHOLAR_S2_URL in the environment." in str(raised.value)


def test_the_home_of_nobody_is_named() -> None:
    with pytest.raises(BadSettings, match="~nobodyatall"):
        load_settings({"MYSCHOLAR_HOME": "~nobodyatall/x"})


def models_of(home: Path, environ: dict[str, str] | None = None, text: str = "") -> ModelsConfig:
    (home / "settings.toml").write_text(text)
    return load_settings({"MYSCHOLAR_HOME": str(home), **(environ or {})}).models_config


def test_no_model_is_set_by_default(tmp_path: Path) -> None:
    assert not load_settings({"MYSCHOLAR_HOME": str(tmp_path), "OPENAI_API_KEY": "k"}).has_models


def test_one_variable_sets_every_role(tmp_path: Path) -> None:
    config = models_of(tmp_path, {"MYSCHOLAR_MODEL": "openai:gpt-5"})
    assert config.chains == dict.fromkeys(
        ("profile", "quotes", "report", "actions", "judge"), (("openai:gpt-5",),)
    )
    judged = models_of(
        tmp_path,
        {"MYSCHOLAR_MODEL": "openai:gpt-5", "MYSCHOLAR_MODEL_JUDGE": "google:gemini-3-pro"},
    )
    assert judged.chains["judge"] == (("google:gemini-3-pro",),)


def test_the_model_that_picks_quotes_judges_unless_another_or_nobody_is_named(
    tmp_path: Path,
) -> None:
    text = '[models]\ndefault = "openai:a"\nquotes = "openai:small"\n'
    assert models_of(tmp_path, text=text).chain("judge") == ("openai:small",)
    assert models_of(tmp_path, text=f'{text}judge = "openai:b"\n').chain("judge") == ("openai:b",)
    assert "judge" not in models_of(tmp_path, text=f'{text}judge = "none"\n').chains


def test_the_model_of_the_environment_wins_over_the_files(tmp_path: Path) -> None:
    text = '[models]\ndefault = "openai:gpt-5"\nreport = "openai:gpt-4.1"\njudge = "openai:o3"\n'
    config = models_of(tmp_path, {"MYSCHOLAR_MODEL": "google:gemini-3-pro, openai:gpt-5"}, text)
    assert config.chain("report") == ("google:gemini-3-pro", "openai:gpt-5")
    assert config.chain("judge") == ("openai:o3",)
    assert models_of(tmp_path, {"MYSCHOLAR_MODEL_REPORT": "openai:o3"}, text).chain("report") == (
        "openai:o3",
    )


def test_a_role_has_a_chain_and_actions_take_turns(tmp_path: Path) -> None:
    config = models_of(
        tmp_path,
        text='[models]\ndefault = "openai:a"\nprofile = ["openai:b", "openai:c"]\nactions = '
        '["openai:a", "openai:b", ["google:d"]]\n',
    )
    assert config.chain("profile") == ("openai:b", "openai:c")
    assert config.chain("quotes") == ("openai:a",)
    assert [config.chain("actions", v) for v in range(3)] == [
        ("openai:a", "openai:b"),
        ("openai:b", "openai:a"),
        ("google:d",),
    ]
    assert config.chain("actions", 3) == config.chain("actions", 0)


def test_a_roles_settings_come_from_the_file(tmp_path: Path) -> None:
    text = (
        '[models]\ndefault = "openai:a"\n[roles.profile]\nthinking = "high"\ntimeout_s = '
        "600\n[roles.report]\ntemperature = 0.3\n"
    )
    config = models_of(tmp_path, text=text)
    assert (config.role("profile").thinking, config.role("profile").timeout_s) == ("high", 600.0)
    assert config.role("report").temperature == 0.3
    assert config.role("quotes").thinking is None


@pytest.mark.parametrize(
    ("model", "key_variable", "url_variable"),
    [
        ("anthropic:claude-sonnet-5-5", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
        ("google:gemini-3-pro", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL"),
        ("google:gemini-3-pro", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL"),
        ("openai:gpt-5", "OPENAI_API_KEY", "OPENAI_BASE_URL"),
        ("compatible:qwen3", "MYSCHOLAR_MODEL_KEY", "MYSCHOLAR_MODEL_URL"),
    ],
)
def test_the_usual_variables_are_honoured(
    tmp_path: Path, model: str, key_variable: str, url_variable: str
) -> None:
    environ = {
        "MYSCHOLAR_MODEL": model,
        key_variable: "very-secret",
        url_variable: "http://127.0.0.1:1/team",
    }
    provider = models_of(tmp_path, environ).provider(model)
    assert provider.key is not None
    assert (provider.key.get_secret_value(), provider.base_url) == (
        "very-secret",
        "http://127.0.0.1:1/team",
    )
    assert not provider.own_address  # so it needs no key
    assert "very-secret" not in repr(load_settings({"MYSCHOLAR_HOME": str(tmp_path), **environ}))


def test_a_vendor_has_its_own_address_and_needs_a_key_there(tmp_path: Path) -> None:
    provider = models_of(tmp_path, {"MYSCHOLAR_MODEL": "openai:gpt-5"}).provider("openai:gpt-5")
    assert (provider.base_url, provider.own_address, provider.key) == (
        "https://api.openai.com/v1",
        True,
        None,
    )


@pytest.mark.parametrize(
    ("variable", "address", "model"),
    [
        ("ANTHROPIC_BASE_URL", "https://api.anthropic.com/v1", "anthropic:claude-new-9"),
        ("OPENAI_BASE_URL", "https://API.openai.com", "openai:gpt-new-9"),
    ],
)
def test_a_vendors_own_address_is_its_own_however_it_is_written(
    tmp_path: Path, variable: str, address: str, model: str
) -> None:
    environ = {"MYSCHOLAR_MODEL": model, variable: address, "MYSCHOLAR_BUDGET_USD": "0"}
    settings = load_settings({"MYSCHOLAR_HOME": str(tmp_path), **environ})
    assert settings.models_config.provider(model).own_address
    assert settings.model_fault == f"a run may cost $0, and {model} is not free."


def test_a_compatible_server_has_a_name_of_the_users(tmp_path: Path) -> None:
    text = (
        '[models]\ndefault = "together:qwen/qwen3:free"\n[providers.together]\nbase_url = '
        '"https://x.test/v1"\nkey_env = "TOGETHER"\n'
    )
    environ = {"TOGETHER": "very-secret", "OPENAI_API_KEY": "another-secret"}
    provider = models_of(
        tmp_path, environ, text + "max_concurrency = 4\nrequests_per_minute = 60\n"
    ).provider("together:qwen/qwen3:free")
    assert provider.key is not None
    assert (provider.key.get_secret_value(), provider.base_url) == (
        "very-secret",
        "https://x.test/v1",
    )
    assert (provider.wire, provider.max_concurrency, provider.requests_per_minute) == (
        "openai",
        4,
        60,
    )


def test_another_vendors_key_goes_to_nobody_else(tmp_path: Path) -> None:
    environ = {
        "MYSCHOLAR_MODEL": "compatible:qwen3",
        "MYSCHOLAR_MODEL_URL": "http://127.0.0.1:1/v1",
        "OPENAI_API_KEY": "very-secret",
    }
    assert models_of(tmp_path, environ).provider("compatible:qwen3").key is None


def test_a_run_has_a_budget(tmp_path: Path) -> None:
    assert load_settings({"MYSCHOLAR_HOME": str(tmp_path)}).budget_usd is None
    assert (
        load_settings({"MYSCHOLAR_HOME": str(tmp_path), "MYSCHOLAR_BUDGET_USD": "2.5"}).budget_usd
        == 2.5
    )


@pytest.mark.parametrize("given", ["-1", "much", "1e9", "nan"])
@pytest.mark.parametrize("is_in_file", [True, False])
def test_a_budget_that_is_none_stops_only_what_asks_a_model(
    tmp_path: Path, given: str, is_in_file: bool
) -> None:
    environ = {"MYSCHOLAR_HOME": str(tmp_path), "MYSCHOLAR_MODEL": "ollama:qwen3"}
    if is_in_file:
        (tmp_path / "settings.toml").write_text(f'budget_usd = "{given}"')
    else:
        environ["MYSCHOLAR_BUDGET_USD"] = given
    said = f"from 0 to 10,000, or left out for no limit, and it is “{given}”"
    with pytest.raises(BadSettings, match=said):
        load_settings(environ).check_models()


def test_a_budget_that_is_no_number_is_told(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("budget_usd = true")
    assert load_settings({"MYSCHOLAR_HOME": str(tmp_path)}).unusable_budget == "True"
    with pytest.raises(BadSettings, match="budget_usd can't be used: it should be a valid number"):
        settings_with("budget_usd = true", tmp_path, {})


@pytest.mark.parametrize(
    ("model", "is_free"),
    [
        ("ollama:qwen3", True),
        ("anthropic:claude-sonnet-5-5", False),
        ("anthropic:of-unknown-price", False),
        ("compatible:qwen3", True),
    ],
)
def test_a_budget_of_nothing_lets_only_free_models_be_asked(
    tmp_path: Path, model: str, is_free: bool
) -> None:
    environ = {"MYSCHOLAR_HOME": str(tmp_path), "MYSCHOLAR_MODEL": model}
    environ |= {"MYSCHOLAR_MODEL_URL": "http://127.0.0.1:1/v1", "MYSCHOLAR_BUDGET_USD": "0"}
    settings = load_settings(environ)
    fault = "" if is_free else f"a run may cost $0, and {model} is not free."
    assert (settings.budget_usd, settings.model_fault) == (0, fault)


def test_the_engine_can_be_set_for_good(tmp_path: Path) -> None:
    assert load_settings({"MYSCHOLAR_HOME": str(tmp_path)}).engine == "auto"
    (tmp_path / "settings.toml").write_text('engine = "extractive"\n')
    assert load_settings({"MYSCHOLAR_HOME": str(tmp_path)}).engine == "extractive"
    assert (
        load_settings({"MYSCHOLAR_HOME": str(tmp_path), "MYSCHOLAR_ENGINE": "llm"}).engine == "llm"
    )


def test_each_value_says_where_it_comes_from(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(
        'embedder = "lsa"\n[models]\ndefault = "openai:a"\n[providers.lab]\nbase_url = '
        '"http://lab.test"\nkey_env = "LAB"\n'
    )
    environ = {
        "MYSCHOLAR_MODEL_JUDGE": "openai:b",
        "GEMINI_API_KEY": "k",
        "LAB": "k",
        "MYSCHOLAR_BUDGET_USD": "2",
    }
    settings = load_settings({"MYSCHOLAR_HOME": str(tmp_path), **environ})
    names = (
        "embedder",
        "models.default",
        "models.judge",
        "providers.google.key",
        "providers.lab.key",
        "budget_usd",
        "scholar_rate",
    )
    assert [(settings.origin(name).variable, settings.origin(name).in_file) for name in names] == [
        (None, True),
        (None, True),
        ("MYSCHOLAR_MODEL_JUDGE", False),
        ("GEMINI_API_KEY", False),
        ("LAB", False),
        ("MYSCHOLAR_BUDGET_USD", False),
        (None, False),
    ]


@pytest.mark.parametrize(
    ("environ", "text", "named"),
    [
        (
            {"MYSCHOLAR_MODEL": "compatible:qwen3", "MYSCHOLAR_MODEL_URL": "127.0.0.1"},
            "",
            "providers.compatible.base_url",
        ),
        ({"MYSCHOLAR_ENGINE": "magic"}, "", "MYSCHOLAR_ENGINE"),
        ({}, '[models]\nwriter = "openai:gpt-5"\n', "models.writer"),
        ({}, "models = 3\n", "models"),
        ({}, "[providers]\nx = 3\n", "providers.x"),
        ({}, "[roles.writer]\n", "roles.writer"),
        ({}, "[roles.report]\ntemperature = 9\n", "roles.report.temperature"),
    ],
)
def test_a_bad_model_setting_is_named(
    tmp_path: Path, environ: dict[str, str], text: str, named: str
) -> None:
    (tmp_path / "settings.toml").write_text(text)
    with pytest.raises(BadSettings, match=named):
        load_settings({"MYSCHOLAR_HOME": str(tmp_path), **environ})


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("sonnet", "Write it as provider:name"),
        ("gpt-5", r"names no provider. Is it openai:gpt-5\?"),
        ("gpt5.1", r"names no provider. Is it openai:gpt-5.1\?"),
        ("openai:", r"names no model. Is it openai:gpt-6.1-terra, "),
        ("openai", r"names no model. Is it openai:gpt-6.1-terra, "),
        ("openai/gpt-5", r"lacks the colon. Is it openai:gpt-5\?"),
        ("openai:gpt 5", r"there is a space in 'openai:gpt 5'.* Is it openai:gpt-5\?"),
        ("antropic:claude", r"called 'antropic'. Is it anthropic:claude-sonnet-5-5, "),
        ("ollama:qwen 3", r"there is a space in .* Is it ollama:qwen3\?"),
        ("olama:qwen3", r"called 'olama'. Is it ollama:qwen3\?"),
        ("gemini:3.8-flash", r"called 'gemini'. Is it google:gemini-3.8-flash\?"),
        ("nobody:qwen3", r"\[providers.nobody\], or write compatible:qwen3"),
        ("compatible:qwen3", "Set MYSCHOLAR_MODEL_URL"),
        ("azure:gpt-5", "Set AZURE_OPENAI_ENDPOINT"),
        ("bedrock:nova", r"needs the package boto3. Install it: .*\[bedrock\]"),
        ("voyageai:voyage-4", "can't do this work: its models write no text"),
    ],
)
def test_a_model_that_can_not_be_asked_is_told_where_one_is_asked_and_nowhere_else(
    tmp_path: Path, model: str, said: str
) -> None:
    settings = load_settings({"MYSCHOLAR_HOME": str(tmp_path), "MYSCHOLAR_MODEL": model})
    assert settings.has_models
    with pytest.raises(BadSettings, match=said):
        settings.check_models()


@pytest.mark.parametrize(
    ("model", "key_variable", "address"),
    [
        ("groq:a/b", "GROQ_API_KEY", "https://api.groq.com/openai/v1"),
        ("openrouter:a/b", "OPENROUTER_API_KEY", "https://openrouter.ai/api/v1"),
        ("ollama:a:8b", "", "http://127.0.0.1:11434/v1"),
    ],
)
def test_services_that_many_use_need_no_address(
    tmp_path: Path, model: str, key_variable: str, address: str
) -> None:
    key = {key_variable: "very-secret"} if key_variable else {}
    provider = models_of(tmp_path, {"MYSCHOLAR_MODEL": model, **key}).provider(model)
    assert (provider.wire, provider.base_url) == ("openai", address)
    assert (provider.own_address, provider.key is not None) == (bool(key_variable),) * 2


@pytest.mark.parametrize(
    ("environ", "text", "said"),
    [
        (
            {},
            "budgt_usd = 2.0\n",
            "There is no setting budgt_usd. Is it budget_usd? Mend it in FILE.",
        ),
        (
            {},
            '[models]\ndefalt = "openai:a"\n',
            "There is no setting models.defalt. Is it models.default? Mend it in FILE.",
        ),
        (
            {},
            "[roles.report]\nthink = true\n",
            "There is no setting roles.report.think. Is it roles.report.thinking? Mend it in FILE.",
        ),
        (
            {"MYSCHOLAR_MODEL_URL": "127.0.0.1:8000"},
            "",
            "The setting providers.compatible.base_url can't be used: it should begin with "
            "http:// or https://. "
            "Mend MYSCHOLAR_MODEL_URL in the environment.",
        ),
        (
            {},
            '[roles.writer]\nthinking = "high"\n',
            "The setting roles.writer can't be used: it should be 'profile', 'actions', 'quotes', "
            "'report' or 'judge'. Mend it in FILE.",
        ),
        (
            {},
            '[roles.profile]\nthinking = "hihg"\n',
            "The setting roles.profile.thinking can't be used: it should be a valid boolean, "
            "unable to interpret input, "
            "or it should be 'minimal', 'low', 'medium' or 'high'. Mend it in FILE.",
        ),
    ],
)
def test_a_slip_is_told_with_what_was_meant_and_where(
    tmp_path: Path, environ: dict[str, str], text: str, said: str
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    with pytest.raises(BadSettings) as caught:
        load_settings({"MYSCHOLAR_HOME": str(tmp_path), **environ})
    assert str(caught.value) == said.replace("FILE", str(file))
