"""Whether it can be predicted what users are satisfied with, as a document."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from eval.domain.words import NONE, number, percent, price_of
from eval.show.document import (
    Axis,
    Cell,
    Chart,
    Document,
    Line,
    Mark,
    Part,
    definitions_of,
    figure_cell,
    share_axis,
    share_cell,
    table_of,
)
from eval.studies.satisfaction.cases import JudgedKind
from eval.studies.satisfaction.figures import Figure, Satisfaction, Share, Source
from myscholar.domain.text import counted

_WHAT = {
    JudgedKind.INFERENCE: "inference",
    JudgedKind.ACTION: "action",
    JudgedKind.REPORT: "way in which the report carried out the action",
}


def satisfaction_document(result: Satisfaction) -> Document:
    kinds = {kind: [f for f in result.figures if f.kind is kind] for kind in JudgedKind}
    parts = (
        *(_part(kind, figures) for kind, figures in kinds.items() if figures),
        Part(heading="What the words mean", definitions=definitions_of("satisfaction")),
        *((Part(heading="Notes", points=result.notes),) if result.notes else ()),
        Part(heading="How it was made", points=tuple(_made(result)), aside=True),
    )
    spent = (
        f"{result.seconds:.0f} s, {counted(result.model_calls, 'model call')}, "
        f"{price_of(result.dollars)}."
    )
    lead = (
        "Real users' judgments of inferences, actions and reports, and what predicts them. "
        f"{result.dataset}."
    )
    title = "Can it be predicted whether users are satisfied?"
    return Document(title=title, lead=(lead, spent), conclusion=result.conclusion, parts=parts)


def _part(kind: JudgedKind, figures: Sequence[Figure]) -> Part:
    whole = [f for f in figures if f.error_type is None and f.source is not Source.BASELINE]
    areas = [(_name(f), _area_mark(f)) for f in whole]
    lowest = [(_name(f), _share_mark(f.ranking)) for f in whole]
    area = Axis(low=0, high=1, reference=0.5, label="area")
    charts = (
        _chart("Area under the curve, all complaints", areas, area),
        _chart("Complaint lowest in its triplet", lowest, share_axis(1 / 3)),
    )
    types = list(dict.fromkeys(f.error_type for f in figures))
    by_type = sorted(figures, key=lambda f: types.index(f.error_type))
    table = table_of("Each figure with its 95 % interval", by_type, _COLUMNS, n_keys=2, flows=True)
    models = (f.predictor.partition(", ")[0] for f in figures if f.source is Source.MODEL)
    text = tuple(f"Model: {model}" for model in dict.fromkeys(models))
    heading = f"Satisfied with the {_WHAT[kind]}?"
    return Part(heading=heading, text=text, charts=charts, tables=(table,))


def _name(f: Figure) -> str:
    """A model's name stands above the table."""
    return f.predictor.partition(", ")[2] if f.source is Source.MODEL else f.predictor


def _chart(title: str, marks: Sequence[tuple[str, Mark | None]], axis: Axis) -> Chart:
    lines = (Line(name=name, marks=(mark,) if mark else ()) for name, mark in marks)
    return Chart(title=title, lines=tuple(lines), axis=axis, note="Dashed: chance")


def _area_mark(f: Figure) -> Mark | None:
    if f.auc is None or f.auc_low is None or f.auc_high is None:
        return None
    return Mark(value=f.auc, low=min(f.auc_low, f.auc), high=max(f.auc_high, f.auc))


def _share_mark(share: Share | None) -> Mark | None:
    return Mark(value=share.value, low=share.low, high=share.high) if share else None


def _area(f: Figure) -> Cell | str:
    mark = _area_mark(f)
    return figure_cell(mark.value, *mark.ends) if mark else NONE


def _share(share: Share | None) -> Cell | str:
    return share_cell(share.value, share.low, share.high) if share else NONE


def _made(result: Satisfaction) -> Iterator[str]:
    yield f"Seed {result.seed}."
    if result.versions:
        yield f"Versions: {', '.join(f'{n} {v}' for n, v in sorted(result.versions.items()))}."


_COLUMNS: Mapping[str, Callable[[Figure], Cell | str]] = {
    "Complaint": lambda f: f.error_type.name if f.error_type else "all",
    "Predictor": lambda f: Cell(text=_name(f), strong=f.beats_baseline),
    "Right": lambda f: f"{f.n_right}/{f.n}",
    "Accuracy": lambda f: _share(f.accuracy),
    "Baseline": lambda f: percent(f.baseline),
    "p": lambda f: number(f.p_value, 3),
    "Corrected": lambda f: number(f.p_corrected),
    "Area": _area,
    "Lowest": lambda f: _share(f.ranking),
    "Triplets": lambda f: percent(f.triplet_accuracy.value) if f.triplet_accuracy else NONE,
    "Called": lambda f: f"{f.n_complaints_rightly_called}/{f.n_complaints_called}",
    "Unscored": lambda f: str(f.n_unscored or NONE),
}
