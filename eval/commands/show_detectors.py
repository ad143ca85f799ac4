"""What flags are worth, as a table."""

from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from eval.benchmarks.detectors.cases import CaseFigures
from eval.benchmarks.detectors.conclusion import conclude
from eval.benchmarks.detectors.figures import Figures, Items
from eval.benchmarks.detectors.kept import FalseAlarms
from eval.benchmarks.detectors.run import DetectorResults
from eval.commands.screen import plain_table, show_points, table_of
from eval.statistics.classification import Proportion
from myscholar.domain.flags import ErrorType
from myscholar.workflows.actions.complaints import WORDS

TITLES = {
    Items.TRIPLETS: "On the triplets of each type (a complaint beside two acceptances)",
    Items.ALL: "On all judged things of the kind",
    Items.OWN_SPANS: "On those of reports whose marked words are surely the action's own",
}
LEGEND = (
    "base rate: share of the items that have this complaint; flags at random are right that often. "
    "precision: share of the flags that are right. recall: share of the complaints that are "
    "flagged. F1: their harmonic mean.",
    "AUC: how often the score of a complaint is above that of an acceptance; 0.50 by chance. Its "
    "interval resamples the users.",
    "Triplet: a complaint and two acceptances beside it, as the study asked. in triplets: how "
    "often the complaint scores above an acceptance of its own triplet.",
    "left-out P and R: precision and recall if an item is flagged from a threshold of the score "
    "on that is chosen on the other users' items.",
    "In parentheses: 95 % intervals.",
)


def show_detectors(results: DetectorResults, out: Console) -> None:
    conclusion = conclude(results)
    show_points("What was found", conclusion, out)
    for items, title in TITLES.items():
        figures = [f for f in results.figures if f.items is items]
        _show(title, table_of(figures, _FIGURES, n_folded=len(_FIGURES)), out)
    alarms = table_of(results.false_alarms, _ALARMS, n_folded=2)
    _show(
        "False alarms: flags on statements that users kept, of those not judged above", alarms, out
    )
    cases = _cases(results.cases)
    _show("On cases written by hand (on the fresh ones no rule was mended)", cases, out)
    show_points("What the words mean", LEGEND, out)
    show_points("The types, as a user would say them", types_of(results), out)
    show_points("Notes", results.notes, out)
    show_points("What was found", conclusion, out)


def types_of(results: DetectorResults) -> tuple[str, ...]:
    """Each type that is shown, in a user's words."""
    shown = {f.error_type for f in results.figures} | {c.error_type for c in results.cases}
    shown |= {a.error_type for a in results.false_alarms}
    return tuple(f"{kind.name}: {WORDS[kind]}." for kind in ErrorType if kind in shown)


def _show(title: str, table: Table, out: Console) -> None:
    out.print(f"\n[bold]{title}[/]")
    out.print(table)


def _cases(cases: Sequence[CaseFigures]) -> Table:
    columns = (
        "raised where it should be",
        "quiet where it should be",
        "fresh: raised",
        "fresh: quiet",
    )
    table = plain_table("", *columns, n_folded=5)
    for kind in dict.fromkeys(c.error_type for c in cases):
        cells: list[str] = []
        for fresh in (False, True):
            c = next((c for c in cases if (c.error_type, c.fresh) == (kind, fresh)), None)
            cells += (
                [f"{c.caught} of {c.positive}", f"{c.spared} of {c.negative}"] if c else ["·", "·"]
            )
        table.add_row(kind.name, *cells)
    return table


def _share(p: Proportion) -> str:
    return "·" if p.share is None else f"{100 * p.share:.0f} %"


def _interval(p: Proportion) -> str:
    if p.share is None:
        return f"· {p.k}/{p.n}"
    return f"{_share(p)} ({100 * p.low:.0f}-{100 * p.high:.0f}), {p.k}/{p.n}"


def _short(p: Proportion) -> str:
    return f"{_share(p)}{' ' if p.share is None else ', '}{p.k}/{p.n}"


def _number(value: float | None) -> str:
    return "·" if value is None else f"{value:.2f}"


def _area(f: Figures) -> str:
    return f"{f.auc.mean:.2f} ({f.auc.low:.2f}-{f.auc.high:.2f})" if f.auc else "·"


_FIGURES: Mapping[str, Callable[[Figures], str]] = {
    "": lambda f: f.error_type.name,
    "n": lambda f: str(f.n),
    "base rate": lambda f: f"{100 * f.base_rate:.0f} %",
    "precision": lambda f: _interval(f.flags.precision),
    "recall": lambda f: _interval(f.flags.recall),
    "F1": lambda f: _number(f.flags.f1),
    "AUC, 95 % interval": _area,
    "in triplets": lambda f: _number(f.auc_in_triplets),
    "left-out P": lambda f: _short(f.left_out.precision),
    "left-out R": lambda f: _short(f.left_out.recall),
}
_ALARMS: Mapping[str, Callable[[FalseAlarms], str]] = {
    "": lambda alarm: alarm.error_type.name,
    "share flagged": lambda alarm: _interval(alarm.flagged),
}
