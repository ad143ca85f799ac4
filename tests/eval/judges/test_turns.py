"""Many questions to one model: the first about a long text goes ahead, and none is sent that can't
be answered."""

import asyncio

import pytest

from eval.judges.model import ModelJudge
from eval.judges.replies import CategoryReply
from eval.judges.turns import LONG, TakingTurns
from myscholar.errors import LLMBudgetSpent, LLMKeyRefused, LLMRefusal
from myscholar.gateways.llm.llm import ModelAnswer, Role
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.llm.scripted import ScriptedLLM

REPLY = CategoryReply(reason="r", verdict="belongs")


class Slow(ScriptedLLM):
    """Begins and ends its answers when told to."""

    def __init__(self) -> None:
        super().__init__({}, judge=True)
        self.begun: list[Prompt] = []
        self.may_begin, self.may_end = asyncio.Event(), asyncio.Event()

    async def ask(self, role, prompt, reply, *, began, **_):
        self.begun.append(prompt)
        await self.may_begin.wait()
        began()
        await self.may_end.wait()
        return ModelAnswer(REPLY, "m", prompt.label)


def about(text: str, task: str) -> Prompt:
    return Prompt("eval/x", 1, "You judge.", text, task)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_questions_about_a_long_text_wait_until_the_first_ones_answer_begins():
    slow, long = Slow(), "bee " * LONG
    llm = TakingTurns(slow)
    asked = [
        asyncio.create_task(llm.ask(Role.JUDGE, about(long, str(i)), CategoryReply))
        for i in range(4)
    ]
    await settle()
    assert len(slow.begun) == 1
    slow.may_begin.set()
    await settle()
    assert len(slow.begun) == 4  # none had to wait for the first one's end
    slow.may_end.set()
    assert [a.value for a in await asyncio.gather(*asked)] == [REPLY] * 4


async def test_questions_about_short_or_different_texts_do_not_wait():
    slow = Slow()
    llm = TakingTurns(slow)
    prompts = [about("bee", "1"), about("bee", "2"), about("a" * LONG, "3"), about("b" * LONG, "4")]
    asked = [asyncio.create_task(llm.ask(Role.JUDGE, p, CategoryReply)) for p in prompts]
    await settle()
    assert len(slow.begun) == 4
    slow.may_begin.set()
    slow.may_end.set()
    await asyncio.gather(*asked)


async def test_a_first_question_that_is_cancelled_lets_the_others_go_on():
    slow, long = Slow(), "bee " * LONG
    llm = TakingTurns(slow)
    first, second = (
        asyncio.create_task(llm.ask(Role.JUDGE, about(long, str(i)), CategoryReply))
        for i in range(2)
    )
    await settle()
    first.cancel()
    await settle()
    assert len(slow.begun) == 2
    slow.may_begin.set()
    slow.may_end.set()
    assert (await second).value == REPLY


@pytest.mark.parametrize("error", [LLMBudgetSpent("m", 1.0), LLMKeyRefused("m")])
async def test_nothing_more_is_sent_once_the_budget_is_spent_or_the_key_refused(error):
    llm = ScriptedLLM({"eval/specificity": error}, judge=True)
    judge = ModelJudge(TakingTurns(llm))
    reasons = {(await judge.specificity(text)).reason for text in ("one", "two", "three")}
    assert reasons == {f"{type(error).__name__}: {error}"}
    assert len(llm.asked) == 1


async def test_a_refusal_of_one_question_leaves_the_next_to_be_asked():
    llm = ScriptedLLM(
        {"eval/specificity": [LLMRefusal("m", "p"), {"reason": "r", "score": 2}]}, judge=True
    )
    judge = ModelJudge(TakingTurns(llm))
    await judge.specificity("one")
    assert (await judge.specificity("two")).score == 2
