"""A model is tried with one small call before anything is written; what goes wrong is said in words
that tell what to mend."""

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from myscholar.errors import BadKey, BadSettings, LLMKeyUnreadable, ModelCheckFailed, NoModelServer
from myscholar.gateways.llm.budget import Usage, price
from myscholar.gateways.llm.choices import ModelChoice, models_config
from myscholar.settings import load_settings
from myscholar.views.settings_view import settings_view
from myscholar.workflows.engines import missing_key
from myscholar.workflows.jobs import open_services
from myscholar.workflows.models import set_up_model
from myscholar.workflows.models.check_model import MOST_USD, check_model
from myscholar.workflows.models.model_keys import checked_key, forget_keys
from myscholar.workflows.models.save_model import save_model
from myscholar.workflows.models.set_up_model import (
    SUGGESTED,
    Wanted,
    key_for,
    look_at_server,
    offers,
    try_model,
    wanted_model,
)
from myscholar.workflows.services import Services

KEY = "sk-ant-very-secret"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def anthropic(model_host, monkeypatch: pytest.MonkeyPatch):
    """The vendor's place is taken by a server on this machine."""
    monkeypatch.setenv("ANTHROPIC_BASE_URL", model_host.root)
    return model_host


def services() -> Services:
    """As a process that starts now makes them."""
    return open_services(load_settings())


def sonnet(key: str | None = KEY) -> Wanted:
    return wanted_model("anthropic", "claude-sonnet-5-5", key=SecretStr(key) if key else None)


def small(host: Any) -> Wanted:
    return wanted_model("compatible", "small", base_url=host.url)


def everything_written(home: Path) -> str:
    return "".join(p.read_bytes().decode(errors="replace") for p in home.rglob("*") if p.is_file())


# A try


def test_every_suggested_model_has_a_price_and_its_note_says_what_a_report_costs(
    home: Path,
) -> None:
    for provider, models in SUGGESTED.items():
        assert [o.name for o in offers(services().settings, provider)] == list(models)
        assert all(
            "; a report for about $" in o.note for o in offers(services().settings, provider)
        )


async def test_one_small_call_says_speed_and_price_and_writes_nothing(
    home: Path, anthropic
) -> None:
    trial = await try_model(services(), sonnet())
    assert (len(anthropic.asked), anthropic.keys) == (1, [KEY])
    # $2 and $10 a million tokens
    assert trial.checked.dollars == pytest.approx(100 * 2e-6 + 60 * 10e-6)
    assert "for $0.0008" in trial.answered
    assert trial.report.startswith("A typical report takes about ")
    assert trial.budget == 2.0  # the next step above four reports of $0.34
    assert not (home / "settings.toml").exists()


async def test_the_call_costs_a_cent_at_most_with_any_model(
    home: Path, anthropic, monkeypatch: pytest.MonkeyPatch
) -> None:
    for model in ("claude-haiku-5-5", "claude-fable-5-1", "claude-opus-5-5"):
        wanted = wanted_model("anthropic", model, key=SecretStr(KEY))
        await try_model(services(), wanted)
        asked = anthropic.asked[-1]
        provider = models_config(ModelChoice(default=wanted.name), {}, {}).provider(wanted.name)
        most = price(
            Usage(input_tokens=100, output_tokens=asked["max_tokens"]), wanted.name, provider
        )
        assert most is not None
        assert most <= MOST_USD


async def test_a_budget_of_runs_that_is_smaller_does_not_forbid_the_check(
    home: Path, anthropic, monkeypatch
) -> None:
    monkeypatch.setenv("MYSCHOLAR_MODEL", "anthropic:claude-sonnet-5-5")
    monkeypatch.setenv("MYSCHOLAR_BUDGET_USD", "0.000001")
    assert (await check_model(services(), "report")).dollars
    assert (await try_model(services(), sonnet())).budget == 0.000001


async def test_a_server_of_ones_own_is_tried_without_a_key_and_its_price_is_not_invented(
    home: Path, model_host
) -> None:
    server = await look_at_server(model_host.root, None)
    assert (server.base_url, server.models) == (model_host.url, ("small", "large"))
    trial = await try_model(services(), small(model_host))
    assert "its price is not known" in trial.answered
    assert (trial.report_dollars, trial.budget) == (None, None)


async def test_a_slow_server_is_told_what_a_report_takes_when_it_answers_one_by_one() -> None:
    checked = set_up_model.CheckedModel("compatible:small", 6.0, None, tokens_per_s=10.0)
    trial = set_up_model.Trial(
        small(type("Host", (), {"url": "http://x/v1"})),
        checked,
        None,
        set_up_model.report_seconds(checked, own=True),
        None,
    )
    # 63 s at 70 tokens a second; 16,990 tokens (6,060 + 6,680 + 690 + 630 + 180 + 2,750) at ten
    assert trial.report == (
        "A typical report takes about 7 min (28 min where the server answers one request after "
        "the other)."
    )


# What is saved


async def test_what_is_saved_holds_and_the_key_lies_in_the_keyring_alone(
    home: Path, anthropic, memory_keyring
) -> None:
    (home / "settings.toml").write_text(
        '# Mine.\nscholar_rate = 2.0   # granted\n[models]\njudge = "openai:gpt-5"\n'
    )
    saved = save_model(services(), sonnet(), budget_usd=2.0)
    text = (home / "settings.toml").read_text()
    assert text.startswith("# Mine.\nscholar_rate = 2.0   # granted\n")
    assert tomllib.loads(text) == {
        "scholar_rate": 2.0,
        "budget_usd": 2.0,
        "models": {"judge": "openai:gpt-5", "default": "anthropic:claude-sonnet-5-5"},
        "providers": {"anthropic": {"keyring": True}},
    }
    assert (saved.key_place, saved.export, saved.notes) == ("the system's keyring", "", ())
    assert memory_keyring.keys == {"myscholar/anthropic": KEY}
    assert "very-secret" not in everything_written(home)
    later = services()
    # not read before a model is asked
    assert (missing_key(later), later.settings.providers["anthropic"].key) == (
        "",
        None,
    )
    assert {p.name: p.key_from for p in settings_view(later).providers}[
        "anthropic"
    ] == "the system's keyring"
    await check_model(later, "report")
    assert anthropic.keys == [KEY]


def test_without_a_keyring_the_line_for_the_shell_is_told_and_the_key_is_kept_nowhere(
    home: Path,
) -> None:
    saved = save_model(services(), sonnet(), budget_usd=None)
    assert (saved.key_place, saved.export) == ("", "export ANTHROPIC_API_KEY=...")
    assert "very-secret" not in everything_written(home) + repr(saved)
    assert "providers" not in tomllib.loads((home / "settings.toml").read_text())


def test_a_variable_that_wins_over_what_is_written_is_named(
    home: Path, monkeypatch: pytest.MonkeyPatch, memory_keyring
) -> None:
    monkeypatch.setenv("MYSCHOLAR_MODEL", "openai:gpt-5")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-another")
    notes = " ".join(save_model(services(), sonnet(), budget_usd=1.0).notes)
    assert "MYSCHOLAR_MODEL in the environment wins over what is written here" in notes
    assert "ANTHROPIC_API_KEY in the environment wins" in notes


def test_an_engine_without_models_is_set_back_and_models_of_single_steps_stay(
    home: Path, model_host
) -> None:
    (home / "settings.toml").write_text(
        'engine = "extractive"\n[models]\nquotes = "openai:gpt-5"\n'
    )
    saved = save_model(services(), small(model_host), budget_usd=None)
    assert services().settings.engine == "auto"
    assert saved.notes == ("Models of their own are set for quotes; they stay as they are.",)


def test_when_the_file_can_not_be_written_the_keyring_is_as_before(
    home: Path, memory_keyring
) -> None:
    (home / "settings.toml").write_text("models.default = ''\n[[providers]]\n")
    memory_keyring.keys["myscholar/anthropic"] = "sk-ant-before"
    broken = open_services(
        load_settings({"MYSCHOLAR_HOME": str(home / "other")}).model_copy(update={"home": home})
    )
    with pytest.raises(BadSettings):
        save_model(broken, sonnet(), budget_usd=1.0)
    assert memory_keyring.keys == {"myscholar/anthropic": "sk-ant-before"}


@pytest.mark.parametrize("state", ["loses", "is_locked"])
def test_when_the_keyring_does_not_take_the_key_the_line_for_the_shell_is_told(
    home: Path, memory_keyring, state: str
) -> None:
    setattr(memory_keyring, state, True)
    saved = save_model(services(), sonnet(), budget_usd=1.0)
    assert (saved.key_place, saved.export, memory_keyring.keys) == (
        "",
        "export ANTHROPIC_API_KEY=...",
        {},
    )
    assert saved.notes[0].startswith("The system's keyring can't be used: it ")
    assert tomllib.loads((home / "settings.toml").read_text())["models"] == {
        "default": "anthropic:claude-sonnet-5-5"
    }


def test_a_key_of_the_environment_leaves_what_is_said_of_the_keyring(
    home: Path, memory_keyring, monkeypatch
) -> None:
    save_model(services(), sonnet(), budget_usd=1.0)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-another")
    saved = save_model(services(), sonnet(key=None), budget_usd=1.0)
    assert (saved.key_place, services().settings.providers["anthropic"].keyring) == (
        "ANTHROPIC_API_KEY",
        True,
    )


def test_a_key_is_forgotten_with_the_setting_that_names_it(home: Path, memory_keyring) -> None:
    save_model(services(), sonnet(), budget_usd=1.0)
    assert forget_keys(services()) == ("anthropic",)
    assert (memory_keyring.keys, services().settings.providers["anthropic"].keyring) == ({}, False)
    assert missing_key(services()).startswith("There is no key for anthropic:claude-sonnet-5-5")


async def test_a_keyring_that_is_locked_when_a_model_is_asked_is_one_message(
    home: Path, memory_keyring
) -> None:
    save_model(services(), sonnet(), budget_usd=1.0)
    memory_keyring.is_locked = True
    with pytest.raises(
        LLMKeyUnreadable,
        match=r"can't be read. The system's keyring can't be used: it is locked. Unlock it.",
    ):
        await check_model(services(), "report")


# Keys as they are pasted


@pytest.mark.parametrize(
    "pasted",
    [f"  {KEY}\n", f'"{KEY}"', f"export ANTHROPIC_API_KEY={KEY}", f"ANTHROPIC_API_KEY='{KEY}'\n"],
)
def test_what_came_along_around_a_key_is_left_out(pasted: str) -> None:
    assert checked_key("anthropic", pasted, at_vendor=True).get_secret_value() == KEY


def test_a_key_keeps_its_end_where_that_looks_like_a_name_that_is_given_a_value() -> None:
    assert checked_key("own", "c2VjcmV0IGtleQ_AB=", at_vendor=False).get_secret_value() == (
        "c2VjcmV0IGtleQ_AB="
    )


@pytest.mark.parametrize(
    ("provider", "pasted", "told"),
    [
        ("openai", KEY, "This is a key of Anthropic, not of OpenAI. Nothing was sent."),
        ("anthropic", "AIzaSyVerySecret", "This is a key of Google, not of Anthropic."),
        ("google", "sk-proj-very-secret", "This is a key of OpenAI, not of Google."),
        ("openai", "sk-very secret-key", "There is a space or a line break in the key."),
        ("openai", "sk-very-\nsecret-key", "There is a space or a line break in the key."),
        ("openai", "sk-véry-secret-key", "The key holds characters that no key has."),
        ("openai", "sk-1", "The key is too short to be one."),
        ("openai", " \n", "The key for OpenAI is empty."),
    ],
)
def test_what_can_not_be_the_vendor_s_key_is_said_and_not_repeated(
    provider: str, pasted: str, told: str
) -> None:
    with pytest.raises(BadKey) as caught:
        checked_key(provider, pasted, at_vendor=True)
    assert str(caught.value).startswith(told)
    assert "ecret" not in str(caught.value)


def test_whose_a_key_is_goes_unsaid_where_that_is_not_certain() -> None:
    for provider, at_vendor in (("anthropic", True), ("compatible", False), ("openai", False)):
        assert checked_key(provider, "sk-very-secret" if at_vendor else KEY, at_vendor=at_vendor)


def test_a_key_of_another_vendor_in_the_environment_is_named_with_its_variable(
    home: Path, monkeypatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with pytest.raises(
        BadKey, match=r"The key in OPENAI_API_KEY can't be used. This is a key of Anthropic"
    ):
        key_for(services(), "openai")


async def test_without_a_key_nobody_is_asked(home: Path) -> None:
    with pytest.raises(BadKey, match="There is no key for Google"):
        await try_model(services(), wanted_model("google", "gemini-3.8-flash"))


# What goes wrong


def fault(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}}


@pytest.mark.parametrize(
    ("status", "kind", "message", "told", "mend"),
    [
        (
            401,
            "authentication_error",
            "invalid x-api-key",
            "Anthropic refuses the key. Copy it again",
            "key",
        ),
        (
            403,
            "permission_error",
            "not yours",
            "Anthropic does not let the key use claude-sonnet-5-5.",
            "model",
        ),
        (
            404,
            "not_found_error",
            "model: x",
            "Anthropic does not know claude-sonnet-5-5, or the key has no right to it.",
            "model",
        ),
        (
            400,
            "invalid_request_error",
            "Your credit balance is too low",
            "The account behind anthropic:claude-sonnet-5-5 has no credit",
            "",
        ),
        (429, "rate_limit_error", "slowly", "Anthropic asks for fewer requests. Wait a minute", ""),
        (529, "overloaded_error", "busy", "Anthropic can't be reached: it is overloaded.", ""),
    ],
)
async def test_what_a_vendor_refuses_is_said_at_once(
    home: Path, anthropic, status: int, kind: str, message: str, told: str, mend: str
) -> None:
    anthropic.fault = (status, fault(kind, message))
    with pytest.raises(ModelCheckFailed) as caught:
        await try_model(services(), sonnet())
    assert str(caught.value).startswith(told)
    assert (caught.value.mend, len(anthropic.asked)) == (mend, 1)
    assert (home / "settings.toml").exists() is False


async def test_a_name_that_is_nearly_right_is_put_right(home: Path, anthropic) -> None:
    anthropic.fault = (404, fault("not_found_error", "no"))
    with pytest.raises(ModelCheckFailed, match=r"Is it claude-sonnet-5-5\?"):
        await try_model(
            services(), wanted_model("anthropic", "claude-sonet-5.5", key=SecretStr(KEY))
        )


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ("<!doctype html><p>Welcome", "it answers with a web page."),
        ('{"text": "ready"}', "it answers in another shape than OpenAI's Chat Completions."),
        ("", "its answer is empty."),
        ("[]", "it answers in another shape than OpenAI's Chat Completions."),
    ],
)
async def test_a_server_that_answers_in_another_shape_is_named(
    home: Path, model_host, shape: str, told: str
) -> None:
    model_host.shape = shape
    with pytest.raises(ModelCheckFailed) as caught:
        await try_model(services(), small(model_host))
    assert str(caught.value) == f"The server at {model_host.url} can't be used: {told}"


async def test_a_server_that_answers_too_late_is_said_to(
    home: Path, model_host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_up_model, "OWN_SERVER_PATIENCE_S", 0.5)
    model_host.goes_on.clear()
    with pytest.raises(
        ModelCheckFailed, match=r"no answer came within 0 seconds.*may still be loading the model"
    ):
        await try_model(services(), small(model_host))


async def test_a_model_that_the_server_does_not_have_is_named(home: Path, model_host) -> None:
    model_host.fault = (404, {"error": {"message": "model 'smal' not found"}})
    with pytest.raises(
        ModelCheckFailed, match=r"does not know smal, or the key has no right to it. Is it small\?"
    ):
        await try_model(services(), wanted_model("compatible", "smal", base_url=model_host.url))


async def test_a_server_that_is_not_there_is_named(home: Path) -> None:
    with pytest.raises(NoModelServer, match=r"nobody answers. Is the server started?"):
        await look_at_server("http://127.0.0.1:9/v1", None)
    with pytest.raises(
        ModelCheckFailed, match=r"can't be used: nobody answers. Is the server started?"
    ):
        await try_model(
            services(), wanted_model("compatible", "small", base_url="http://127.0.0.1:9/v1")
        )


@pytest.mark.parametrize("name", ["", "a,b", "two\nlines"])
def test_what_is_no_name_of_a_model_is_refused(name: str) -> None:
    with pytest.raises(BadSettings):
        wanted_model("openai", name)


def test_the_vendor_before_the_name_is_understood() -> None:
    assert wanted_model("openai", " openai:gpt-5 ").name == "openai:gpt-5"
    assert wanted_model("compatible", "qwen3:8b").name == "compatible:qwen3:8b"
    assert "MYSCHOLAR_MODEL" not in os.environ
