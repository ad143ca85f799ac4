"""What is made of one seminar: parts, inspirations, tasks, and which rules were broken on the way.
Source: Arena §3 (MAHTG)."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import Field

from eval.arena.extractive import inspirations as extractive_inspirations
from eval.arena.extractive import tasks as extractive_tasks
from eval.arena.extractive.objects import LANGUAGES
from eval.arena.inspirations import InspirationDraft, choose_inspirations
from eval.arena.llm import inspirations as llm_inspirations
from eval.arena.llm import tasks as llm_tasks
from eval.arena.parts import parts_of
from eval.arena.tasks import TaskDraft, choose_tasks, make_tasks, subject_of
from eval.arena.transcripts import read_seminar
from eval.arena.words import n_words
from eval.domain.arena import Inspiration, ResearchTask, Seminar
from eval.judges.names import LOCAL, open_model
from eval.studies.steering.choosing import paid_for
from myscholar.domain.model import Frozen
from myscholar.domain.runs import ModelCall
from myscholar.errors import InputError, MyScholarError
from myscholar.gateways.llm.llm import LLM
from myscholar.workflows.jobs import open_services

Counts = Mapping[str, int]
"""By rule, in words."""


class SeminarTasks(Frozen):
    """What is kept of one seminar, whole or not at all."""

    made_by: str
    """Whatever it depends on."""
    seminar_id: str
    title: str = ""
    discipline: str = ""
    language: str = ""
    n_words: int = 0
    n_parts: int = 0
    inspirations: tuple[Inspiration, ...] = ()
    tasks: tuple[ResearchTask, ...] = ()
    repaired: Counts = Field(default_factory=dict)
    """Broken at first, and mended: by the model that was told, or by another candidate."""
    dropped: Counts = Field(default_factory=dict)
    """Broken, and left out for it; of all tasks of a part together, only counted."""
    failure: str = ""
    """Why nothing was made of it."""
    seconds: float = 0
    model_calls: int = 0
    dollars: float | None = 0.0


class SeminarUnit(Frozen):
    """What one process does at once."""

    path: Path
    seminar_id: str
    discipline: str
    model: str
    made_by: str


class _Made(NamedTuple):
    inspirations: tuple[Inspiration, ...]
    tasks: tuple[ResearchTask, ...]
    repaired: Counter[str]
    dropped: Counter[str]


def make_tasks_of(unit: SeminarUnit) -> SeminarTasks:
    """In a process of its own. A transcript that can't be read, or that a model fails on, is told
    in the result."""
    begun, calls = time.perf_counter(), list[ModelCall]()
    failed = SeminarTasks(made_by=unit.made_by, seminar_id=unit.seminar_id)
    try:
        seminar = read_seminar(unit.path, discipline=unit.discipline)
        made = asyncio.run(_make(seminar, unit.model, calls))
    except MyScholarError as error:
        return failed.model_copy(update={"failure": str(error), **paid_for(calls)})
    return failed.model_copy(
        update={
            "title": seminar.title,
            "discipline": seminar.discipline,
            "language": seminar.language,
            "n_words": n_words(seminar.text),
            "n_parts": len(parts_of(seminar)),
            **made._asdict(),
            "seconds": round(time.perf_counter() - begun, 3),
            **paid_for(calls),
        }
    )


async def _make(seminar: Seminar, model: str, calls: list[ModelCall]) -> _Made:
    """Raises InputError for a language that can't be read without a model, LLMError."""
    if model != LOCAL:
        async with open_model(model, open_services(), on_call=calls.append) as opened:
            return await make_with(seminar, opened.llm, by=model)
    if seminar.language not in LANGUAGES:
        told = f"it is in {seminar.language!r}" if seminar.language else "its language is not known"
        raise InputError(f"{seminar.title}: {told}; without a model English and German are read.")
    return make_without(seminar)


def make_without(seminar: Seminar) -> _Made:
    """Of a seminar in English or German, without a model."""
    repaired, dropped = Counter[str](), Counter[str]()
    drafts = list[Sequence[InspirationDraft]]()
    for part in parts_of(seminar):
        of_part, broken = extractive_inspirations.draft_inspirations(
            seminar.text, part, seminar.language
        )
        drafts.append(of_part)
        dropped.update(broken)
    by_part, broken = choose_inspirations(drafts, seminar.text, seminar.seminar_id)
    dropped.update(broken)
    written = list[Sequence[TaskDraft]]()
    for inspirations in by_part:
        of_tasks, mended = extractive_tasks.draft_tasks(
            inspirations, subject_of(seminar), seminar.language
        )
        written.append(of_tasks)
        repaired.update(mended)
    return _finished(seminar, by_part, written, repaired, dropped, by="")


async def make_with(seminar: Seminar, llm: LLM, *, by: str) -> _Made:
    """By a model; the parts side by side. Raises LLMError."""
    repaired, dropped = Counter[str](), Counter[str]()
    parts = parts_of(seminar)
    found = await asyncio.gather(
        *(
            llm_inspirations.draft_inspirations(
                seminar, part, n_part=n, n_parts=len(parts), llm=llm
            )
            for n, part in enumerate(parts, start=1)
        )
    )
    by_part, broken = choose_inspirations(
        [drafts for drafts, _ in found], seminar.text, seminar.seminar_id
    )
    dropped.update(broken)
    written = await asyncio.gather(
        *(
            llm_tasks.draft_tasks(each, subject_of(seminar), seminar.language, llm=llm)
            for each in by_part
        )
    )
    for _, mended_inspirations in found:
        repaired.update(mended_inspirations)
    for _, mended_tasks in written:
        repaired.update(mended_tasks)
    drafts = [of_tasks for of_tasks, _ in written]
    return _finished(seminar, by_part, drafts, repaired, dropped, by=by)


def _finished(
    seminar: Seminar,
    by_part: Sequence[Sequence[Inspiration]],
    written: Sequence[Sequence[TaskDraft]],
    repaired: Counter[str],
    dropped: Counter[str],
    *,
    by: str,
) -> _Made:
    """The rules hold whoever wrote the drafts."""
    inspirations = tuple(each for of_part in by_part for each in of_part)
    by_id, kept = {each.inspiration_id: each for each in inspirations}, list[TaskDraft]()
    for drafts in written:
        of_part, broken = choose_tasks(drafts, by_id)
        kept += of_part
        dropped.update(broken)
    return _Made(inspirations, make_tasks(kept, seminar, by_id, by), repaired, dropped)
