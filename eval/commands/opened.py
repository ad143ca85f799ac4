"""Names and folders as typed -> what a run is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from eval.benchmarks.selection import selected
from eval.datasets.questions import read_questions
from eval.datasets.rubrics import read_rubrics
from eval.domain.instance import Instance
from eval.domain.metric import FACTS, Metric
from eval.domain.rubric import Rubric
from eval.systems.files import FiledSystem, digest
from myscholar.domain.text import fold
from myscholar.errors import InputError
from myscholar.report.llm.shown import Visibility

QUESTIONS = Path("data") / "queries" / "scholarqa_cs2_dev.jsonl"
RUBRICS = Path("data") / "queries" / "rubrics.jsonl"
NO_USER = frozenset(m for m in Metric if FACTS[m].of == "profile" or m is Metric.WIN_RATE)

Shared = Annotated[Path, typer.Option(help="Folder of the shared research data.")]
Dataset = Annotated[
    Path | None, typer.Option("--dataset", help="Folder made by `python -m eval dataset`. Without it: questions only, no users.")
]
Limit = Annotated[
    int | None, typer.Option("--limit", min=1, help="Instances to take, drawn by seed and balanced over expertise.")
]
JudgeName = Annotated[str, typer.Option("--judge", help="local (no model), or a model as provider:name.")]
Seed = Annotated[int, typer.Option("--seed", help="Of the draw of instances and of the bootstrap.")]
Parallel = Annotated[int, typer.Option("--parallel", min=1, help="Instances under way at once.")]
Budget = Annotated[
    float | None, typer.Option("--budget", min=0.01, help="Dollars for system and judge together; then nothing more is begun.")
]
Corpus = Annotated[
    str | None,
    typer.Option(
        "--corpus", help="Corpus that our reports are written from, or `sample`. Default: one made of the shared papers."
    ),
]
RubricFile = Annotated[
    Path | None, typer.Option("--rubrics", help="What good answers must contain. Default: that of the shared data.")
]


@dataclass(frozen=True)
class Chosen:
    """The instances of a run, and what they are of."""

    dataset: str
    instances: tuple[Instance, ...]
    notes: tuple[str, ...] = ()


def chosen(dataset: Path | None, limit: int | None, seed: int, *, shared: Path, filed: FiledSystem | None = None) -> Chosen:
    """Of a dataset, or the file's own questions, or the shared ones; of a dataset only what a file has answers for.

    Raises UnreadableFile, InputError where nothing is left.
    """
    name, instances = _source(dataset, shared, filed)
    answered = tuple(i for i in instances if filed is None or filed.covers(i))
    if not answered:
        raise InputError(f"{filed.name if filed else name} answers none of the {len(instances)} instances of {name}.")
    notes = (
        (f"The file answers {len(answered)} of the {len(instances)} instances; the others are left out.",)
        if len(answered) < len(instances)
        else ()
    )
    return Chosen(name, selected(answered, limit, seed=seed), notes)


def _source(dataset: Path | None, shared: Path, filed: FiledSystem | None) -> tuple[str, tuple[Instance, ...]]:
    if dataset:
        from eval.datasets.myscholarqa import read_dataset

        read = read_dataset(dataset)
        return f"{read.name} {read.fingerprint}", read.instances
    if filed and filed.instances:
        return _questions(filed.instances), filed.instances
    file = shared / QUESTIONS
    if not file.is_file():
        raise InputError(
            f"There is nothing to ask: give --dataset FOLDER, or the folder of the shared data with --shared ({file} is missing)."
        )
    questions = read_questions(file)
    instances = tuple(Instance(instance_id=q.query_id, query_id=q.query_id, query=q.query, split=q.split) for q in questions)
    return _questions(instances), instances


def _questions(instances: Sequence[Instance]) -> str:
    """The same name for the same questions, wherever they come from."""
    return f"questions {digest(sorted(f'{i.query_id} {i.query}' for i in instances))}"


def rubrics_of(file: Path | None, shared: Path) -> Mapping[str, tuple[Rubric, ...]]:
    """Empty where no file is named and the shared one is missing."""
    if file is None and not (shared / RUBRICS).is_file():
        return {}
    return read_rubrics(file or shared / RUBRICS)


def wanted_metrics(names: str | None) -> frozenset[Metric]:
    """Of names parted by commas: metrics, or all of `profile`, `actions` or `report`. Raises InputError."""
    if names is None:
        return frozenset(Metric)
    found: set[Metric] = set()
    for name in (n.strip() for n in names.split(",") if n.strip()):
        of = {m for m in Metric if name in (m.value, FACTS[m].of)}
        if not of:
            raise InputError(f"{name!r} is no metric. There are profile, actions, report (all of each), {', '.join(Metric)}.")
        found |= of
    return frozenset(found)


def where_of(name: str) -> Visibility:
    """Raises InputError."""
    if name not in tuple(Visibility):
        raise InputError(f"{name!r} is no place to show actions. There are {', '.join(Visibility)}.")
    return Visibility(name)


def default_folder(system: str, dataset: Path | None) -> Path:
    """The same for the same command, so that it goes on."""
    return Path("eval-runs") / "-".join(
        fold(part).replace(" ", "-") for part in (system, dataset.name if dataset else "questions")
    )
