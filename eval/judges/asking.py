"""Answers of a model as judgments; and numbered items, each of which may stay without."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel

from eval.domain.judgment import Judgment, Scored, Unscored
from myscholar.domain.runs import ignore
from myscholar.domain.text import counted, listed
from myscholar.errors import LLMBadAnswer, LLMError
from myscholar.gateways.llm.llm import LLM, Check, ModelAnswer, Role
from myscholar.gateways.llm.prompts import Prompt

R = TypeVar("R", bound=BaseModel)
E = TypeVar("E")


async def ask(
    llm: LLM, prompt: Prompt, reply: type[R], problems: Check[R] = ignore
) -> ModelAnswer[R] | Unscored:
    """The judge's answer; Unscored for whatever error of the model's. Cancelling passes through."""
    try:
        return await llm.ask(Role.JUDGE, prompt, reply, problems=problems)
    except LLMError as error:
        return unscored(error)


async def ask_score(
    llm: LLM, prompt: Prompt, reply: type[R], score: Callable[[R], float]
) -> Judgment:
    """Of a reply with a `reason`. A verdict without a reason, also after the repair, is none."""
    answer = await ask(llm, prompt, reply, _find_unreasoned)
    if isinstance(answer, Unscored):
        return answer
    if answer.problems:
        return no_verdict(answer, answer.problems[0])
    return Scored(score=float(score(answer.value)), reason=reason_of(answer.value))


async def ask_each(
    llm: LLM,
    prompt: Prompt,
    reply: type[R],
    noun: str,
    n: int,
    entries: Callable[[R], Sequence[tuple[int, E]]],
    problems: Callable[[R], tuple[str, ...]] = lambda _: (),
) -> tuple[E | Unscored, ...]:
    """Of each of the `n` things that the prompt numbers the one entry that a reply has for it."""

    def find_problems(value: R) -> tuple[str, ...]:
        return (*numbering(noun, [number for number, _ in entries(value)], n), *problems(value))

    answer = await ask(llm, prompt, reply, find_problems)
    if isinstance(answer, Unscored):
        return (answer,) * n
    return by_number(answer, noun, n, entries(answer.value))


def unscored(error: LLMError) -> Unscored:
    return Unscored(reason=f"{type(error).__name__}: {error}")


def no_verdict(answer: ModelAnswer[R], why: str) -> Unscored:
    return unscored(LLMBadAnswer(answer.model, answer.prompt, why))


def reason_of(reply: BaseModel) -> str:
    return " ".join(str(getattr(reply, "reason", "")).split())


def _find_unreasoned(reply: BaseModel) -> tuple[str, ...]:
    return () if reason_of(reply) else ("The reason is empty. Give it before the verdict.",)


def numbering(noun: str, numbers: Sequence[int], n: int) -> tuple[str, ...]:
    """What is wrong unless each of 1 to n has one verdict, in sentences to the model."""
    times = Counter(numbers)
    missing = [i for i in range(1, n + 1) if not times[i]]
    again = [i for i in range(1, n + 1) if times[i] > 1]
    unknown = [i for i in times if not 1 <= i <= n]
    return (
        *([f"There is no verdict on {noun} {_few(missing)}: answer each once."] if missing else []),
        *([f"There are several verdicts on {noun} {_few(again)}: give one each."] if again else []),
        *(
            [f"There is no {noun} {_few(unknown)} in the prompt, which lists 1 to {n}."]
            * bool(unknown)
        ),
    )


def by_number(
    answer: ModelAnswer[R], noun: str, n: int, entries: Sequence[tuple[int, E]]
) -> tuple[E | Unscored, ...]:
    """The one entry of each number from 1 to n; Unscored where there is none, or more than one."""
    found: dict[int, list[E]] = {}
    for number, entry in entries:
        found.setdefault(number, []).append(entry)
    return tuple(
        here[0]
        if len(here := found.get(i, [])) == 1
        else no_verdict(answer, f"{noun} {i} has {counted(len(here), 'verdict')}")
        for i in range(1, n + 1)
    )


def _few(numbers: Sequence[int]) -> str:
    shown = [str(i) for i in numbers[:20]]
    if len(shown) == len(numbers):
        return listed(shown)
    return f"{', '.join(shown)} and {len(numbers) - len(shown)} more"
