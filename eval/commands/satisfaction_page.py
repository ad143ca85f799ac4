"""Satisfaction prediction as a page."""

from collections.abc import Callable, Iterator, Sequence

from eval.benchmarks.satisfaction.cases import JudgedKind
from eval.benchmarks.satisfaction.figures import Figure, Satisfaction, Share, Source
from eval.pages import Axis, Chart, Line, Mark, Page, Part, Table, interval_chart, to_html
from eval.pages.document import Cell
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
)  # fmt: skip


def satisfaction_page(result: Satisfaction) -> str:
    page = Page(
        title="Can it be predicted whether users are satisfied?",
        lead=(
            "Real users' judgments of inferences, actions and reports, and what predicts them. "
            f"{result.dataset}.",
        ),
        parts=(
            Part(heading="What was found", points=result.conclusion),
            Part(heading="How to read this", points=(*_HOW, *result.notes)),
            *(
                _part(kind, [f for f in result.figures if f.kind is kind])
                for kind in dict.fromkeys(f.kind for f in result.figures)
            ),
            Part(heading="How this was made", points=tuple(_made(result))),
        ),
    )
    return to_html(page)


def _part(kind: JudgedKind, figures: Sequence[Figure]) -> Part:
    whole = [f for f in figures if f.error_type is None]
    charts = (
        _chart(
            "Area under the curve, all complaints",
            whole,
            _area,
            Axis(low=0, high=1, reference=0.5),
            "Line: chance",
        ),
        _chart(
            "Complaint lowest in its triplet",
            whole,
            lambda f: f.ranking,
            Axis(low=0, high=1, reference=_CHANCE),
            "Line: chance",
        ),
    )
    return Part(heading=_HEADINGS[kind], charts=charts, tables=(_table(figures),))


def _area(f: Figure) -> Share | None:
    if f.auc is None or f.auc_low is None or f.auc_high is None or f.accuracy is None:
        return None
    return Share(
        value=f.auc,
        low=min(f.auc_low, f.auc),
        high=max(f.auc_high, f.auc),
        n=f.n,
        n_users=f.accuracy.n_users,
    )


def _chart(
    title: str,
    figures: Sequence[Figure],
    of: Callable[[Figure], Share | None],
    axis: Axis,
    note: str,
) -> Chart:
    lines = [
        Line(
            name=f.predictor,
            marks=(Mark(value=s.value, low=s.low, high=s.high),) if (s := of(f)) else (),
        )
        for f in figures
        if f.source is not Source.BASELINE
    ]
    return interval_chart(title, lines, axis, note=note)


def _table(figures: Sequence[Figure]) -> Table:
    columns = (
        "Complaint and predictor",
        "Right",
        "Baseline",
        "p",
        "Corrected",
        "Area",
        "Lowest",
        "Complaints called",
        "Unscored",
    )
    return Table(
        caption="Beneath each figure its 95 % interval",
        columns=columns,
        rows=tuple(_row(f) for f in figures),
    )


def _row(f: Figure) -> tuple[Cell | str, ...]:
    return (
        Cell(text=f.predictor, under=(f.error_type.name if f.error_type else "all complaints",)),
        Cell(text=f"{f.n_right} of {f.n}", under=_percent(f.accuracy).under),
        f"{100 * f.baseline:.0f} %",
        "·" if f.p_value is None else f"{f.p_value:.3f}",
        "·" if f.p_corrected is None else f"{f.p_corrected:.2f}",
        _shared(_area(f)),
        _percent(f.ranking),
        f"{f.n_complaints_rightly_called} right of {f.n_complaints_called}",
        str(f.n_unscored or "·"),
    )


def _shared(share: Share | None) -> Cell:
    return (
        Cell(text="·") if share is None else Cell(text=f"{share.value:.2f}", under=_interval(share))
    )


def _percent(share: Share | None) -> Cell:
    if share is None:
        return Cell(text="·")
    return Cell(
        text=f"{100 * share.value:.0f} %",
        under=(f"{100 * share.low:.0f} to {100 * share.high:.0f} %",),
    )


def _interval(share: Share | None) -> tuple[str, ...]:
    return () if share is None else (f"{share.low:.2f} to {share.high:.2f}",)


def _made(result: Satisfaction) -> Iterator[str]:
    yield (
        f"Seed {result.seed}; {result.seconds:.0f} s; {counted(result.model_calls, 'model call')}."
    )
    if result.versions:
        yield (
            "Versions: "
            + ", ".join(f"{name} {version}" for name, version in sorted(result.versions.items()))
            + "."
        )
