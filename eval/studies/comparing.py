"""Systems that ran in folders, on the same instances. Source: MySQA tables 3, 6-8."""

from collections.abc import Mapping, Sequence
from typing import Any

from eval.domain.instance import Instance
from eval.domain.metric import Metric
from eval.domain.results import FEWEST_QUESTIONS, Comparison, Results, Row
from eval.metrics.rows import Sample, comparisons_of, rows_of
from eval.studies.cited import citing_notes
from eval.studies.myscholarqa import CITATION_METRICS, EVERY, describe, measured_by
from eval.studies.run_folder import RunFolder
from myscholar.domain.text import counted, fold, listed
from myscholar.errors import InputError

OTHER_RUBRICS = "Answer coverage is left out: the runs were judged by different rubrics."


def shared_judges(folders: Sequence[RunFolder]) -> tuple[str, ...]:
    """Those that judged in every folder by the same code. Raises InputError where there is none."""
    first, *others = folders
    judged = first.judges.items()
    found = tuple(j for j, code in judged if all(o.judges.get(j) == code for o in others))
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
    """Of the same id, question, user and expertise. Raises InputError where there is none."""
    first, *others = folders
    found = tuple(
        i
        for key, i in first.instances.items()
        if all((o := other.instances.get(key)) and _asked(i) == _asked(o) for other in others)
    )
    if not found:
        asked = "; ".join(f"{f.path}: {counted(len(f.instances), 'instance')}" for f in folders)
        raise InputError(
            f"{listed([f.path.name for f in folders])} have no instance in common ({asked}). Run "
            "a file of reports without --limit, so that all that it answers is there, or all with "
            "the same --dataset, --limit and --seed."
        )
    return found


def _asked(i: Instance) -> tuple[object, ...]:
    """Case, blanks and punctuation of a question may differ, as may how near it is to the user."""
    return i.query_id, fold(i.query), i.user_id, i.expertise


def _sharing(folders: Sequence[RunFolder], instances: Sequence[Instance]) -> tuple[str, str]:
    """How much the folders share; then a warning where it is too little for any interval."""
    n = len({i.query_id for i in instances})
    asked = listed([str(len(f.instances)) for f in folders])
    few = (
        f"Only {counted(n, 'question')} shared: too few questions for intervals and p-values. Run "
        "with a larger --limit, a file of reports without any, or all with the same --dataset, "
        "--limit and --seed."
    )
    shared = (
        f"They share {counted(len(instances), 'instance')} of {counted(n, 'question')}; they were "
        f"asked {asked}."
    )
    return shared, few if n < FEWEST_QUESTIONS else ""


def _refuse_too_few(folders: Sequence[RunFolder]) -> None:
    if len(folders) < 2:
        raise InputError("A comparison needs two folders of runs.")
    places = [f.path.resolve() for f in folders]
    twice = [f.path for f, place in zip(folders, places, strict=True) if places.count(place) > 1]
    if twice:
        raise InputError(
            f"{twice[0]} is given twice: a run beside itself shows nothing. Give folders of "
            "different runs."
        )


def compare_runs(
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
    _refuse_too_few(folders)
    instances, judges = shared_instances(folders), shared_judges(folders)
    by_name = dict(zip(_names(folders), folders, strict=True))
    by_one_rubric = len({f.facts.rubrics for f in folders} - {None}) < 2
    wanted = wanted if by_one_rubric else wanted - {Metric.ANSWER_COVERAGE}
    rows: list[Row] = []
    comparisons: list[Comparison] = []
    first = next(iter(by_name))
    for name, folder in by_name.items():
        for judge in judges:
            measured = measured_by(folder, instances, judge, wanted)
            sample = Sample(instances, judge, seed, n_resamples)
            rows += rows_of(sample, measured, name)
            if folder is not folders[0]:
                theirs = measured_by(folders[0], instances, judge, wanted)
                comparisons += comparisons_of(sample, theirs, measured, systems=(first, name))
    facts = _facts_of(by_name, instances, of_citations=bool(CITATION_METRICS & wanted))
    if not by_one_rubric:
        facts["notes"] = (*facts["notes"], OTHER_RUBRICS)
    rows_and_differences = {"rows": tuple(rows), "comparisons": tuple(comparisons)}
    return Results(benchmark=benchmark, seed=seed, **facts, **rows_and_differences)


def _facts_of(
    by_name: Mapping[str, RunFolder], instances: Sequence[Instance], *, of_citations: bool
) -> dict[str, Any]:
    """Of the results: what is in all folders together, and what a reader must know of it."""
    folders = tuple(by_name.values())
    outputs = {
        name: [o for i in instances if (o := folder.outputs.get(i.instance_id))]
        for name, folder in by_name.items()
    }
    failed = [(name, o) for name, of in outputs.items() for o in of if o.error]
    shared, few = _sharing(folders, instances)
    notes = [*([few] if few else []), shared]
    notes += [describe(folder, name, outputs[name]) for name, folder in by_name.items()]
    if of_citations:
        notes += [note for name, of in outputs.items() for note in citing_notes(name, of)]
    prices = [f.dollars for f in folders]
    return {
        "dataset": listed(list(dict.fromkeys(f.facts.dataset for f in folders))),
        "versions": folders[0].versions,
        "failures": tuple(f"{name}: {o.instance_id}: {o.error}" for name, o in failed),
        "seconds": round(sum(f.seconds for f in folders), 3),
        "dollars": None if None in prices else round(sum(p for p in prices if p is not None), 6),
        "model_calls": sum(f.model_calls for f in folders),
        "notes": tuple(notes),
        "warnings": (few,) if few else (),
    }


def _names(folders: Sequence[RunFolder]) -> tuple[str, ...]:
    """The systems', with the folder's name, then with its place, where these are alike."""
    systems = [f.facts.system for f in folders]
    named = [
        s if systems.count(s) == 1 else f"{s} ({f.path.name})"
        for s, f in zip(systems, folders, strict=True)
    ]
    return tuple(
        n if named.count(n) == 1 else f"{n}, {place}" for place, n in enumerate(named, start=1)
    )
