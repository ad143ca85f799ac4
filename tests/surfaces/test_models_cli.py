"""`myscholar models ...`: which models there are, and what one of them can do."""

import json

import pytest


def test_every_provider_is_listed_with_its_key(cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "very-secret")
    listed = cli("models", "list")
    lines = {line.split()[0]: line for line in listed.out.splitlines()}
    assert "GROQ_API_KEY (found)" in lines["groq"]
    assert "no key" in lines["ollama"]
    assert "very-secret" not in listed.out
    assert [one["name"] for one in json.loads(cli("models", "list", "--json").out)] == [*lines]


def test_the_models_of_a_server_here_are_listed_and_one_is_tested(
    cli, model_host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_BASE_URL", model_host.url)
    model_host.fills = "tool"
    assert cli("models", "list", "ollama").out.split() == ["ollama:small", "ollama:large"]
    tested = cli("models", "test", "ollama:small")
    assert tested.status == 0
    assert tested.err.startswith("A few small requests to ollama:small, at a price not known here.")
    assert "ok  Keeps a form: At the first try." in tested.out
    model_host.fills = None
    assert cli("models", "test", "ollama:small", "--json").status == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("list", "olama"), "No provider is called 'olama'. Is it ollama?"),
        (("list", "vllm"), "used at http://127.0.0.1:9/v1: nobody answers. Is the server started?"),
        (("test", "antropic:claude"), "Is it anthropic:claude-sonnet-5-5"),
        (("test", "openai:gpt 5"), "there is a space in 'openai:gpt 5'"),
        (("test",), "no language model is set"),
    ],
)
def test_what_can_not_be_listed_or_tested_is_one_line(
    cli, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.setenv("VLLM_BASE_URL", "http://127.0.0.1:9/v1")
    done = cli("models", *arguments)
    assert done.status in (1, 2)
    assert len(done.err.strip().splitlines()) == 1
    assert told.casefold() in done.err.casefold()
