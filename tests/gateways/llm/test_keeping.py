"""What has been answered is not paid for again: not in a new process, not side by side, not after a
damage."""

import asyncio
import json

import pytest

from myscholar.errors import LLMRefusal, LLMTruncated
from myscholar.gateways.llm.config import ModelsConfig, RoleSettings
from myscholar.gateways.llm.llm import Role

GOOD, SHORT = {"topic": "apes", "words": ["tool", "sleep"]}, {"topic": "apes", "words": ["tool"]}


async def test_a_second_run_replays_the_first(make, model, says, topic, prompt):
    async with make(model, says(SHORT), says(GOOD), says("Apes.")).llm as llm:
        before = (
            await llm.ask(Role.PROFILE, prompt(), topic),
            await llm.write(Role.REPORT, prompt()),
        )
    seen, began = [], []
    desk = make(model)
    async with desk.llm as llm:
        after = (
            await llm.ask(Role.PROFILE, prompt(), topic, began=lambda: began.append(1)),
            await llm.write(Role.REPORT, prompt(), on_text=seen.append),
        )
    assert after == before
    assert (desk.vendor.asked, seen, began) == ([], ["Apes."], [1])
    assert [(c.replayed, c.dollars, c.input_tokens, c.attempt) for c in desk.calls] == [
        (True, 0.0, 0, 0), (True, 0.0, 0, 1), (True, 0.0, 0, 0),
    ]  # fmt: skip
    assert llm.budget.spent_usd == 0.0


async def test_the_same_question_has_the_same_id(make, says, prompt):
    first, second = make("openai:gpt-4.1", says("Apes.")), make("openai:gpt-4.1")
    for desk in (first, second):
        async with desk.llm as llm:
            await llm.write(Role.REPORT, prompt())
    assert first.calls[0].call_id == second.calls[0].call_id


async def test_another_question_model_variant_or_setting_is_asked_anew(make, says, prompt, topic):
    asked = 0
    warm = RoleSettings(temperature=1.0)
    for model, task, variant, settings in (
        ("openai:gpt-4.1", "Task.", 0, None),
        ("openai:gpt-4.1", "Task.", 1, None),
        ("openai:gpt-4.1", "Other task.", 0, None),
        ("local:qwen3", "Task.", 0, None),
        ("openai:gpt-4.1", "Task.", 0, warm),
    ):
        desk = make(model, says("Apes."), settings=settings)
        async with desk.llm as llm:
            await llm.write(Role.REPORT, prompt(task), variant=variant)
        asked += len(desk.vendor.asked)
    assert asked == 5


async def test_a_higher_limit_or_a_patient_setting_is_not_another_question(make, says, prompt):
    async with make("openai:gpt-4.1", says("Apes.")).llm as llm:
        await llm.write(Role.REPORT, prompt(max_tokens=500))
    desk = make("openai:gpt-4.1", settings=RoleSettings(timeout_s=7, max_concurrency=2))
    async with desk.llm as llm:
        await llm.write(Role.REPORT, prompt(max_tokens=900))
    assert desk.vendor.asked == []


async def test_what_is_no_whole_answer_is_not_kept(make, says, prompt, topic, tmp_path):
    for bad, error in ((says("", "refused"), LLMRefusal), (says("Apes", "cut off"), LLMTruncated)):
        async with make("openai:gpt-4.1", bad).llm as llm:
            with pytest.raises(error):
                await llm.write(Role.REPORT, prompt())
    async with make("openai:gpt-4.1", says('{"topic": '), says(GOOD)).llm as llm:
        await llm.ask(Role.PROFILE, prompt(), topic)
    (kept,) = tmp_path.rglob("*.json")
    assert json.loads(json.loads(kept.read_text())["text"]) == GOOD


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"[]", b"null", b'{"text": 3}', b'{"text": ""}', b"\xff\xfe", b"[" * 100_000],
)
async def test_a_damaged_file_is_asked_for_anew_and_mended(make, says, prompt, tmp_path, damage):
    async with make("openai:gpt-4.1", says("Apes.")).llm as llm:
        await llm.write(Role.REPORT, prompt())
    (kept,) = tmp_path.rglob("*.json")
    whole = kept.read_bytes()
    kept.write_bytes(damage)
    desk = make("openai:gpt-4.1", says("Apes."))
    async with desk.llm as llm:
        assert (await llm.write(Role.REPORT, prompt())).value == "Apes."
    assert (len(desk.vendor.asked), kept.read_bytes()) == (1, whole)


async def test_a_folder_that_cannot_be_written_stops_nothing(make, says, prompt, tmp_path, caplog):
    (tmp_path / "file").write_text("no folder")
    async with make(
        "openai:gpt-4.1", says("Apes."), cache=tmp_path / "file" / "answers"
    ).llm as llm:
        assert (await llm.write(Role.REPORT, prompt())).value == "Apes."
        await llm.write(Role.REPORT, prompt("Another task."))
    assert caplog.text.count("can't be kept") == 1


async def test_two_who_ask_the_same_at_once_send_one_request(make, model, says, topic, prompt):
    desk = make(model, says(GOOD), cache=None)
    async with desk.llm as llm:
        answers = await asyncio.gather(*[llm.ask(Role.PROFILE, prompt(), topic) for _ in range(3)])
    assert [answer.value for answer in answers] == [topic(**GOOD)] * 3
    assert len(desk.vendor.asked) == 1
    assert sorted(call.replayed for call in desk.calls) == [False, True, True]


async def test_who_waits_for_anothers_request_goes_on_when_that_one_is_cancelled(
    make, says, prompt
):
    stuck = asyncio.Event()
    desk = make("openai:gpt-4.1", stuck.wait, says("Apes."), cache=None)
    async with desk.llm as llm:
        first = asyncio.create_task(llm.write(Role.REPORT, prompt()))
        while not desk.vendor.asked:
            await asyncio.sleep(0)
        second = asyncio.create_task(llm.write(Role.REPORT, prompt()))
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).value == "Apes."
        with pytest.raises(asyncio.CancelledError):
            await first
    assert [call.error for call in desk.calls] == ["CancelledError", None]


async def test_two_who_ask_the_same_get_the_same_error(make, says, prompt):
    desk = make("openai:gpt-4.1", says("", "refused"))
    async with desk.llm as llm:
        errors = await asyncio.gather(
            *[llm.write(Role.REPORT, prompt()) for _ in range(2)], return_exceptions=True
        )
    assert [type(error) for error in errors] == [LLMRefusal, LLMRefusal]
    assert len(desk.vendor.asked) == 1


async def test_variants_take_turns_among_the_models(make, says, prompt, providers):
    chains = {"actions": (("openai:gpt-4.1",), ("google:gemini-2.5-flash",), ("local:qwen3",))}
    desk = make("", says("Yes."), config=ModelsConfig(providers=providers, chains=chains))
    async with desk.llm as llm:
        answers = [await llm.write(Role.ACTIONS, prompt(), variant=v) for v in range(4)]
    assert [a.model for a in answers] == [
        "openai:gpt-4.1",
        "google:gemini-2.5-flash",
        "local:qwen3",
        "openai:gpt-4.1",
    ]
    assert [llm.model(Role.ACTIONS, v) for v in range(4)] == [a.model for a in answers]
    assert len(desk.vendor.asked) == 4  # the fourth asks the first model for another answer
