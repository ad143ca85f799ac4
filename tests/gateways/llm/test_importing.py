"""A vendor's library is imported once, however many calls want it first."""

import subprocess
import sys

MANY_AT_ONCE = """
import asyncio
from myscholar.gateways.llm.config import ModelsConfig, Provider, Wire
from myscholar.gateways.llm.providers import Models

config = ModelsConfig(providers={"anthropic": Provider(name="anthropic", wire=Wire.ANTHROPIC, base_url="http://127.0.0.1:9")})

async def ask_many():
    models = Models(config)
    await asyncio.gather(*(models.load("anthropic:some-model") for _ in range(40)))
    print(type(models.get("anthropic:some-model")).__name__)

asyncio.run(ask_many())
"""


def test_forty_first_calls_side_by_side_find_the_library_whole():
    done = subprocess.run(
        [sys.executable, "-c", MANY_AT_ONCE], capture_output=True, text=True, check=False
    )

    assert (done.stdout.strip(), done.stderr) == ("AnthropicModel", "")
