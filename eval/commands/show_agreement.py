"""The meta-evaluation as tables."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from eval.domain.agreement import Agreement, AgreementRow, HumanGroup, ReportScore
from eval.pages.agreement import LABELS, WHO, figure, findings, name_of


def show_agreement(found: Agreement, out: Console) -> None:
    for group in HumanGroup:
        rows = [r for r in found.rows if r.group is group]
        for title, chosen in (
            (f"The better report, by {WHO[group]}", [r for r in rows if r.target is ReportScore.PREFERENCE]),
            (f"The same scores, by {WHO[group]}", [r for r in rows if r.target is not ReportScore.PREFERENCE]),
        ):
            if chosen:
                out.print(f"\n{title}")
                out.print(_table(chosen))
    out.print()
    for sentence in (*findings(found), *found.notes):
        out.print(escape(sentence), soft_wrap=True)


def _table(rows: Sequence[AgreementRow]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for name in ("pairs", "unscored", "without ties", "with ties", "calibrated", "Kendall", "Spearman", "Pearson"):
        table.add_column(name, justify="right", no_wrap=True)
    for r in rows:
        figures = (r.accuracy_without_ties, r.accuracy, r.accuracy_calibrated, r.kendall, r.spearman, r.pearson)
        name = (
            name_of(r.judge, r.score) if r.target in (ReportScore.PREFERENCE, r.score) else f"{r.judge.name}: {LABELS[r.target]}"
        )
        table.add_row(escape(name), str(r.n_pairs), str(r.n_unscored or "·"), *map(figure, figures))
    return table
