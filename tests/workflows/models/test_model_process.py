"""A model is tried in a process of its own with what was just typed, and nothing of that stays."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from myscholar.errors import BadKey, ModelCheckFailed
from myscholar.workflows.models.model_process import examine_apart, try_model_apart
from myscholar.workflows.models.set_up_model import wanted_model

KEY = "sk-ant-very-secret"


@pytest.fixture
def anthropic(tmp_path: Path, model_host, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path))
    monkeypatch.setenv("ANTHROPIC_BASE_URL", model_host.root)
    return model_host


def test_a_typed_key_reaches_the_vendor_and_stands_in_no_file(anthropic, tmp_path: Path) -> None:
    wanted = wanted_model("anthropic", "claude-sonnet-5-5", key=SecretStr(KEY))
    trial = try_model_apart(wanted)
    assert anthropic.keys == [KEY]
    assert trial.wanted == wanted
    assert trial.checked.dollars
    assert not [p for p in tmp_path.rglob("*") if p.is_file() and KEY.encode() in p.read_bytes()]


def test_what_is_wrong_is_said_as_in_this_process(anthropic) -> None:
    with pytest.raises(BadKey, match="There is no key for OpenAI"):
        try_model_apart(wanted_model("openai", "gpt-5.4"))
    refusal = {"type": "error", "error": {"type": "authentication_error", "message": "no"}}
    anthropic.fault = (401, refusal)
    with pytest.raises(ModelCheckFailed, match="Anthropic refuses the key") as refused:
        try_model_apart(wanted_model("anthropic", "claude-sonnet-5-5", key=SecretStr(KEY)))
    assert refused.value.mend == "key"


def test_each_finding_of_a_test_comes_back(anthropic) -> None:
    anthropic.fills = "tool"
    test = examine_apart(wanted_model("compatible", "small", base_url=anthropic.url))
    assert test.is_usable
    assert [f.what for f in test.findings] == [
        "Reachable",
        "First word",
        "Streams",
        "Keeps a form",
        "Price known",
    ]
