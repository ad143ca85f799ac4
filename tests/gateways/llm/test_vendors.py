"""Every vendor is asked by its usual name, as pydantic-ai would ask it."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from pydantic_ai.providers import infer_provider_class

from myscholar.gateways.llm.choices import ModelChoice, ProviderChoice, models_config
from myscholar.gateways.llm.config import Structured
from myscholar.gateways.llm.llm import Role
from myscholar.gateways.llm.naming import priced
from myscholar.gateways.llm.vendors import NOT_HERE, VENDORS, Vendor, account_of

from .conftest import KEY, Says, TopicReply, a_prompt

NAMES = {
    "openrouter": "anthropic/claude-sonnet-4",
    "snowflake": "claude-sonnet-4-5",
    "bedrock-mantle": "openai.gpt-oss-120b",
}
"""Where a name has to look a certain way."""
HERE = [name for name, vendor in VENDORS.items() if not vendor.package]
TOPIC = {"topic": "tools", "words": ["ape", "tool"]}


def config_of(name: str, structured: Structured = "auto", **said: Any) -> Any:
    model = f"{name}:{NAMES.get(name, 'qwen3')}"
    choice = ProviderChoice(key=SecretStr(KEY), structured=structured, **said)
    return model, models_config(ModelChoice(default=model), {account_of(name): choice}, {})


@pytest.mark.parametrize("name", HERE)
async def test_every_vendor_gets_the_key_and_the_model_s_name_and_its_answer_is_read(
    make, name: str
) -> None:
    model, config = config_of(name, base_url="https://here.test/v1")
    desk = make(model, Says("Yes."), Says(TOPIC), config=config, cache=None)
    said = await desk.llm.write(Role.REPORT, a_prompt())
    formed = await desk.llm.ask(Role.REPORT, a_prompt(), TopicReply)
    asked = desk.vendor.asked[0]
    assert (said.value, formed.value.topic) == ("Yes.", "tools")
    assert KEY in " ".join(asked.headers.values())
    assert asked.headers["host"] == "here.test"
    assert model.partition(":")[2] in asked.path + asked.everything
    assert [call.input_tokens for call in desk.calls] == [1000, 1000]
    limits = {"max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens"}
    assert any(f'"{limit}": ' in asked.everything for limit in limits)


PATHS = {
    "anthropic": "/v1/messages",
    "google": "/v1beta/models/",
    "google-cloud": "/v1beta1/publishers/google/models/",
    "bedrock-mantle": "/v1/responses",
    "meta": "/responses",
    "openai-responses": "/responses",
    "azure": "/openai/v1/chat/completions",
    "azure-responses": "/openai/v1/responses",
}
"""What a vendor adds to an address; the others `/chat/completions`."""


@pytest.mark.parametrize("name", HERE)
async def test_a_gateway_s_path_stays_and_the_vendor_s_follows_it(make, name: str) -> None:
    vendor = PATHS.get(name, "/chat/completions")
    for given in ("https://gate.test/team/a", "https://gate.test/team/a/"):
        assert await path_asked(make, name, given) in (f"/team/a{vendor}", f"/team/a/v1{vendor}")


@pytest.mark.parametrize(
    ("name", "given", "path"),
    [
        ("anthropic", "https://gate.test/team/v1/", "/team/v1/messages"),
        ("google", "https://gate.test/team/v1beta", "/team/v1beta/models/"),
        ("openai", "https://gate.test/team/v1/", "/team/v1/chat/completions"),
        ("openai", "https://gate.test/team/v1/chat/completions", "/team/v1/chat/completions"),
        ("azure", "https://gate.test/team/openai/", "/team/openai/v1/chat/completions"),
        ("azure", "https://gate.test/team/openai/v1", "/team/openai/v1/chat/completions"),
        ("ollama", "http://gate.test:8000", "/v1/chat/completions"),
        ("ollama", "http://gate.test:8000/api", "/v1/chat/completions"),
        ("vllm", "http://gate.test:8000/", "/v1/chat/completions"),
        ("ollama", "http://gate.test/team/v1", "/team/v1/chat/completions"),
        ("litellm", "http://gate.test:8000", "/chat/completions"),
        ("groq", "https://gate.test/groq/openai/v1", "/groq/openai/v1/chat/completions"),
    ],
)
async def test_a_version_that_was_copied_along_or_left_out_is_asked_once(
    make, name: str, given: str, path: str
) -> None:
    assert await path_asked(make, name, given) == path


async def path_asked(make: Any, name: str, base_url: str) -> str:
    """Where a request went, but for the model's name in it; the key was in one header."""
    model, config = config_of(name, base_url=base_url)
    desk = make(model, Says("Yes."), config=config, cache=None)
    await desk.llm.write(Role.REPORT, a_prompt())
    (asked,) = desk.vendor.asked
    assert sum(KEY in value for value in asked.headers.values()) == 1
    assert KEY not in asked.path + asked.everything
    return str(asked.path.partition(NAMES.get(name, "qwen3"))[0])


@pytest.mark.parametrize("address", ["http://not a url", "http://", "http://gpu:port/v1"])
def test_what_can_be_no_address_is_told_once_a_model_is_wanted(address: str) -> None:
    _, config = config_of("ollama", base_url=address)
    assert config.fault == (
        "what is set as the address of 'ollama:qwen3' is none. One looks like "
        "http://127.0.0.1:11434/v1."
    )


@pytest.mark.parametrize(
    ("structured", "kind"), [("native", "json_schema"), ("prompted", "json_object")]
)
async def test_a_form_is_asked_for_as_the_settings_say(
    make, structured: Structured, kind: str
) -> None:
    model, config = config_of("ollama", structured)
    desk = make(model, Says(TOPIC), config=config, cache=None)
    assert (await desk.llm.ask(Role.REPORT, a_prompt(), TopicReply)).value.topic == "tools"
    asked = desk.vendor.asked[0].body
    assert ("tools" in asked, asked["response_format"]["type"]) == (False, kind)


def test_all_that_pydantic_ai_knows_is_here_or_told_why_not() -> None:
    source = inspect.getsource(infer_provider_class)
    cases = re.findall(r"^\s+case (.+):$", source, re.MULTILINE)
    known = {name for case in cases for name in re.findall(r"'([^']+)'", case)}
    assert known == {*VENDORS, *NOT_HERE} - {"lmstudio"}


@pytest.mark.parametrize("name", [n for n in HERE if VENDORS[n].has_class])
def test_the_vendor_s_own_variable_and_address_are_those_of_pydantic_ai(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    vendor = VENDORS[account_of(name)]
    kind: Any = infer_provider_class(name)
    takes = inspect.signature(kind.__init__).parameters
    for variable in vendor.key_variables[:1]:
        monkeypatch.setenv(variable, KEY)
    for variable in vendor.place_variables[:1]:
        monkeypatch.setenv(variable, "us-east-1")
    if name == "google-cloud":  # asks with the machine's own rights
        monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    if vendor.is_local or account_of(name) == "azure":
        monkeypatch.setenv(vendor.url_variable, "https://here.test/openai/v1")
    made = kind(**({"api_base": vendor.base_url} if "api_base" in takes else {}))
    address = vendor.base_url.format("us-east-1")
    if not vendor.is_local and address:
        assert made.base_url.startswith(address)
    client = made.client
    held = getattr(client, "api_key", None) or getattr(client, "_api_client", client).api_key
    assert held == KEY or name == "litellm"


def test_the_price_list_knows_the_models_of_these() -> None:
    without = {name for name in HERE if not priced(name)}
    of_ones_own = {name for name in HERE if VENDORS[name].is_local}
    resold = {"azure", "azure-responses", "bedrock-mantle", "snowflake", "heroku", "vercel"}
    unlisted = {"huggingface", "alibaba", "nebius", "sambanova", "crusoe"}
    assert without == of_ones_own | resold | unlisted


def test_the_docs_name_every_provider_with_its_variables() -> None:
    docs = (Path(__file__).parents[3] / "docs" / "models.md").read_text(encoding="utf-8")
    variables = {v for one in VENDORS.values() for v in (*one.key_variables[:1], one.url_variable)}
    local = {v for one in VENDORS.values() if one.is_local for v in one.key_variables}
    assert [n for n in (*VENDORS, *variables - local) if n and f"`{n}`" not in docs] == []


async def test_a_cloud_that_lends_rights_to_the_machine_is_given_no_key(
    make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "the-machine-s-own")
    config = models_config(ModelChoice(default="google-cloud:gemini-3-pro"), {}, {})
    desk = make("google-cloud:gemini-3-pro", Says("Yes."), config=config, cache=None)
    assert (await desk.llm.write(Role.REPORT, a_prompt())).value == "Yes."
    assert "the-machine-s-own" in desk.vendor.asked[0].headers.values()


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Vendor("https://x.test", ("X_KEY",), package="nobody_has_this")
    monkeypatch.setitem(VENDORS, "somewhere", there)  # type: ignore[arg-type]
    config = models_config(ModelChoice(default="somewhere:x"), {}, {})
    assert "needs the package nobody_has_this" in config.fault
