"""A question to any vendor comes back as a checked value, or as streamed text, and the call is
recorded."""

import json
from itertools import pairwise

import pytest

from myscholar.gateways.llm.llm import Role

GOOD, SHORT = {"topic": "apes", "words": ["tool", "sleep"]}, {"topic": "apes", "words": ["tool"]}


async def test_a_form_comes_back_as_a_value(make, model, says, topic, prompt):
    desk = make(model, says(GOOD))
    async with desk.llm as llm:
        answer = await llm.ask(Role.PROFILE, prompt(), topic)
    assert answer.value == topic(**GOOD)
    assert (answer.model, answer.prompt, answer.problems) == (model, "profile/topic@1", ())


async def test_text_grows_before_the_listener(make, model, says, prompt):
    seen = []
    async with make(model, says("Apes use tools.", in_pieces=3)).llm as llm:
        answer = await llm.write(Role.REPORT, prompt(), on_text=seen.append)
    assert answer.value == "Apes use tools."
    assert len(seen) >= 3
    assert seen[-1] == "Apes use tools."
    assert all(later.startswith(earlier) for earlier, later in pairwise(seen))


async def test_a_form_grows_before_the_listener_from_its_first_piece(
    make, model, says, topic, prompt
):
    seen = []
    async with make(model, says(GOOD, in_pieces=4)).llm as llm:
        await llm.ask(Role.PROFILE, prompt(), topic, on_text=seen.append)
    assert all(so_far.startswith("{") for so_far in seen)
    # there it comes whole
    assert [json.loads(so_far) for so_far in seen[-1:]] == (
        [] if model.startswith("google") else [GOOD]
    )


async def test_a_call_is_recorded_with_its_tokens(make, model, says, topic, prompt):
    desk = make(model, says(GOOD, input_tokens=1000, cached_tokens=400, output_tokens=100))
    async with desk.llm as llm:
        await llm.ask(Role.PROFILE, prompt(), topic)
    (call,) = desk.calls
    assert (call.role, call.prompt, call.model) == ("profile", "profile/topic@1", model)
    assert (call.input_tokens, call.cached_tokens, call.output_tokens) == (1000, 400, 100)
    assert call.first_byte_s is not None
    assert 0 <= call.first_byte_s <= call.seconds
    assert (call.replayed, call.attempt, call.error) == (False, 0, None)


async def test_dollars_follow_the_price_list(make, says, prompt):
    # gpt-4.1: $2 a million tokens in, $0.50 from the cache, $8 out: 600 * 2 + 400 * 0.5 + 100 * 8 =
    # 2200 millionths
    desk = make(
        "openai:gpt-4.1", says("Yes.", input_tokens=1000, cached_tokens=400, output_tokens=100)
    )
    async with desk.llm as llm:
        await llm.write(Role.REPORT, prompt())
    assert desk.calls[0].dollars == pytest.approx(0.0022)
    assert llm.budget.spent_usd == pytest.approx(0.0022)


async def test_an_unknown_price_is_said_and_not_guessed(make, says, prompt):
    desk = make("local:qwen3", says("Yes."))
    async with desk.llm as llm:
        await llm.write(Role.REPORT, prompt())
    assert desk.calls[0].dollars is None
    assert (llm.budget.spent_usd, llm.budget.unknown) == (0.0, 1)


async def test_the_first_byte_is_told_once(make, model, says, topic, prompt):
    began = []
    async with make(model, says(SHORT), says(GOOD)).llm as llm:
        await llm.ask(Role.PROFILE, prompt(), topic, began=lambda: began.append(1))
    assert began == [1]


async def test_the_shared_part_ends_where_anthropic_is_told_to_cache(make, says, prompt):
    desk = make("anthropic:claude-sonnet-4-6", says("Yes."))
    async with desk.llm as llm:
        await llm.write(Role.REPORT, prompt("Task.", shared="Papers.\n\n"))
    shared, task = desk.vendor.asked[0].body["messages"][0]["content"]
    assert (shared["text"], shared["cache_control"]["type"]) == ("Papers.\n\n", "ephemeral")
    assert (task["text"], "cache_control" in task) == ("Task.", False)


async def test_calls_with_a_shared_part_are_alike_up_to_its_end(make, model, says, topic, prompt):
    desk = make(model, says(GOOD))
    async with desk.llm as llm:
        await llm.ask(Role.PROFILE, prompt("First task."), topic)
        await llm.ask(Role.PROFILE, prompt("Second task."), topic)
    first, second = (asked.everything for asked in desk.vendor.asked)
    assert first.replace("First task.", "Second task.") == second


async def test_nothing_but_the_prompt_is_sent_as_the_user(make, model, says, prompt):
    desk = make(model, says("Yes."))
    async with desk.llm as llm:
        await llm.write(Role.REPORT, prompt("Task.", shared="Papers.\n\n"))
    sent = desk.vendor.asked[0].everything
    assert all(
        json.dumps(part)[1:-1] in sent for part in ("You read papers.", "Papers.\n\n", "Task.")
    )


async def test_a_model_that_cannot_be_made_to_use_a_tool_is_asked_by_its_json_mode(
    make, says, topic, prompt
):
    desk = make("anthropic:claude-sonnet-5-5", says(GOOD))
    async with desk.llm as llm:
        answer = await llm.ask(Role.PROFILE, prompt(), topic)
    assert answer.value == topic(**GOOD)
    assert "tools" not in desk.vendor.asked[0].body
    assert "output_config" in desk.vendor.asked[0].body


@pytest.mark.parametrize(
    "text",
    [
        '{"topic": "apes", "words": ["a", "b"]}',
        '```json\n{"topic": "apes", "words": ["a", "b"]}\n```',
    ],
)
async def test_a_form_written_as_text_is_read_too(make, says, topic, prompt, providers, text):
    providers = providers | {
        "local": providers["local"].model_copy(update={"structured": "prompted"})
    }
    desk = make("local:small", says(text), config=_config(providers))
    async with desk.llm as llm:
        answer = await llm.ask(Role.PROFILE, prompt(), topic)
    assert answer.value == topic(topic="apes", words=["a", "b"])


def _config(providers):
    from myscholar.gateways.llm.config import ModelsConfig

    return ModelsConfig(providers=providers, chains={"profile": (("local:small",),)})


async def test_half_characters_do_not_stop_a_request(make, model, says, prompt):
    desk = make(model, says("Yes."))
    async with desk.llm as llm:
        answer = await llm.write(Role.REPORT, prompt("Broken \ud835 glyph."))
    assert answer.value == "Yes."


async def test_half_characters_in_an_answer_do_not_reach_the_caller(
    make, model, says, topic, prompt
):
    async with make(
        model, says({"topic": "x \ud835", "words": ["a", "b"]}), says(GOOD), says("half \ud835")
    ).llm as llm:
        form = await llm.ask(Role.PROFILE, prompt(), topic)
        text = await llm.write(Role.REPORT, prompt())
    assert (form.value.topic + text.value).isprintable()
    (form.value.topic + text.value).encode()


def test_the_model_that_would_be_asked_is_known_beforehand(make, says):
    llm = make(("openai:gpt-4.1", "local:qwen3"), says("Yes.")).llm
    assert (llm.model(Role.PROFILE), llm.can(Role.PROFILE), llm.can(Role.JUDGE)) == (
        "openai:gpt-4.1",
        True,
        False,
    )


async def test_closing_closes_the_connections(make, model, says, prompt):
    desk = make(model, says("Yes."))
    async with desk.llm as llm:
        await llm.write(Role.REPORT, prompt())
    assert desk.vendor.closed
