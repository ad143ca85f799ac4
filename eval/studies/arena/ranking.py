"""Tasks ranked by comparisons of pairs, kept as they are made."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from hashlib import sha256
from pathlib import Path

from pydantic import Field

from eval.arena.comparing import TIED, Compare, TaskPreference
from eval.arena.extractive.comparing import NAME, FeatureComparer
from eval.arena.llm.comparing import ModelComparer
from eval.arena.ranking import Pairing, TaskComparison, pairings, played, ranked, rate
from eval.domain.arena import ResearchTask, TaskFamily
from eval.domain.judgment import Unscored
from eval.judges.names import open_model
from eval.studies.arena.payments import Payments
from eval.studies.arena.stability import SplitHalf, split_half, top_that_stays
from eval.studies.at_once import at_once
from eval.studies.lines import Lines, read_given, write_text
from eval.studies.unscored import end_if_dead, name_of, passes, reasons_of
from eval.studies.versions import arena_version, versions
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress
from myscholar.errors import InputError
from myscholar.workflows.services import Services

COMPARISONS, RANKED, TOP = "comparisons.jsonl", "tasks.jsonl", "top.jsonl"
SHOWN = 100
"""Tasks on the page."""


class RankOrder(Frozen):
    tasks: Path
    rounds: int
    top: int
    model: str
    """`local`, or a model as provider:name."""
    seed: int
    parallel: int
    budget_usd: float | None = None


class FamilyRating(Frozen):
    family: TaskFamily
    n: int = Field(ge=1)
    rating: float
    """Mean."""


class TaskRanking(Frozen):
    """All tasks stand beside it."""

    benchmark: str = "arena ranking"
    dataset: str
    judge: str
    seed: int
    versions: Mapping[str, str]
    n_tasks: int = Field(ge=1)
    rounds: int = Field(ge=1)
    top: int = Field(ge=1)
    n_comparisons: int = Field(ge=0)
    n_unscored: int = Field(default=0, ge=0)
    unscored: Mapping[str, int] = {}
    """By the name of the error."""
    n_ties: int = Field(default=0, ge=0)
    n_first: int = Field(default=0, ge=0)
    """Comparisons that the task shown first won; about half where the order does not matter."""
    halves: SplitHalf | None = None
    top_stays: float | None = None
    seconds: float = 0
    """Of this command alone."""
    model_calls: int = 0
    dollars: float | None = 0.0
    families: tuple[FamilyRating, ...] = ()
    """The best first."""
    best: tuple[ResearchTask, ...] = ()
    """`SHOWN` or fewer, the best first."""


def read_tasks(path: Path) -> tuple[ResearchTask, ...]:
    """Raises UnreadableFile, and InputError where there is none, or one stands there twice."""
    tasks = tuple(read_given(path, ResearchTask)) if path.is_file() else ()
    if not tasks:
        if path.is_dir():
            raise InputError(f"{path} is a folder. Give the file of tasks in it: tasks.jsonl")
        what = "holds no research task" if path.is_file() else "is not there"
        raise InputError(f"{path} {what}. Make tasks with: python -m eval arena tasks")
    check_ids(path, (task.task_id for task in tasks))
    return tasks


def check_ids(path: Path, task_ids: Iterable[str]) -> None:
    """Raises InputError where one stands there twice."""
    if twice := next((name for name, n in Counter(task_ids).items() if n > 1), None):
        raise InputError(f"{path} holds {twice} more than once. Each task needs its own task_id.")


async def run_ranking(
    order: RankOrder, folder: Path, services: Services, progress: Progress
) -> TaskRanking:
    """Goes on with what is in the folder. Raises what `read_tasks` raises, UnwritableFile, and
    EngineUnavailable where the model can answer nothing at all."""
    began, tasks = time.perf_counter(), read_tasks(order.tasks)
    paid = Payments(folder, order.model)
    async with AsyncExitStack() as stack:
        compare: Compare
        if order.model == NAME:
            compare = FeatureComparer(tasks, progress)
        else:
            left = paid.left_of(order.budget_usd)
            opened = open_model(order.model, services, left, paid.add)
            compare = ModelComparer((await stack.enter_async_context(opened)).llm)
        made = await compare_all(tasks, order, compare, folder, progress)
    names, judged = [task.task_id for task in tasks], played(made)
    best = ranked(tasks, rate(names, judged), order.seed)
    _keep(folder, best, order.top)
    return TaskRanking(
        dataset=order.tasks.name,
        judge=order.model,
        seed=order.seed,
        versions={**versions(), "arena": arena_version()},
        n_tasks=len(tasks),
        rounds=order.rounds,
        top=min(order.top, len(tasks)),
        **_counts(made),
        halves=split_half(names, judged, seed=order.seed),
        top_stays=top_that_stays(names, judged, order.top, seed=order.seed),
        seconds=round(time.perf_counter() - began, 3),
        model_calls=paid.n_calls,
        dollars=paid.dollars,
        families=families_of(best),
        best=best[:SHOWN],
    )


async def compare_all(
    tasks: Sequence[ResearchTask],
    order: RankOrder,
    compare: Compare,
    folder: Path,
    progress: Progress,
) -> tuple[TaskComparison, ...]:
    """Of all rounds, in order; what the judge could not say just then is asked again."""
    by_id = {task.task_id: task for task in tasks}
    lines, of_all = Lines(folder / COMPARISONS, TaskComparison), _print(tasks)
    pairs = pairings(by_id, order.rounds, order.seed)
    known = {
        (Pairing(line.round, line.first, line.second), line.made_by): line
        for line in lines.read()
        if not passes(_unscored(line))
    }
    n_done = 0

    async def one(pair: Pairing) -> TaskComparison:
        nonlocal n_done
        two = by_id[pair.first], by_id[pair.second]
        # without a model how new a task is depends on all
        of = of_all if order.model == NAME else _print(two)
        made_by = f"{arena_version()} {order.model} {of}"
        found = known.get((pair, made_by))
        if found is None:
            judgment = await compare(*two)
            found = TaskComparison(made_by=made_by, judgment=judgment, **pair._asdict())
            end_if_dead(reasons_of(_unscored(found)))
            lines.append(found)
        n_done += 1
        progress(Event(step="Comparing tasks", done=n_done, total=len(pairs)))
        return found

    return await at_once([one(pair) for pair in pairs], order.parallel)


def _unscored(comparison: TaskComparison) -> tuple[Unscored, ...]:
    said = comparison.judgment
    return (said,) if isinstance(said, Unscored) else ()


def families_of(tasks: Sequence[ResearchTask]) -> tuple[FamilyRating, ...]:
    """Of rated tasks: whether a judge prefers kinds of tasks rather than tasks."""
    found = defaultdict[TaskFamily, list[float]](list)
    for task in tasks:
        found[task.family].append(task.rating or 0.0)
    means = (
        FamilyRating(family=family, n=len(of), rating=sum(of) / len(of))
        for family, of in found.items()
    )
    return tuple(sorted(means, key=lambda each: (-each.rating, each.family)))


def _print(tasks: Sequence[ResearchTask]) -> str:
    """Of all that a judge sees of them."""
    seen = sorted(f"{t.task_id}\0{t.text}\0{t.family}\0{t.difficulty}" for t in tasks)
    return sha256("\n".join(seen).encode()).hexdigest()[:12]


def _counts(made: Sequence[TaskComparison]) -> dict[str, int | dict[str, int]]:
    said = [each.judgment for each in made if isinstance(each.judgment, TaskPreference)]
    wrong = [name_of(unscored) for each in made for unscored in _unscored(each)]
    return {
        "n_comparisons": len(made),
        "n_unscored": len(wrong),
        "unscored": dict(Counter(wrong)),
        "n_ties": sum(each.confidence <= TIED for each in said),
        "n_first": sum(each.prefers_first for each in said),
    }


def _keep(folder: Path, best: Sequence[ResearchTask], top: int) -> None:
    for name, tasks in ((RANKED, best), (TOP, best[:top])):
        write_text(folder / name, "".join(f"{task.model_dump_json()}\n" for task in tasks))
