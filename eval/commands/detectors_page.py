"""What flags are worth, as a page."""

from collections.abc import Callable, Mapping, Sequence

from eval.benchmarks.detectors.conclusion import conclude
from eval.benchmarks.detectors.figures import Figures, Items
from eval.benchmarks.detectors.run import DetectorResults
from eval.commands.show_detectors import LEGEND, TITLES, types_of
from eval.show import Axis, Cell, Line, Mark, Page, Part, interval_chart, table_of, to_html
from eval.statistics.classification import Proportion


def detectors_page(results: DetectorResults) -> str:
    by_items = ((t, [f for f in results.figures if f.items is i]) for i, t in TITLES.items())
    versions = (f"{name} {version}" for name, version in sorted(results.versions.items()))
    parts = (
        Part(heading="What was found", points=conclude(results)),
        Part(heading="How to read this", points=(*LEGEND, *types_of(results))),
        *(_part(title, figures) for title, figures in by_items if figures),
        Part(heading="Notes", points=results.notes),
        Part(heading="How this was made", points=(f"Seed {results.seed}.", *versions)),
    )
    lead = (
        f"Real users' complaints, and whether the flag of that type was raised. {results.dataset}."
    )
    return to_html(Page(title="What are the product's own flags worth?", lead=(lead,), parts=parts))


def _part(title: str, figures: Sequence[Figures]) -> Part:
    lines = [Line(name=f.error_type.name, marks=_marks(f)) for f in figures]
    axis = Axis(low=0, high=1, reference=0.5)
    chart = interval_chart("Area under the curve", lines, axis, note="Line: chance")
    charts = (chart,) if figures[0].items is Items.ALL else ()
    table = table_of("Beneath each figure its counts and 95 % interval", figures, _COLUMNS)
    return Part(heading=title, charts=charts, tables=(table,))


def _marks(f: Figures) -> tuple[Mark, ...]:
    return (Mark(value=f.auc.mean, low=f.auc.low, high=f.auc.high),) if f.auc else ()


def _area(f: Figures) -> Cell | str:
    if f.auc is None:
        return "·"
    return Cell(text=f"{f.auc.mean:.2f}", under=(f"{f.auc.low:.2f} to {f.auc.high:.2f}",))


def _share(p: Proportion) -> Cell:
    counts = f"{p.k} of {p.n}"
    if p.share is None:
        return Cell(text="·", under=(counts,))
    span = f"{100 * p.low:.0f} to {100 * p.high:.0f} %"
    return Cell(text=f"{100 * p.share:.0f} %", under=(counts, span))


_COLUMNS: Mapping[str, Callable[[Figures], Cell | str]] = {
    "Type": lambda f: f.error_type.name,
    "Items": lambda f: f"{f.n:,}",
    "Base rate": lambda f: f"{100 * f.base_rate:.0f} %",
    "Precision": lambda f: _share(f.flags.precision),
    "Recall": lambda f: _share(f.flags.recall),
    "AUC": _area,
    "In triplets": lambda f: "·" if f.auc_in_triplets is None else f"{f.auc_in_triplets:.2f}",
    "Left-out precision": lambda f: _share(f.left_out.precision),
    "Left-out recall": lambda f: _share(f.left_out.recall),
}
