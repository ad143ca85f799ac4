"""Names and folders as typed -> what a run is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.commands.measurable import file_notes
from eval.commands.options import QUESTIONS, RUBRICS
from eval.datasets.myscholarqa import read_dataset
from eval.datasets.questions import read_questions
from eval.datasets.rubrics import read_rubrics
from eval.domain.instance import Instance
from eval.domain.metric import FACTS, MYSQA_METRICS, Metric
from eval.domain.rubric import Rubric
from eval.studies.ablations import Ablation
from eval.studies.selection import select
from eval.systems.files import FiledSystem, digest
from eval.systems.names import EXTRACTIVE, LLM, Variant, is_ours
from myscholar.domain.orders import Visibility
from myscholar.domain.text import counted, file_name, fold
from myscholar.errors import InputError


@dataclass(frozen=True)
class Chosen:
    dataset: str
    instances: tuple[Instance, ...]
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def choose_instances(
    dataset: Path | None,
    limit: int | None,
    seed: int,
    *,
    shared: Path,
    filed: FiledSystem | None = None,
) -> Chosen:
    """Drawn of a dataset, whatever a file answers of it, so that systems stand side by side; or of
    the file's own questions, or the shared ones.

    Raises UnreadableFile, InputError where the file answers none of them, or another question under
    a known id.
    """
    name, instances = _source(dataset, shared, filed)
    if filed and dataset:
        filed.refuse_other_questions(
            {key: i.query for i in instances for key in (i.query_id, i.instance_id)}, name
        )
    elif filed:
        instances = tuple(i for i in instances if filed.covers(i))
    taken = select(instances, limit, seed=seed)
    if filed and not any(filed.covers(i) for i in taken):
        n = sum(filed.covers(i) for i in instances)
        advice = f"; {n} of all {len(instances)} it does: run it without --limit" if n else ""
        raise InputError(
            f"{filed.name} answers none of the {len(taken)} instances of {name}{advice}."
        )
    drawn = (
        f"Drawn: {len(taken)} of the {counted(len(instances), 'instance')} of {name} "
        f"({f'--limit {limit}' if limit else 'no --limit'}, --seed {seed})."
    )
    return Chosen(
        name, taken, (drawn, *(file_notes(filed, taken, instances, name) if filed else ()))
    )


def _source(
    dataset: Path | None, shared: Path, filed: FiledSystem | None
) -> tuple[str, tuple[Instance, ...]]:
    if dataset:
        if dataset.is_file():
            raise InputError(
                f"--dataset {dataset} is a file. Give the folder that `python -m eval dataset "
                "--out FOLDER` made."
            )
        read = read_dataset(dataset)
        return f"{read.name} {read.fingerprint[:12]}", read.instances
    if filed and filed.instances:
        return _questions(filed.instances), filed.instances
    file = shared / QUESTIONS
    if not file.is_file():
        raise InputError(
            "There is nothing to ask: give --dataset FOLDER, or the folder of the shared data "
            f"with --shared ({file} is missing)."
        )
    instances = tuple(
        Instance(instance_id=q.query_id, **q.model_dump()) for q in read_questions(file)
    )
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
    """By names, or all of `profile`, `actions` or `report`. Raises InputError."""
    if names is None:
        return frozenset(MYSQA_METRICS)
    found: set[Metric] = set()
    for name in (n.strip() for n in names.split(",") if n.strip()):
        of = {m for m in MYSQA_METRICS if name in (m.value, FACTS[m].of)}
        if not of:
            raise InputError(
                f"{name!r} is no metric. There are profile, actions, report (all of each), "
                f"{', '.join(MYSQA_METRICS)}."
            )
        found |= of
    if not found:
        raise InputError("There is nothing to measure: --metrics names no metric.")
    return frozenset(found)


def variant_of(system: str, actions: int | None, where: str | None, model: str | None) -> Variant:
    """How our own system is set up. Raises InputError for what can't be."""
    if where is not None and where not in tuple(Visibility):
        raise InputError(
            f"{where!r} is no place to show actions. There are {', '.join(Visibility)}."
        )
    if actions is not None and actions % 2:
        raise InputError(
            f"--actions {actions}: half are generic and half personalized, so give an even number."
        )
    shown = Visibility(where or "all")
    return Variant(engine=system, n_actions=actions or 8, where=shown, model=model)


def refuse_vain(system: str, of_ours: Mapping[str, object], of_files: Mapping[str, object]) -> None:
    """Raises InputError for an option that the system has no use for."""
    useless = of_files if is_ours(system) else of_ours
    if vain := [name for name, value in useless.items() if value is not None]:
        whose = "a file of other systems" if is_ours(system) else "our own systems"
        raise InputError(f"--{vain[0]} is for {whose}, not for --system {system}.")


def ablation_of(name: str) -> Ablation:
    if name not in tuple(Ablation):
        raise InputError(f"{name!r} is no ablation. There are {', '.join(Ablation)}.")
    return Ablation(name)


def system_of_ours(name: str) -> str:
    """Raises InputError for a file: only our own system can be varied."""
    if not is_ours(name):
        raise InputError(f"{name!r} can't be varied. Systems of ours are {EXTRACTIVE} and {LLM}.")
    return name


def default_folder(system: str, dataset: Path | None) -> Path:
    """The same for the same command, so that it goes on."""
    return Path("eval-runs") / f"{slug(system)}-{slug(dataset.name if dataset else 'questions')}"


def slug(name: str) -> str:
    """A name that any file system takes."""
    return file_name(fold(name).replace(" ", "-"))
