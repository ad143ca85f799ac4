"""The same against a server that speaks the vendors' wires over real sockets, with its faults.

The server needs aiohttp and jsonschema, which the product does not: SHARED_PYTHON may name an
interpreter that has them.
"""

import asyncio
import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator

import pytest

from myscholar.errors import LLMEmptyAnswer, LLMRefusal, LLMTruncated
from myscholar.gateways.llm.gateway import ModelGateway
from myscholar.gateways.llm.llm import Role
from myscholar.settings import load_settings

pytestmark = pytest.mark.shared
MODELS = [
    "anthropic:claude-sonnet-4-6",
    "google:gemini-2.5-flash",
    "openai:gpt-5-mini",
    "compatible:qwen3",
]


class Server:
    def __init__(self, url: str) -> None:
        self.url = url

    def set(self, **values):
        request = urllib.request.Request(
            f"{self.url}/_control",
            json.dumps(values).encode(),
            {"content-type": "application/json"},
        )
        urllib.request.urlopen(request).close()

    @property
    def log(self):
        with urllib.request.urlopen(f"{self.url}/_log") as answer:
            return json.load(answer)


@pytest.fixture(scope="module")
def server(shared) -> Iterator[Server]:
    python = os.environ.get("SHARED_PYTHON", sys.executable)
    command = [
        python,
        "model_server",
        "serve",
        "--port",
        "0",
        "--ttft",
        "0",
        "--jitter",
        "0",
        "--tokens-per-s",
        "100000",
    ]
    process = subprocess.Popen(
        command, cwd=shared / "tools", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    if "http://" not in line:
        process.kill()
        pytest.skip(
            "the model server does not start here: "
            f"{process.communicate()[1].strip().splitlines()[-1]}"
        )
    yield Server(line.split(" at ")[1].split(",")[0])
    process.terminate()
    process.communicate(timeout=10)


@pytest.fixture
def gateway(server, tmp_path):
    """Makes a gateway as the settings wire it, for one model."""
    server.set(faults=[], reset=True)

    def make(model, calls, **more):
        settings = load_settings(
            {
                "MYSCHOLAR_HOME": str(tmp_path),
                "MYSCHOLAR_MODEL": model,
                "MYSCHOLAR_MODEL_URL": f"{server.url}/v1",
                "ANTHROPIC_BASE_URL": server.url,
                "GOOGLE_GEMINI_BASE_URL": server.url,
                "OPENAI_BASE_URL": f"{server.url}/v1",
            }
        )

        async def at_once(_):
            await asyncio.sleep(0)

        return ModelGateway(settings.models_config, on_call=calls.append, sleep=at_once, **more)

    return make


@pytest.mark.parametrize("model", MODELS)
async def test_forms_and_text_come_over_each_wire(gateway, server, topic, prompt, model):
    calls, seen = [], []
    async with gateway(model, calls) as llm:
        answer = await llm.ask(Role.PROFILE, prompt(), topic)
        text = await llm.write(Role.REPORT, prompt(), on_text=seen.append)
    assert answer.problems == ()
    assert seen[-1].strip() == text.value
    assert [c.output_tokens for c in calls] == [entry["output_tokens"] for entry in server.log]
    assert [c.input_tokens for c in calls] == [entry["input_tokens"] for entry in server.log]


@pytest.mark.parametrize("model", MODELS)
async def test_a_shared_part_is_read_from_the_vendors_cache(gateway, topic, prompt, model):
    calls = []
    papers = "[1] Great apes use tools in the wild.\n" * 600
    async with gateway(model, calls) as llm:
        for task in ("First.", "Second."):
            await llm.ask(Role.PROFILE, prompt(task, shared=papers), topic)
    shared_tokens = len(papers) / 4  # as the server estimates them
    assert calls[0].cached_tokens == 0
    # the others cache whole messages there, and no message is the same
    if model.startswith("anthropic"):
        assert calls[1].cached_tokens >= shared_tokens


@pytest.mark.parametrize(
    "fault",
    [
        "429:retry_after=0",
        "500",
        "529",
        "reset:at=0.5",
        "malformed",
        "invalid",
        "empty",
        "truncated:at=0.5",
    ],
)
@pytest.mark.parametrize("model", MODELS)
async def test_a_fault_that_strikes_once_is_overcome(gateway, server, topic, prompt, model, fault):
    calls = []
    server.set(faults=[f"{fault}{',' if ':' in fault else ':'}next=1"])
    async with gateway(model, calls) as llm:
        answer = await llm.ask(Role.PROFILE, prompt(), topic)
    assert isinstance(answer.value, topic)
    assert len(calls) == 2


@pytest.mark.parametrize(
    ("fault", "error"),
    [("refusal", LLMRefusal), ("empty", LLMEmptyAnswer), ("truncated:at=0.5", LLMTruncated)],
)
@pytest.mark.parametrize("model", MODELS)
async def test_a_fault_that_lasts_is_named(gateway, server, prompt, model, fault, error):
    server.set(faults=[fault])
    async with gateway(model, []) as llm:
        with pytest.raises(error):
            await llm.write(Role.REPORT, prompt())
