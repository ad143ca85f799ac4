"""Systems that ran in folders, on the same instances. Source: MySQA tables 3, 6-8."""

from collections.abc import Sequence

from eval.benchmarks.cited import citing_notes
from eval.benchmarks.myscholarqa import CITATION_METRICS, EVERY, described, measured_by
from eval.benchmarks.run_folder import RunFolder
from eval.domain.instance import Instance
from eval.domain.metric import Metric
from eval.domain.output import Output
from eval.domain.results import FEWEST_QUESTIONS, Results
from eval.metrics.rows import comparisons_of, rows_of
from myscholar.domain.text import counted, fold, listed
from myscholar.errors import InputError

OTHER_RUBRICS = "Answer coverage is left out: the runs were judged by different rubrics."


def shared_judges(folders: Sequence[RunFolder]) -> tuple[str, ...]:
    """Those that judged in every folder by the same code. Raises InputError where there is none."""
    first, *others = folders
    found = tuple(
        j
        for j, judging in first.judges.items()
        if all(other.judges.get(j) == judging for other in others)
    )
    if not found:
        of_each = "; ".join(
            f"{f.path.name}: {listed([f'{j} ({v})' for j, v in f.judges.items()]) or 'none'}"
            for f in folders
        )
        raise InputError(
            f"No judge judged in all of these folders by the same code ({of_each}). Run the same "
            "command again, or with that judge."
        )
    return found


def shared_instances(folders: Sequence[RunFolder]) -> tuple[Instance, ...]:
    """What all were asked: the same id, question, user and expertise. Raises InputError where there
    is nothing."""
    first, *others = folders
    found = tuple(
        i
        for key, i in first.instances.items()
        if all((o := other.instances.get(key)) and _asks_alike(i, o) for other in others)
    )
    if not found:
        asked = "; ".join(f"{f.path}: {counted(len(f.instances), 'instance')}" for f in folders)
        raise InputError(
            f"{listed([f.path.name for f in folders])} have no instance in common ({asked}). Run "
            "a file of reports without --limit, so that "
            "all that it answers is there, or all with the same --dataset, --limit and --seed."
        )
    return found


def _asks_alike(one: Instance, other: Instance) -> bool:
    """The same of the same user; case, blanks and punctuation of a question may differ, as may how
    near user and question are."""
    return (one.query_id, fold(one.query), one.user_id, one.expertise) == (
        other.query_id, fold(other.query), other.user_id, other.expertise,
    )  # fmt: skip


def sharing_notes(
    folders: Sequence[RunFolder], instances: Sequence[Instance]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How much the folders share; then whether that is too little for any interval, which is a
    warning."""
    questions = {i.query_id for i in instances}
    asked = listed([str(len(f.instances)) for f in folders])
    shared = (
        f"They share {counted(len(instances), 'instance')} of "
        f"{counted(len(questions), 'question')}; they were asked {asked}."
    )
    if len(questions) >= FEWEST_QUESTIONS:
        return (shared,), ()
    few = (
        f"Only {counted(len(questions), 'question')} shared: too few questions for intervals and "
        "p-values. Run with a larger --limit, a file of "
        "reports without any, or all with the same --dataset, --limit and --seed."
    )
    return (shared,), (few,)


def compared(
    folders: Sequence[RunFolder],
    *,
    seed: int,
    benchmark: str = "comparison",
    wanted: frozenset[Metric] = EVERY,
    n_resamples: int = 10_000,
) -> Results:
    """Figures of each folder on the instances that all share, and every other one minus the first,
    by each judge that all share.

    Answer coverage is left out where the folders' rubrics differ. Raises InputError for less than
    two folders, or where they share nothing.
    """
    if len(folders) < 2:
        raise InputError("A comparison needs two folders of runs.")
    places = [f.path.resolve() for f in folders]
    if twice := next(
        (f.path for f, place in zip(folders, places, strict=True) if places.count(place) > 1), None
    ):
        raise InputError(
            f"{twice} is given twice: a run beside itself shows nothing. Give folders of "
            "different runs."
        )
    instances, judges, names = shared_instances(folders), shared_judges(folders), _names(folders)
    by_one_rubric = len({f.facts.rubrics for f in folders} - {None}) < 2
    wanted = wanted if by_one_rubric else wanted - {Metric.ANSWER_COVERAGE}
    measured = {j: [measured_by(f, instances, j, wanted) for f in folders] for j in judges}
    how = {"seed": seed, "n_resamples": n_resamples}
    notes, warnings = sharing_notes(folders, instances)
    prices = [f.dollars for f in folders]
    return Results(
        benchmark=benchmark,
        dataset=listed(list(dict.fromkeys(f.facts.dataset for f in folders))),
        seed=seed,
        versions=folders[0].versions,
        rows=tuple(
            row
            for i, name in enumerate(names)
            for judge in judges
            for row in rows_of(instances, measured[judge][i], system=name, judge=judge, **how)
        ),
        comparisons=tuple(
            comparison
            for i, name in enumerate(names[1:], start=1)
            for judge in judges
            for comparison in comparisons_of(
                instances,
                measured[judge][0],
                measured[judge][i],
                systems=(names[0], name),
                judge=judge,
                **how,
            )
        ),
        failures=tuple(_failures(names, folders, instances)),
        seconds=round(sum(f.seconds for f in folders), 3),
        dollars=None if None in prices else round(sum(p for p in prices if p is not None), 6),
        model_calls=sum(f.model_calls for f in folders),
        notes=(
            *warnings,
            *notes,
            *(
                described(f, name, _outputs(f, instances))
                for name, f in zip(names, folders, strict=True)
            ),
            *(
                note
                for name, f in zip(names, folders, strict=True)
                if CITATION_METRICS & wanted
                for note in citing_notes(name, _outputs(f, instances))
            ),
            *(() if by_one_rubric else (OTHER_RUBRICS,)),
        ),
        warnings=warnings,
    )


def _failures(
    names: Sequence[str], folders: Sequence[RunFolder], instances: Sequence[Instance]
) -> list[str]:
    outputs = [
        (name, o) for name, f in zip(names, folders, strict=True) for o in _outputs(f, instances)
    ]
    return [f"{name}: {o.instance_id}: {o.error}" for name, o in outputs if o.error]


def _outputs(folder: RunFolder, instances: Sequence[Instance]) -> list[Output]:
    return [o for i in instances if (o := folder.outputs.get(i.instance_id))]


def _names(folders: Sequence[RunFolder]) -> tuple[str, ...]:
    """The systems'; where two have one name, with the folder's name, and where these are alike too,
    with their place among the folders."""
    systems = [f.facts.system for f in folders]
    named = [
        s if systems.count(s) == 1 else f"{s} ({f.path.name})"
        for s, f in zip(systems, folders, strict=True)
    ]
    return tuple(
        n if named.count(n) == 1 else f"{n}, {place}" for place, n in enumerate(named, start=1)
    )
