"""A model is tested by its name: what it can do, what that means, and what helps."""

from pathlib import Path

import pytest

from myscholar.errors import BadSettings, NoModelServer
from myscholar.settings import load_settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.models.list_models import PRICE_LIST, list_models, list_providers
from myscholar.workflows.models.model_test import examine, model_to_test, told_before
from myscholar.workflows.services import Services


@pytest.fixture
def host(tmp_path: Path, model_host, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_BASE_URL", model_host.url)
    monkeypatch.setenv("OPENAI_BASE_URL", model_host.url)
    return model_host


def services() -> Services:
    return open_services(load_settings())


async def findings(name: str) -> dict[str, tuple[bool | None, str]]:
    made = services()
    test = await examine(made, model_to_test(made, name))
    return {f.what: (f.is_good, f"{f.said} {f.means}".strip()) for f in test.findings}


async def test_a_model_that_does_all_of_it(host) -> None:
    host.fills = "tool"
    found = await findings("ollama:small")
    assert [*found] == ["Reachable", "First word", "Streams", "Keeps a form", "Price known"]
    assert [good for good, _ in found.values()] == [True, True, None, True, None]
    assert found["Reachable"][1].startswith("It answered in ")
    assert "came in one piece" in found["Streams"][1]
    assert found["Price known"][1] == ("A server of your own has none. Budgets don't stop a run.")
    assert len(host.asked) == 2


async def test_the_way_in_which_a_form_is_kept_is_found(host) -> None:
    host.fills = "native"
    good, said = (await findings("ollama:small"))["Keeps a form"]
    assert not good
    assert 'set structured = "native" under [providers.ollama].' in said


async def test_a_model_that_keeps_no_form_at_all_is_no_use_here(host) -> None:
    good, said = (await findings("ollama:small"))["Keeps a form"]
    assert not good
    assert said.endswith("Profiles and reports are made of forms: take another model.")


async def test_a_server_that_is_down_is_one_finding_with_its_address(
    host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_BASE_URL", "http://127.0.0.1:9/v1")
    found = await findings("ollama:small")
    assert found == {
        "Reachable": (
            False,
            "The server at http://127.0.0.1:9/v1 can't be used: nobody answers. Is the server "
            "started?",
        )
    }
    with pytest.raises(NoModelServer, match=r"http://127\.0\.0\.1:9/v1: nobody answers"):
        await list_models(services(), "ollama")


def test_what_the_test_costs_at_most_is_said_before(tmp_path: Path) -> None:
    made = open_services(load_settings({"MYSCHOLAR_HOME": str(tmp_path)}))
    told = told_before(made, model_to_test(made, "anthropic:claude-sonnet-5-5"))
    # 800, 600 and 600 tokens at $10 a million, and some 2,000 that are read at $2.50
    assert told.startswith("A few small requests to anthropic:claude-sonnet-5-5, for $0.02")


def test_a_wrong_name_sends_nothing_and_says_the_right_one(host) -> None:
    with pytest.raises(BadSettings, match=r"^No provider is called 'olama'. Is it ollama:small\?$"):
        model_to_test(services(), "olama:small")
    assert model_to_test(services(), " Ollama: small ").name == "ollama:small"
    for names in (",", "ollama:small,ollama:large"):
        with pytest.raises(BadSettings, match="holds a comma"):
            model_to_test(services(), names)


async def test_models_are_listed_by_the_server_or_by_the_price_list(host) -> None:
    assert await list_models(services(), "ollama") == (
        ("small", "large"),
        f"the server at {host.url}",
    )
    deepseek = await list_models(services(), "deepseek")
    assert (deepseek.source, "deepseek-chat" in deepseek.names) == (PRICE_LIST, True)
    with pytest.raises(BadSettings, match=r"No provider is called 'olama'. Is it ollama\?"):
        await list_models(services(), "olama")
    with pytest.raises(BadSettings, match=r"azure has no address\. Set AZURE_OPENAI_ENDPOINT\."):
        await list_models(services(), "azure")


def test_providers_say_which_key_they_want_and_whether_it_is_there(tmp_path: Path) -> None:
    environ = {"MYSCHOLAR_HOME": str(tmp_path), "GROQ_API_KEY": "k"}
    lines = {line.name: line for line in list_providers(load_settings(environ))}
    assert lines["groq"][1:3] == ("GROQ_API_KEY", True)
    assert lines["mistral"][1:3] == ("MISTRAL_API_KEY", False)
    assert lines["azure"].address == "Set AZURE_OPENAI_ENDPOINT."
    assert lines["ollama"][1:] == ("", False, "http://127.0.0.1:11434/v1")
