"""The meta-evaluation as tables."""

from collections.abc import Callable, Mapping

from rich.console import Console
from rich.markup import escape

from eval.benchmarks.agreement.conclusion import conclusion
from eval.benchmarks.agreement.findings import figure, findings, share
from eval.benchmarks.agreement.names import LABELS, name_of
from eval.commands.screen import show_points, table_of
from eval.domain.agreement import Agreement, AgreementRow, HumanGroup, ReportScore
from eval.show.agreement import HOW, rows_by_target


def show_agreement(found: Agreement, out: Console) -> None:
    show_points("What was found", conclusion(found), out)
    show_points("How to read the tables", HOW, out)
    for group in HumanGroup:
        for title, rows in rows_by_target(group, found.rows):
            out.print(f"\n{title}")
            out.print(table_of(rows, _COLUMNS, n_folded=1))
    show_points("In detail", findings(found), out)
    show_points("Notes", found.notes, out)
    show_points("What was found", conclusion(found), out)


def _name(r: AgreementRow) -> str:
    if r.target in (ReportScore.PREFERENCE, r.score):
        return escape(name_of(r.judge, r.score))
    return escape(f"{r.judge.name}: {LABELS[r.target]}")


_COLUMNS: Mapping[str, Callable[[AgreementRow], str]] = {
    "": _name,
    "pairs": lambda r: str(r.n_pairs),
    "unscored": lambda r: str(r.n_unscored or "·"),
    "without ties": lambda r: share(r.accuracy_without_ties),
    "with ties": lambda r: share(r.accuracy),
    "calibrated": lambda r: share(r.accuracy_calibrated),
    "Kendall": lambda r: figure(r.kendall),
    "Spearman": lambda r: figure(r.spearman),
    "Pearson": lambda r: figure(r.pearson),
}
