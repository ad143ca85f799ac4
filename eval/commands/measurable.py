"""What can be measured of what was typed, and what a reader must be told of it."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from eval.commands.options import DEFAULT_SHARED, QUESTIONS, RUBRICS
from eval.datasets.questions import read_questions
from eval.datasets.rubrics import questions_of_rubrics
from eval.domain.instance import Instance
from eval.domain.metric import FACTS, Metric
from eval.domain.rubric import Rubric
from eval.systems.files import FiledSystem
from eval.systems.sources import PAPERS
from myscholar.domain.text import counted, listed
from myscholar.errors import InputError

SHOWN_IDS = 5
_NEED_USERS = frozenset(
    {
        *(m for m in Metric if FACTS[m].of == "profile"),
        Metric.WIN_RATE,
        Metric.PERSONALIZED_COHERENCE,
        Metric.PERSONALIZED_UNIQUENESS,
    }
)


def check_measurable(
    wanted: frozenset[Metric],
    instances: Sequence[Instance],
    rubrics: Mapping[str, Sequence[Rubric]],
    system: str,
    filed: FiledSystem | None,
) -> None:
    """Raises InputError where nothing that is wanted can come of the system on these instances."""
    possible = _of_file(filed) if filed else _of_ours(instances)
    if not any(i.query_id in rubrics for i in instances):
        possible -= {Metric.ANSWER_COVERAGE}
    if not wanted & possible:
        names = listed([m.value for m in Metric if m in possible]) or "nothing"
        raise InputError(
            f"There is nothing to measure: of {system} on these instances there can be {names}, "
            "and none of it is asked for. Profiles and personalized actions need users (--dataset) "
            "and a system that makes them, answer coverage a rubric (--rubrics)."
        )


def _of_ours(instances: Sequence[Instance]) -> frozenset[Metric]:
    return frozenset(Metric) - (frozenset() if any(i.papers for i in instances) else _NEED_USERS)


def _of_file(filed: FiledSystem) -> frozenset[Metric]:
    outputs = filed.outputs.values()
    parts = {
        "profile": any(o.inferences for o in outputs),
        "actions": any(o.actions for o in outputs),
        "report": bool(filed.instances) or any(o.report for o in outputs),
    }
    missing = {
        Metric.WIN_RATE: not any(o.inferences and o.actions for o in outputs),
        Metric.GENERIC_COHERENCE: not any(not a.personalized for o in outputs for a in o.actions),
        Metric.PERSONALIZED_COHERENCE: not any(a.personalized for o in outputs for a in o.actions),
        Metric.GENERIC_UNIQUENESS: not any(
            o.plain_report and not a.personalized for o in outputs for a in o.actions
        ),
        Metric.PERSONALIZED_UNIQUENESS: not any(
            o.plain_report and a.personalized for o in outputs for a in o.actions
        ),
        Metric.ACTION_ADHERENCE: not any(o.chosen for o in outputs),
    }
    return frozenset(m for m in Metric if parts[FACTS[m].of] and not missing.get(m))


def refuse_other_questions(filed: FiledSystem, rubrics: Path | None, shared: Path) -> None:
    """Where no dataset says what is asked under an id, the rubrics do, and without other rubrics
    the shared questions. Raises InputError."""
    if rubrics is None and (shared / QUESTIONS).is_file():
        filed.refuse_other_questions(
            {q.query_id: q.query for q in read_questions(shared / QUESTIONS)},
            "the shared questions",
        )
    file = rubrics or shared / RUBRICS
    if rubrics or file.is_file():
        filed.refuse_other_questions(questions_of_rubrics(file), "the rubrics")


def file_notes(
    filed: FiledSystem, taken: Sequence[Instance], instances: Sequence[Instance], name: str
) -> tuple[str, ...]:
    """What a file lacks of the draw, and what of it is no use here."""
    n_missing = sum(not filed.covers(i) for i in taken)
    unused = filed.unused(instances)
    return (
        *(
            [
                f"The file has no report for {n_missing} of the "
                f"{counted(len(taken), 'instance')}: they are counted as not answered."
            ]
            if n_missing
            else []
        ),
        *(
            [
                f"{len(unused)} of the {len(filed.outputs)} reports of the file answer no "
                f"instance of {name}: {some(unused)}."
            ]
            if unused
            else []
        ),
    )


def rubric_notes(
    wanted: frozenset[Metric],
    instances: Sequence[Instance],
    rubrics: Mapping[str, Sequence[Rubric]],
) -> tuple[str, ...]:
    """Questions without a rubric, where coverage is wanted and others have one."""
    asked = tuple(dict.fromkeys(i.query_id for i in instances))
    without = [q for q in asked if q not in rubrics]
    if not rubrics or not without or Metric.ANSWER_COVERAGE not in wanted:
        return ()
    rest = (
        "answer coverage is not measured"
        if len(without) == len(asked)
        else "answer coverage is that of the others"
    )
    return (
        f"No rubric knows the query_id of {len(without)} of the {counted(len(asked), 'question')} "
        f"({some(without)}): {rest}.",
    )


def corpus_warnings(shared: Path, corpus: str | None) -> tuple[str, ...]:
    """That our reports come from the bundled sample, since the shared papers are missing. Raises
    InputError where their folder was named."""
    if corpus is not None or (shared / PAPERS).is_file():
        return ()
    if shared != DEFAULT_SHARED:
        raise InputError(
            f"--shared {shared}: the papers are missing there ({PAPERS}). Give another folder, or "
            "--corpus sample."
        )
    return (
        "Reports were written from the small bundled sample, not from the shared papers: there is "
        f"no {shared / PAPERS}. These figures say little of what the system can do.",
    )


def some(names: Collection[str]) -> str:
    more = f" and {len(names) - SHOWN_IDS} more" if len(names) > SHOWN_IDS else ""
    return ", ".join(list(names)[:SHOWN_IDS]) + more


def as_typed(command: str, options: Mapping[str, object]) -> str:
    """The command's essentials, for whoever finds the results; of paths the last part, since the
    others are of one machine."""
    shown = {
        name: value.name if isinstance(value, Path) else value
        for name, value in options.items()
        if value is not None
    }
    words = " ".join(f"--{name} {value}" for name, value in shown.items())
    return f"Made by: python -m eval {command} {words}"
