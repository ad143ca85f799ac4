"""What flags are worth, as a page."""

from collections.abc import Sequence

from eval.benchmarks.detectors.conclusion import concluded
from eval.benchmarks.detectors.figures import Figures, Items
from eval.benchmarks.detectors.run import DetectorResults
from eval.commands.show_detectors import LEGEND, TITLES, types_of
from eval.pages import Axis, Cell, Line, Mark, Page, Part, Table, interval_chart, to_html
from eval.statistics.classification import Proportion

_COLUMNS = (
    "Type",
    "Items",
    "Base rate",
    "Precision",
    "Recall",
    "AUC",
    "In triplets",
    "Left-out precision",
    "Left-out recall",
)


def detectors_page(results: DetectorResults) -> str:
    page = Page(
        title="What are the product's own flags worth?",
        lead=(
            "Real users' complaints, and whether the flag of that type was raised. "
            f"{results.dataset}.",
        ),
        parts=(
            Part(heading="What was found", points=concluded(results)),
            Part(heading="How to read this", points=(*LEGEND, *types_of(results))),
            *(
                _part(title, of)
                for items, title in TITLES.items()
                if (of := [f for f in results.figures if f.items is items])
            ),
            Part(heading="Notes", points=results.notes),
            Part(
                heading="How this was made",
                points=(
                    f"Seed {results.seed}.",
                    *(f"{name} {version}" for name, version in sorted(results.versions.items())),
                ),
            ),
        ),
    )
    return to_html(page)


def _part(title: str, figures: Sequence[Figures]) -> Part:
    lines = [
        Line(
            name=f.error_type.name,
            marks=(Mark(value=f.auc.mean, low=f.auc.low, high=f.auc.high),) if f.auc else (),
        )
        for f in figures
    ]
    charts = (
        interval_chart(
            "Area under the curve", lines, Axis(low=0, high=1, reference=0.5), note="Line: chance"
        ),
    )
    tables = (
        Table(
            caption="Beneath each figure its counts and 95 % interval",
            columns=_COLUMNS,
            rows=tuple(map(_row, figures)),
        ),
    )
    return Part(
        heading=title, charts=charts if figures[0].items is Items.ALL else (), tables=tables
    )


def _row(f: Figures) -> tuple[Cell | str, ...]:
    return (
        f.error_type.name,
        f"{f.n:,}",
        f"{100 * f.base_rate:.0f} %",
        _share(f.flags.precision),
        _share(f.flags.recall),
        Cell(text=f"{f.auc.mean:.2f}", under=(f"{f.auc.low:.2f} to {f.auc.high:.2f}",))
        if f.auc
        else "·",
        "·" if f.auc_in_triplets is None else f"{f.auc_in_triplets:.2f}",
        _share(f.left_out.precision),
        _share(f.left_out.recall),
    )


def _share(p: Proportion) -> Cell:
    if p.share is None:
        return Cell(text="·", under=(f"{p.k} of {p.n}",))
    return Cell(
        text=f"{100 * p.share:.0f} %",
        under=(f"{p.k} of {p.n}", f"{100 * p.low:.0f} to {100 * p.high:.0f} %"),
    )
