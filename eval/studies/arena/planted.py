"""Doubles that know some of the written tasks by heart, and one that knows none: is a planted leak
found, and is an honest task left alone?"""

import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import eval.arena as room
from eval.studies.arena.leakage import (
    COMPLETIONS,
    MOST_CHARACTERS,
    Leakage,
    TaskCompletion,
    complete_all,
    leakage_of,
    models_of,
    split_task,
)
from eval.studies.lines import Lines
from eval.studies.versions import arena_version, versions
from myscholar.domain.model import Frozen
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.text.background import Background

FILE = Path(room.__file__).with_name("planted.toml")
VERBATIM = "word for word"
AND_MORE = "word for word, then more"
AFTER_PREFIX = "the prefix again, then word for word"
TENTH_CHANGED = "word for word but a tenth"
PARAPHRASE = "in other words"
OWN = "in its own way"
ANOTHER = "the end of another task"
KNOWING = (VERBATIM, AND_MORE, AFTER_PREFIX, TENTH_CHANGED)
DOUBLES = (*KNOWING, PARAPHRASE, OWN, ANOTHER)


class PlantedTask(Frozen):
    task_id: str
    text: str
    language: str = "en"
    paraphrase: str
    """How it could go on in other words to the same effect."""
    own: str
    """How it could go on by whoever has never seen it."""


def read_planted() -> tuple[PlantedTask, ...]:
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["tasks"]
    return tuple(PlantedTask.model_validate(row) for row in rows)


def doubles(tasks: Sequence[PlantedTask]) -> Mapping[str, Mapping[str, str]]:
    """What each double says to a prefix: those of `KNOWING` know the suffix by heart."""
    halves = [split_task(task.task_id, task.text) for task in tasks]
    suffixes = [half.suffix for half in halves]
    said: Mapping[str, Sequence[str]] = {
        VERBATIM: suffixes,
        AND_MORE: [
            f"{half.suffix} {' '.join([task.own] * 8)}"[:MOST_CHARACTERS]
            for half, task in zip(halves, tasks, strict=True)
        ],
        AFTER_PREFIX: [f"{half.prefix} {half.suffix}" for half in halves],
        TENTH_CHANGED: [_changed(suffix) for suffix in suffixes],
        PARAPHRASE: [task.paraphrase for task in tasks],
        OWN: [task.own for task in tasks],
        ANOTHER: [*suffixes[1:], *suffixes[:1]],
    }
    return {
        name: {half.prefix: text for half, text in zip(halves, texts, strict=True)}
        for name, texts in said.items()
    }


async def run_planted(background: Background, seed: int) -> Leakage:
    """Each double on each written task, in the way of any model; nothing of it is kept."""
    began, written = time.perf_counter(), read_planted()
    tasks = [split_task(task.task_id, task.text) for task in written]
    with TemporaryDirectory() as folder:
        lines = Lines(Path(folder) / COMPLETIONS, TaskCompletion)
        for name, said in doubles(written).items():
            llm = ScriptedLLM({"arena/continue": _reciting(said)}, name=name, judge=True)
            await complete_all(tasks, llm, name, lines, parallel=1)
        found = leakage_of(lines.read(), tasks, background)
    return Leakage(
        dataset=FILE.name,
        seed=seed,
        versions={**versions(), "arena": arena_version()},
        models=models_of(found, seed),
        tasks=found,
        seconds=round(time.perf_counter() - began, 3),
    )


def _reciting(said: Mapping[str, str]) -> Callable[[Prompt], str]:
    return lambda prompt: said[prompt.task]


def _changed(text: str) -> str:
    """Another word in place of every tenth; of a language without spaces, another character."""
    between, other = (" ", "nevertheless") if " " in text else ("", "某")
    parts = text.split(" ") if between else list(text)
    return between.join(other if n % 10 == 5 else part for n, part in enumerate(parts))
