"""Tasks that a model writes; it is told once which rules they break. Source: Arena appendix D."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel, Field

from eval.arena.llm.inspirations import NAMES, THEIR_LANGUAGE
from eval.arena.tasks import (
    LEAST,
    MOST,
    MOST_WORDS,
    TaskDraft,
    TaskRule,
    broken_by_set,
    broken_rules,
    surplus,
)
from eval.domain.arena import Inspiration, TaskDifficulty, TaskFamily
from myscholar.domain.text import one_line
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render

_TOLD: Mapping[TaskRule, str] = {
    TaskRule.NO_DELIVERABLE: "`deliverable` is not in `text` word for word, or is nothing that can "
    "be handed in: copy the words that name it",
    TaskRule.NOT_ALONE: "it speaks of the seminar or of who spoke: its reader knows of neither",
    TaskRule.UNGROUNDED: "it has hardly a word of the inspirations that it names: check "
    "their numbers, and use their key words",
    TaskRule.UNKNOWN_INSPIRATION: "it names a number that no inspiration has, or none",
    TaskRule.REPEATED: "it asks what a task before it asks: take another side, or leave it out",
    TaskRule.FAMILY_THRICE: "its family has two tasks already: take another one",
    TaskRule.TOO_FEW: f"There are fewer than {LEAST} tasks that keep the rules",
    TaskRule.PHASE_MISSING: "One of the three phases has no task that keeps the rules",
}
"""What a model is told of a rule, where its name does not say what to do."""


class WrittenTask(BaseModel):
    inspirations: list[int] = Field(description="Numbers of those that it rests on.")
    family: TaskFamily
    text: str = Field(description="The task, by itself.")
    deliverable: str = Field(description="The words of the text that name it, copied exactly.")
    difficulty: TaskDifficulty


class TasksReply(BaseModel):
    tasks: list[WrittenTask]


async def draft_tasks(
    inspirations: Sequence[Inspiration], subject: str, language: str, *, llm: LLM
) -> tuple[tuple[TaskDraft, ...], Counter[TaskRule]]:
    """Of a part; those that still break a rule are left to the rules. Counted is what its first
    answer broke and the repair mended. Raises LLMError."""
    if not inspirations:
        return (), Counter()
    by_id = {each.inspiration_id: each for each in inspirations}
    told = list[Counter[TaskRule]]()

    def problems(reply: TasksReply) -> tuple[str, ...]:
        found = list(_faults(_drafts(reply, inspirations), by_id))
        told.append(Counter(rule for _, rule in found))
        said = ((n, _TOLD.get(rule, rule.value)) for n, rule in found)
        return tuple(f"Task {n}: {why}." if n else f"{why}." for n, why in said)

    prompt = render(
        "arena/tasks",
        title=subject,
        inspirations=format_inspirations(inspirations),
        language=NAMES.get(language, THEIR_LANGUAGE),
        fewest=LEAST,
        most=MOST,
        most_words=MOST_WORDS,
    )
    answer = await llm.ask(Role.JUDGE, prompt, TasksReply, problems=problems)
    drafts = _drafts(answer.value, inspirations)
    still = Counter(rule for _, rule in _faults(drafts, by_id))
    return drafts, (told[0] if told else Counter()) - still


def format_inspirations(inspirations: Sequence[Inspiration]) -> str:
    return "\n\n".join(
        f"{n}. ({each.type}) {one_line(each.text)}" for n, each in enumerate(inspirations, start=1)
    )


def _drafts(reply: TasksReply, inspirations: Sequence[Inspiration]) -> tuple[TaskDraft, ...]:
    """A number that stands for no inspiration becomes an id of none."""
    ids = {n: each.inspiration_id for n, each in enumerate(inspirations, start=1)}
    return tuple(
        TaskDraft(
            family=task.family,
            difficulty=task.difficulty,
            text=one_line(task.text) or "-",
            deliverable=one_line(task.deliverable),
            inspiration_ids=tuple(ids.get(n, "") for n in dict.fromkeys(task.inspirations)),
        )
        for task in reply.tasks
    )


def _faults(
    drafts: Sequence[TaskDraft], inspirations: Mapping[str, Inspiration]
) -> Iterator[tuple[int, TaskRule]]:
    """By number of the task, from 1; those of the tasks together have 0."""
    kept: list[TaskDraft] = []
    for n, draft in enumerate(drafts, start=1):
        own = broken_rules(draft, inspirations)
        beside = surplus(draft, kept)
        for rule in (*own, *([beside] if beside else [])):
            yield n, rule
        if not own and not beside:
            kept.append(draft)
    for rule in broken_by_set(kept):
        yield 0, rule
