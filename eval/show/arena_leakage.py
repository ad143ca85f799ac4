"""Whether models know the tasks by heart, as a document."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from eval.arena.leakage import LEAKED_ABOVE, SuffixLikeness
from eval.domain.results import Estimate
from eval.domain.words import NONE, interval, number, percent, price_of
from eval.show.document import (
    Cell,
    Chart,
    Document,
    Line,
    Part,
    definitions_of,
    mark_of,
    share_axis,
    share_cell,
    table_of,
)
from eval.statistics.classification import Proportion
from eval.studies.arena.leakage import Leakage, ModelLeakage, TaskLeakage
from eval.studies.arena.planted import DOUBLES, KNOWING
from myscholar.domain.text import counted, listed, shorten

MOST = 30
"""Tasks that are shown, the most alike first; all stand in the results."""
SHORT = 70
"""Characters of a suffix and a completion."""
_DIFFERENT = (
    "A text is split at the mark of punctuation nearest the middle behind which words follow, not "
    "inside words or numbers; without one, at the space nearest the middle, and in languages "
    "without spaces in the middle. The paper's example is split at a space, one word before the "
    "mark that its equation 9 finds.",
    "The model is told to go on with the text; the paper sends the prefix alone, and its models "
    "begin to do the task. What repeats the prefix is cut off before anything is compared.",
    "The longer a completion, the smaller its string similarity, whatever it holds: at most 2 s / "
    "(c + s), for a suffix of s and a completion of c characters. A model that knows a suffix of "
    "150 characters by heart and then writes 1,600 more can't pass the paper's threshold; so the "
    "composite is also given at the suffix's length.",
    "Known by heart is what is found here. A model that read of a task in other words is not.",
)


def leakage_document(found: Leakage) -> Document:
    caption = "Means over tasks, with their 95 % intervals"
    parts = (
        Part(
            heading="By model",
            charts=(_chart(found.models),),
            tables=(table_of(caption, found.models, _COLUMNS, flows=True),),
        ),
        *_most_alike(found.tasks),
        *_left_out(found.tasks),
        Part(heading="What the words mean", definitions=definitions_of("arena_leakage")),
        Part(heading="Where it differs from the paper, and why", points=_DIFFERENT),
        Part(heading="How it was made", points=tuple(_made(found)), aside=True),
    )
    n = len({each.task_id for each in found.tasks})
    lead = (
        f"{counted(n, 'task')} of {found.dataset}; each model got the first half and its "
        f"completion was compared with the second. {found.seconds:,.1f} s, "
        f"{counted(found.model_calls, 'model call')}, {price_of(found.dollars)}.",
    )
    return Document(
        title="Do models know these tasks by heart?",
        lead=lead,
        conclusion=tuple(_conclude(found.models)),
        parts=parts,
    )


def _conclude(models: Sequence[ModelLeakage]) -> Iterator[str]:
    planted = [model for model in models if model.model in KNOWING]
    if planted:
        honest = [model for model in models if model.model not in KNOWING]
        for name, of in (("By the whole completion", _whole), ("At the suffix's length", _cut)):
            missed = [f"{of(m).n - of(m).k} “{m.model}”" for m in planted if of(m).k < of(m).n]
            yield (
                f"{name}, {_sum(planted, of)} planted leaks are found"
                f"{f' (missed: {listed(missed)})' if missed else ''}, and {_sum(honest, of)} "
                "completions without a leak are taken for one."
            )
        return
    for model in models:
        if not model.leaked.n:
            yield f"{model.model}: nothing could be compared."
            continue
        cut = model.leaked_at_length
        yield (
            f"{model.model}: {model.leaked.k} of {counted(model.leaked.n, 'task')} above the "
            f"threshold, {cut.k} at the suffix's length. Of many more such tasks it could still be "
            f"up to {percent(cut.high)}."
        )


def _sum(models: Sequence[ModelLeakage], of: Callable[[ModelLeakage], Proportion]) -> str:
    return f"{sum(of(m).k for m in models)} of {sum(of(m).n for m in models)}"


def _whole(model: ModelLeakage) -> Proportion:
    return model.leaked


def _cut(model: ModelLeakage) -> Proportion:
    return model.leaked_at_length


def _chart(models: Sequence[ModelLeakage]) -> Chart:
    lines = (
        Line(
            name=model.model,
            marks=tuple(
                mark_of(estimate, name)
                for estimate, name in (
                    (model.composite, "whole"),
                    (model.composite_at_length, "at length"),
                )
                if estimate
            ),
        )
        for model in models
    )
    return Chart(
        title="Composite similarity to the withheld half",
        lines=tuple(lines),
        axis=share_axis(LEAKED_ABOVE),
        note="Mean over tasks; dashed: a task above it counts as leaked",
    )


def _most_alike(tasks: Sequence[TaskLeakage]) -> tuple[Part, ...]:
    real = [task for task in tasks if task.model not in DOUBLES]
    scored = sorted((t for t in real if t.at_length), key=lambda t: -_composite(t.at_length))
    caption = f"The {min(MOST, len(scored))} most alike of {len(scored)}, by what is at length"
    table = table_of(caption, scored[:MOST], _OF_TASK, flows=True)
    heading = "The most alike completions"
    return (Part(heading=heading, tables=(table,)),) if scored else ()


def _left_out(tasks: Sequence[TaskLeakage]) -> tuple[Part, ...]:
    why = dict.fromkeys(f"{t.model}: {t.unscored.reason}" for t in tasks if t.unscored)
    return (Part(heading="Why tasks are unscored", points=tuple(why)[:MOST]),) if why else ()


def _made(found: Leakage) -> Iterator[str]:
    yield f"Seed {found.seed}."
    yield from (f"{name} {version}" for name, version in sorted(found.versions.items()))


def _composite(likeness: SuffixLikeness | None) -> float:
    return likeness.composite if likeness else 0.0


def _share(of: Callable[[ModelLeakage], Proportion]) -> Callable[[ModelLeakage], Cell | str]:
    def cell(model: ModelLeakage) -> Cell | str:
        share = of(model)
        if share.share is None:
            return NONE
        return share_cell(share.share, share.low, share.high, f"{share.k} of {share.n}")

    return cell


def _mean(of: Callable[[ModelLeakage], Estimate | None]) -> Callable[[ModelLeakage], Cell | str]:
    def cell(model: ModelLeakage) -> Cell | str:
        found = of(model)
        if found is None:
            return NONE
        span = interval(100 * found.low, 100 * found.high, 0)
        return Cell(text=percent(found.mean), under=(span,) if found.has_interval else ())

    return cell


_COLUMNS: Mapping[str, Callable[[ModelLeakage], Cell | str]] = {
    "Model": lambda m: m.model,
    "Leaked": _share(_whole),
    "At length": _share(_cut),
    "Composite": _mean(lambda m: m.composite),
    "String": _mean(lambda m: m.string),
    "TF-IDF": _mean(lambda m: m.tfidf),
    "Overlap": _mean(lambda m: m.overlap),
    "Composite at length": _mean(lambda m: m.composite_at_length),
    "Characters": lambda m: number(m.characters, 0),
    "Unscored": lambda m: f"{m.n_unscored or NONE}",
}
_OF_TASK: Mapping[str, Callable[[TaskLeakage], Cell | str]] = {
    "Task": lambda t: Cell(text=t.task_id, under=(t.model,)),
    "Composite": lambda t: percent(_composite(t.whole)),
    "At length": lambda t: Cell(
        text=percent(_composite(t.at_length)), strong=bool(t.at_length and t.at_length.is_leaked)
    ),
    "Withheld": lambda t: shorten(t.suffix, SHORT),
    "Completion": lambda t: shorten(t.completion, SHORT),
}
