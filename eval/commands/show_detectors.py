"""What flags are worth, as a table."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from eval.benchmarks.detectors.cases import CaseFigures
from eval.benchmarks.detectors.conclusion import concluded
from eval.benchmarks.detectors.figures import Figures, Items
from eval.benchmarks.detectors.kept import FalseAlarms
from eval.benchmarks.detectors.run import DetectorResults
from eval.statistics.classification import Proportion
from myscholar.domain.flags import ErrorType
from myscholar.workflows.actions.complaints import WORDS

TITLES = {
    Items.TRIPLETS: "On the triplets of each type (a complaint beside two acceptances)",
    Items.ALL: "On all judged things of the kind",
    Items.OWN_SPANS: "On those of reports whose marked words are surely the action's own",
}


LEGEND = (
    "base rate: share of the items that have this complaint; flags at random are right that "
    "often. precision: share of the flags that are right. "
    "recall: share of the complaints that are flagged. F1: their harmonic mean.",
    "AUC: how often the score of a complaint is above that of an acceptance; 0.50 by chance. Its "
    "interval resamples the users.",
    "Triplet: a complaint and two acceptances beside it, as the study asked. in triplets: how "
    "often the complaint scores above an acceptance of its own triplet.",
    "left-out P and R: precision and recall if an item is flagged from a threshold of the score "
    "on that is chosen on the other users' items.",
    "In parentheses: 95 % intervals.",
)


def show_detectors(results: DetectorResults, out: Console) -> None:
    """The conclusion, the tables, what their words mean, notes, and the conclusion again, beside
    what was typed."""
    conclusion = concluded(results)
    _said("What was found", conclusion, out)
    for items, title in TITLES.items():
        out.print(f"\n[bold]{title}[/]")
        out.print(_of([f for f in results.figures if f.items is items]))
    out.print(
        "\n[bold]False alarms: flags on statements that users kept, of those not judged above[/]"
    )
    out.print(_alarms(results.false_alarms))
    out.print("\n[bold]On cases written by hand (on the fresh ones no rule was mended)[/]")
    out.print(_cases(results.cases))
    _said("What the words mean", LEGEND, out)
    _said("The types, as a user would say them", types_of(results), out)
    _said("Notes", results.notes, out)
    _said("What was found", conclusion, out)


def types_of(results: DetectorResults) -> tuple[str, ...]:
    """Each type that is shown, in a user's words."""
    shown = {f.error_type for f in results.figures} | {c.error_type for c in results.cases}
    shown |= {a.error_type for a in results.false_alarms}
    return tuple(f"{kind.name}: {WORDS[kind]}." for kind in ErrorType if kind in shown)


def _said(heading: str, sentences: Sequence[str], out: Console) -> None:
    """A heading and points, wrapped to the width of the screen."""
    points = Table.grid(padding=(0, 1))
    for sentence in sentences:
        points.add_row("-", Text(sentence))
    out.print(f"\n[bold]{heading}[/]")
    out.print(points)


def _of(figures: Sequence[Figures]) -> Table:
    table = _table(
        "",
        "n",
        "base rate",
        "precision",
        "recall",
        "F1",
        "AUC, 95 % interval",
        "in triplets",
        "left-out P",
        "left-out R",
    )
    for f in figures:
        auc = f"{f.auc.mean:.2f} ({f.auc.low:.2f}-{f.auc.high:.2f})" if f.auc else "·"
        table.add_row(
            f.error_type.name,
            str(f.n),
            f"{100 * f.base_rate:.0f} %",
            _share(f.flags.precision),
            _share(f.flags.recall),
            _number(f.flags.f1),
            auc,
            _number(f.auc_in_triplets),
            _short(f.left_out.precision),
            _short(f.left_out.recall),
        )
    return table


def _alarms(alarms: Sequence[FalseAlarms]) -> Table:
    table = _table("", "share flagged")
    for alarm in alarms:
        table.add_row(alarm.error_type.name, _share(alarm.flagged))
    return table


def _cases(cases: Sequence[CaseFigures]) -> Table:
    table = _table(
        "", "raised where it should be", "quiet where it should be", "fresh: raised", "fresh: quiet"
    )
    for kind in dict.fromkeys(c.error_type for c in cases):
        by_age = {c.fresh: c for c in cases if c.error_type is kind}
        cells = [cell for fresh in (False, True) for cell in _counts(by_age.get(fresh))]
        table.add_row(kind.name, *cells)
    return table


def _counts(c: CaseFigures | None) -> tuple[str, str]:
    return (f"{c.caught} of {c.positive}", f"{c.spared} of {c.negative}") if c else ("·", "·")


def _share(p: Proportion) -> str:
    return (
        f"{100 * p.share:.0f} % ({100 * p.low:.0f}-{100 * p.high:.0f}), {p.k}/{p.n}"
        if p.share is not None
        else f"· {p.k}/{p.n}"
    )


def _short(p: Proportion) -> str:
    return f"{100 * p.share:.0f} %, {p.k}/{p.n}" if p.share is not None else f"· {p.k}/{p.n}"


def _number(value: float | None) -> str:
    return "·" if value is None else f"{value:.2f}"


def _table(*columns: str) -> Table:
    table = Table(box=None, header_style="dim", pad_edge=False)
    for i, name in enumerate(columns):
        table.add_column(name, justify="left" if i == 0 else "right", overflow="fold")
    return table
