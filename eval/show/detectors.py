"""What the product's own flags are worth, as a document."""

from collections.abc import Callable, Mapping, Sequence

from eval.domain.words import NONE, interval, number, percent
from eval.show.document import (
    Cell,
    Chart,
    Document,
    Line,
    Part,
    definitions_of,
    figure_cell,
    mark_of,
    share_axis,
    table_of,
)
from eval.statistics.classification import Proportion
from eval.studies.detectors.cases import CaseFigures
from eval.studies.detectors.conclusion import conclude
from eval.studies.detectors.figures import Figures, Items
from eval.studies.detectors.kept import FalseAlarms
from eval.studies.detectors.run import DetectorResults
from myscholar.domain.flags import ErrorType
from myscholar.workflows.actions.complaints import WORDS

TITLES = {
    Items.TRIPLETS: "On the triplets of each type (a complaint beside two acceptances)",
    Items.ALL: "On all judged things of the kind",
    Items.OWN_SPANS: "On those of reports whose marked words are surely the action's own",
}


def detectors_document(results: DetectorResults) -> Document:
    by_items = ((t, [f for f in results.figures if f.items is i]) for i, t in TITLES.items())
    versions = (f"{name} {version}" for name, version in sorted(results.versions.items()))
    parts = (
        *(_figures(title, figures) for title, figures in by_items if figures),
        *_false_alarms(results.false_alarms),
        *_cases(results.cases),
        Part(heading="What the words mean", definitions=definitions_of("detectors")),
        Part(heading="The types, as a user would say them", definitions=_types_of(results)),
        Part(heading="Notes", points=results.notes),
        Part(heading="How it was made", points=(f"Seed {results.seed}.", *versions), aside=True),
    )
    lead = (
        f"Real users' complaints, and whether the flag of that type was raised. {results.dataset}."
    )
    title = "What are the product's own flags worth?"
    return Document(title=title, lead=(lead,), conclusion=conclude(results), parts=parts)


def _types_of(results: DetectorResults) -> tuple[tuple[str, str], ...]:
    """Each type that is shown, in a user's words."""
    shown = {f.error_type for f in results.figures} | {c.error_type for c in results.cases}
    shown |= {alarm.error_type for alarm in results.false_alarms}
    return tuple((kind.name, f"{WORDS[kind]}.") for kind in ErrorType if kind in shown)


def _figures(title: str, figures: Sequence[Figures]) -> Part:
    lines = (
        Line(name=f.error_type.name, marks=(mark_of(f.auc),) if f.auc else ()) for f in figures
    )
    chart = Chart(
        title="Area under the curve (AUC)",
        lines=tuple(lines),
        axis=share_axis(0.5).model_copy(update={"times": 1, "digits": 2, "label": "AUC"}),
        note="Dashed: chance",
    )
    charts = (chart,) if figures[0].items is Items.ALL else ()
    table = table_of(
        "Each figure with its 95 % interval and its counts", figures, _COLUMNS, flows=True
    )
    return Part(heading=title, charts=charts, tables=(table,))


def _false_alarms(alarms: Sequence[FalseAlarms]) -> tuple[Part, ...]:
    heading = "False alarms: flags on statements that users kept, of those not judged above"
    columns: Mapping[str, Callable[[FalseAlarms], Cell | str]] = {
        "Type": lambda alarm: alarm.error_type.name,
        "Share flagged": lambda alarm: _share(alarm.flagged),
    }
    table = table_of("Share of the statements, with its 95 % interval", alarms, columns)
    return (Part(heading=heading, tables=(table,)),) if alarms else ()


def _cases(cases: Sequence[CaseFigures]) -> tuple[Part, ...]:
    heading = "On cases written by hand (on the fresh ones no rule was mended)"
    by_type = {(c.error_type, c.fresh): c for c in cases}

    def flagged(kind: ErrorType, fresh: bool) -> str:
        c = by_type.get((kind, fresh))
        return f"{c.caught} of {c.positive}" if c else NONE

    def spared(kind: ErrorType, fresh: bool) -> str:
        c = by_type.get((kind, fresh))
        return f"{c.spared} of {c.negative}" if c else NONE

    columns: Mapping[str, Callable[[ErrorType], str]] = {
        "Type": lambda kind: kind.name,
        "Raised where it should be": lambda kind: flagged(kind, False),
        "Quiet where it should be": lambda kind: spared(kind, False),
        "Fresh: raised": lambda kind: flagged(kind, True),
        "Fresh: quiet": lambda kind: spared(kind, True),
    }
    kinds = dict.fromkeys(c.error_type for c in cases)
    table = table_of("Cases judged as they should be", kinds, columns)
    return (Part(heading=heading, tables=(table,)),) if cases else ()


def _share(p: Proportion) -> Cell:
    counts = f"{p.k}/{p.n}"
    if p.share is None:
        return Cell(text=NONE, under=(counts,))
    return Cell(text=percent(p.share), under=(interval(100 * p.low, 100 * p.high, 0), counts))


_COLUMNS: Mapping[str, Callable[[Figures], Cell | str]] = {
    "Type": lambda f: f.error_type.name,
    "Items": lambda f: f"{f.n:,}",
    "Base rate": lambda f: percent(f.base_rate),
    "Precision": lambda f: _share(f.flags.precision),
    "Recall": lambda f: _share(f.flags.recall),
    "F1": lambda f: number(f.flags.f1),
    "AUC": lambda f: figure_cell(f.auc.mean, f.auc.low, f.auc.high) if f.auc else NONE,
    "In triplets": lambda f: number(f.auc_in_triplets),
    "Left-out precision": lambda f: _share(f.left_out.precision),
    "Left-out recall": lambda f: _share(f.left_out.recall),
}
