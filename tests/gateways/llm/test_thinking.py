"""Each model gets what it takes: reasoning where it has any, temperature where it allows it, and
room for its thoughts."""

import pytest

from myscholar.gateways.llm.config import RoleSettings
from myscholar.gateways.llm.llm import Role

GOOD = {"topic": "apes", "words": ["tool", "sleep"]}


async def sent(desk, prompt, topic):
    async with desk.llm as llm:
        assert (await llm.ask(Role.PROFILE, prompt(max_tokens=500), topic)).value == topic(**GOOD)
    return desk.vendor.asked[0].body


@pytest.mark.parametrize(
    ("model", "warm"),
    [
        ("anthropic:claude-sonnet-4-6", True),
        ("anthropic:claude-sonnet-5-5", False),
        ("openai:gpt-4.1", True),
        ("openai:gpt-5", False),
        ("google:gemini-2.5-flash", True),
        ("local:qwen3", True),
    ],
)
async def test_temperature_is_sent_only_to_models_that_take_it(
    make, says, topic, prompt, model, warm
):
    settings = RoleSettings(temperature=0.25, thinking=False)
    body = await sent(make(model, says(GOOD), settings=settings), prompt, topic)
    assert ("0.25" in str(body)) is warm


@pytest.mark.parametrize(
    ("model", "limit"),
    [
        ("openai:gpt-4.1", 500),  # does not think
        ("openai:gpt-5", 8500),  # always does
        ("google:gemini-2.5-flash", 8500),  # may
        ("anthropic:claude-sonnet-4-6", 500),  # only when told to
        ("anthropic:claude-opus-5-5", 8500),
        ("local:qwen3", 500),
    ],
)
async def test_an_answer_has_room_beside_the_thoughts(make, says, topic, prompt, model, limit):
    body = await sent(make(model, says(GOOD)), prompt, topic)
    assert (
        body.get("max_completion_tokens")
        or body.get("max_tokens")
        or body["generationConfig"]["maxOutputTokens"]
    ) == limit


async def test_claude_thinks_within_its_limit_and_is_not_forced_to_use_a_tool(
    make, says, topic, prompt
):
    desk = make(
        "anthropic:claude-sonnet-4-5-x",
        says(GOOD),
        settings=RoleSettings(thinking="high", temperature=0.5),
    )
    body = await sent(desk, prompt, topic)
    assert body["thinking"]["budget_tokens"] < body["max_tokens"]
    assert (body.get("tool_choice"), body.get("temperature")) == (None, None)


async def test_each_vendor_hears_of_effort_in_its_own_words(make, says, topic, prompt):
    effort = RoleSettings(thinking="low")
    openai = await sent(make("openai:gpt-5", says(GOOD), settings=effort), prompt, topic)
    google = await sent(
        make("google:gemini-3-pro-preview", says(GOOD), settings=effort), prompt, topic
    )
    claude = await sent(
        make("anthropic:claude-sonnet-5-5", says(GOOD), settings=effort), prompt, topic
    )
    local = await sent(make("local:qwen3", says(GOOD), settings=effort), prompt, topic)
    assert openai["reasoning_effort"] == "low"
    assert google["generationConfig"]["thinkingConfig"]["thinking_level"] == "LOW"
    assert claude["output_config"]["effort"] == "low"
    assert "reasoning_effort" not in local


async def test_old_servers_hear_of_the_limit_by_its_old_name(make, says, topic, prompt):
    body = await sent(make("local:qwen3", says(GOOD)), prompt, topic)
    assert (body["max_tokens"], "max_completion_tokens" in body) == (500, False)
