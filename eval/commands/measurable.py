"""What can be measured of what was typed, and what a reader must be told of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from eval.commands.options import DEFAULT_SHARED, QUESTIONS, RUBRICS
from eval.datasets.questions import read_questions
from eval.datasets.rubrics import questions_of_rubrics
from eval.domain.instance import Instance
from eval.domain.metric import FACTS, MYSQA_METRICS, Metric
from eval.domain.rubric import Rubric
from eval.systems.files import FiledSystem
from eval.systems.sources import PAPERS
from myscholar.domain.text import counted, listed
from myscholar.errors import InputError

SHOWN_IDS = 5
_NEED_USERS = frozenset(m for m in Metric if FACTS[m].of == "profile") | {
    Metric.WIN_RATE,
    Metric.PERSONALIZED_COHERENCE,
    Metric.PERSONALIZED_UNIQUENESS,
}


def check_measurable(
    wanted: frozenset[Metric],
    instances: Sequence[Instance],
    rubrics: Mapping[str, Sequence[Rubric]],
    system: str,
    filed: FiledSystem | None,
) -> None:
    """Raises InputError where nothing that is wanted can come of the system on these instances."""
    if filed:
        possible = _of_file(filed)
    else:
        has_users = any(i.papers for i in instances)
        possible = frozenset(MYSQA_METRICS) - (frozenset() if has_users else _NEED_USERS)
    if not any(i.query_id in rubrics for i in instances):
        possible -= {Metric.ANSWER_COVERAGE}
    if not wanted & possible:
        names = listed([m.value for m in Metric if m in possible]) or "nothing"
        raise InputError(
            f"There is nothing to measure: of {system} on these instances there can be {names}, "
            "and none of it is asked for. Profiles and personalized actions need users (--dataset) "
            "and a system that makes them, answer coverage a rubric (--rubrics)."
        )


def _of_file(filed: FiledSystem) -> frozenset[Metric]:
    outputs = filed.outputs.values()
    parts = {
        "profile": any(o.inferences for o in outputs),
        "actions": any(o.actions for o in outputs),
        "report": bool(filed.instances) or any(o.report for o in outputs),
    }
    own = [[a for a in o.actions if a.personalized] for o in outputs]
    generic = [[a for a in o.actions if not a.personalized] for o in outputs]
    plain = [o.plain_report for o in outputs]
    there = {
        Metric.WIN_RATE: any(o.inferences and o.actions for o in outputs),
        Metric.GENERIC_COHERENCE: any(generic),
        Metric.PERSONALIZED_COHERENCE: any(own),
        Metric.GENERIC_UNIQUENESS: any(p and a for p, a in zip(plain, generic, strict=True)),
        Metric.PERSONALIZED_UNIQUENESS: any(p and a for p, a in zip(plain, own, strict=True)),
        Metric.ACTION_ADHERENCE: any(o.chosen for o in outputs),
    }
    return frozenset(m for m in MYSQA_METRICS if parts[FACTS[m].of] and there.get(m, True))


def refuse_other_questions(filed: FiledSystem, rubrics: Path | None, shared: Path) -> None:
    """Without a dataset, by the rubrics and the shared questions. Raises InputError."""
    if rubrics is None and (shared / QUESTIONS).is_file():
        known = {q.query_id: q.query for q in read_questions(shared / QUESTIONS)}
        filed.refuse_other_questions(known, "the shared questions")
    file = rubrics or shared / RUBRICS
    if rubrics or file.is_file():
        filed.refuse_other_questions(questions_of_rubrics(file), "the rubrics")


def file_notes(
    filed: FiledSystem, taken: Sequence[Instance], instances: Sequence[Instance], name: str
) -> tuple[str, ...]:
    """What a file lacks of the draw, and what of it is no use here."""
    n_missing = sum(not filed.covers(i) for i in taken)
    unused = filed.unused(instances)
    notes = []
    if n_missing:
        notes.append(
            f"The file has no report for {n_missing} of the {counted(len(taken), 'instance')}: "
            "they are counted as not answered."
        )
    if unused:
        notes.append(
            f"{len(unused)} of the {len(filed.outputs)} reports of the file answer no instance of "
            f"{name}: {some(unused)}."
        )
    return tuple(notes)


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
    rest = "not measured" if len(without) == len(asked) else "that of the others"
    return (
        f"No rubric knows the query_id of {len(without)} of the {counted(len(asked), 'question')} "
        f"({some(without)}): answer coverage is {rest}.",
    )


def corpus_warnings(shared: Path, corpus: str | None) -> tuple[str, ...]:
    """For a sample in place of missing papers. Raises InputError where these were named."""
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


def some(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN_IDS} more" if len(names) > SHOWN_IDS else ""
    return ", ".join(names[:SHOWN_IDS]) + more


def typed(context: typer.Context, names: str, **instead: object) -> str:
    """The command's essentials; of paths the last part: the others are of one machine."""
    options = {name: context.params[name] for name in names.split()} | instead
    given = {name: value for name, value in options.items() if value is not None}
    values = ((n, v.name if isinstance(v, Path) else v) for n, v in given.items())
    words = " ".join(f"--{name} {value}" for name, value in values)
    return f"Made by: python -m eval {context.info_name} {words}"
