"""Whether a model knows the tasks by heart. Source: Arena appendix A."""

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pydantic import Field

from eval.arena.leakage import (
    SuffixLikeness,
    at_length,
    likeness,
    rarity,
    split,
    without_prefix,
)
from eval.datasets.rows import FileRow, read_rows
from eval.domain.judgment import Unscored
from eval.domain.results import Estimate
from eval.judges.asking import unscored
from eval.judges.names import open_model
from eval.statistics.bootstrap import bootstrap_mean
from eval.statistics.classification import Proportion, wilson
from eval.studies.arena.payments import Payments
from eval.studies.arena.ranking import check_ids
from eval.studies.at_once import at_once
from eval.studies.lines import Lines
from eval.studies.unscored import end_if_dead, passes, reasons_of
from eval.studies.versions import arena_version, versions
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.errors import InputError, LLMError, LLMTruncated
from myscholar.gateways.llm.config import RoleSettings
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.text.background import Background
from myscholar.workflows.services import Services

COMPLETIONS = "completions.jsonl"
CONTINUING = RoleSettings(temperature=0.1, thinking=False)
"""Source: Arena A.4. Thoughts are no part of how a text goes on."""
MOST_CHARACTERS = 2_000
"""Of a completion that is cut off at its limit: 500 tokens, at four characters each."""
_ONE_WORD = Unscored(reason="OneWord: the text can't be split in two.")
_NOTHING = Unscored(reason="NothingWritten: the completion holds no word.")


class SplitTask(NamedTuple):
    task_id: str
    prefix: str
    suffix: str
    """Both empty where the text can't be split."""


class TaskCompletion(Frozen):
    """A line of `completions.jsonl`: how a model went on."""

    made_by: str
    """Whatever it depends on."""
    model: str
    task_id: str
    said: str | Unscored


class TaskLeakage(Frozen):
    """What the paper logs of each model and task. Source: Arena A.4."""

    model: str
    task_id: str
    prefix: str
    suffix: str
    completion: str = ""
    whole: SuffixLikeness | None = None
    at_length: SuffixLikeness | None = None
    """Of as much of the completion as the suffix is long."""
    unscored: Unscored | None = None


class ModelLeakage(Frozen):
    """A row of table 4."""

    model: str
    n_unscored: int = Field(ge=0)
    leaked: Proportion
    """Of the tasks that were scored."""
    leaked_at_length: Proportion
    composite: Estimate | None = None
    string: Estimate | None = None
    tfidf: Estimate | None = None
    overlap: Estimate | None = None
    composite_at_length: Estimate | None = None
    characters: float | None = None
    """Of a completion, on average."""


class Leakage(Frozen):
    benchmark: str = "arena leakage"
    dataset: str
    seed: int
    versions: Mapping[str, str]
    models: tuple[ModelLeakage, ...]
    tasks: tuple[TaskLeakage, ...]
    seconds: float = 0
    """Of this command alone."""
    model_calls: int = 0
    dollars: float | None = 0.0


class LeakageOrder(Frozen):
    tasks: Path
    model: str
    limit: int | None
    seed: int
    parallel: int
    budget_usd: float | None = None


class _TextRow(FileRow):
    task_id: str
    text: str


def read_split(path: Path, limit: int | None, seed: int) -> tuple[SplitTask, ...]:
    """`limit` of them drawn by seed, in the file's order; a larger limit keeps those of a smaller
    one. Raises UnreadableFile, and InputError where there is none, or one stands there twice."""
    rows = read_rows(path, _TextRow)
    if not rows:
        raise InputError(f"{path} holds no task.")
    check_ids(path, (row.task_id for row in rows))
    drawn = sorted(range(len(rows)), key=lambda i: random.Random(f"{seed} {i}").random())[:limit]
    return tuple(split_task(rows[i].task_id, rows[i].text) for i in sorted(drawn))


def split_task(task_id: str, text: str) -> SplitTask:
    return SplitTask(task_id, *(split(text) or ("", "")))


async def run_leakage(
    order: LeakageOrder, folder: Path, services: Services, progress: Progress
) -> Leakage:
    """Goes on with what is in the folder, where other models may have gone on with the same tasks.
    Raises what `read_split` raises, UnwritableFile, and EngineUnavailable where the model can
    answer nothing at all."""
    began, tasks = time.perf_counter(), read_split(order.tasks, order.limit, order.seed)
    paid, lines = Payments(folder, order.model), Lines(folder / COMPLETIONS, TaskCompletion)
    opened = open_model(
        order.model, services, paid.left_of(order.budget_usd), paid.add, unless_set=CONTINUING
    )
    async with opened as model:
        await complete_all(tasks, model.llm, order.model, lines, order.parallel, progress)
    found = leakage_of(lines.read(), tasks, services.background)
    return Leakage(
        dataset=order.tasks.name,
        seed=order.seed,
        versions={**versions(), "arena": arena_version()},
        models=models_of(found, order.seed),
        tasks=found,
        seconds=round(time.perf_counter() - began, 3),
        model_calls=paid.n_calls,
        dollars=paid.dollars,
    )


async def complete_all(
    tasks: Sequence[SplitTask],
    llm: LLM,
    model: str,
    lines: Lines[TaskCompletion],
    parallel: int,
    progress: Progress = ignore,
) -> None:
    """What the model could not say just then is asked again."""
    wanted = [task for task in tasks if task.prefix]
    known = {line.made_by for line in lines.read() if not passes(_unscored(line))}
    n_done = 0

    async def one(task: SplitTask) -> None:
        nonlocal n_done
        made_by = _made_by(task, model)
        if made_by not in known:
            said = await complete(llm, _prompt(task))
            line = TaskCompletion(made_by=made_by, model=model, task_id=task.task_id, said=said)
            end_if_dead(reasons_of(_unscored(line)))
            lines.append(line)
        n_done += 1
        progress(Event(step="Completing tasks", done=n_done, total=len(wanted)))

    await at_once([one(task) for task in wanted], parallel)


async def complete(llm: LLM, prompt: Prompt) -> str | Unscored:
    """What comes before the limit counts: most models write on as long as they may."""
    heard = [""]
    try:
        return (await llm.write(Role.JUDGE, prompt, on_text=heard.append)).value
    except LLMTruncated:
        return max(heard, key=len)[:MOST_CHARACTERS]
    except LLMError as error:
        return unscored(error)


def leakage_of(
    lines: Iterable[TaskCompletion], tasks: Sequence[SplitTask], background: Background
) -> tuple[TaskLeakage, ...]:
    """Of the tasks as they are now, by model; of several lines the last counts."""
    by_model: dict[str, dict[str, TaskCompletion]] = {}
    for line in lines:
        by_model.setdefault(line.model, {})[line.made_by] = line
    idf = rarity(background)
    return tuple(
        _leakage_of(task, model, made.get(_made_by(task, model)), idf)
        for model, made in by_model.items()
        if any(_made_by(task, model) in made for task in tasks)
        for task in tasks
    )


def models_of(found: Sequence[TaskLeakage], seed: int) -> tuple[ModelLeakage, ...]:
    names = dict.fromkeys(each.model for each in found)
    return tuple(_model_of(n, [e for e in found if e.model == n], seed) for n in names)


def _leakage_of(
    task: SplitTask, model: str, line: TaskCompletion | None, idf: Callable[[str], float]
) -> TaskLeakage:
    told = {"model": model, **task._asdict()}
    if line is None:
        why = _ONE_WORD if not task.prefix else Unscored(reason="NotAsked: of another --limit.")
        return TaskLeakage(**told, unscored=why)
    if isinstance(line.said, Unscored):
        return TaskLeakage(**told, unscored=line.said)
    rest = without_prefix(line.said, task.prefix)
    whole = likeness(rest, task.suffix, idf)
    return TaskLeakage(
        **told,
        completion=line.said,
        whole=whole,
        at_length=likeness(at_length(rest, task.suffix), task.suffix, idf),
        unscored=None if whole else _NOTHING,
    )


def _model_of(model: str, found: Sequence[TaskLeakage], seed: int) -> ModelLeakage:
    whole = {each.task_id: each.whole for each in found if each.whole}
    cut = {each.task_id: each.at_length for each in found if each.at_length}

    def mean(of: Mapping[str, SuffixLikeness], what: str) -> Estimate | None:
        values = {task_id: [getattr(each, what)] for task_id, each in of.items()}
        return bootstrap_mean(values, seed=seed, n=2_000) if values else None

    written = [len(each.completion) for each in found if each.whole]
    return ModelLeakage(
        model=model,
        n_unscored=len(found) - len(whole),
        leaked=wilson(sum(each.is_leaked for each in whole.values()), len(whole)),
        leaked_at_length=wilson(sum(each.is_leaked for each in cut.values()), len(cut)),
        composite=mean(whole, "composite"),
        string=mean(whole, "string"),
        tfidf=mean(whole, "tfidf"),
        overlap=mean(whole, "overlap"),
        composite_at_length=mean(cut, "composite"),
        characters=sum(written) / len(written) if written else None,
    )


def _prompt(task: SplitTask) -> Prompt:
    return render("arena/continue", prefix=task.prefix)


def _made_by(task: SplitTask, model: str) -> str:
    prompt = _prompt(task)
    of = sha256(f"{prompt.system}\0{prompt.text}".encode()).hexdigest()[:12]
    return f"{model} {task.task_id} {of}"


def _unscored(line: TaskCompletion) -> tuple[Unscored, ...]:
    return (line.said,) if isinstance(line.said, Unscored) else ()
