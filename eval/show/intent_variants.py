"""What trained askers find, as a document."""

from collections.abc import Callable, Mapping

from eval.domain.results import Estimate
from eval.domain.words import NONE, number, percent, round_up
from eval.show.document import (
    Axis,
    Cell,
    Chart,
    Document,
    Line,
    Mark,
    Part,
    figure_cell,
    mark_of,
    share_cell,
    table_of,
)
from eval.show.intentrl import recall_differences
from eval.studies.intentrl.variant_figures import LEARNED, Learning, OfVariant, VariantResults
from myscholar.domain.text import counted

LIMITS = (
    "The model is made from nothing on a few hundred turns: it chooses among directions that it is "
    "shown by number and words nothing. The paper's has seven billion numbers, was trained on the "
    "web before, and words its questions itself.",
    "Because random numbers are no language model, both stages of reinforcement begin with the "
    "fine-tuned model, where the paper begins with the one it downloaded.",
    "Likeness is by words, of the user as of the reward: whoever learns from it learns also where "
    "it errs.",
    "Users are simulated, and intents made of rubrics by rules: it shows that the loop learns, not "
    "that people are asked better.",
)


def variants_document(found: VariantResults) -> Document:
    versions = (f"{name} {version}" for name, version in sorted(found.versions.items()))
    table = table_of("After nine turns, with 95 % intervals by query", found.askers, _COLUMNS)
    curves = tuple(_curve(found, name) for name in LEARNED if _has(found, name))
    learned = table_of("While it learned", found.curves, _LEARNING, n_keys=2, flows=True)
    return Document(
        title="What does a trained asker find?",
        lead=(
            f"Every asker with the same simulated users of held-back queries ({found.dataset}, "
            f"{found.corpus or 'no corpus'}); {counted(len(found.seeds), 'training')}.",
        ),
        parts=(
            Part(heading="Intents found", tables=(table,), charts=(_chart(found),)),
            recall_differences(
                "The whole training beside the others",
                "stage-2, without rules,",
                found.comparisons,
            ),
            Part(heading="Learning", tables=(learned,), charts=curves),
            Part(heading="What it does not show", points=LIMITS),
            Part(heading="How it was made", points=tuple(versions), aside=True),
        ),
    )


def _chart(found: VariantResults) -> Chart:
    most = max(e.high for a in found.askers for e in (a.recall, a.f1, a.precision) if e)
    measures: Mapping[str, Callable[[OfVariant], Estimate | None]] = {
        "precision": lambda a: a.precision,
        "recall": lambda a: a.recall,
        "F1": lambda a: a.f1,
    }
    lines = tuple(
        Line(
            name=asker.asker,
            marks=tuple(mark_of(e, name) for name, of in measures.items() if (e := of(asker))),
        )
        for asker in found.askers
    )
    axis = Axis(low=0, high=round_up(most), label="%", digits=0, times=100)
    return Chart(title="Precision, recall and F1", lines=lines, axis=axis, groups=tuple(measures))


def _has(found: VariantResults, name: str) -> bool:
    return any(name in each.values for each in found.curves)


def _curve(found: VariantResults, name: str) -> Chart:
    """Of the first seed: a row a point, a group a stage."""
    points = [p for p in found.curves if name in p.values and p.seed == found.seeds[0]]
    values = [p.values[name] for p in points] or [0.0]
    lines = tuple(
        Line(name=f"{p.stage}, {p.step}", marks=(Mark(value=p.values[name], group=p.stage),))
        for p in points
    )
    low, high = min(0.0, *values), max(0.1, *values)
    return Chart(title=name, lines=lines, axis=Axis(low=low, high=high, label=name))


def _share(e: Estimate | None) -> Cell | str:
    if e is None:
        return NONE
    return share_cell(e.mean, e.low, e.high) if e.has_interval else percent(e.mean)


def _figure(e: Estimate | None) -> Cell | str:
    return NONE if e is None else figure_cell(e.mean, e.low, e.high)


def _measured(name: str) -> Callable[[Learning], str]:
    return lambda p: number(p.values[name]) if name in p.values else NONE


_COLUMNS: Mapping[str, Callable[[OfVariant], Cell | str]] = {
    "Asker": lambda a: a.asker,
    "Trainings": lambda a: str(a.n_seeds),
    "Precision": lambda a: _share(a.precision),
    "Recall": lambda a: _share(a.recall),
    "F1": lambda a: _share(a.f1),
    "Asked": lambda a: number(a.asked, 1),
    "Quality": lambda a: _figure(a.quality),
}
_LEARNING: Mapping[str, Callable[[Learning], Cell | str]] = {
    "Seed": lambda p: str(p.seed),
    "Stage": lambda p: p.stage,
    "Step": lambda p: str(p.step),
    **{name: _measured(name) for name in LEARNED},
}
