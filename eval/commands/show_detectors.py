"""What flags are worth, as a table."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from eval.benchmarks.detectors.cases import CaseFigures
from eval.benchmarks.detectors.figures import Figures, Items
from eval.benchmarks.detectors.kept import FalseAlarms
from eval.benchmarks.detectors.run import DetectorResults
from eval.statistics.classification import Proportion

_TITLES = {
    Items.TRIPLETS: "On the triplets of each type (a complaint beside two acceptances)",
    Items.ALL: "On all judged things of the kind",
    Items.OWN_SPANS: "On those of reports whose marked words are surely the action's own",
}


def show_detectors(results: DetectorResults, out: Console) -> None:
    for items, title in _TITLES.items():
        out.print(f"\n[bold]{title}[/]")
        out.print(_of([f for f in results.figures if f.items is items]))
    out.print("\n[bold]False alarms: flags on statements that users kept, of those not judged above[/]")
    out.print(_alarms(results.false_alarms))
    out.print("\n[bold]On cases written by hand (on the fresh ones no rule was mended)[/]")
    out.print(_cases(results.cases))
    for note in results.notes:
        out.print(f"[dim]{escape(note)}[/]", soft_wrap=True)


def _of(figures: Sequence[Figures]) -> Table:
    table = _table(
        "", "n", "base rate", "precision", "recall", "F1", "AUC, 95 % interval", "in triplets", "left-out P", "left-out R"
    )
    for f in figures:
        auc = f"{f.auc.mean:.2f} ({f.auc.low:.2f}-{f.auc.high:.2f})" if f.auc else "·"
        table.add_row(
            f.error_type.name,
            str(f.n),
            f"{f.base_rate:.2f}",
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
    table = _table("", "raised where it should be", "quiet where it should be", "fresh: raised", "fresh: quiet")
    for kind in dict.fromkeys(c.error_type for c in cases):
        by_age = {c.fresh: c for c in cases if c.error_type is kind}
        cells = [cell for fresh in (False, True) for cell in _counts(by_age.get(fresh))]
        table.add_row(kind.name, *cells)
    return table


def _counts(c: CaseFigures | None) -> tuple[str, str]:
    return (f"{c.caught} of {c.positive}", f"{c.spared} of {c.negative}") if c else ("·", "·")


def _share(p: Proportion) -> str:
    return f"{p.share:.2f} ({p.low:.2f}-{p.high:.2f}), {p.k}/{p.n}" if p.share is not None else f"· {p.k}/{p.n}"


def _short(p: Proportion) -> str:
    return f"{p.share:.2f}, {p.k}/{p.n}" if p.share is not None else f"· {p.k}/{p.n}"


def _number(value: float | None) -> str:
    return "·" if value is None else f"{value:.2f}"


def _table(*columns: str) -> Table:
    table = Table(box=None, header_style="dim", pad_edge=False)
    for i, name in enumerate(columns):
        table.add_column(name, justify="left" if i == 0 else "right", overflow="fold")
    return table
