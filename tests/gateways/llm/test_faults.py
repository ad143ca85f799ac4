"""Whatever goes wrong at a vendor is waited for, mended, or named; a key is in no error, log or
file."""

import logging

import httpx2
import pytest

from myscholar.errors import (
    LLMBadAnswer,
    LLMContextTooLong,
    LLMEmptyAnswer,
    LLMError,
    LLMKeyRefused,
    LLMNoCredit,
    LLMNotAllowed,
    LLMRateLimited,
    LLMRefusal,
    LLMRequestRejected,
    LLMTruncated,
    LLMUnavailable,
    LLMUnknownModel,
)
from myscholar.gateways.llm.config import ModelsConfig, RoleSettings
from myscholar.gateways.llm.llm import Role
from myscholar.gateways.pacing import Patience

GOOD, SHORT = {"topic": "apes", "words": ["tool", "sleep"]}, {"topic": "apes", "words": ["tool"]}
REFUSALS = [
    (401, "invalid key", LLMKeyRefused),
    (400, "API key not valid. Please pass a valid API key.", LLMKeyRefused),
    (403, "not allowed", LLMNotAllowed),
    (402, "pay first", LLMNoCredit),
    (400, "Your credit balance is too low to access the API.", LLMNoCredit),
    (404, "no such model", LLMUnknownModel),
    (413, "too large", LLMContextTooLong),
    (400, "This model's maximum context length is 8192 tokens.", LLMContextTooLong),
    (400, "prompt is too long: 210000 tokens > 200000 maximum", LLMContextTooLong),
    (400, "temperature is out of range", LLMRequestRejected),
    (422, "unknown field", LLMRequestRejected),
]


@pytest.mark.parametrize(("status", "message", "expected"), REFUSALS)
async def test_a_refused_request_is_named_and_not_repeated(
    make, model, fails, prompt, status, message, expected
):
    desk = make(model, fails(status, message))
    async with desk.llm as llm:
        with pytest.raises(expected) as caught:
            await llm.write(Role.REPORT, prompt())
    assert (caught.value.model, caught.value.retryable) == (model, False)
    assert len(desk.vendor.asked) == 1
    assert [call.error for call in desk.calls] == [expected.__name__]


async def test_openai_says_an_empty_account_with_429(make, fails, prompt):
    desk = make(
        "openai:gpt-4.1", fails(429, "You exceeded your current quota.", code="insufficient_quota")
    )
    async with desk.llm as llm:
        with pytest.raises(LLMNoCredit):
            await llm.write(Role.REPORT, prompt())


async def test_google_says_a_rate_with_the_same_words_as_a_bill(make, fails, says, prompt):
    text = "You exceeded your current quota, please check your plan and billing details."
    desk = make(
        "google:gemini-2.5-flash", fails(429, text, code="RESOURCE_EXHAUSTED"), says("Yes.")
    )
    async with desk.llm as llm:
        assert (await llm.write(Role.REPORT, prompt())).value == "Yes."


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
async def test_a_passing_fault_is_waited_for(make, model, fails, says, prompt, status):
    desk = make(model, fails(status), fails(status), says("Yes."))
    async with desk.llm as llm:
        assert (await llm.write(Role.REPORT, prompt())).value == "Yes."
    # 1.5 s and 3.75 s, each up to a quarter more or less
    assert [
        1.5 * 0.75 <= desk.waits[0] <= 1.5 * 1.25,
        3.75 * 0.75 <= desk.waits[1] <= 3.75 * 1.25,
    ] == [True, True]
    assert [call.error is None for call in desk.calls] == [False, False, True]


async def test_a_lasting_fault_is_named_after_four_tries(make, model, fails, prompt):
    desk = make(model, fails(529))
    async with desk.llm as llm:
        with pytest.raises(LLMUnavailable) as caught:
            await llm.write(Role.REPORT, prompt())
    assert caught.value.retryable
    assert (len(desk.vendor.asked), len(desk.waits)) == (4, 3)


async def test_a_vendor_that_says_how_long_is_obeyed(make, model, fails, says, prompt):
    desk = make(model, fails(429, headers={"retry-after": "7"}), says("Yes."))
    async with desk.llm as llm:
        await llm.write(Role.REPORT, prompt())
    assert desk.waits == [7.0]


async def test_a_vendor_that_asks_for_an_hour_is_not_waited_for(make, model, fails, prompt):
    desk = make(model, fails(429, headers={"retry-after": "3600"}))
    async with desk.llm as llm:
        with pytest.raises(LLMRateLimited) as caught:
            await llm.write(Role.REPORT, prompt())
    assert (caught.value.retry_after_s, desk.waits) == (3600.0, [])


async def test_two_runs_with_one_seed_wait_alike(make, fails, prompt):
    waits = []
    for _ in range(2):
        desk = make("openai:gpt-4.1", fails(500), seed=5)
        async with desk.llm as llm:
            with pytest.raises(LLMUnavailable):
                await llm.write(Role.REPORT, prompt())
        waits.append(desk.waits)
    assert waits[0] == waits[1]


async def test_an_answer_cut_in_the_middle_is_asked_for_again_from_its_start(
    make, model, breaks, says, prompt
):
    seen = []
    desk = make(model, breaks("Apes use"), says("Apes use tools."))
    async with desk.llm as llm:
        answer = await llm.write(Role.REPORT, prompt(), on_text=seen.append)
    assert answer.value == "Apes use tools."
    assert seen[0] == "Apes use"
    assert len(seen[1]) < len("Apes use tools.")
    assert desk.calls[0].error == "LLMUnavailable"
    assert desk.calls[0].input_tokens > 0  # what was read before the break has been paid for


async def test_what_was_written_before_a_break_counts_as_paid(make, model, breaks, says, prompt):
    # at three bytes a token; Anthropic says in the first event that one token is written, and no
    # more before the end
    desk = make(model, breaks("Apes " * 600), says("Apes use tools."))
    async with desk.llm as llm:
        await llm.write(Role.REPORT, prompt())
    assert [call.output_tokens for call in desk.calls] == [1000, 100]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (httpx2.ConnectError("refused"), "nobody answers"),
        (httpx2.ReadTimeout("slow"), "did not answer in time"),
        (httpx2.RemoteProtocolError("gone"), "broke off"),
    ],
)
async def test_a_lost_connection_says_how_it_was_lost(make, model, prompt, error, words):
    desk = make(model, error, patience=Patience(tries=2))
    async with desk.llm as llm:
        with pytest.raises(LLMUnavailable, match=words):
            await llm.write(Role.REPORT, prompt())
    assert len(desk.vendor.asked) == 2


async def test_a_model_that_stays_silent_counts_as_lost(make, model, prompt):
    import asyncio

    desk = make(
        model,
        lambda: asyncio.sleep(30),
        settings=RoleSettings(timeout_s=0.01),
        patience=Patience(tries=1),
    )
    async with desk.llm as llm:
        with pytest.raises(LLMUnavailable, match="in time"):
            await llm.write(Role.REPORT, prompt())


@pytest.mark.parametrize(
    "body",
    ["<html>Welcome to the hotel's network</html>", "data: {not json}\n\n", "data: [1, 2]\n\n", ""],
)
async def test_an_answer_that_is_none_is_named(make, model, prompt, body):
    desk = make(model, patience=Patience(tries=1))
    desk.vendor.page = body
    async with desk.llm as llm:
        with pytest.raises((LLMUnavailable, LLMEmptyAnswer)):
            await llm.write(Role.REPORT, prompt())


HEAD = (
    'event: message_start\ndata: {"type": "message_start", "message": {"id": "m", "type": '
    '"message", "role": "assistant", "model": "x", '
    '"content": [], "stop_reason": null, "stop_sequence": null, "usage": {"input_tokens": 5, '
    '"output_tokens": 1}}}\n\n'
)
LATE_ERRORS = {
    "anthropic": HEAD
    + 'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": '
    '"Overloaded"}}\n\n',
    "openai": 'data: {"error": {"message": "The server had an error", "type": "server_error", '
    '"code": null}}\n\n',
    "local": 'data: {"error": {"message": "out of memory", "type": "server_error", "code": '
    "500}}\n\n",
    "google": 'data: {"error": {"code": 503, "message": "overloaded", "status": '
    '"UNAVAILABLE"}}\n\n',
}


async def test_an_error_in_the_middle_of_an_answer_is_named(make, model, prompt):
    desk = make(model, patience=Patience(tries=2))
    desk.vendor.page = LATE_ERRORS[model.partition(":")[0]]
    async with desk.llm as llm:
        with pytest.raises(LLMUnavailable):
            await llm.write(Role.REPORT, prompt())
    assert len(desk.vendor.asked) == 2


async def test_an_answer_that_stops_without_an_end_is_not_taken_for_whole(
    make, model, breaks, says, prompt, tmp_path
):
    desk = make(model, breaks("Apes use", silently=True), patience=Patience(tries=1))
    async with desk.llm as llm:
        with pytest.raises(LLMUnavailable, match="broke off"):
            await llm.write(Role.REPORT, prompt())
    assert list(tmp_path.rglob("*.json")) == []


async def test_a_refusal_is_named(make, model, says, topic, prompt):
    desk = make(model, says("", "refused"))
    async with desk.llm as llm:
        with pytest.raises(LLMRefusal):
            await llm.write(Role.REPORT, prompt())
        with pytest.raises(LLMRefusal):
            await llm.ask(Role.PROFILE, prompt(), topic)
    assert len(desk.vendor.asked) == 2


async def test_an_empty_answer_is_asked_for_once_more(make, model, says, topic, prompt):
    async with make(model, says(""), says("Yes.")).llm as llm:
        assert (await llm.write(Role.REPORT, prompt())).value == "Yes."
    desk = make(model, says(""))
    async with desk.llm as llm:
        with pytest.raises(LLMEmptyAnswer):
            await llm.ask(Role.PROFILE, prompt(), topic)
    assert len(desk.vendor.asked) == 2


async def test_an_answer_that_is_too_long_gets_twice_the_room(make, model, says, prompt):
    desk = make(model, says("Apes", "cut off"), says("Apes use tools."))
    async with desk.llm as llm:
        assert (await llm.write(Role.REPORT, prompt(max_tokens=500))).value == "Apes use tools."
    first, second = (_limit(asked.body) for asked in desk.vendor.asked)
    assert second - first == 500


async def test_an_answer_that_stays_too_long_is_named(make, model, says, prompt):
    desk = make(model, says("Apes", "cut off"))
    async with desk.llm as llm:
        with pytest.raises(LLMTruncated):
            await llm.write(Role.REPORT, prompt())
    assert len(desk.vendor.asked) == 2


@pytest.mark.parametrize(
    "reason",
    [
        "max_tokens must be at most 800",
        "max_tokens is too large: the maximum context length is 4096 tokens",
    ],
)
async def test_a_model_without_more_room_is_named_for_that(
    make, model, says, fails, prompt, reason
):
    desk = make(model, says("Apes", "cut off"), fails(400, reason))
    async with desk.llm as llm:
        with pytest.raises(LLMTruncated):
            await llm.write(Role.REPORT, prompt())


def _limit(body):
    if "generationConfig" in body:
        return body["generationConfig"]["maxOutputTokens"]
    return body.get("max_completion_tokens") or body["max_tokens"]


@pytest.mark.parametrize("bad", ['{"topic": "apes", "wor', SHORT, "[" * 100_000])
async def test_a_broken_form_is_mended_once(make, model, says, topic, prompt, bad):
    desk = make(model, says(bad), says(GOOD))
    async with desk.llm as llm:
        answer = await llm.ask(Role.PROFILE, prompt(), topic)
    assert (answer.value, answer.problems) == (topic(**GOOD), ())
    assert [call.attempt for call in desk.calls] == [0, 1]
    assert "can't be used as it is" in desk.vendor.asked[1].everything


async def test_a_repair_shows_the_answer_and_what_is_wrong_with_it(
    make, model, says, topic, prompt
):
    desk = make(model, says(SHORT), says(GOOD))
    async with desk.llm as llm:
        await llm.ask(Role.PROFILE, prompt(), topic)
    told = desk.vendor.asked[1].everything
    assert "words: List should have at least 2 items after validation, not 1" in told
    assert "apes" in told


async def test_a_form_broken_twice_is_named(make, model, says, topic, prompt):
    desk = make(model, says(SHORT))
    async with desk.llm as llm:
        with pytest.raises(LLMBadAnswer, match="words"):
            await llm.ask(Role.PROFILE, prompt(), topic)
    assert len(desk.vendor.asked) == 2


async def test_problems_share_the_one_repair_and_stay_in_the_answer(
    make, model, says, topic, prompt
):
    desk = make(model, says(GOOD), says({"topic": "birds", "words": ["a", "b"]}))
    async with desk.llm as llm:
        answer = await llm.ask(
            Role.PROFILE, prompt(), topic, problems=lambda r: [f"{r.topic} is not a topic"]
        )
    assert (answer.value.topic, answer.problems) == ("birds", ("birds is not a topic",))
    assert "apes is not a topic" in desk.vendor.asked[1].everything
    assert len(desk.vendor.asked) == 2


async def test_a_valid_answer_with_problems_outlives_a_repair_that_fails(
    make, model, says, topic, prompt
):
    for failed in (says(SHORT), says("", "refused"), says("", "cut off")):
        async with make(model, says(GOOD), failed, cache=None).llm as llm:
            answer = await llm.ask(Role.PROFILE, prompt(), topic, problems=lambda _: ["too short"])
        assert (answer.value, answer.problems) == (topic(**GOOD), ("too short",))


async def test_text_is_repaired_too(make, model, says, prompt):
    desk = make(model, says("Apes."), says("Apes use tools [1]."))
    async with desk.llm as llm:
        answer = await llm.write(
            Role.REPORT, prompt(), problems=lambda t: () if "[1]" in t else ("nothing is cited",)
        )
    assert (answer.value, answer.problems) == ("Apes use tools [1].", ())


async def test_what_a_listener_raises_is_not_taken_for_a_vendors_fault(make, model, says, prompt):
    def broken(_):
        raise ValueError("no such section")

    desk = make(model, says("Yes."))
    async with desk.llm as llm:
        with pytest.raises(ValueError, match="no such section"):
            await llm.write(Role.REPORT, prompt(), on_text=broken)
    assert len(desk.vendor.asked) == 1


async def test_the_next_model_of_the_chain_steps_in(make, fails, says, prompt):
    for failure in (
        fails(401),
        fails(404),
        fails(402),
        fails(413),
        says("", "refused"),
        says("", "cut off"),
        says(""),
        fails(529),
    ):
        desk = make(
            ("anthropic:claude-sonnet-4-6", "openai:gpt-4.1"),
            failure,
            cache=None,
            patience=Patience(tries=1),
        )
        desk.vendor.by_wire = {"openai": says("Yes.")}
        async with desk.llm as llm:
            answer = await llm.write(Role.REPORT, prompt())
        assert (answer.value, answer.model) == ("Yes.", "openai:gpt-4.1")
        assert desk.calls[0].error is not None
        assert desk.calls[-1].error is None


async def test_a_chain_that_fails_raises_what_waiting_can_mend(make, fails, prompt):
    desk = make(("anthropic:claude-sonnet-4-6", "openai:gpt-4.1"), fails(401))
    desk.vendor.by_wire = {"openai": fails(503)}
    async with desk.llm as llm:
        with pytest.raises(LLMUnavailable):
            await llm.write(Role.REPORT, prompt())


async def test_a_missing_key_is_named_before_anything_is_sent(make, says, prompt, providers):
    keyless = providers["anthropic"].model_copy(
        update={"key": None, "own_address": True, "key_place": "ANTHROPIC_API_KEY"}
    )
    config = ModelsConfig(
        providers={"anthropic": keyless}, chains={"report": (("anthropic:claude-sonnet-4-6",),)}
    )
    desk = make("", says("Yes."), config=config)
    async with desk.llm as llm:
        with pytest.raises(LLMKeyRefused, match="ANTHROPIC_API_KEY"):
            await llm.write(Role.REPORT, prompt())
    assert desk.vendor.asked == []
    assert [call.error for call in desk.calls] == ["LLMKeyRefused"]


async def test_an_address_of_the_users_needs_no_key(make, says, prompt, providers):
    keyless = providers["local"].model_copy(update={"key": None})
    config = ModelsConfig(providers={"local": keyless}, chains={"report": (("local:qwen3",),)})
    async with make("", says("Yes."), config=config).llm as llm:
        assert (await llm.write(Role.REPORT, prompt())).value == "Yes."


async def test_a_role_without_a_model_says_so(make, says, prompt):
    async with make("openai:gpt-4.1", says("Yes.")).llm as llm:
        with pytest.raises(LLMError, match="No model is set for judge"):
            await llm.write(Role.JUDGE, prompt())


async def test_the_key_is_sent_and_shows_nowhere_else(
    make, model, fails, says, prompt, key, tmp_path, caplog
):
    caplog.set_level(logging.DEBUG)
    desk = make(model, fails(401, f"Incorrect API key provided: {key}"), says("Yes."))
    async with desk.llm as llm:
        with pytest.raises(LLMKeyRefused) as caught:
            await llm.write(Role.REPORT, prompt())
        await llm.write(Role.REPORT, prompt())
    assert any(key in value for value in desk.vendor.asked[0].headers.values())
    stored = "".join(path.read_text() for path in tmp_path.rglob("*.json"))
    shown = [
        repr(caught.value),
        str(caught.value),
        caplog.text,
        stored,
        repr(llm),
        repr(desk.calls),
        desk.vendor.asked[0].everything,
    ]
    assert not any(key in text for text in shown)
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)


async def test_control_characters_do_not_reach_a_report_or_a_terminal(
    make, model, says, topic, prompt
):
    desk = make(
        model,
        says("Apes\x1b]0;mine\x07 use\x00 tools.\n\nThey\tdo.\x9b2J"),
        says({"topic": "a\x00p\x1bes \\u001b é", "words": ["x", "\n"]}),
    )
    async with desk.llm as llm:
        assert (
            await llm.write(Role.REPORT, prompt())
        ).value == "Apes]0;mine use tools.\n\nThey\tdo.2J"
        assert (await llm.ask(Role.PROFILE, prompt(), topic)).value == topic(
            topic="apes \\u001b é", words=["x", "\n"]
        )


async def test_an_address_or_proxy_that_is_none_is_named(
    make, monkeypatch, providers, says, prompt
):
    broken = ModelsConfig(
        providers={"local": providers["local"].model_copy(update={"base_url": "http://[::bad"})},
        chains={Role.REPORT: (("local:qwen3",),)},
    )
    async with make("", says("Yes."), config=broken).llm as llm:
        with pytest.raises(LLMUnknownModel, match="Check its address"):
            await llm.write(Role.REPORT, prompt())
    monkeypatch.setenv("HTTP_PROXY", "socks9://me:secret@127.0.0.1")
    async with make("local:qwen3", says("Yes."), transport=None).llm as llm:
        with pytest.raises(
            LLMUnknownModel, match="the proxies that the environment sets"
        ) as caught:
            await llm.write(Role.REPORT, prompt())
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (404, "Check its name, and the address http://lab.test/qwen: most end in /v1."),
        ("down", "can't be reached (nobody answers at http://lab.test/qwen)"),
    ],
)
async def test_of_a_server_of_ones_own_the_address_is_named_without_its_password(
    make, fails, providers, prompt, fault, said
):
    local = providers["local"].model_copy(update={"base_url": "http://me:secret@lab.test/qwen"})
    config = ModelsConfig(providers={"local": local}, chains={Role.REPORT: (("local:qwen3",),)})
    answer = fails(404) if fault == 404 else httpx2.ConnectError("refused")
    async with make("", *[answer] * 8, config=config).llm as llm:
        with pytest.raises(LLMError) as caught:
            await llm.write(Role.REPORT, prompt())
    assert said in str(caught.value)
    assert "secret" not in str(caught.value)
