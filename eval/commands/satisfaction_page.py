"""Satisfaction prediction as a page."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from eval.benchmarks.satisfaction.cases import JudgedKind
from eval.benchmarks.satisfaction.figures import Figure, Satisfaction, Share, Source
from eval.show import Axis, Cell, Chart, Line, Mark, Page, Part, interval_chart, table_of, to_html
from myscholar.domain.text import counted

_CHANCE = 1 / 3
_HEADINGS = {
    JudgedKind.INFERENCE: "Inferences of a profile",
    JudgedKind.ACTION: "Proposed actions",
    JudgedKind.REPORT: "How a report carried out an action",
}
_HOW = (
    "Right: rows of which the verdict is the user's. The baseline is the more frequent verdict of "
    "the same rows; p is the exact, one-sided chance of so many right answers at the baseline's "
    "accuracy, corrected for all tests of the run (Bonferroni).",
    "Area: how often an accepted row is given a higher probability than a complaint; 0.5 by "
    "chance. Lowest: how often the complaint is the lowest of its triplet; 33 % by chance.",
    "Every user is predicted by what the others said. Intervals hold 95 of 100 resamplings of the "
    "users.",
)


def satisfaction_page(result: Satisfaction) -> str:
    kinds = {kind: [f for f in result.figures if f.kind is kind] for kind in JudgedKind}
    parts = (
        Part(heading="What was found", points=result.conclusion),
        Part(heading="How to read this", points=(*_HOW, *result.notes)),
        *(_part(kind, figures) for kind, figures in kinds.items() if figures),
        Part(heading="How this was made", points=tuple(_made(result))),
    )
    lead = (
        "Real users' judgments of inferences, actions and reports, and what predicts them. "
        f"{result.dataset}."
    )
    title = "Can it be predicted whether users are satisfied?"
    return to_html(Page(title=title, lead=(lead,), parts=parts))


def _part(kind: JudgedKind, figures: Sequence[Figure]) -> Part:
    whole = [f for f in figures if f.error_type is None]
    charts = (
        _chart("Area under the curve, all complaints", whole, _area, 0.5),
        _chart("Complaint lowest in its triplet", whole, lambda f: f.ranking, _CHANCE),
    )
    table = table_of("Beneath each figure its 95 % interval", figures, _COLUMNS)
    return Part(heading=_HEADINGS[kind], charts=charts, tables=(table,))


def _area(f: Figure) -> Share | None:
    if f.auc is None or f.auc_low is None or f.auc_high is None or f.accuracy is None:
        return None
    low, high = min(f.auc_low, f.auc), max(f.auc_high, f.auc)
    return Share(value=f.auc, low=low, high=high, n=f.n, n_users=f.accuracy.n_users)


def _chart(
    title: str, figures: Sequence[Figure], of: Callable[[Figure], Share | None], chance: float
) -> Chart:
    shares = [(f.predictor, of(f)) for f in figures if f.source is not Source.BASELINE]
    lines = [
        Line(name=name, marks=(Mark(value=s.value, low=s.low, high=s.high),) if s else ())
        for name, s in shares
    ]
    return interval_chart(title, lines, Axis(low=0, high=1, reference=chance), note="Line: chance")


def _predictor(f: Figure) -> Cell:
    complaint = f.error_type.name if f.error_type else "all complaints"
    return Cell(text=f.predictor, under=(complaint,))


def _area_cell(f: Figure) -> Cell | str:
    share = _area(f)
    if share is None:
        return "·"
    return Cell(text=f"{share.value:.2f}", under=(f"{share.low:.2f} to {share.high:.2f}",))


def _percent(share: Share | None) -> Cell:
    if share is None:
        return Cell(text="·")
    span = f"{100 * share.low:.0f} to {100 * share.high:.0f} %"
    return Cell(text=f"{100 * share.value:.0f} %", under=(span,))


def _made(result: Satisfaction) -> Iterator[str]:
    calls = counted(result.model_calls, "model call")
    yield f"Seed {result.seed}; {result.seconds:.0f} s; {calls}."
    if result.versions:
        yield f"Versions: {', '.join(f'{n} {v}' for n, v in sorted(result.versions.items()))}."


_COLUMNS: Mapping[str, Callable[[Figure], Cell | str]] = {
    "Complaint and predictor": _predictor,
    "Right": lambda f: Cell(text=f"{f.n_right} of {f.n}", under=_percent(f.accuracy).under),
    "Baseline": lambda f: f"{100 * f.baseline:.0f} %",
    "p": lambda f: "·" if f.p_value is None else f"{f.p_value:.3f}",
    "Corrected": lambda f: "·" if f.p_corrected is None else f"{f.p_corrected:.2f}",
    "Area": _area_cell,
    "Lowest": lambda f: _percent(f.ranking),
    "Complaints called": lambda f: (
        f"{f.n_complaints_rightly_called} right of {f.n_complaints_called}"
    ),
    "Unscored": lambda f: str(f.n_unscored or "·"),
}
